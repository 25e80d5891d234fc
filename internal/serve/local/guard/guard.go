// Package guard stands before the engines of a local service: it lets through what was
// signed with the keys of this start, for a host of this machine and by no web page. It
// knows AWS's signature and nothing of what the engines do.
package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/netip"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// maxBody bounds the body of a signed call, which is read to be hashed: DynamoDB takes
// 16 MB.
const maxBody = 16 << 20

// dockerHost is this machine to the containers of Docker Desktop; see docs/sam-local.md.
const dockerHost = "host.docker.internal"

// Keys are what callers sign with: as good as the secret in them.
type Keys struct {
	aws.Credentials
	Region string
}

// New returns a handler that passes on what is signed with the keys for a service, by
// headers or as a link, see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html.
// All else is refused with 403 and reaches nothing:
//
//   - a Host that is a name of somebody else's, by which a page that changes its DNS comes
//   - an Origin, which the scripts and forms of pages have
//   - a signature that is missing, is of other keys, or is over
func New(keys Keys, service string, next http.Handler) http.Handler {
	v := newVerifier(keys, service)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !IsHere(r.Host):
			refuse(w, "the Host is not this machine")
		case r.Header.Get("Origin") != "":
			refuse(w, "web pages may not call this")
		case !v.signed(w, r):
			refuse(w, "the request is not signed with the keys of local.json, or its time is over")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// IsHere reports whether a Host is an address of this machine or its private network, or
// one of the names that nobody else can have.
func IsHere(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" || host == dockerHost {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && (addr.IsLoopback() || addr.IsPrivate())
}

// hashOf is the hash of the body that the signature covers.
func hashOf(w http.ResponseWriter, r *http.Request) (string, error) {
	if said := r.Header.Get("X-Amz-Content-Sha256"); said != "" {
		return said, nil // signed itself; the bucket holds large bodies to it
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return "", err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:]), nil
}

func refuse(w http.ResponseWriter, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Amzn-Errortype", "AccessDeniedException")
	w.WriteHeader(http.StatusForbidden)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": "AccessDeniedException", "message": why})
}
