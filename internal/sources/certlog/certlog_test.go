package certlog_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources/certlog"
)

func day(n int) time.Time { return time.Date(2025, 1, n, 0, 0, 0, 0, time.UTC) }

func TestSum(t *testing.T) {
	t.Parallel()
	list := []certlog.Certificate{
		{Names: []string{"Marsh.example", "*.marsh.example.", "marsh.example"}, Issuer: "Let's Encrypt", Serial: "2", NotBefore: day(2)},
		{Names: []string{"api.marsh.example", "post@marsh.example", "other.example", "nomarsh.example"}, Issuer: "Let's Encrypt", Serial: "1", NotBefore: day(3)},
		{Names: []string{"a.api.marsh.example", "zoo.marsh.example"}, Issuer: "A Trust", NotBefore: day(1)},
		{Names: []string{"marsh.example"}, Issuer: "B Trust", NotBefore: day(1)},
		{Names: []string{"other.example", "two words.marsh.example"}, Issuer: "C Trust"},
		{Names: []string{"marsh.example"}},
	}
	got := certlog.Sum("marsh.example", list, 2)
	want := certlog.Summary{
		Total:   5,
		Names:   []string{"marsh.example", "*.marsh.example", "api.marsh.example", "a.api.marsh.example", "zoo.marsh.example"},
		Issuers: []certlog.Count{{"Let's Encrypt", 2}, {"A Trust", 1}, {"B Trust", 1}},
		Recent: []certlog.Certificate{
			{Names: []string{"api.marsh.example"}, Issuer: "Let's Encrypt", Serial: "1", NotBefore: day(3)},
			{Names: []string{"marsh.example", "*.marsh.example"}, Issuer: "Let's Encrypt", Serial: "2", NotBefore: day(2)},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Sum mismatch (-want +got):\n%s", diff)
	}
}

func TestDN(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, attribute, want string }{
		{"C=US, O=Let's Encrypt, CN=R11", "CN", "R11"},
		{"C=US, O=Let's Encrypt, CN=R11", "o", "Let's Encrypt"},
		{`C=US, O="Reed, Rush & Co", CN=X`, "O", "Reed, Rush & Co"},
		{`C=US,O=Reed\, Rush \"&\" Co,CN=X`, "O", `Reed, Rush "&" Co`},
		{`O="Reed \"R\", Rush"`, "O", `Reed "R", Rush`},
		{"C=US, OU=a, OU=b", "OU", "a"},
		{"C=US", "O", ""},
		{"", "O", ""},
		{`O=\`, "O", `\`},
		{`O="open, CN=x`, "CN", ""},
	}
	for _, c := range cases {
		if got := certlog.DN(c.name, c.attribute); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.attribute, c.name, got, c.want)
		}
	}
}
