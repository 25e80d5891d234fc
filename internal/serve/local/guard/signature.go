package guard

import (
	"context"
	"crypto/subtle"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

const (
	// dateForm is how a signature says when it was made.
	dateForm = "20060102T150405Z"
	// maxSkew is how old a signed call may be, as in AWS.
	maxSkew = 15 * time.Minute
)

// verifier signs a request once more and compares.
type verifier struct {
	keys    Keys
	service string
	signer  *v4.Signer
	now     func() time.Time
}

func newVerifier(keys Keys, service string) *verifier {
	return &verifier{
		keys: keys, service: service, now: time.Now,
		// S3 alone has paths signed as they are sent.
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = service == "s3" }),
	}
}

// signed reports whether a request has a signature of the keys, in its headers or in its
// query.
func (v *verifier) signed(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Query().Has("X-Amz-Signature") {
		return v.link(r)
	}
	said := r.Header.Get("Authorization")
	made, err := time.Parse(dateForm, r.Header.Get("X-Amz-Date"))
	if err != nil || v.now().Sub(made).Abs() > maxSkew {
		return false
	}
	hash, err := hashOf(w, r)
	if err != nil {
		return false
	}
	_, names, _ := strings.Cut(said, "SignedHeaders=")
	names, _, _ = strings.Cut(names, ",")
	again := bare(r, r.URL, names)
	if v.signer.SignHTTP(r.Context(), v.keys.Credentials, again, hash, v.service, v.keys.Region, made) != nil {
		return false
	}
	return same(said, again.Header.Get("Authorization"))
}

// link reports whether a link is signed, for this address, and may still be followed.
func (v *verifier) link(r *http.Request) bool {
	query := r.URL.Query()
	made, err := time.Parse(dateForm, query.Get("X-Amz-Date"))
	lives, badNumber := strconv.Atoi(query.Get("X-Amz-Expires"))
	if err != nil || badNumber != nil || made.After(v.now().Add(maxSkew)) || v.now().After(made.Add(time.Duration(lives)*time.Second)) {
		return false
	}
	said, names := query.Get("X-Amz-Signature"), query.Get("X-Amz-SignedHeaders")
	for _, name := range []string{"Algorithm", "Credential", "Date", "SignedHeaders", "Signature", "Security-Token"} {
		query.Del("X-Amz-" + name)
	}
	address := *r.URL
	address.RawQuery = query.Encode()
	link, _, err := v.signer.PresignHTTP(r.Context(), v.keys.Credentials, bare(r, &address, names), "UNSIGNED-PAYLOAD", v.service, v.keys.Region, made)
	if err != nil {
		return false
	}
	again, err := url.Parse(link)
	return err == nil && same(said, again.Query().Get("X-Amz-Signature"))
}

// bare is the request with what its signature covers and nothing else.
func bare(r *http.Request, address *url.URL, signedHeaders string) *http.Request {
	again := (&http.Request{Method: r.Method, URL: address, Host: r.Host, Header: http.Header{}}).WithContext(context.WithoutCancel(r.Context()))
	for name := range strings.SplitSeq(signedHeaders, ";") {
		switch name {
		case "host":
		case "content-length":
			again.ContentLength = r.ContentLength
		default:
			again.Header[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
		}
	}
	return again
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
