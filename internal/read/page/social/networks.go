package social

// networks are those that sites link to from their header or footer. The forms are
// the networks' own, as of 2025; what is not certain to be a profile is left out.
var networks = []network{
	{
		name: "x", hosts: []string{"x.com", "twitter.com"}, paths: []string{"*"},
		not: []string{"compose", "download", "explore", "hashtag", "home", "i", "intent", "jobs", "login", "logout", "messages", "notifications", "privacy", "search", "settings", "share", "signup", "tos", "widgets"},
	},
	{
		name: "linkedin", hosts: []string{"linkedin.com"},
		paths: []string{"company/*", "in/*", "school/*", "showcase/*", "groups/*", "newsletters/*"},
	},
	{
		name: "facebook", hosts: []string{"facebook.com", "fb.com"},
		paths: []string{"*", "pages/*/*", "people/*/*", "groups/*", "p/*", "pg/*"}, query: [2]string{"profile.php", "id"},
		not: []string{"ads", "business", "dialog", "events", "hashtag", "help", "home.php", "legal", "login", "login.php", "marketplace", "permalink.php", "photo", "photo.php", "plugins", "policies", "policy.php", "privacy", "reel", "recover", "settings", "share", "share.php", "sharer", "sharer.php", "signup", "story.php", "terms", "terms.php", "tr", "video.php", "watch"},
	},
	{
		name: "instagram", hosts: []string{"instagram.com"}, paths: []string{"*"},
		not: []string{"about", "accounts", "api", "developer", "direct", "explore", "legal", "p", "privacy", "reel", "reels", "share", "stories", "terms", "tv"},
	},
	{
		name: "youtube", hosts: []string{"youtube.com"}, paths: []string{"@*", "*", "channel/*", "c/*", "user/*"},
		not: []string{"about", "account", "ads", "attribution_link", "clip", "creators", "embed", "feed", "gaming", "hashtag", "howyoutubeworks", "iframe_api", "kids", "live", "music", "oembed", "playlist", "post", "premium", "redirect", "results", "s", "share", "shorts", "signin", "subscription_center", "t", "trending", "upload", "v", "watch"},
	},
	{name: "tiktok", hosts: []string{"tiktok.com"}, paths: []string{"@*"}},
	{
		name: "github", hosts: []string{"github.com"}, paths: []string{"*", "orgs/*", "sponsors/*"},
		not: []string{"about", "account", "apps", "blog", "codespaces", "collections", "contact", "copilot", "customer-stories", "dashboard", "enterprise", "events", "explore", "features", "issues", "join", "login", "logout", "marketplace", "mobile", "new", "notifications", "organizations", "pricing", "pulls", "readme", "resources", "search", "security", "sessions", "settings", "signup", "site", "solutions", "stars", "team", "topics", "trending", "why-github"},
	},
	{
		name: "mastodon", federated: true, paths: []string{"@*", "users/*"},
		hosts: []string{"chaos.social", "floss.social", "fosstodon.org", "hachyderm.io", "indieweb.social", "infosec.exchange", "mas.to", "mastodonapp.uk", "mathstodon.xyz", "techhub.social", "toot.community", "universeodon.com"},
	},
	{name: "threads", hosts: []string{"threads.net", "threads.com"}, paths: []string{"@*"}},
	{name: "bluesky", hosts: []string{"bsky.app"}, paths: []string{"profile/*"}},
	{
		name:  "pinterest",
		hosts: []string{"pinterest.com", "pinterest.at", "pinterest.ca", "pinterest.ch", "pinterest.co.kr", "pinterest.co.uk", "pinterest.com.au", "pinterest.com.mx", "pinterest.de", "pinterest.dk", "pinterest.es", "pinterest.fr", "pinterest.ie", "pinterest.it", "pinterest.jp", "pinterest.nz", "pinterest.ph", "pinterest.pt", "pinterest.se"},
		paths: []string{"*"},
		not:   []string{"about", "business", "explore", "ideas", "login", "pin", "pin-builder", "search", "settings", "today"},
	},
	{name: "discord", hosts: []string{"discord.gg"}, paths: []string{"*", "invite/*"}, exact: true},
	{name: "discord", hosts: []string{"discord.com", "discordapp.com"}, paths: []string{"invite/*", "servers/*"}, exact: true},
	{
		name: "telegram", hosts: []string{"t.me", "telegram.me", "telegram.dog"}, paths: []string{"*", "+*", "joinchat/*", "s/*"},
		not: []string{"addlist", "addstickers", "addtheme", "iv", "login", "msg", "proxy", "setlanguage", "share", "socks"},
	},
	{name: "whatsapp", hosts: []string{"wa.me"}, paths: []string{"*", "message/*", "c/*"}, exact: true, not: []string{"qr", "settings"}},
	{name: "whatsapp", hosts: []string{"chat.whatsapp.com"}, paths: []string{"*"}, exact: true},
	{name: "whatsapp", hosts: []string{"whatsapp.com", "api.whatsapp.com"}, paths: []string{"channel/*"}, exact: true, query: [2]string{"send", "phone"}},
	{name: "reddit", hosts: []string{"reddit.com"}, paths: []string{"r/*", "user/*", "u/*"}},
	{
		name: "medium", hosts: []string{"medium.com"}, paths: []string{"@*", "*"}, own: true,
		not: []string{"about", "api", "business", "cdn-client", "creators", "feed", "help", "jobs-at-medium", "m", "me", "membership", "miro", "new-story", "p", "policy", "search", "tag", "topics"},
	},
	{name: "twitch", hosts: []string{"twitch.tv"}, paths: []string{"*"}, not: []string{"directory", "downloads", "jobs", "login", "p", "search", "settings", "signup", "store", "subscriptions", "turbo", "videos"}},
	{
		name: "vimeo", numbered: true, hosts: []string{"vimeo.com"}, paths: []string{"*", "channels/*", "groups/*"},
		not: []string{"about", "blog", "categories", "channels", "enterprise", "features", "help", "join", "log_in", "ondemand", "player", "solutions", "upgrade", "watch"},
	},
	{name: "snapchat", hosts: []string{"snapchat.com"}, paths: []string{"add/*", "@*"}},
	{name: "tumblr", hosts: []string{"tumblr.com"}, paths: []string{"*", "blog/*"}, own: true, not: []string{"about", "assets", "dashboard", "docs", "explore", "login", "policy", "register", "search", "share", "tagged", "widgets"}},
	{name: "xing", hosts: []string{"xing.com"}, paths: []string{"companies/*", "pages/*", "profile/*"}},
	{name: "vk", hosts: []string{"vk.com", "vk.ru"}, paths: []string{"*"}, not: []string{"about", "ads", "apps", "dev", "feed", "login", "share.php", "terms", "widget_community.php"}},
	{name: "dribbble", hosts: []string{"dribbble.com"}, paths: []string{"*"}, not: []string{"about", "designers", "hiring", "jobs", "pro", "search", "session", "shots", "signup", "tags"}},
	{name: "behance", hosts: []string{"behance.net"}, paths: []string{"*"}, not: []string{"about", "assets", "collection", "gallery", "hire", "joblist", "login", "misc", "search"}},
	{name: "soundcloud", hosts: []string{"soundcloud.com"}, paths: []string{"*"}, not: []string{"charts", "discover", "feed", "jobs", "pages", "search", "share", "signin", "stream", "terms-of-use", "upload", "you"}},
}
