package wall_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// answer is a response; its fields are what a case needs.
type answer struct {
	asked, url string // asked is set after a redirect
	status     int    // 200 when 0
	header     map[string]string
	mediaType  string // text/html when ""
	body       string
}

func (a answer) response(t testing.TB) *fetch.Response {
	t.Helper()
	resp := &fetch.Response{Status: 200, Header: http.Header{}, MediaType: "text/html", Body: []byte(a.body)}
	if a.status != 0 {
		resp.Status = a.status
	}
	if a.mediaType != "" {
		resp.MediaType = a.mediaType
	}
	for name, value := range a.header {
		resp.Header.Set(name, value)
	}
	if a.url == "" {
		a.url = "https://shop.example.com/article"
	}
	var err error
	if resp.URL, err = egress.Parse(a.url); err != nil {
		t.Fatal(err)
	}
	if a.asked != "" {
		asked, err := egress.Parse(a.asked)
		if err != nil {
			t.Fatal(err)
		}
		resp.Redirects = []fetch.Hop{{URL: asked, Status: 302}}
	}
	return resp
}

func page(title, body string) string {
	return "<!DOCTYPE html><html><head><title>" + title + "</title></head><body>" + body + "</body></html>"
}

var (
	sentence = "The committee met on Tuesday to discuss the plan for the harbour and heard from the people who live beside it. "
	article  = "<h1>News</h1><p>" + strings.Repeat(sentence, 20) + "</p>"
	loginBox = `<form action="/session"><input name="user"><input type="password" name="pw"><button>Log in</button></form>`
)

func TestWalls(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		answer answer
		code   errs.Code
		text   string
	}{
		"Cloudflare by header": {answer{status: 403, header: map[string]string{"Cf-Mitigated": "challenge"}}, errs.UpstreamBlocked, "Cloudflare"},
		"Cloudflare by page": {
			answer{status: 503, body: page("Just a moment...", `<div id="x"><noscript>Enable JavaScript and cookies to continue</noscript></div>
			<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>`)}, errs.UpstreamBlocked, "Cloudflare",
		},
		"Cloudflare in another language": {
			answer{status: 403, body: page("Nur einen Moment…", `<script>window._cf_chl_opt={cvId:'3'}</script>`)}, errs.UpstreamBlocked, "Cloudflare",
		},
		"Cloudflare refuses": {
			answer{status: 403, body: page("Attention Required! | Cloudflare", "<h1>Sorry, you have been blocked</h1>")}, errs.UpstreamBlocked, "Cloudflare",
		},
		"Cloudflare in plain text": {answer{status: 403, mediaType: "text/plain", body: "error code: 1020"}, errs.UpstreamBlocked, "Cloudflare"},
		"AWS WAF":                  {answer{status: 405, header: map[string]string{"X-Amzn-Waf-Action": "captcha"}}, errs.UpstreamBlocked, "AWS WAF"},
		"AWS WAF challenge":        {answer{status: 202, header: map[string]string{"x-amzn-waf-action": "Challenge"}}, errs.UpstreamBlocked, "AWS WAF"},
		"DataDome": {
			answer{status: 403, body: page("shop.example.com", `<p id="cmsg">Please enable JS and disable any ad blocker</p>
			<script>var dd={'host':'geo.captcha-delivery.com'}</script>`)}, errs.UpstreamBlocked, "DataDome",
		},
		"DataDome by header": {answer{status: 403, header: map[string]string{"X-DD-B": "1"}, mediaType: "application/json", body: "{}"}, errs.UpstreamBlocked, "DataDome"},
		"HUMAN": {
			answer{status: 403, body: page("Access to this page has been denied", `<script>window._pxAppId='PXa';</script><div id="px-captcha"></div>`)},
			errs.UpstreamBlocked, "HUMAN",
		},
		"Kasada": {
			answer{status: 429, header: map[string]string{"X-Kpsdk-Ct": "abc"}, body: `<html><script>window.KPSDK={}</script><script src="/x/ips.js"></script></html>`},
			errs.UpstreamBlocked, "Kasada",
		},
		"Akamai": {
			answer{status: 403, body: page("Access Denied", `<h1>Access Denied</h1>You don't have permission to access "http&#58;&#47;&#47;shop" on this server.
			<p>Reference&#32;&#35;18&#46;2d3e<p>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net`)}, errs.UpstreamBlocked, "Akamai",
		},
		"Akamai waits": {
			answer{body: `<html><head><meta http-equiv="refresh" content="5; URL='/article?bm-verify=AAQAAA'"></head><body></body></html>`}, errs.UpstreamBlocked, "Akamai",
		},
		"Imperva": {
			answer{body: `<html><head><META NAME="robots" CONTENT="noindex"></head><iframe src="/_Incapsula_Resource?SWUDNSAI=31">
			Request unsuccessful. Incapsula incident ID: 123-456</iframe></html>`}, errs.UpstreamBlocked, "Imperva",
		},
		"Imperva by script":  {answer{body: `<html><script src="/_Incapsula_Resource?SWJIYLWA=1"></script><body></body></html>`}, errs.UpstreamBlocked, "Imperva"},
		"F5":                 {answer{body: page("Request Rejected", "The requested URL was rejected. Please consult with your administrator. Your support ID is: 1")}, errs.UpstreamBlocked, "F5"},
		"Vercel":             {answer{status: 429, header: map[string]string{"X-Vercel-Mitigated": "challenge"}}, errs.UpstreamBlocked, "Vercel"},
		"DDoS-Guard":         {answer{status: 403, body: page("DDoS-Guard", "Checking your browser")}, errs.UpstreamBlocked, "DDoS-Guard"},
		"Sucuri":             {answer{status: 403, body: page("Sucuri WebSite Firewall - Access Denied", "x")}, errs.UpstreamBlocked, "Sucuri"},
		"Google by address":  {answer{asked: "https://www.google.com/search?q=x", url: "https://www.google.com/sorry/index?continue=x", status: 429}, errs.UpstreamBlocked, "Google"},
		"Google by its text": {answer{status: 429, body: page("x", "Our systems have detected unusual traffic from your computer network. <div class=\"g-recaptcha\">")}, errs.UpstreamBlocked, "Google"},
		"Amazon": {
			answer{body: page("Amazon.com", `Enter the characters you see below<form action="/errors/validateCaptcha"><input type="text" name="field-keywords"></form>`)},
			errs.UpstreamBlocked, "Amazon",
		},
		"LinkedIn":  {answer{status: 999, url: "https://www.linkedin.com/in/x"}, errs.UpstreamBlocked, "LinkedIn"},
		"reCAPTCHA": {answer{body: page("Check", `<p>Please confirm that you are not a robot.</p><div class="g-recaptcha"></div>`)}, errs.UpstreamBlocked, "captcha"},
		"reCAPTCHA, 403": {
			answer{status: 403, body: page("Hm", `<form><div class="g-recaptcha"></div><textarea name="g-recaptcha-response"></textarea></form>`)}, errs.UpstreamBlocked, "captcha",
		},
		"hCaptcha":  {answer{body: page("Security check", `<h1>Are you human?</h1><div class="h-captcha"></div>`)}, errs.UpstreamBlocked, "captcha"},
		"Turnstile": {answer{body: page("Wait", `<p>Verify you are human</p><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`)}, errs.UpstreamBlocked, "captcha"},

		"429":            {answer{status: 429, body: "slow down"}, errs.UpstreamRateLimited, "rate-limits requests"},
		"429 of an API":  {answer{status: 429, mediaType: "application/json", body: `{"error":"rate"}`}, errs.UpstreamRateLimited, ""},
		"401":            {answer{status: 401, header: map[string]string{"WWW-Authenticate": `Basic realm="x"`}}, errs.LoginRequired, "after a login"},
		"sent to log in": {answer{asked: "https://a.example.com/report", url: "https://a.example.com/login?next=/report", body: page("Log in", loginBox)}, errs.LoginRequired, ""},
		"sent to log in, PHP": {
			answer{asked: "https://a.example.com/wp-admin/", url: "https://a.example.com/wp-login.php", body: page("Log in", loginBox)}, errs.LoginRequired, "",
		},
		"sent to another host": {answer{asked: "https://a.example.com/x", url: "https://login.example.com/realm", body: page("Welcome", loginBox)}, errs.LoginRequired, ""},
		"sent to a provider":   {answer{asked: "https://docs.example.com/d/1", url: "https://accounts.google.com/v3/signin/identifier", body: page("Sign in", "Email")}, errs.LoginRequired, ""},
		"LinkedIn's authwall":  {answer{asked: "https://www.linkedin.com/in/x", url: "https://www.linkedin.com/authwall?trk=x", body: article}, errs.LoginRequired, ""},
		"X's login":            {answer{asked: "https://x.com/a/likes", url: "https://x.com/i/flow/login"}, errs.LoginRequired, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := wall.Detect(tc.answer.response(t))
			if !errs.Is(err, tc.code) || !strings.Contains(errs.As(err).Message, tc.text) {
				t.Errorf("got %v, want %s with %q", err, tc.code, tc.text)
			}
			if text := errs.As(err).Message; strings.Contains(text, "options.") {
				t.Errorf("%q names an option, which few kinds have", text)
			}
		})
	}
}

// TestPages holds what is like a wall and is none.
func TestPages(t *testing.T) {
	t.Parallel()
	chinese := "<p>" + strings.Repeat("验证码是一种区分用户是计算机还是人的公共全自动程序", 40) + "</p>"
	cases := map[string]answer{
		"an article":                {body: page("News", article)},
		"an empty page":             {},
		"a 404":                     {status: 404, body: page("Not found", "There is nothing here.")},
		"a 403 of its own":          {status: 403, body: page("Forbidden", "Members only.")},
		"a 401 without a challenge": {status: 401, body: page("x", "x")},
		"a 503":                     {status: 503, body: page("Maintenance", "We will be back soon.")},
		"an article about captchas": {body: page("How CAPTCHAs work", article+"<p>Prove that you are not a robot: the g-recaptcha widget asks, are you human?</p>")},
		"an article about walls": {
			body: page("Just a moment: what Cloudflare asks", article+"<pre>window._cf_chl_opt = {}; error code: 1020; /errors/validateCaptcha; px-captcha _pxAppId</pre>"),
		},
		"an article about Akamai":  {body: page("Access denied: Reference #18 of errors.edgesuite.net", article)},
		"an article about traffic": {body: page("Our systems", article+"<p>Our systems have detected unusual traffic from your computer network</p>")},
		"a Chinese article":        {body: page("验证码", chinese+`<div class="g-recaptcha"></div><p>are you human</p>`)},
		"captcha below an article": {body: page("News", article+`<form><textarea name="comment"></textarea><div class="cf-turnstile"></div></form>`)},
		"contact form with captcha": {
			body: page("Contact", `<p>Write to us. Please confirm that you are not a robot.</p><form><input type="email" name="email"><textarea name="message"></textarea>
			<div class="g-recaptcha"></div><textarea name="g-recaptcha-response"></textarea></form>`),
		},
		"a 403 with a captcha's script": {status: 403, body: page("Forbidden", `<script src="https://www.google.com/recaptcha/api.js?render=k"></script>Members only.`)},
		"a short page with a script":    {body: page("Home", `<p>Welcome.</p><script src="https://www.google.com/recaptcha/api.js?render=k"></script>`)},
		"Cloudflare's script":           {body: page("Home", `<p>Welcome.</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`)},
		"Imperva's script":              {body: page("News", article+`<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>`)},
		"Imperva's script, large head": {
			body: page("News", "<style>"+strings.Repeat("a{b:c}", 60_000)+"</style>"+`<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>`+article),
		},
		"DataDome's header":         {header: map[string]string{"X-DataDome": "protected"}, body: page("News", article)},
		"Kasada's header":           {header: map[string]string{"X-Kpsdk-Ct": "abc"}, body: page("News", article)},
		"AWS WAF allows":            {header: map[string]string{"X-Amzn-Waf-Action": "count"}, body: page("News", article)},
		"data with the words":       {mediaType: "application/json", body: `{"a":"incapsula incident id","b":"are you a robot g-recaptcha recaptcha/api.js"}`},
		"a login page was asked":    {url: "https://a.example.com/login", body: page("Log in", loginBox+`<div class="g-recaptcha"></div><p>not a bot</p>`)},
		"login moved":               {asked: "https://a.example.com/signin", url: "https://a.example.com/login", body: page("Log in", loginBox)},
		"redirect to a page":        {asked: "https://a.example.com/", url: "https://a.example.com/home", body: page("Home", loginBox)},
		"login in the path's word":  {asked: "https://a.example.com/x", url: "https://a.example.com/blog/login-tips", body: page("Tips", loginBox)},
		"long page under /login":    {asked: "https://a.example.com/x", url: "https://a.example.com/login", body: page("Docs", article+article+loginBox)},
		"no password":               {asked: "https://a.example.com/x", url: "https://a.example.com/oauth/", body: page("OAuth", "What it is.")},
		"Google's page about sorry": {url: "https://example.com/sorry/", body: page("Sorry", "We are.")},
		"broken markup":             {body: "<title>x<script><!--<p>" + strings.Repeat("<", 1000)},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := wall.Detect(tc.response(t)); err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	resp := answer{status: 429, header: map[string]string{"Retry-After": "90"}}.response(t)
	if e := errs.As(wall.Detect(resp)); e.RetryAfter != 90*time.Second {
		t.Errorf("got %s", e.RetryAfter)
	}
}

func BenchmarkDetect(b *testing.B) {
	resp := answer{body: page("News", "<style>"+strings.Repeat("a{b:c}", 3000)+"</style>"+strings.Repeat(article, 60))}.response(b)
	b.SetBytes(int64(len(resp.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if err := wall.Detect(resp); err != nil {
			b.Fatal(err)
		}
	}
}
