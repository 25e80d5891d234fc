package webtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"math/big"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// authority signs certificates for the names that clients ask for. Its keys are made
// at the first handshake, since most servers never see one.
type authority struct {
	web   *Web
	now   func() time.Time
	root  func() *signer
	inter func() *signer
	// key is that of all good certificates, and of no other: who trusts it trusts those alone.
	key func() *ecdsa.PrivateKey

	mu    sync.Mutex
	certs map[string]*tls.Certificate
}

// signer is a certificate with its key.
type signer struct {
	leaf *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(w *Web, now func() time.Time) *authority {
	a := &authority{web: w, now: now, certs: map[string]*tls.Certificate{}}
	a.key = sync.OnceValue(newKey)
	a.root = sync.OnceValue(func() *signer {
		return a.sign(&x509.Certificate{
			Subject: pkix.Name{Organization: []string{"Sample Trust"}, CommonName: "Sample Root"},
			IsCA:    true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		}, nil, newKey())
	})
	a.inter = sync.OnceValue(func() *signer {
		return a.sign(&x509.Certificate{
			Subject: pkix.Name{Country: []string{"XX"}, Organization: []string{"Sample Trust"}, CommonName: "Sample CA 1"},
			IsCA:    true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		}, a.root(), newKey())
	})
	return a
}

// config is how the server begins TLS.
func (a *authority) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			return a.certificate(strings.ToLower(hello.ServerName))
		},
	}
}

// certificate makes the certificate of a name once.
func (a *authority) certificate(name string) (*tls.Certificate, error) {
	kind := site.GoodCertificate
	for _, s := range a.web.sites {
		if s.Host == name {
			kind = s.Certificate
		}
	}
	if name == "" || kind == site.NoCertificate {
		return nil, errors.New("no certificate for this name")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.certs[name] == nil {
		a.certs[name] = a.make(name, kind)
	}
	return a.certs[name], nil
}

func (a *authority) make(name string, kind site.Certificate) *tls.Certificate {
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, DNSNames: []string{name, "www." + name},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	issuer, chain, key := a.inter(), true, newKey
	switch kind {
	case site.ExpiredCertificate:
		template.NotBefore, template.NotAfter = a.now().AddDate(0, 0, -120), a.now().AddDate(0, 0, -30)
	case site.OtherCertificate:
		template.Subject.CommonName, template.DNSNames = "elsewhere.test", []string{"elsewhere.test"}
	case site.OwnCertificate:
		issuer, chain = nil, false
	case site.BrokenChain:
		chain = false
	case site.GoodCertificate:
		key = a.key
	case site.NoCertificate:
	}
	s := a.sign(template, issuer, key())
	cert := &tls.Certificate{Certificate: [][]byte{s.leaf.Raw}, PrivateKey: s.key, Leaf: s.leaf}
	if chain {
		cert.Certificate = append(cert.Certificate, issuer.leaf.Raw)
	}
	return cert
}

// sign makes a certificate of a template, for 90 days unless it says otherwise; a nil
// issuer lets it sign itself. Nothing in it can go wrong but the program.
func (a *authority) sign(template *x509.Certificate, issuer *signer, key *ecdsa.PrivateKey) *signer {
	template.SerialNumber = site.Must(rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)))
	if template.NotAfter.IsZero() {
		template.NotBefore, template.NotAfter = a.now().AddDate(0, 0, -1), a.now().AddDate(0, 0, 89)
	}
	parent, by := template, key
	if issuer != nil {
		parent, by = issuer.leaf, issuer.key
	}
	leaf := site.Must(x509.ParseCertificate(site.Must(x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by))))
	return &signer{leaf: leaf, key: key}
}

func newKey() *ecdsa.PrivateKey { return site.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) }

// pin names the key of the good certificates, as RFC 7469 does: base64 of the SHA-256 of the public key.
func (a *authority) pin() string {
	sum := sha256.Sum256(site.Must(x509.MarshalPKIXPublicKey(a.key().Public())))
	return base64.StdEncoding.EncodeToString(sum[:])
}
