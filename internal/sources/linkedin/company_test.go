package linkedin_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func TestCompany(t *testing.T) {
	t.Parallel()
	c := setup(t)
	got, err := c.Company(t.Context(), "company/marrowfen")
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/company.json", map[string]any{"profile": got.Profile, "organization": got.Organization, "people": got.People, "posts": got.Posts[:6]})
	if got.Path != "company/marrowfen" || got.Hidden || len(got.Posts) != 10 {
		t.Errorf("%s, %d posts", got.Path, len(got.Posts))
	}
	if old, err := c.Company(t.Context(), "company/old-marrowfen"); err != nil || old.Path != got.Path || old.URL != got.URL {
		t.Errorf("by its former name: %+v, %v", old, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for slug, code := range map[string]errs.Code{
		"closed-lock": errs.LoginRequired, "scripted": errs.LoginRequired, "7300142": errs.LoginRequired, "denied": errs.UpstreamBlocked,
		"checked": errs.UpstreamBlocked, "throttled": errs.UpstreamRateLimited, "nobody": errs.TargetError,
	} {
		got, err := c.Company(t.Context(), "company/"+slug)
		if !errs.Is(err, code) || errs.As(err).Permanent != (slug == "nobody") {
			t.Errorf("company %s: %v, %+v", slug, err, got)
		}
		if person, err := c.Person(t.Context(), slug); slug != "7300142" && !errs.Is(err, code) {
			t.Errorf("person %s: %v, %+v", slug, err, person)
		}
	}
	if p, err := c.Person(t.Context(), "sunniva-hale"); !errs.Is(err, errs.LoginRequired) {
		t.Errorf("a walled profile: %v, %+v", err, p)
	}
}

// What is no page of a company is an error, however it looks.
func TestOtherPages(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		code errs.Code
	}{
		"nothing":        {"", errs.UpstreamBlocked},
		"white space":    {" \n", errs.UpstreamBlocked},
		"a login page":   {`<meta name="pageKey" content="d_checkpoint_lg_consumerLogin"><h1 class="top-card-layout__title">Sign in</h1>`, errs.ParseFailed},
		"a wall by key":  {`<meta name="pageKey" content="d_checkpoint_authwall"><h1 class="top-card-layout__title">Join</h1>`, errs.LoginRequired},
		"without name":   {`<meta name="pageKey" content="d_org_guest_company_overview">`, errs.ParseFailed},
		"cut":            {`<meta name="pageKey" content="d_org_guest_company_overview"><h1 class="top-card-lay`, errs.ParseFailed},
		"binary":         {"\x00\xff\xfe", errs.ParseFailed},
		"a deep page":    {strings.Repeat("<div>", 100_000), errs.ParseFailed},
		"another's page": {`<meta name="pageKey" content="public_profile_v3"><h1 class="top-card-layout__title">Ada</h1>`, errs.ParseFailed},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := serving(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(c.body))
			})
			if got, err := client.Company(t.Context(), "company/x"); !errs.Is(err, c.code) {
				t.Errorf("got error %v, company %+v; want error %q", err, got, c.code)
			}
		})
	}
}

// Recorded structured data has websites as companies write them.
func TestWebsites(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`"marrowfen.example"`: "https://marrowfen.example", `"http://marrowfen.example/a?trk=x"`: "http://marrowfen.example/a",
		`"javascript:alert(1)"`: "", `"our site"`: "", `"localhost"`: "", `["//x","tide.marrowfen.example"]`: "https://tide.marrowfen.example",
	} {
		page := `<meta name="pageKey" content="d_org_guest_company_overview"><h1 class="top-card-layout__title">Ada</h1>
<script type="application/ld+json">{"@graph":[{"@type":"Organization","sameAs":` + said + `}]}</script>`
		got, err := serving(t, webclient.Answer(http.StatusOK, page)).Company(t.Context(), "company/x")
		if err != nil || got.Website != want {
			t.Errorf("%s: got the website %q, error %v; want %q", said, got.Website, err, want)
		}
	}
}

// Broken parts of a page leave their facts out and break nothing.
func TestHostileParts(t *testing.T) {
	t.Parallel()
	const page = `<meta name="pageKey" content="d_org_guest_company_overview"><h1 class="top-card-layout__title">Ada</h1>
<script type="application/ld+json">{"@graph":[{"@type":"Organization","numberOfEmployees":{"value":-1},"sameAs":[{"a":1},"javascript:alert(1)"]},7,[]]}</script>
<div data-test-id="about-us__website"><a href="https://www.linkedin.com/redir/redirect?url=javascript%3Aalert(1)">x</a></div>
<section data-test-id="employees-at"><a data-tracking-control-name="org-employees" href="https://evil.example/x"><h3 class="base-main-card__title">Eve</h3></a></section>
<code id="feedUpdatesBaseUrl"><!--"https://evil.example/organization-guest/api/feedUpdates/1?paginationToken=t"--></code>
<section data-test-id="updates">
<article class="main-feed-activity-card" data-activity-urn="urn:li:activity:99999999999999999999999"></article>
<article class="main-feed-activity-card" data-activity-urn="urn:li:activity:7"></article>
<article class="main-feed-activity-card" data-activity-urn="">x</article>
<article class="main-feed-activity-card" data-activity-urn="urn:li:activity:7248246460041809920"><div data-test-id="feed-native-video-content"><video data-sources="[{]"></video></div><iframe data-native-document-config="{"></iframe><a data-num-reactions="many"></a></article>
</section>`
	c := serving(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "feedUpdates") {
			t.Errorf("asked for %s", r.URL)
		}
		_, _ = w.Write([]byte(page))
	})
	got, err := c.Company(t.Context(), "company/x")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Posts) != 1 || got.Posts[0].ExternalID != "7248246460041809920" || got.Posts[0].Counts.Likes != nil || len(got.Posts[0].Media) != 0 ||
		got.Counts.Members != nil || got.Website != "" || len(got.People) != 0 {
		t.Errorf(`got %+v, want 1 Posts, Posts[0].ExternalID "7248246460041809920", Posts[0].Counts.Likes nil, no Posts[0].Media, Members nil, empty Website, no People`, got)
	}
	posts, err := c.PostsOf(t.Context(), got, 50)
	if err != nil || len(posts.Items) != 1 || !posts.Exhausted {
		t.Errorf("got posts %+v, error %v; want no error, 1 Items, Exhausted true", posts, err)
	}
}

func BenchmarkCompany(b *testing.B) {
	c := setup(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Company(b.Context(), "company/marrowfen"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(10*float64(b.N)/b.Elapsed().Seconds(), "items/s")
}
