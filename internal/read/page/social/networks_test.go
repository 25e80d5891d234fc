package social_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/social"
)

// TestNetworks has a profile of each form at each host of each network, and the pages that
// are the network's own where a profile's name could stand.
func TestNetworks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		network, hosts, profiles, own string
	}{
		{
			network: "x", hosts: "x.com twitter.com",
			profiles: "ada",
			own:      "compose download explore hashtag home i intent jobs login logout messages notifications privacy search settings share signup tos widgets",
		},
		{
			network: "linkedin", hosts: "linkedin.com",
			profiles: "company/ada in/ada school/ada showcase/ada groups/ada newsletters/ada",
		},
		{
			network: "facebook", hosts: "facebook.com fb.com",
			profiles: "ada pages/Ada/12 people/Ada/12 groups/ada p/ada pg/ada profile.php?id=1001",
			own:      "ads business dialog events hashtag help home.php legal login login.php marketplace permalink.php photo photo.php plugins policies policy.php privacy reel recover settings share share.php sharer sharer.php signup story.php terms terms.php tr video.php watch",
		},
		{
			network: "instagram", hosts: "instagram.com",
			profiles: "ada",
			own:      "about accounts api developer direct explore legal p privacy reel reels share stories terms tv",
		},
		{
			network: "youtube", hosts: "youtube.com",
			profiles: "@ada ada channel/ada c/ada user/ada",
			own:      "about account ads attribution_link clip creators embed feed gaming hashtag howyoutubeworks iframe_api kids live music oembed playlist post premium redirect results s share shorts signin subscription_center t trending upload v watch",
		},
		{
			network: "tiktok", hosts: "tiktok.com",
			profiles: "@ada",
		},
		{
			network: "github", hosts: "github.com",
			profiles: "ada orgs/ada sponsors/ada",
			own:      "about account apps blog codespaces collections contact copilot customer-stories dashboard enterprise events explore features issues join login logout marketplace mobile new notifications organizations pricing pulls readme resources search security sessions settings signup site solutions stars team topics trending why-github",
		},
		{
			network: "mastodon", hosts: "chaos.social floss.social fosstodon.org hachyderm.io indieweb.social infosec.exchange mas.to mastodonapp.uk mathstodon.xyz techhub.social toot.community universeodon.com",
			profiles: "@ada users/ada",
		},
		{
			network: "threads", hosts: "threads.net threads.com",
			profiles: "@ada",
		},
		{
			network: "bluesky", hosts: "bsky.app",
			profiles: "profile/ada",
		},
		{
			network: "pinterest", hosts: "pinterest.com pinterest.at pinterest.ca pinterest.ch pinterest.co.kr pinterest.co.uk pinterest.com.au pinterest.com.mx pinterest.de pinterest.dk pinterest.es pinterest.fr pinterest.ie pinterest.it pinterest.jp pinterest.nz pinterest.ph pinterest.pt pinterest.se",
			profiles: "ada",
			own:      "about business explore ideas login pin pin-builder search settings today",
		},
		{
			network: "discord", hosts: "discord.gg",
			profiles: "ada invite/ada",
		},
		{
			network: "discord", hosts: "discord.com discordapp.com",
			profiles: "invite/ada servers/ada",
		},
		{
			network: "telegram", hosts: "t.me telegram.me telegram.dog",
			profiles: "ada +ada joinchat/ada s/ada",
			own:      "addlist addstickers addtheme iv login msg proxy setlanguage share socks",
		},
		{
			network: "whatsapp", hosts: "wa.me",
			profiles: "ada message/ada c/ada",
			own:      "qr settings",
		},
		{
			network: "whatsapp", hosts: "chat.whatsapp.com",
			profiles: "ada",
		},
		{
			network: "whatsapp", hosts: "whatsapp.com api.whatsapp.com",
			profiles: "channel/ada send?phone=1001",
		},
		{
			network: "reddit", hosts: "reddit.com",
			profiles: "r/ada user/ada u/ada",
		},
		{
			network: "medium", hosts: "medium.com",
			profiles: "@ada ada",
			own:      "about api business cdn-client creators feed help jobs-at-medium m me membership miro new-story p policy search tag topics",
		},
		{
			network: "twitch", hosts: "twitch.tv",
			profiles: "ada",
			own:      "directory downloads jobs login p search settings signup store subscriptions turbo videos",
		},
		{
			network: "vimeo", hosts: "vimeo.com",
			profiles: "ada groups/ada",
			own:      "about blog categories channels enterprise features help join log_in ondemand player solutions upgrade watch",
		},
		{
			network: "snapchat", hosts: "snapchat.com",
			profiles: "add/ada @ada",
		},
		{
			network: "tumblr", hosts: "tumblr.com",
			profiles: "ada blog/ada",
			own:      "about assets dashboard docs explore login policy register search share tagged widgets",
		},
		{
			network: "xing", hosts: "xing.com",
			profiles: "companies/ada pages/ada profile/ada",
		},
		{
			network: "vk", hosts: "vk.com vk.ru",
			profiles: "ada",
			own:      "about ads apps dev feed login share.php terms widget_community.php",
		},
		{
			network: "dribbble", hosts: "dribbble.com",
			profiles: "ada",
			own:      "about designers hiring jobs pro search session shots signup tags",
		},
		{
			network: "behance", hosts: "behance.net",
			profiles: "ada",
			own:      "about assets collection gallery hire joblist login misc search",
		},
		{
			network: "soundcloud", hosts: "soundcloud.com",
			profiles: "ada",
			own:      "charts discover feed jobs pages search share signin stream terms-of-use upload you",
		},
	} {
		for host := range strings.FieldsSeq(c.hosts) {
			for path := range strings.FieldsSeq(c.profiles) {
				address := "https://" + host + "/" + path
				if got, ok := social.Find(address); !ok || got.Network != c.network || got.URL != address {
					t.Errorf("%s: got %+v, %t; want itself as a profile of %s", address, got, ok, c.network)
				}
			}
			if got, ok := social.Find("https://" + host + "/"); ok {
				t.Errorf("%s: got %+v of the front page, want no profile", host, got)
			}
		}
		host, _, _ := strings.Cut(c.hosts, " ")
		for path := range strings.FieldsSeq(c.own) {
			if got, ok := social.Find("https://" + host + "/" + path); ok {
				t.Errorf("%s: got %+v of the network's own page %s, want no profile", host, got, path)
			}
		}
	}
}

func TestTabsBelongToTheProfile(t *testing.T) {
	t.Parallel()
	for _, tab := range []string{"about", "community", "featured", "home", "mycompany", "playlists", "posts", "shorts", "streams", "videos", "Videos"} {
		if got, ok := social.Find("https://youtube.com/@ada/" + tab); !ok || got.URL != "https://youtube.com/@ada" {
			t.Errorf("%s: got %+v, %t; want the profile without it", tab, got, ok)
		}
	}
	if got, ok := social.Find("https://youtube.com/@ada/else"); ok {
		t.Errorf("got %+v of another page below a profile, want none", got)
	}
}
