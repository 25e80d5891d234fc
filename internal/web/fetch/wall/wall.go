// Package wall recognises answers that are not the page: bot challenges, captchas,
// rate limits and login pages. It would rather miss a wall than call an article
// one, so each rule needs signs that pages do not carry together: a page may well
// mention captchas, load a protector's script or hold a captcha in its own form.
// It knows nothing of the network and sees only what was fetched.
package wall

import (
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Detect returns nil for a page, or an *errs.Error with one of the codes
// upstream_blocked, upstream_rate_limited (with RetryAfter when the site sends it
// it) and login_required. Other bad statuses are left to the caller.
func Detect(resp *fetch.Response) error {
	p := look(resp)
	host := resp.URL.Hostname()
	for _, w := range vendors {
		if w.shown(p) {
			return errs.Newf(errs.UpstreamBlocked,
				"%s returned a bot challenge (%s) instead of the page; try again later or choose another source",
				host, w.name)
		}
	}
	switch {
	case resp.Status == http.StatusTooManyRequests:
		err := errs.Newf(errs.UpstreamRateLimited, "%s rate-limits requests; try again later", host)
		err.RetryAfter = resp.RetryAfter()
		return err
	case isCaptcha(p):
		return errs.Newf(errs.UpstreamBlocked,
			"%s shows a captcha instead of the page; try again later or choose another source", host)
	case isLogin(p, resp):
		return errs.Newf(errs.LoginRequired,
			"%s shows this page only after a login; choose one that everybody may read", host)
	}
	return nil
}

// isCaptcha finds a page that is nothing but a captcha. One among fields of a form
// guards that form, not the page; a script alone may be on every page of a site.
func isCaptcha(p *page) bool {
	if p.words > captchaWords || p.hasFields() {
		return false
	}
	element := p.hasAny(`class="g-recaptcha`, `class="h-captcha`, `class="cf-turnstile`, `id="captcha`, "geetest_", "funcaptcha", "arkoselabs.com")
	script := p.hasAny("recaptcha/api.js", "recaptcha/enterprise.js", "hcaptcha.com/1/api.js", "challenges.cloudflare.com/turnstile", "captcha-image")
	return element && p.refused() || (element || script) && p.says(
		"are you a robot", "are not a robot", "not a bot", "are you human", "you are human", "you're human", "verify you are", "verification required",
		"unusual traffic", "automated requests", "security check", "complete the captcha", "solve the captcha", "enter the captcha",
	)
}

// captchaWords and the like are how many words a wall shows at most. An article
// has more, and a wall's few are its sign.
const (
	captchaWords   = 150
	challengeWords = 120
	loginWords     = 400
)

// isLogin finds a demand for credentials where something else was asked for.
func isLogin(p *page, resp *fetch.Response) bool {
	if resp.Status == http.StatusUnauthorized {
		return resp.Header.Get("WWW-Authenticate") != ""
	}
	if len(resp.Redirects) == 0 || isLoginURL(resp.Redirects[0].URL) || !isLoginURL(resp.URL) {
		return false
	}
	return isIdentityProvider(resp.URL) || p.words <= loginWords && p.hasPassword()
}

// vendor is a protector and the signs of its wall.
type vendor struct {
	name  string
	shown func(*page) bool
}

// vendors are tried in order. What a protector adds to every page it lets through
// (a script, a cookie, a header) is never a sign by itself.
var vendors = []vendor{
	{"Cloudflare", func(p *page) bool {
		waiting := p.words < challengeWords && (p.has("_cf_chl_opt") || strings.HasPrefix(p.title, "just a moment") && p.has("challenge-platform"))
		refused := p.refused() && (strings.HasPrefix(p.title, "attention required! | cloudflare") ||
			p.words < challengeWords && p.hasAny("error code: 1020", "error code: 1010", "error code: 1006"))
		return p.header("Cf-Mitigated") == "challenge" || waiting || refused
	}},
	{"AWS WAF", func(p *page) bool {
		action := p.header("X-Amzn-Waf-Action")
		return action == "captcha" || action == "challenge"
	}},
	{"DataDome", func(p *page) bool {
		return p.refused() && (p.header("X-Dd-B") != "" || p.words < challengeWords && p.has("captcha-delivery.com"))
	}},
	{"HUMAN", func(p *page) bool {
		return p.words < challengeWords && p.hasAny("px-captcha", "captcha.px-cdn.net", "captcha.px-cloud.net") && p.has("_pxappid")
	}},
	{"Kasada", func(p *page) bool {
		return p.refused() && (p.header("X-Kpsdk-Ct") != "" || p.header("X-Kpsdk-R") != "" || p.has("kpsdk") && p.words < challengeWords)
	}},
	{"Akamai", func(p *page) bool {
		denied := p.status == http.StatusForbidden && strings.HasPrefix(p.title, "access denied") && p.hasAny("errors.edgesuite.net", "reference #", "reference&#32;")
		return denied || p.words < challengeWords && p.hasAny("?bm-verify=", "&bm-verify=", "sec-if-cpt-container", "/_sec/cp_challenge/")
	}},
	{"Imperva", func(p *page) bool {
		return p.words < challengeWords && p.has("incapsula incident id") || p.words < 40 && p.has("_incapsula_resource")
	}},
	{"F5", func(p *page) bool {
		return p.words < challengeWords && p.says("the requested url was rejected") && p.says("support id")
	}},
	{"Vercel", func(p *page) bool { return p.header("X-Vercel-Mitigated") == "challenge" }},
	{"DDoS-Guard", func(p *page) bool { return p.refused() && strings.HasPrefix(p.title, "ddos-guard") }},
	{"Sucuri", func(p *page) bool {
		return p.refused() && strings.HasPrefix(p.title, "sucuri website firewall")
	}},
	{"Google", func(p *page) bool {
		sorry := strings.HasPrefix(p.path, "/sorry/") && strings.Contains(p.host, "google.")
		return sorry || p.words < captchaWords && p.says("our systems have detected unusual traffic from your computer network")
	}},
	{"Amazon", func(p *page) bool { return p.words < challengeWords && p.has("/errors/validatecaptcha") }},
	{"LinkedIn", func(p *page) bool { return p.status == 999 }},
}
