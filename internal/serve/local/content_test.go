package local_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

// temptations are what a site serves, by path. TO followed by a name is an address of the
// hosts that are tried, and /r/ before a name a redirect there.
var temptations = map[string]struct{ mime, body string }{
	"/": {"text/html", `<!doctype html><html lang=en><head><title>Evil Instruments</title>
<link rel=canonical href="TO:canonical"><link rel=icon href="TO:icon"><link rel="shortcut icon" href="TO:shortcut"><link rel=apple-touch-icon href="TO:apple">
<link rel=mask-icon href="TO:mask"><link rel=manifest href="/site.webmanifest"><link rel=manifest href="TO:manifest"><link rel=amphtml href="TO:amp"><link rel=next href="TO:next"><link rel=prev href="TO:prev">
<link rel=alternate hreflang=de href="TO:hreflang"><link rel=alternate type="application/rss+xml" href="TO:feed"><link rel=alternate type="application/atom+xml" href="/feed.xml">
<link rel=alternate type="application/json+oembed" href="TO:oembed"><link rel=search type="application/opensearchdescription+xml" href="TO:opensearch"><link rel=license href="TO:license"><link rel=author href="TO:author">
<link rel=stylesheet href="/style.css"><link rel=stylesheet href="TO:stylesheet"><link rel=preload as=image href="TO:preload"><link rel=pingback href="TO:pingback"><link rel=webmention href="TO:webmention">
<meta property="og:image" content="TO:og-image"><meta property="og:url" content="TO:og-url"><meta property="og:video" content="TO:og-video"><meta property="og:logo" content="TO:og-logo"><meta name="twitter:image" content="TO:twitter">
<meta name="msapplication-TileImage" content="TO:tile"><meta name="msapplication-config" content="TO:browserconfig"><meta itemprop=image content="TO:itemprop"><meta name=thumbnail content="TO:thumbnail">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Evil Instruments","url":"TO:ld-url","logo":"TO:ld-logo","image":["TO:ld-image"],"sameAs":["TO:ld-same","https://www.linkedin.com/company/evil"]}</script>
<script src="TO:script"></script></head><body><header><a href="/"><img class=logo alt="Evil Instruments logo" src="TO:logo"></a></header>
<img src="TO:img" srcset="TO:srcset 2x"><picture><source srcset="TO:picture"><img src="/r/redirected-img"></picture><img src="/r/redirected-logo" alt=logo class=logo><svg><image href="TO:svg"/></svg>
<video poster="TO:poster" src="TO:video"></video><audio src="TO:audio"></audio><iframe src="TO:iframe"></iframe><object data="TO:object"></object><embed src="TO:embed">
<div style="background-image:url(TO:background)">x</div><blockquote cite="TO:cite">x</blockquote><a href="TO:link">About us</a> <a href="/about">About</a> <a href="/r/redirected-link">Team</a> <a href="/contact">Contact</a> <a href="/doc.pdf">Paper</a>
<a href="/blog/">Blog</a><p>Evil Instruments builds gauges for harbours, mills and flood wardens, and has done so since 2011 in the town of Hallvik.</p><form action="TO:form"><input name=q></form></body></html>`},
	"/robots.txt": {"text/plain", "User-agent: *\nAllow: /\nSitemap: TO:robots-sitemap\nSitemap: http://evil.test/sitemap.xml\nSitemap: http://evil.test/r/redirected-sitemap\nHost: TO:robots-host\n"},
	"/sitemap.xml": {"application/xml", `<?xml version="1.0"?><?xml-stylesheet href="TO:sitemap-xsl"?><!DOCTYPE s [<!ENTITY e SYSTEM "TO:sitemap-entity">]><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>TO:sitemap-index</loc></sitemap><sitemap><loc>http://evil.test/pages.xml</loc></sitemap><sitemap><loc>http://evil.test/r/redirected-index</loc></sitemap></sitemapindex>`},
	"/pages.xml": {"application/xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>TO:sitemap-page</loc></url><url><loc>http://evil.test/about</loc><image:image><image:loc>TO:sitemap-image</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="TO:sitemap-hreflang"/></url><url><loc>http://evil.test/r/redirected-page</loc></url></urlset>`},
	"/feed.xml": {"application/rss+xml", `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "TO:feed-entity">]><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Evil</title><link>TO:feed-link</link>
<atom:link rel="self" href="TO:feed-self"/><atom:link rel="next" href="TO:feed-next"/><atom:link rel="hub" href="TO:feed-hub"/><image><url>TO:feed-image</url></image>
<item><title>One</title><link>TO:item-link</link><guid>TO:item-guid</guid><comments>TO:item-comments</comments><enclosure url="TO:item-enclosure" type="audio/mpeg" length="1"/><media:content url="TO:item-media"/><description>&lt;img src="TO:item-img"&gt;</description><source url="TO:item-source">x</source></item>
<item><title>Two</title><link>http://evil.test/r/redirected-item</link></item></channel></rss>`},
	"/site.webmanifest":         {"application/manifest+json", `{"name":"Evil","start_url":"TO:manifest-start","icons":[{"src":"TO:manifest-icon","sizes":"512x512","type":"image/png"}],"screenshots":[{"src":"TO:manifest-screenshot"}]}`},
	"/style.css":                {"text/css", `@import url(TO:css-import);@font-face{font-family:E;src:url(TO:css-font)}body{font-family:E;background:url(TO:css-background);color:#123456}.logo{background:url(TO:css-logo)}`},
	"/llms.txt":                 {"text/plain", "# Evil\n\n- [Docs](TO:llms)\n"},
	"/.well-known/security.txt": {"text/plain", "Contact: TO:security-contact\nPolicy: TO:security-policy\n"},
	"/doc.pdf": {"application/pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(TO:pdf-open)>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(TO:pdf-link)>>>>]>>endobj\ntrailer<</Root 1 0 R>>\n"},
}

var vector = regexp.MustCompile(`TO:([a-z-]+)`)

// tempting is the site. Every page that is not written out is the first.
type tempting struct{ hosts atomic.Pointer[[]string] }

// address is that of a vector, at one of the hosts in turn.
func (s *tempting) address(name string) string {
	hosts := *s.hosts.Load()
	return fetchtest.Spell("http", hosts[len(name)%len(hosts)]) + "/v/" + name
}

func (s *tempting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, found := strings.CutPrefix(r.URL.Path, "/r/"); found {
		http.Redirect(w, r, s.address(name), http.StatusFound)
		return
	}
	c, found := temptations[r.URL.Path]
	if !found {
		c = temptations["/"]
	}
	w.Header().Set("Content-Type", c.mime)
	w.Header().Set("Link", "<"+s.address("header-next")+">; rel=next, <"+s.address("header-canonical")+">; rel=canonical, <"+s.address("header-preload")+">; rel=preload; as=image")
	_, _ = fmt.Fprint(w, vector.ReplaceAllStringFunc(c.body, func(v string) string { return s.address(strings.TrimPrefix(v, "TO:")) }))
}

// TestHostileContent has every call whose examples name a site read one whose pages,
// feeds, sitemaps and files name other hosts wherever they can: first one of the public
// web, which shows which of the vectors are followed, and then such as nobody may reach.
func TestHostileContent(t *testing.T) {
	t.Parallel()
	machine := fetchtest.Inside(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = fmt.Fprint(w, "<!doctype html><title>x</title>")
	}))
	site := &tempting{}
	site.hosts.Store(&[]string{fetchtest.Public})
	web := httptest.NewServer(site)
	t.Cleanup(web.Close)
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Hosts: []string{"open:evil.test=" + web.Listener.Addr().String()}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	all := operations(t, get(t, s.Info().BaseURL+"/openapi.json"))
	calls := tempted(t, newTenant(t, s), all)
	var live []string
	for _, what := range machine.Reached() {
		if name, found := strings.CutPrefix(what, "/v/"); found {
			live = append(live, name)
		}
	}
	if broken := machine.Broken(); len(broken) != 0 {
		t.Errorf("content that names a public address: something reached %v", broken)
	}
	if len(live) < 30 {
		t.Errorf("got %d vectors that are followed at a public address, want at least 30: %v", len(live), live)
	}
	machine.Forget()
	site.hosts.Store(&[]string{"127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "[fd00:ec2::254]", "localhost", "2130706433", "0"})
	tempted(t, newTenant(t, s), all)
	if seen := machine.Broken(); len(seen) != 0 {
		t.Errorf("content that names forbidden addresses: something reached %v, want nothing", seen)
	}
	written := 3
	for _, c := range temptations {
		written += len(vector.FindAllString(c.body, -1)) + strings.Count(c.body, "/r/")
	}
	t.Logf("%d vectors in content, %d of them followed where that is allowed, by %d calls: %v", written, len(live), calls, live)
}

// tempted makes all jobs whose examples name the sample company, about the site instead,
// and waits until they have ended.
func tempted(t *testing.T, o *tenant, all []one) int {
	t.Helper()
	for _, op := range all {
		if _, keyed := op.params["Idempotency-Key"]; !keyed {
			continue
		}
		for _, body := range op.bodies {
			if about := strings.ReplaceAll(string(body), "company.test", "evil.test"); about != string(body) {
				o.call(t, op.method, op.path, hurried(t, []byte(about)), "") // one that names others' pages may be refused
			}
		}
	}
	for _, extra := range []string{`{"url":"http://evil.test/feed.xml"}`, `{"url":"http://evil.test/"}`} {
		for _, path := range []string{"/v1/public/scrape/rss", "/v1/public/scrape"} {
			o.call(t, http.MethodPost, path, hurried(t, []byte(extra)), "")
		}
	}
	for _, page := range []string{"/r/redirected-scrape", "/doc.pdf", "/sitemap.xml", "/llms.txt"} {
		o.call(t, http.MethodPost, "/v1/public/scrape", hurried(t, []byte(`{"url":"http://evil.test`+page+`"}`)), "")
	}
	o.settle(t)
	return len(o.ids["jobId"])
}
