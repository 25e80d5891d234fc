package mailauth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/mailauth"
)

func TestSPF(t *testing.T) {
	t.Parallel()
	empty := func(record, all string, problems ...string) *infra.SPF {
		return &infra.SPF{
			Record: record, All: all, Includes: []string{}, Networks: []string{}, Mechanisms: []string{}, Problems: append([]string{}, problems...),
		}
	}
	full := "v=spf1 ip4:192.0.2.0/24 IP6:2001:db8::/32 a mx/24 ?a:mail.reed.example include:_SPF.google.com include:sendgrid.net exists:%{i}.x.example exp=why.reed.example unknown=x ~all"
	cases := map[string]struct {
		texts []string
		want  *infra.SPF
	}{
		"none":      {[]string{"v=spf10 -all", "spf1", "v=spf1x"}, nil},
		"only -all": {[]string{"other", "v=spf1 -all"}, empty("v=spf1 -all", "fail")},
		"capitals":  {[]string{"V=SPF1 ?ALL"}, empty("V=SPF1 ?ALL", "neutral")},
		"nothing":   {[]string{"v=spf1"}, empty("v=spf1", "none", "has no rule for other servers; end it with -all or ~all")},
		"everybody": {[]string{"v=spf1 all"}, empty("v=spf1 all", "pass", "+all lets every server send")},
		"two":       {[]string{"v=spf1 -all", "v=spf1 ~all"}, empty("v=spf1 -all", "fail", "there are 2 records; receivers then take none of them")},
		"after the end": {[]string{"v=spf1 -all ip4"}, func() *infra.SPF {
			s := empty("v=spf1 -all ip4", "fail", "what stands after -all is not read")
			s.Networks = []string{""}
			return s
		}()},
		"misspelt": {[]string{"v=spf1 includes:a -all"}, empty("v=spf1 includes:a -all", "fail", `"includes:a" is no mechanism`)},
		"all mechanisms": {[]string{full}, &infra.SPF{
			Record: full, All: "softfail", Includes: []string{"_spf.google.com", "sendgrid.net"}, Networks: []string{"192.0.2.0/24", "2001:db8::/32"},
			Mechanisms: []string{"a", "mx/24", "?a:mail.reed.example", "exists:%{i}.x.example", "exp=why.reed.example"}, Lookups: 6, Problems: []string{},
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, mailauth.SPF(c.texts)); diff != "" {
				t.Errorf("SPF mismatch (-want +got):\n%s", diff)
			}
		})
	}
	redirect := mailauth.SPF([]string{"v=spf1 redirect=_spf.Reed.example"})
	if redirect.Redirect != "_spf.reed.example" || len(redirect.Problems) != 0 {
		t.Errorf(`got redirect %+v, want Redirect "_spf.reed.example", no Problems`, redirect)
	}
	many := mailauth.SPF([]string{"v=spf1" + strings.Repeat(" include:a.example", 11) + " -all"})
	if many.Lookups != 11 || len(many.Problems) != 1 {
		t.Errorf("got many %+v, want Lookups 11, 1 Problems", many)
	}
}

func TestDMARC(t *testing.T) {
	t.Parallel()
	const name = "_dmarc.reed.example"
	record := "v=DMARC1; p=Quarantine; sp=reject; pct=20; adkim=s; aspf=r; rua=mailto:a@reed.example!10m, mailto:b@r.example; ruf=https://r.example/x"
	cases := map[string]struct {
		texts []string
		want  *infra.DMARC
	}{
		"none": {[]string{"v=DMARC11; p=none", "p=none"}, nil},
		"full": {[]string{"x", record}, &infra.DMARC{
			Record: record, Name: name, Policy: "quarantine", SubdomainPolicy: "reject", Percent: 20, DKIMAlignment: "strict", SPFAlignment: "relaxed",
			Reports: []string{"a@reed.example", "b@r.example"}, FailureReports: []string{"https://r.example/x"}, Problems: []string{},
		}},
		"short": {[]string{"v=dmarc1;p=reject"}, &infra.DMARC{
			Record: "v=dmarc1;p=reject", Name: name, Policy: "reject", SubdomainPolicy: "reject", Percent: 100, DKIMAlignment: "relaxed", SPFAlignment: "relaxed",
			Reports: []string{}, FailureReports: []string{}, Problems: []string{},
		}},
		"wrong": {[]string{"v=DMARC1; p=block; sp=all; pct=200; rua=,", "v=DMARC1"}, &infra.DMARC{
			Record: "v=DMARC1; p=block; sp=all; pct=200; rua=,", Name: name, Policy: "none", SubdomainPolicy: "none", Percent: 100,
			DKIMAlignment: "relaxed", SPFAlignment: "relaxed", Reports: []string{}, FailureReports: []string{},
			Problems: []string{
				"there are 2 records; receivers then take none of them",
				`the policy "block" is unknown; receivers treat it as none or ignore the record`, "pct=200 is no number from 0 to 100",
			},
		}},
	}
	for label, c := range cases {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, mailauth.DMARC(name, c.texts)); diff != "" {
				t.Errorf("DMARC mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDKIM(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	pkix := base64.StdEncoding.EncodeToString(der)
	pkcs1 := base64.StdEncoding.EncodeToString(x509.MarshalPKCS1PublicKey(&key.PublicKey))
	ed := base64.StdEncoding.EncodeToString(make([]byte, 32))
	cases := map[string]struct {
		texts []string
		want  *infra.DKIM
	}{
		"none":      {[]string{"v=spf1 -all", "v=DMARC1; p=none", "hello"}, nil},
		"rsa":       {[]string{"v=DKIM1; k=rsa; p=" + pkix[:40] + " " + pkix[40:]}, &infra.DKIM{KeyType: "rsa", Bits: 1024}},
		"bare":      {[]string{"p=" + pkcs1 + "; t=s:y"}, &infra.DKIM{KeyType: "rsa", Bits: 1024, Testing: true}},
		"ed25519":   {[]string{"v=DKIM1;k=Ed25519;p=" + ed}, &infra.DKIM{KeyType: "ed25519", Bits: 256}},
		"revoked":   {[]string{"v=DKIM1; p="}, &infra.DKIM{KeyType: "rsa", Revoked: true}},
		"broken":    {[]string{"v=DKIM1; p=AAAA!"}, &infra.DKIM{KeyType: "rsa"}},
		"wrong key": {[]string{"v=DKIM1; p=" + ed}, &infra.DKIM{KeyType: "rsa"}},
		"unknown":   {[]string{"v=DKIM1; k=kyber; p=AAAA"}, &infra.DKIM{KeyType: "kyber"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.want != nil {
				c.want.Selector, c.want.CNAME = "s1", []string{}
			}
			if diff := cmp.Diff(c.want, mailauth.DKIM("s1", c.texts)); diff != "" {
				t.Errorf("DKIM mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMTASTS(t *testing.T) {
	t.Parallel()
	if got := mailauth.MTASTS([]string{"v=STSv2; id=1"}); got != nil {
		t.Errorf("got %+v, want nil", got)
	}
	if got := mailauth.MTASTS([]string{"v=STSv1; id=1", "v=STSv1; id=2"}); got.ID != "1" || got.Problem == "" {
		t.Errorf(`got %+v, want ID "1", a Problem`, got)
	}
	cases := map[string]struct {
		file string
		want infra.MTASTS
	}{
		"fine":     {"version: STSv1\r\nmode: enforce\r\nmx: MX1.reed.example\r\nmx: *.reed.example\r\nmax_age: 604800\r\n", infra.MTASTS{Mode: "enforce", MX: []string{"mx1.reed.example", "*.reed.example"}, MaxAge: 604800}},
		"off":      {"version: STSv1\nmode: none\nmax_age: 1", infra.MTASTS{Mode: "none", MX: []string{}, MaxAge: 1}},
		"a page":   {"<html>\nmode: enforce", infra.MTASTS{MX: []string{}, Problem: "the policy file is not one of version STSv1"}},
		"mode":     {"version: STSv1\nmode: strict\nmx: a", infra.MTASTS{MX: []string{"a"}, Problem: `the policy file has the mode "strict", which is not known`}},
		"no hosts": {"version: STSv1\nmode: testing\nmax_age: -1", infra.MTASTS{Mode: "testing", MX: []string{}, Problem: "the policy file names no mail server"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := mailauth.MTASTS([]string{"v=STSv1; id=20250101;"})
			mailauth.Policy(got, c.file)
			c.want.Record, c.want.ID = "v=STSv1; id=20250101;", "20250101"
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Errorf("MTASTS mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOthers(t *testing.T) {
	t.Parallel()
	if got := mailauth.TLSRPT([]string{"v=TLSRPTv1;rua=mailto:t@reed.example,https://r.example/t"}); got == nil ||
		cmp.Diff([]string{"t@reed.example", "https://r.example/t"}, got.Reports) != "" {
		t.Errorf(`got %+v, want not nil, Reports []string{"t@reed.example", "https://r.example/t"}`, got)
	}
	if got := mailauth.BIMI([]string{"v=BIMI1; l=https://reed.example/logo.svg; a="}); got == nil || got.Logo != "https://reed.example/logo.svg" || got.Certificate != "" {
		t.Errorf(`got %+v, want not nil, Logo "https://reed.example/logo.svg", empty Certificate`, got)
	}
	if mailauth.TLSRPT(nil) != nil || mailauth.BIMI([]string{"v=BIMI2; l=x"}) != nil {
		t.Error("something out of nothing")
	}
}
