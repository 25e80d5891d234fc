package infra

import (
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
)

// Headers are what a page sends to protect visitors.
type Headers struct {
	signal.Outcome

	URL             string       `json:"url,omitempty" doc:"URL of the page, after redirects; absent when it did not respond."`
	HTTPStatus      int          `json:"httpStatus,omitempty" doc:"HTTP status of the page; absent when it did not respond."`
	HTTPVersion     string       `json:"httpVersion,omitempty" example:"HTTP/2.0" doc:"HTTP version; absent when the page did not respond."`
	Server          string       `json:"server,omitempty" doc:"The Server header; absent without it."`
	PoweredBy       string       `json:"poweredBy,omitempty" doc:"X-Powered-By; absent without it."`
	HTTPSRedirect   *bool        `json:"httpsRedirect,omitempty" doc:"Whether http redirects to https; absent when http did not respond."`
	HSTS            *HSTS        `json:"hsts,omitempty" doc:"Strict-Transport-Security; absent without it, or over http."`
	CSP             *CSP         `json:"csp,omitempty" doc:"Content-Security-Policy; absent without it."`
	FrameOptions    string       `json:"frameOptions,omitempty" doc:"X-Frame-Options; absent without it."`
	ContentTypeOpts string       `json:"contentTypeOptions,omitempty" doc:"X-Content-Type-Options; absent without it."`
	ReferrerPolicy  string       `json:"referrerPolicy,omitempty" doc:"Absent without it."`
	Permissions     string       `json:"permissionsPolicy,omitempty" doc:"Permissions-Policy; absent without it."`
	COOP            string       `json:"crossOriginOpenerPolicy,omitempty" doc:"Absent without it."`
	COEP            string       `json:"crossOriginEmbedderPolicy,omitempty" doc:"Absent without it."`
	CORP            string       `json:"crossOriginResourcePolicy,omitempty" doc:"Absent without it."`
	Missing         []string     `json:"missing" doc:"Security headers that the page does not send, in lower case, sorted: strict-transport-security (over https), content-security-policy, x-frame-options (unless the CSP has frame-ancestors), x-content-type-options, referrer-policy, permissions-policy."`
	SecurityTxt     *SecurityTxt `json:"securityTxt,omitempty" doc:"/.well-known/security.txt (RFC 9116); absent when there is none."`
}

// HSTS is Strict-Transport-Security (RFC 6797).
type HSTS struct {
	MaxAge            int64  `json:"maxAge" doc:"Seconds; 0 removes the policy."`
	IncludeSubDomains bool   `json:"includeSubDomains" doc:"Whether it applies to all subdomains."`
	Preload           bool   `json:"preload" doc:"Whether the site agrees to be in browsers' preload lists."`
	Problem           string `json:"problem,omitempty" doc:"Why browsers ignore the header; absent when they do not."`
}

// CSP is a Content-Security-Policy.
type CSP struct {
	Value      string              `json:"value" doc:"The policy as sent, at most 4000 characters; several policies are separated by commas."`
	ReportOnly bool                `json:"reportOnly" doc:"Whether violations are only reported."`
	Directives map[string][]string `json:"directives" doc:"Directives of the first policy, each with its sources."`
}

// SecurityTxt says to whom to report a weakness.
type SecurityTxt struct {
	URL       string       `json:"url" doc:"URL of the file."`
	Contacts  []string     `json:"contacts" doc:"Addresses and pages, preferred ones first."`
	Expires   instant.Time `json:"expires,omitzero" doc:"Absent when not given, although the standard requires it."`
	Expired   bool         `json:"expired" doc:"Whether the time in expires has passed."`
	Policy    []string     `json:"policy" doc:"URLs of policies."`
	Languages string       `json:"languages,omitempty" doc:"Preferred-Languages; absent when not given."`
	Signed    bool         `json:"signed" doc:"Whether it has an OpenPGP signature, which is not checked."`
}
