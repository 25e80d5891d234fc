package social_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func TestFind(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ network, url string }{
		"https://x.com/harbourlight":                               {"x", "https://x.com/harbourlight"},
		"http://www.twitter.com/HarbourLight/?ref_src=twsrc#top":   {"x", "https://www.twitter.com/HarbourLight"},
		"https://mobile.twitter.com/harbourlight":                  {"x", "https://mobile.twitter.com/harbourlight"},
		"https://de.linkedin.com/company/harbour-light/about/":     {"linkedin", "https://de.linkedin.com/company/harbour-light"},
		"https://www.linkedin.com/in/imogen-farrar-12ab/":          {"linkedin", "https://www.linkedin.com/in/imogen-farrar-12ab"},
		"https://www.facebook.com/harbourlight/?fref=ts":           {"facebook", "https://www.facebook.com/harbourlight"},
		"https://facebook.com/profile.php?id=100001&sk=about":      {"facebook", "https://facebook.com/profile.php?id=100001"},
		"https://de-de.facebook.com/pages/Harbour-Light/123456":    {"facebook", "https://de-de.facebook.com/pages/Harbour-Light/123456"},
		"https://instagram.com/harbour.light/":                     {"instagram", "https://instagram.com/harbour.light"},
		"https://www.youtube.com/@harbourlight/videos":             {"youtube", "https://www.youtube.com/@harbourlight"},
		"https://youtube.com/channel/UCabcdef_12?sub_confirmation": {"youtube", "https://youtube.com/channel/UCabcdef_12"},
		"https://www.tiktok.com/@harbourlight?lang=en":             {"tiktok", "https://www.tiktok.com/@harbourlight"},
		"https://github.com/harbourlight":                          {"github", "https://github.com/harbourlight"},
		"https://github.com/orgs/harbourlight":                     {"github", "https://github.com/orgs/harbourlight"},
		"https://mastodon.social/@harbour":                         {"mastodon", "https://mastodon.social/@harbour"},
		"https://social.mastodon.example/@harbour":                 {"mastodon", "https://social.mastodon.example/@harbour"},
		"https://fosstodon.org/users/harbour":                      {"mastodon", "https://fosstodon.org/users/harbour"},
		"https://www.threads.net/@harbour":                         {"threads", "https://www.threads.net/@harbour"},
		"https://bsky.app/profile/harbour.example":                 {"bluesky", "https://bsky.app/profile/harbour.example"},
		"https://www.pinterest.co.uk/harbourlight/":                {"pinterest", "https://www.pinterest.co.uk/harbourlight"},
		"https://discord.gg/AbC123":                                {"discord", "https://discord.gg/AbC123"},
		"https://discord.com/invite/AbC123":                        {"discord", "https://discord.com/invite/AbC123"},
		"https://t.me/harbourlight":                                {"telegram", "https://t.me/harbourlight"},
		"https://t.me/+AbCdEf":                                     {"telegram", "https://t.me/+AbCdEf"},
		"https://wa.me/441632960000?text=Hello":                    {"whatsapp", "https://wa.me/441632960000"},
		"https://api.whatsapp.com/send?phone=441632960000":         {"whatsapp", "https://api.whatsapp.com/send?phone=441632960000"},
		"https://www.reddit.com/r/harbourlight/":                   {"reddit", "https://www.reddit.com/r/harbourlight"},
		"https://medium.com/@harbour":                              {"medium", "https://medium.com/@harbour"},
		"https://harbour.medium.com/":                              {"medium", "https://harbour.medium.com/"},
		"https://harbour.tumblr.com":                               {"tumblr", "https://harbour.tumblr.com/"},
		"https://vimeo.com/harbourlight":                           {"vimeo", "https://vimeo.com/harbourlight"},
	}
	for raw, want := range cases {
		got, ok := social.Find(raw)
		if !ok || got.Network != want.network || got.URL != want.url {
			t.Errorf("%s: got %s %s, %v", raw, got.Network, got.URL, ok)
		}
	}
}

// What leads into a network and not to an account.
func TestFindRefuses(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"https://x.com/", "https://twitter.com/intent/tweet?text=a", "https://twitter.com/share?url=b", "https://x.com/harbour/status/12",
		"https://x.com/hashtag/light", "https://help.x.com/en", "https://x.com/i/flow/login",
		"https://www.linkedin.com/shareArticle?url=a", "https://www.linkedin.com/feed/", "https://www.linkedin.com/posts/a_b-123",
		"https://www.facebook.com/sharer/sharer.php?u=a", "https://www.facebook.com/sharer.php?u=a", "https://www.facebook.com/dialog/feed",
		"https://www.facebook.com/tr?id=1", "https://developers.facebook.com/docs", "https://l.facebook.com/l.php?u=a", "https://www.facebook.com/profile.php",
		"https://www.instagram.com/p/AbC/", "https://www.instagram.com/reel/AbC/",
		"https://www.youtube.com/watch?v=abc", "https://www.youtube.com/embed/abc", "https://youtu.be/abc", "https://www.youtube.com/playlist?list=a",
		"https://www.tiktok.com/@harbour/video/123", "https://www.tiktok.com/foryou",
		"https://github.com/harbour/repository", "https://github.com/features", "https://gist.github.com/harbour", "https://docs.github.com/en",
		"https://mastodon.social/@harbour/123", "https://mastodon.social/about", "https://joinmastodon.org/@x", "https://blog.example/@harbour",
		"https://bsky.app/profile/harbour.example/post/1", "https://bsky.app/intent/compose?text=a",
		"https://www.pinterest.com/pin/create/button/?url=a", "https://pinterest.com/pin/123/",
		"https://discord.com/login", "https://t.me/share/url?url=a", "https://t.me/harbour/55", "https://wa.me/?text=a", "https://api.whatsapp.com/send?text=a",
		"https://www.reddit.com/submit?url=a", "https://www.reddit.com/r/a/comments/1/b/", "https://medium.com/p/abc", "https://medium.com/harbour/a-story-12ab",
		"https://vimeo.com/12345", "https://www.tumblr.com/share/link?url=a", "https://vk.com/share.php?url=a",
		"https://notx.com/harbour", "https://x.com.example/harbour", "mailto:harbour@x.com", "ftp://x.com/a", "https://a:b@x.com/harbour", "://", "",
	} {
		if got, ok := social.Find(raw); ok {
			t.Errorf("%s is taken for %+v", raw, got)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	links := []page.Link{
		{URL: "https://site.example/about"},
		{URL: "https://twitter.com/harbourlight"},
		{URL: "https://www.facebook.com/sharer.php?u=a"},
		{URL: "https://x.com/HarbourLight?s=20"},
		{URL: "https://mastodon.social/@harbour"},
		{URL: "https://mastodon.online/@harbour"},
	}
	objects := []structured.Object{
		{"@type": "Person", "sameAs": "https://www.instagram.com/imogen"},
		{"@type": "NewsArticle", "sameAs": "https://www.instagram.com/story"},
		{"@type": "Organization", "sameAs": []any{"https://www.linkedin.com/company/harbour", "https://twitter.com/harbourlight", "https://en.wikipedia.org/wiki/Harbour", 7}},
		{"@type": "WebSite", "sameAs": "https://www.tiktok.com/@harbour"},
	}
	want := []string{
		"https://twitter.com/harbourlight", "https://mastodon.social/@harbour", "https://mastodon.online/@harbour",
		"https://www.linkedin.com/company/harbour", "https://www.tiktok.com/@harbour",
	}
	if diff := cmp.Diff(want, social.LinksOf(links, objects)); diff != "" {
		t.Errorf("LinksOf mismatch (-want +got):\n%s", diff)
	}
	if got := social.LinksOf(nil, nil); got == nil || len(got) != 0 {
		t.Errorf("nothing gives %#v", got)
	}
}

func TestProfilesAreBounded(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf("https://x.com/member%d", i))
	}
	if got := social.Links(many); len(got) != 200 || got[199] != "https://x.com/member199" {
		t.Errorf("%d profiles", len(got))
	}
}

func FuzzFind(f *testing.F) {
	f.Add("https://x.com/%ff")
	f.Add("https://mastodon.social/@")
	f.Fuzz(func(t *testing.T, raw string) {
		p, ok := social.Find(raw)
		if !ok {
			return
		}
		again, ok := social.Find(p.URL)
		if !ok || again.URL != p.URL {
			t.Errorf("%q gives %q, and that %q, %v", raw, p.URL, again.URL, ok)
		}
	})
}
