package infrarun_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
	"github.com/quarryapi/quarry/pkg/technology"
)

// detector is one for all tests, so that the fingerprints are read once.
var detector = sync.OnceValue(technology.New)

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
	if c == nil || len(c.SerialNumber) < 20 || len(c.SHA256) != 64 || c.DaysLeft != 88 && c.DaysLeft != 89 || !c.NotAfter.After(c.NotBefore.Time) {
		t.Fatalf("certificate %+v", c)
	}
	c.SerialNumber, c.SHA256, c.DaysLeft, c.NotBefore, c.NotAfter = "", "", 0, instant.Time{}, instant.Time{}
	for i := range r.TLS.Chain {
		r.TLS.Chain[i].NotAfter = instant.Time{}
	}
	for i := range r.Certificates.Recent {
		from, until := r.Certificates.Recent[i].NotBefore, r.Certificates.Recent[i].NotAfter
		if from.IsZero() || !until.After(from.Time) {
			t.Errorf("got certificate %+v, want times of which the second is later", r.Certificates.Recent[i])
		}
		r.Certificates.Recent[i].NotBefore, r.Certificates.Recent[i].NotAfter = instant.Time{}, instant.Time{}
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
			t.Errorf("%s: got technologies %+v, headers %+v; want at least 5 Items, CSP not nil, SecurityTxt not nil", body, r.Technologies, r.Headers)
		}
	}
}

func TestDomainsThatLackSomething(t *testing.T) {
	t.Parallel()
	s := setup(t)
	gone := s.Must(t, `{"domain":"nxdomain.test"}`)
	if gone.Exists == nil || *gone.Exists || gone.DNS.Status != signal.Empty {
		t.Errorf(`got gone.Exists %v, gone.DNS %+v; want gone.Exists not nil, gone.Exists false, Status "empty"`, gone.Exists, gone.DNS)
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
		t.Errorf(`got bare %+v, want Exists true, DNS.Status "ok", Registration.Status "ok", Email.Status "empty"`, bare)
	}
	for _, o := range []signal.Outcome{bare.TLS.Outcome, bare.Headers.Outcome, bare.Technologies.Outcome} {
		if o.Status != signal.Empty || !strings.Contains(o.Reason, "no address") {
			t.Errorf(`got outcome %+v, want Status "empty", Reason with "no address"`, o)
		}
	}

	silent := s.Must(t, `{"domain":"nomail.test"}`)
	if !silent.Email.NullMX || silent.Email.Status != signal.OK || silent.Email.SPF.All != "fail" || silent.Email.DMARC.Policy != "reject" || silent.Email.Provider != "" {
		t.Errorf(`got silent.Email %+v, want NullMX true, Status "ok", SPF.All "fail", DMARC.Policy "reject", empty Provider`, silent.Email)
	}
	if silent.Hosting.DNSProvider != "Cloudflare" {
		t.Errorf(`got silent.Hosting %+v, want DNSProvider "Cloudflare"`, silent.Hosting)
	}

	other := s.Must(t, `{"domain":"company.example"}`)
	if other.Registration.Status != signal.Empty || other.Registration.Reason != infra.NoRDAPService {
		t.Errorf(`got other.Registration %+v, want Status "empty", Reason "no_rdap_service"`, other.Registration)
	}
	port := s.Must(t, `{"domain":"company.port"}`)
	if port.Registration.Status != signal.Error || !strings.Contains(port.Registration.Reason, "8443") {
		t.Errorf(`got port.Registration %+v, want Status "error", Reason with "8443"`, port.Registration)
	}
}

// A name below a registered one has records of its own, and of its parent what belongs
// to the whole domain.
func TestSubdomain(t *testing.T) {
	t.Parallel()
	r := setup(t).Must(t, `{"domain":"shop.company.test"}`)
	if r.RegistrableDomain != "company.test" || !*r.Exists {
		t.Errorf(`got registrable domain %s, exists %v; want RegistrableDomain "company.test", Exists true`, r.RegistrableDomain, *r.Exists)
	}
	if diff := cmp.Diff([]string{"shops.myshopify.com"}, r.DNS.CNAME); diff != "" {
		t.Errorf("CNAME mismatch (-want +got):\n%s", diff)
	}
	if r.DNS.CAAName != "company.test" || len(r.DNS.CAA) != 3 || len(r.DNS.NS) != 2 || r.DNS.SOA.Responsible != "hostmaster@company.test" {
		t.Errorf(`got DNS %+v, want CAAName "company.test", 3 CAA, 2 NS, SOA.Responsible "hostmaster@company.test"`, r.DNS)
	}
	if r.Email.Domain != "company.test" || r.Email.Provider != "Google Workspace" || r.Hosting.Provider != "Shopify" || len(r.Verifications.Items) != 4 {
		t.Errorf(`got email %+v, hosting %+v, verifications %+v; want Domain "company.test", Provider "Google Workspace", Provider "Shopify", 4 Items`, r.Email, r.Hosting, r.Verifications)
	}
	if r.Certificates.Total != 0 || r.Registration.Registrar != "Quayside Names Ltd" {
		t.Errorf(`got certificates %+v, want Total 0, Registration.Registrar "Quayside Names Ltd"`, r.Certificates)
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
			t.Errorf(`%s: got TLS %+v, want Status "ok", Valid not nil, Valid false, Problem %q, Certificate not nil, empty Root`, host, r.TLS, problem)
		}
		if r.Headers.Status != signal.OK || r.Headers.URL != "http://"+host+"/" { // the page is told by http then
			t.Errorf(`%s: got headers %+v, want Status "ok", URL %q`, host, r.Headers, "http://"+host+"/")
		}
	}
	r := s.Must(t, `{"domain":"nocert.test"}`)
	if r.TLS.Status != signal.Error || r.TLS.Valid != nil || r.TLS.Reason == "" {
		t.Errorf(`got TLS %+v, want Status "error", Valid nil, a Reason`, r.TLS)
	}
}

func TestWall(t *testing.T) {
	t.Parallel()
	r := setup(t).Must(t, `{"url":"http://wall.test/"}`)
	if r.Headers.Status != signal.Blocked || r.Headers.CSP != nil || r.Technologies.Status != signal.Blocked || r.Technologies.URL != "" {
		t.Errorf(`got headers %+v, technologies %+v; want Status "blocked", CSP nil, empty URL`, r.Headers, r.Technologies)
	}
	for _, x := range r.Technologies.Items {
		if x.From != "dns" {
			t.Errorf("%+v of a wall", x)
		}
	}
}
