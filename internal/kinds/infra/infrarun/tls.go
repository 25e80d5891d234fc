package infrarun

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// maxNames is how many names of a certificate are shown.
const maxNames = 200

// gatherTLS shakes hands. A bad certificate is a finding, not a failure: the signal is
// ok, and valid is false.
func (s *snapshot) gatherTLS(ctx context.Context) infra.TLS {
	t := infra.TLS{Chain: []infra.ChainLink{}}
	site := s.site.get(ctx)
	if outcome, nowhere := site.nowhere(); nowhere {
		t.Outcome = outcome
		return t
	}
	t.Host = site.host
	h, err := s.web.Handshake(ctx, site.host)
	t.Outcome = signal.Of(siteSource, err)
	if err != nil {
		return t
	}
	now := s.now()
	t.Valid, t.Problem = new(h.Invalid == nil), problemOf(h, now)
	t.Protocol, t.CipherSuite = tls.VersionName(h.State.Version), tls.CipherSuiteName(h.State.CipherSuite)
	t.ALPN, t.Stapled = h.State.NegotiatedProtocol, len(h.State.OCSPResponse) > 0
	t.Certificate = certificateOf(h.Chain[0], now)
	for _, c := range h.Chain {
		t.Chain = append(t.Chain, infra.ChainLink{
			Subject: shortName(c.Subject), Issuer: shortName(c.Issuer), NotAfter: instant.Of(c.NotAfter), KeyType: keyType(c.PublicKey),
		})
	}
	if len(h.Verified) > 0 {
		t.Root = shortName(h.Verified[len(h.Verified)-1].Subject)
	}
	return t
}

// problemOf names what is wrong with a certificate, empty for a good one.
func problemOf(h *fetch.Handshake, now time.Time) string {
	leaf := h.Chain[0]
	// Certificates that sign themselves are mostly not marked as an authority, so that
	// their signature does not count as one; the names are the same all the same.
	own := leaf.CheckSignatureFrom(leaf) == nil || leaf.Issuer.String() == leaf.Subject.String()
	invalid, isInvalid := errors.AsType[x509.CertificateInvalidError](h.Invalid)
	_, otherName := errors.AsType[x509.HostnameError](h.Invalid)
	_, unknown := errors.AsType[x509.UnknownAuthorityError](h.Invalid)
	switch {
	case h.Invalid == nil:
		return ""
	case isInvalid && invalid.Reason == x509.Expired && now.Before(leaf.NotBefore):
		return "not_yet_valid"
	case isInvalid && invalid.Reason == x509.Expired:
		return "expired"
	case otherName:
		return "wrong_name"
	case unknown && own:
		return "self_signed"
	case unknown && len(h.Chain) == 1:
		return "incomplete_chain"
	case unknown:
		return "unknown_authority"
	}
	return "invalid"
}

// certificateOf describes a certificate in the words of openssl and browsers.
func certificateOf(c *x509.Certificate, now time.Time) *infra.Certificate {
	sum := sha256.Sum256(c.Raw)
	names := append([]string{}, c.DNSNames...)
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	return &infra.Certificate{
		Subject: nameOf(c.Subject), Issuer: nameOf(c.Issuer),
		Names: names[:min(len(names), maxNames)], NamesTotal: len(names),
		SerialNumber: hex.EncodeToString(c.SerialNumber.Bytes()),
		NotBefore:    instant.Of(c.NotBefore), NotAfter: instant.Of(c.NotAfter),
		DaysLeft: int(math.Floor(c.NotAfter.Sub(now).Hours() / 24)),
		KeyType:  keyType(c.PublicKey), SignatureAlgorithm: c.SignatureAlgorithm.String(),
		SHA256: hex.EncodeToString(sum[:]), Validation: validation(c),
	}
}

func nameOf(n pkix.Name) infra.Name {
	return infra.Name{CommonName: n.CommonName, Organization: first(n.Organization), Country: first(n.Country)}
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func shortName(n pkix.Name) string { return cmp.Or(n.CommonName, first(n.Organization), n.String()) }

// keyType is the kind of a key with its size or curve.
func keyType(key any) string {
	switch k := key.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA %d", k.N.BitLen())
	case *ecdsa.PublicKey:
		return "ECDSA " + k.Curve.Params().Name
	case ed25519.PublicKey:
		return "Ed25519"
	}
	return "unknown"
}

// validation reads how the holder was checked, as the CA/Browser Forum numbers it.
func validation(c *x509.Certificate) string {
	known := map[string]string{
		"2.23.140.1.1": "extended", "2.23.140.1.2.1": "domain", "2.23.140.1.2.2": "organization", "2.23.140.1.2.3": "individual",
	}
	for _, oid := range c.PolicyIdentifiers {
		if name, ok := known[oid.String()]; ok {
			return name
		}
	}
	return ""
}
