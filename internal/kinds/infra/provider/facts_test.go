package provider_test

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds/infra/provider"
)

// seen is what a fact's key is recognised as, as the facts write it: a name and, for who
// serves a site, the role.
func seen(t *testing.T, sort, key string) string {
	t.Helper()
	owner := func(o provider.Owner, ok bool) string {
		if !ok {
			return ""
		}
		return o.Name + "\t" + string(o.Role)
	}
	switch sort {
	case "mail":
		return provider.Mail([]string{"mx1." + key})
	case "sender":
		return provider.Sender("_spf." + key)
	case "nameserver":
		return provider.Nameserver("ns1." + key)
	case "alias":
		return owner(provider.Alias("a." + key))
	case "network":
		asn, err := strconv.ParseInt(key, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return owner(provider.Network(asn))
	case "header":
		name, value, _ := strings.Cut(key, ": ")
		signs := provider.Headers(http.Header{http.CanonicalHeaderKey(name): {"Is " + strings.ToUpper(value) + "/1"}})
		if len(signs) != 1 {
			return ""
		}
		return owner(signs[0].Owner, true)
	case "proof", "prefix":
		text := key + "a1b2"
		if sort == "proof" {
			text = strings.ToUpper(key) + "=a1b2"
		}
		service, _, value, ok := provider.Token(text)
		if !ok || value != "a1b2" {
			return ""
		}
		return service
	}
	t.Fatalf("got a fact of sort %q, want one that the test knows", sort)
	return ""
}

// TestFacts holds the tables against the facts as they were looked up, a line each: what a
// domain, a network, a header or a token says of who is behind it.
func TestFacts(t *testing.T) {
	t.Parallel()
	facts, err := os.ReadFile("testdata/facts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(facts)) {
		sort, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		key, want, _ := strings.Cut(rest, "\t")
		if got := seen(t, sort, key); got != want {
			t.Errorf("%s %s: got %q, want %q", sort, key, got, want)
		}
	}
}
