package egress

import (
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Limits on the headers of a caller.
const (
	MaxHeaders     = 20
	MaxHeaderBytes = 8 << 10 // names and values together
)

// refusedHeaders say why a header is not a caller's to set: they frame the
// message, are bound to one connection, choose the host, or ask for less than
// the page, which would be an empty result that is charged.
var refusedHeaders = map[string]string{
	"Host":              "the host is taken from the URL",
	"Content-Length":    "it is set by the service",
	"Content-Encoding":  "it is set by the service",
	"Accept-Encoding":   "it is set by the service",
	"Transfer-Encoding": "it is set by the service",
	"Te":                "it concerns one connection only",
	"Trailer":           "it concerns one connection only",
	"Connection":        "it concerns one connection only",
	"Keep-Alive":        "it concerns one connection only",
	"Upgrade":           "it concerns one connection only",
	"Http2-Settings":    "it concerns one connection only",
	"Expect":            "it concerns one connection only",
	"Via":               "it is set by proxies",
	"Forwarded":         "it is set by proxies",
	"X-Real-Ip":         "it is set by proxies",
	"True-Client-Ip":    "it is set by proxies",
	"Range":             "it requests a part of the page",
}

var refusedPrefixes = []struct{ prefix, why string }{
	{"Proxy-", "it is set by proxies"},
	{"X-Forwarded-", "it is set by proxies"},
	{"X-Amz-", "it belongs to the platform"},
	{"X-Amzn-", "it belongs to the platform"},
	{"X-Aws-", "it belongs to the platform"},
	{"If-", "it requests a part of the page"},
}

// SafeHeaders checks the headers that a caller wants sent to the site, such as
// Accept-Language, Referer, Cookie, Authorization, User-Agent and X-… ones. The
// error is an *errs.Error with the code invalid_request that names
// options.headers or the header within it. A nil map gives an empty Header.
func SafeHeaders(headers map[string]string) (http.Header, error) {
	if len(headers) > MaxHeaders {
		return nil, errs.Field(errs.InvalidRequest, "options.headers",
			fmt.Sprintf("has %d headers; at most %d are allowed", len(headers), MaxHeaders))
	}
	safe := make(http.Header, len(headers))
	size := 0
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		canonical := textproto.CanonicalMIMEHeaderKey(name)
		issue := headerIssue(name, canonical, headers[name])
		if issue == "" && safe[canonical] != nil {
			issue = "is given twice; keep one"
		}
		if issue != "" {
			return nil, errs.Field(errs.InvalidRequest, "options.headers."+clip(name), issue)
		}
		safe.Set(canonical, headers[name])
		size += len(name) + len(headers[name])
	}
	if size > MaxHeaderBytes {
		return nil, errs.Field(errs.InvalidRequest, "options.headers",
			fmt.Sprintf("has %d bytes of names and values; at most %d are allowed", size, MaxHeaderBytes))
	}
	return safe, nil
}

// headerIssue is empty for a header that may be sent.
func headerIssue(name, canonical, value string) string {
	if !isToken(name) {
		return "is not a header name; use letters, digits and hyphens"
	}
	if why := refusedHeaders[canonical]; why != "" {
		return "cannot be set: " + why
	}
	for _, r := range refusedPrefixes {
		if strings.HasPrefix(canonical, r.prefix) {
			return "cannot be set: " + r.why
		}
	}
	for i := range len(value) {
		if c := value[i]; c != '\t' && (c < ' ' || c > '~') {
			return "has a value with a control or non-ASCII character; remove it or percent-encode it"
		}
	}
	return ""
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}
