package audit

import (
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/seo"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

func response(asked string, resp *fetch.Response) *seo.Response {
	h := resp.Header
	r := &seo.Response{
		URL: asked, FinalURL: resp.URL.String(), Status: resp.Status, Redirects: []page.Redirect{},
		HTTPS:       resp.URL.Scheme == "https",
		HTTPVersion: version(resp.Proto),
		HTTP3:       offersHTTP3(h.Values("Alt-Svc")),
		HSTS:        resp.URL.Scheme == "https" && demandsHTTPS(h.Get("Strict-Transport-Security")),
		ContentType: resp.MediaType, Compression: compression(resp.Encoding), Bytes: len(resp.Body),
		TTFBMS: resp.TTFB.Milliseconds(), DurationMS: resp.Duration.Milliseconds(),
		Caching: seo.Caching{
			CacheControl: strings.Join(h.Values("Cache-Control"), ", "), ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified"),
			Expires: h.Get("Expires"), Age: h.Get("Age"), Vary: strings.Join(h.Values("Vary"), ", "),
		},
		XRobotsTag: strings.Join(h.Values("X-Robots-Tag"), ", "),
	}
	for _, hop := range resp.Redirects {
		r.Redirects = append(r.Redirects, page.Redirect{URL: hop.URL.String(), Status: hop.Status})
	}
	return r
}

// version is "2" of "HTTP/2.0".
func version(proto string) string {
	return strings.TrimSuffix(strings.TrimPrefix(proto, "HTTP/"), ".0")
}

// compression drops the name for none, which some servers send.
func compression(encoding string) string {
	if encoding == "identity" {
		return ""
	}
	return encoding
}

// offersHTTP3 finds h3 among the services of RFC 7838: `h3=":443"; ma=86400, h2=…`.
// "h3-29" and the like are drafts that nobody speaks any more.
func offersHTTP3(headers []string) bool {
	for _, h := range headers {
		for service := range strings.SplitSeq(h, ",") {
			if strings.HasPrefix(strings.TrimSpace(service), "h3=") {
				return true
			}
		}
	}
	return false
}

// demandsHTTPS reads Strict-Transport-Security; max-age=0 takes it back (RFC 6797).
func demandsHTTPS(header string) bool {
	for directive := range strings.SplitSeq(strings.ToLower(header), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		if strings.TrimSpace(name) == "max-age" {
			return strings.Trim(strings.TrimSpace(value), `"0`) != ""
		}
	}
	return false
}
