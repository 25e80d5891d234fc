package infrarun_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/site"
	"github.com/quarryapi/quarry/pkg/technology"
)

// statuses are those of all signals by name.
func statuses(r infra.Result) map[string]signal.Status {
	return map[string]signal.Status{
		"dns": r.DNS.Status, "email": r.Email.Status, "verifications": r.Verifications.Status, "hosting": r.Hosting.Status, "tls": r.TLS.Status,
		"headers": r.Headers.Status, "registration": r.Registration.Status, "certificates": r.Certificates.Status, "technologies": r.Technologies.Status,
	}
}

func answer(host string, status int, body string) webtest.Site {
	return webtest.Site{Host: host, Rest: func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}}
}

// Whatever fails, everything else is told.
func TestOneFails(t *testing.T) {
	t.Parallel()
	down := func(host string) webtest.Site { return answer(host, http.StatusInternalServerError, "") }
	const bad, blocked = signal.Error, signal.Blocked
	cases := map[string]struct {
		sites []webtest.Site
		fails map[string]signal.Status
		check func(infra.Result) bool
	}{
		"resolver down": {
			[]webtest.Site{down("dns.upstream.test")},
			map[string]signal.Status{"dns": bad, "email": bad, "verifications": bad},
			// The site is tried, and its headers still tell of its hosting.
			func(r infra.Result) bool {
				return r.Exists == nil && r.Hosting.CDN == "Cloudflare" && r.Hosting.Reason != ""
			},
		},
		"resolver answers with a page": {
			[]webtest.Site{answer("dns.upstream.test", http.StatusOK, "<html>")},
			map[string]signal.Status{"dns": bad, "email": bad, "verifications": bad},
			func(r infra.Result) bool { return len(r.DNS.NotFound) == 10 },
		},
		"no list of RDAP services": {
			[]webtest.Site{down("iana.upstream.test")}, map[string]signal.Status{"registration": bad}, nil,
		},
		"registry limits": {
			[]webtest.Site{answer("rdap.upstream.test", http.StatusTooManyRequests, "{}")}, map[string]signal.Status{"registration": blocked}, nil,
		},
		"registry refuses": {
			[]webtest.Site{answer("rdap.upstream.test", http.StatusForbidden, "no")}, map[string]signal.Status{"registration": blocked}, nil,
		},
		"registrar down": {
			[]webtest.Site{down("registrar.upstream.test")},
			map[string]signal.Status{},
			func(r infra.Result) bool {
				return r.Registration.Registrar != "" && r.Registration.Registrant == nil && strings.Contains(r.Registration.Reason, "registrar's service failed")
			},
		},
		"crt.sh down": {
			[]webtest.Site{answer("crtsh.upstream.test", http.StatusBadGateway, "<html>")},
			map[string]signal.Status{},
			func(r infra.Result) bool {
				return r.Certificates.Source == "certspotter" && r.Certificates.Total == 6
			},
		},
		"crt.sh answers with a page, Cert Spotter limits": {
			[]webtest.Site{answer("crtsh.upstream.test", http.StatusOK, "<html>"), answer("certspotter.upstream.test", http.StatusTooManyRequests, "{}")},
			map[string]signal.Status{"certificates": blocked},
			func(r infra.Result) bool {
				return strings.Contains(r.Certificates.Reason, "an HTML page instead of data") && strings.Contains(r.Certificates.Reason, "429") && r.Certificates.Total == 0
			},
		},
		"both logs down": {
			[]webtest.Site{down("crtsh.upstream.test"), down("certspotter.upstream.test")}, map[string]signal.Status{"certificates": bad}, nil,
		},
		"page away": {
			[]webtest.Site{{Host: "company.test", Certificate: site.NoCertificate, Rest: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}},
			map[string]signal.Status{"tls": bad, "headers": bad, "technologies": bad},
			func(r infra.Result) bool { return r.Headers.HTTPSRedirect == nil && len(r.Technologies.Items) > 0 },
		},
		"page of an error": {
			[]webtest.Site{down("company.test")},
			map[string]signal.Status{},
			func(r infra.Result) bool {
				return r.Headers.HTTPStatus == 500 && strings.Contains(r.Headers.Reason, "returned 500")
			},
		},
		"page leads elsewhere": {
			[]webtest.Site{{Host: "company.test", Rest: func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://article.test/", http.StatusFound)
			}}},
			map[string]signal.Status{},
			func(r infra.Result) bool {
				return strings.Contains(r.Headers.Reason, "article.test") && strings.Contains(r.Technologies.Reason, "article.test")
			},
		},
		"policy of mail away": {
			[]webtest.Site{down("mta-sts.company.test")},
			map[string]signal.Status{},
			func(r infra.Result) bool {
				return r.Email.MTASTS.Mode == "" && strings.Contains(r.Email.MTASTS.Problem, "500")
			},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sites := c.sites
			if sites[0].Host != "company.test" {
				sites = append(sites, home())
			}
			r := setup(t, sites...).Must(t, `{"domain":"company.test"}`)
			want := map[string]signal.Status{}
			for signalName := range statuses(r) {
				want[signalName] = signal.OK
			}
			maps.Copy(want, c.fails)
			if diff := cmp.Diff(want, statuses(r)); diff != "" {
				t.Errorf("statuses mismatch (-want +got):\n%s", diff)
			}
			for i, o := range r.Outcomes() {
				if o.Status != signal.OK && o.Reason == "" || o.Source == "" {
					t.Errorf("signal %d says too little: %+v", i, o)
				}
			}
			if c.check != nil && !c.check(r) {
				t.Errorf("got %+v, want (check nil or check(r) true)", r)
			}
		})
	}
}

// A domain whose name servers fail is told of by all who need no DNS.
func TestServfail(t *testing.T) {
	t.Parallel()
	r := setup(t).Must(t, `{"domain":"servfail.test"}`)
	if r.Exists != nil || r.DNS.Status != signal.Error || !strings.Contains(r.DNS.Reason, "DNSSEC") || r.Certificates.Status != signal.Empty {
		t.Errorf(`got exists %v, DNS %+v, certificates %+v; want Exists nil, Status "error", Reason with "DNSSEC", Status "empty"`, r.Exists, r.DNS, r.Certificates)
	}
}

// hanging answers nothing until the client leaves.
func hanging(host string) webtest.Site {
	return webtest.Site{Host: host, Rest: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
}

// Who hangs is told as late, and what came in time stays.
func TestTimeIsShort(t *testing.T) {
	t.Parallel()
	s := setup(t, home(), hanging("crtsh.upstream.test"), hanging("registrar.upstream.test"))
	if _, err := detector().Detect(t.Context(), technology.Page{}); err != nil { // the fingerprints are read before the time counts
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	begin := time.Now()
	r, err := s.Run(ctx, t, `{"domain":"company.test"}`)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("took %s", took)
	}
	const late = "There was not enough time for it in the job."
	if r.Certificates.Status != signal.Error || !strings.Contains(r.Certificates.Reason, late) {
		t.Errorf(`got Certificates.Outcome %+v, want Certificates.Status "error", Certificates.Reason with "There was not enough time for it within the job."`, r.Certificates.Outcome)
	}
	if r.DNS.Status != signal.OK || r.TLS.Status != signal.OK {
		t.Errorf(`got DNS.Outcome %+v, TLS.Outcome %+v; want DNS.Status "ok", TLS.Status "ok"`, r.DNS.Outcome, r.TLS.Outcome)
	}
}

func TestNothingAnswers(t *testing.T) {
	t.Parallel()
	var sites []webtest.Site
	for _, host := range []string{"dns", "iana", "crtsh", "certspotter"} {
		sites = append(sites, answer(host+".upstream.test", http.StatusServiceUnavailable, ""))
	}
	sites = append(sites, webtest.Site{Host: "company.test", Certificate: site.NoCertificate, Rest: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	r, err := setup(t, sites...).Run(t.Context(), t, `{"domain":"company.test"}`)
	if e := errs.As(err); e == nil || e.Code != errs.ProviderUnavailable || !strings.Contains(e.Message, "company.test") {
		t.Errorf(`got r %+v, error %v; want an error, Code "provider_unavailable", Message with "company.test"`, r, err)
	}
}

func TestJobEnds(t *testing.T) {
	t.Parallel()
	cause := errors.New("cancelled by its owner")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if r, err := setup(t).Run(ctx, t, `{"domain":"company.test"}`); !errors.Is(err, cause) {
		t.Errorf("got r %+v, error %v; want error %v", r, err, cause)
	}
}
