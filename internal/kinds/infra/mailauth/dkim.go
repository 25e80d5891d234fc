package mailauth

import (
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// DKIM reads the key among the TXT records of a selector; nil when there is none, as
// under the wildcards of some domains, where every selector has some other text.
func DKIM(selector string, texts []string) *infra.DKIM {
	for _, record := range texts {
		t := tags(record)
		key, has := t["p"]
		if version, ok := t["v"]; !has || ok && !strings.EqualFold(version, "DKIM1") {
			continue
		}
		kind := strings.ToLower(t["k"])
		if kind == "" {
			kind = "rsa"
		}
		key = strings.Join(strings.Fields(key), "")
		return &infra.DKIM{
			Selector: selector, KeyType: kind, Bits: bits(kind, key), Revoked: key == "",
			Testing: slices.Contains(strings.Split(t["t"], ":"), "y"), CNAME: []string{},
		}
	}
	return nil
}

// bits is the length of a key, 0 for one that cannot be read.
func bits(kind, key string) int {
	der, err := base64.StdEncoding.DecodeString(key)
	switch {
	case err != nil:
		return 0
	case kind == "ed25519" && len(der) == ed25519.PublicKeySize:
		return 8 * len(der)
	case kind != "rsa":
		return 0
	}
	if public, err := x509.ParsePKIXPublicKey(der); err == nil {
		if key, ok := public.(*rsa.PublicKey); ok {
			return key.N.BitLen()
		}
	}
	if key, err := x509.ParsePKCS1PublicKey(der); err == nil { // as the standard's text has it, against its examples
		return key.N.BitLen()
	}
	return 0
}
