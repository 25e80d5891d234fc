package infrarun_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/read/tech"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// detector is one for all tests, so that the fingerprints are read once.
var detector = sync.OnceValue(tech.New)

// snapshots takes snapshots of the sample web.
type snapshots struct {
	kindtest.Runs[infra.Args, infra.Result]

	web *webtest.Web
}

func setup(t *testing.T, extra ...webtest.Site) *snapshots {
	t.Helper()
	sample := webclient.Start(t, extra...)
	r := infrarun.New(sample.Web, sample.Upstreams(t, nil), detector(), nil)
	return &snapshots{web: sample.Server.Web(), Runs: kindtest.Runs[infra.Args, infra.Result]{Call: infra.Call(), Worker: r}}
}

// home is a page of one's own for company.test, so that the golden file does not follow
// the sample web's.
func home() webtest.Site {
	return webtest.Site{Host: "company.test", Assets: map[string]http.HandlerFunc{
		"/": func(w http.ResponseWriter, r *http.Request) {
			if r.TLS == nil {
				http.Redirect(w, r, "https://company.test/", http.StatusMovedPermanently)
				return
			}
			for name, value := range map[string]string{
				"Content-Type": "text/html; charset=utf-8", "Server": "nginx/1.25.3", "X-Frame-Options": "DENY", "Cf-Ray": "8f-CDG",
				"Strict-Transport-Security": "max-age=31536000; includeSubDomains", "Content-Security-Policy": "default-src 'self'; object-src 'none'",
			} {
				w.Header().Set(name, value)
			}
			_, _ = w.Write([]byte(`<!doctype html><title>Reeds</title><meta name="generator" content="Hugo 0.147.2"><script src="/js/jquery-3.7.1.min.js"></script>`))
		},
		"/.well-known/security.txt": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("Contact: mailto:security@company.test\nExpires: 2095-01-01T00:00:00Z\n"))
		},
	}}
}

// steady takes out of a result what differs from run to run.
func steady(t *testing.T, r *infra.Result) {
	t.Helper()
	c := r.TLS.Certificate
	if c == nil || len(c.SerialNumber) < 20 || len(c.SHA256) != 64 || c.DaysLeft != 88 && c.DaysLeft != 89 || !c.NotAfter.After(c.NotBefore) {
		t.Fatalf("certificate %+v", c)
	}
	c.SerialNumber, c.SHA256, c.DaysLeft, c.NotBefore, c.NotAfter = "", "", 0, time.Time{}, time.Time{}
	for i := range r.TLS.Chain {
		r.TLS.Chain[i].NotAfter = time.Time{}
	}
	for i := range r.Certificates.Recent {
		from, until := r.Certificates.Recent[i].NotBefore, r.Certificates.Recent[i].NotAfter
		if from == nil || until == nil || !until.After(*from) {
			t.Errorf("%+v", r.Certificates.Recent[i])
		}
		r.Certificates.Recent[i].NotBefore, r.Certificates.Recent[i].NotAfter = nil, nil
	}
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	r := setup(t, home()).Must(t, `{"domain":"WWW.Company.test","companyName":" Marrowfen  Instruments, Limited "}`)
	steady(t, &r)
	golden.JSON(t, "testdata/company.json", r)
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(got, []byte(":null")) {
		t.Error("something is null")
	}
}

// The sample company, as a new user meets it, has an answer in every part.
func TestSampleCompany(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, body := range []string{`{"domain":"company.test"}`, `{"url":"http://company.test/"}`} {
		r := s.Must(t, body)
		for i, o := range r.Outcomes() {
			if o.Status != signal.OK {
				t.Errorf("%s: signal %d: %+v", body, i, o)
			}
		}
		if len(r.Technologies.Items) < 5 || r.Headers.CSP == nil || r.Headers.SecurityTxt == nil {
			t.Errorf("%s: %+v, %+v", body, r.Technologies, r.Headers)
		}
	}
}

func TestDomainsThatLackSomething(t *testing.T) {
	t.Parallel()
	s := setup(t)
	gone := s.Must(t, `{"domain":"nxdomain.test"}`)
	if gone.Exists == nil || *gone.Exists || gone.DNS.Status != signal.Empty {
		t.Errorf("%v, %+v", gone.Exists, gone.DNS)
	}
	for i, o := range gone.Outcomes() {
		if o.Status != signal.Empty || o.Reason == "" {
			t.Errorf("nothing exists, and signal %d is %+v", i, o)
		}
	}
	if n := s.web.Hits("nxdomain.test"); n != 0 {
		t.Errorf("a site that does not exist was visited %d times", n)
	}

	bare := s.Must(t, `{"domain":"bare.test"}`)
	if !*bare.Exists || bare.DNS.Status != signal.OK || bare.Registration.Status != signal.OK || bare.Email.Status != signal.Empty {
		t.Errorf("%+v", bare)
	}
	for _, o := range []signal.Outcome{bare.TLS.Outcome, bare.Headers.Outcome, bare.Technologies.Outcome} {
		if o.Status != signal.Empty || !strings.Contains(o.Reason, "no address") {
			t.Errorf("%+v", o)
		}
	}

	silent := s.Must(t, `{"domain":"nomail.test"}`)
	if !silent.Email.NullMX || silent.Email.Status != signal.OK || silent.Email.SPF.All != "fail" || silent.Email.DMARC.Policy != "reject" || silent.Email.Provider != "" {
		t.Errorf("%+v", silent.Email)
	}
	if silent.Hosting.DNSProvider != "Cloudflare" {
		t.Errorf("%+v", silent.Hosting)
	}

	other := s.Must(t, `{"domain":"company.example"}`)
	if other.Registration.Status != signal.Empty || other.Registration.Reason != infra.NoRDAPService {
		t.Errorf("%+v", other.Registration)
	}
	port := s.Must(t, `{"domain":"company.port"}`)
	if port.Registration.Status != signal.Error || !strings.Contains(port.Registration.Reason, "8443") {
		t.Errorf("%+v", port.Registration)
	}
}

// A name below a registered one has records of its own, and of its parent what belongs
// to the whole domain.
func TestSubdomain(t *testing.T) {
	t.Parallel()
	r := setup(t).Must(t, `{"domain":"shop.company.test"}`)
	if r.RegistrableDomain != "company.test" || !*r.Exists {
		t.Errorf("%s, %v", r.RegistrableDomain, *r.Exists)
	}
	if diff := cmp.Diff([]string{"shops.myshopify.com"}, r.DNS.CNAME); diff != "" {
		t.Error(diff)
	}
	if r.DNS.CAAName != "company.test" || len(r.DNS.CAA) != 3 || len(r.DNS.NS) != 2 || r.DNS.SOA.Responsible != "hostmaster@company.test" {
		t.Errorf("%+v", r.DNS)
	}
	if r.Email.Domain != "company.test" || r.Email.Provider != "Google Workspace" || r.Hosting.Provider != "Shopify" || len(r.Verifications.Items) != 4 {
		t.Errorf("%+v, %+v, %+v", r.Email, r.Hosting, r.Verifications)
	}
	if r.Certificates.Total != 0 || r.Registration.Registrar != "Quayside Names Ltd" {
		t.Errorf("%+v", r.Certificates)
	}
}

func TestBadCertificates(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for host, problem := range map[string]string{
		"expired.test": "expired", "othername.test": "wrong_name", "selfsigned.test": "self_signed", "halfchain.test": "incomplete_chain",
	} {
		r := s.Must(t, `{"domain":"`+host+`"}`)
		if r.TLS.Status != signal.OK || r.TLS.Valid == nil || *r.TLS.Valid || r.TLS.Problem != problem || r.TLS.Certificate == nil || r.TLS.Root != "" {
			t.Errorf("%s: %+v", host, r.TLS)
		}
		if r.Headers.Status != signal.OK || r.Headers.URL != "http://"+host+"/" { // the page is told by http then
			t.Errorf("%s: %+v", host, r.Headers)
		}
	}
	r := s.Must(t, `{"domain":"nocert.test"}`)
	if r.TLS.Status != signal.Error || r.TLS.Valid != nil || r.TLS.Reason == "" {
		t.Errorf("%+v", r.TLS)
	}
}

func TestWall(t *testing.T) {
	t.Parallel()
	r := setup(t).Must(t, `{"url":"http://wall.test/"}`)
	if r.Headers.Status != signal.Blocked || r.Headers.CSP != nil || r.Technologies.Status != signal.Blocked || r.Technologies.URL != "" {
		t.Errorf("%+v, %+v", r.Headers, r.Technologies)
	}
	for _, x := range r.Technologies.Items {
		if x.From != "dns" {
			t.Errorf("%+v of a wall", x)
		}
	}
}
