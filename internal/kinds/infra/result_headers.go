package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/kind/signal"
)

// Headers are what a page sends to protect visitors.
type Headers struct {
	signal.Outcome

	URL             string       `json:"url,omitempty" doc:"The page, after redirects; absent when it did not answer."`
	HTTPStatus      int          `json:"httpStatus,omitempty" doc:"Of the page; absent when it did not answer."`
	HTTPVersion     string       `json:"httpVersion,omitempty" example:"HTTP/2.0" doc:"Absent when the page did not answer."`
	Server          string       `json:"server,omitempty" doc:"As the server names itself; absent when it does not."`
	PoweredBy       string       `json:"poweredBy,omitempty" doc:"X-Powered-By; absent without it."`
	HTTPSRedirect   *bool        `json:"httpsRedirect,omitempty" doc:"Whether http leads to https; absent when http did not answer."`
	HSTS            *HSTS        `json:"hsts,omitempty" doc:"Strict-Transport-Security; absent without it, or by http."`
	CSP             *CSP         `json:"csp,omitempty" doc:"Content-Security-Policy; absent without it."`
	FrameOptions    string       `json:"frameOptions,omitempty" doc:"X-Frame-Options; absent without it."`
	ContentTypeOpts string       `json:"contentTypeOptions,omitempty" doc:"X-Content-Type-Options; absent without it."`
	ReferrerPolicy  string       `json:"referrerPolicy,omitempty" doc:"Absent without it."`
	Permissions     string       `json:"permissionsPolicy,omitempty" doc:"Permissions-Policy; absent without it."`
	COOP            string       `json:"crossOriginOpenerPolicy,omitempty" doc:"Absent without it."`
	COEP            string       `json:"crossOriginEmbedderPolicy,omitempty" doc:"Absent without it."`
	CORP            string       `json:"crossOriginResourcePolicy,omitempty" doc:"Absent without it."`
	Missing         []string     `json:"missing" doc:"Headers of protection that the page does not send, in lower case, sorted: strict-transport-security (by https), content-security-policy, x-frame-options (unless the CSP has frame-ancestors), x-content-type-options, referrer-policy, permissions-policy."`
	SecurityTxt     *SecurityTxt `json:"securityTxt,omitempty" doc:"/.well-known/security.txt (RFC 9116); absent when there is none."`
}

// HSTS is Strict-Transport-Security (RFC 6797).
type HSTS struct {
	MaxAge            int64  `json:"maxAge" doc:"Seconds; 0 takes it back."`
	IncludeSubDomains bool   `json:"includeSubDomains" doc:"Whether it holds for all names below."`
	Preload           bool   `json:"preload" doc:"Whether the site agrees to be built into browsers."`
	Problem           string `json:"problem,omitempty" doc:"Why browsers ignore it; absent when they do not."`
}

// CSP is a Content-Security-Policy.
type CSP struct {
	Value      string              `json:"value" doc:"As it was sent, at most 4000 characters; several policies are separated by commas."`
	ReportOnly bool                `json:"reportOnly" doc:"Whether it is only reported on."`
	Directives map[string][]string `json:"directives" doc:"Of the first policy: each directive with its sources."`
}

// SecurityTxt says whom to tell of a weakness.
type SecurityTxt struct {
	URL       string     `json:"url" doc:"Where the file is."`
	Contacts  []string   `json:"contacts" doc:"Addresses and pages, the preferred first."`
	Expires   *time.Time `json:"expires,omitempty" doc:"Absent when it is not told, which the standard does not allow."`
	Expired   bool       `json:"expired" doc:"Whether the time in expires is over."`
	Policy    []string   `json:"policy" doc:"URLs of policies."`
	Languages string     `json:"languages,omitempty" doc:"Preferred-Languages; absent when it is not told."`
	Signed    bool       `json:"signed" doc:"Whether it carries an OpenPGP signature, which is not checked."`
}
