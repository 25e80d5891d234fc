// Package infrarun performs jobs of kind infra: it asks DNS, RDAP and certificate logs,
// shakes hands with the site, fetches its page, and puts what each says side by side.
// It links what the work needs, so only a worker may import it.
package infrarun

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/sources/certspotter"
	"github.com/quarryapi/quarry/internal/sources/crtsh"
	"github.com/quarryapi/quarry/internal/sources/doh"
	"github.com/quarryapi/quarry/internal/sources/rdap"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/pkg/technology"
)

// Web is the part of fetch.Client that a Worker needs.
type Web interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
	Handshake(ctx context.Context, host string) (*fetch.Handshake, error)
}

// Detector recognises the technologies of a page, sorted by name.
type Detector interface {
	Detect(ctx context.Context, p technology.Page) ([]technology.Technology, error)
}

// Worker performs jobs of kind infra. It is safe for concurrent use.
type Worker struct {
	web      Web
	resolver *doh.Client
	registry *rdap.Client
	crtsh    *crtsh.Client
	spotter  *certspotter.Client
	tech     Detector
	now      func() time.Time
}

// Patience is how long a snapshot waits for its signals. What is not there by then is
// reported as an error of its signal.
const Patience = 45 * time.Second

// New returns a Worker. One detector serves all runners of a process: it holds 4 to 10 MB
// once it is used. A nil now is time.Now.
func New(web Web, upstreams upstream.Upstreams, detector Detector, now func() time.Time) *Worker {
	if now == nil {
		now = time.Now
	}
	spotter := upstreams.Client("certspotter")
	return &Worker{
		web:      web,
		resolver: doh.New(upstreams.Client("dns")),
		registry: rdap.New(upstreams.Client("iana"), web, now),
		crtsh:    crtsh.New(upstreams.Client("crtsh")),
		spotter:  certspotter.New(spotter, spotter.Key),
		tech:     detector,
		now:      now,
	}
}

// timeLeft is how long a snapshot may wait: Patience, or most of what ctx leaves, so
// that what came in time can still be reported.
func (r *Worker) timeLeft(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return Patience
	}
	return min(Patience, deadline.Sub(r.now())*9/10)
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[infra.Args]) (Output, error) {
	args := run.Args
	result, err := r.Snapshot(ctx, args)
	if err != nil {
		return Output{}, err
	}
	return Output{Result: *result}, nil
}

// Snapshot asks for all signals at once. Args MUST be prepared. It fails only when no
// signal has any answer, with the error of DNS, or when ctx ends before its patience.
func (r *Worker) Snapshot(ctx context.Context, args infra.Args) (*infra.Result, error) {
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, r.timeLeft(ctx))
	defer cancel()
	s := r.begin(ctx, args)
	result := s.collect()
	if outer.Err() != nil {
		return nil, context.Cause(outer)
	}
	answered := slices.ContainsFunc(result.Outcomes(), func(o signal.Outcome) bool {
		return o.Status == signal.OK || o.Status == signal.Empty
	})
	if !answered {
		return nil, errs.Newf(errs.ProviderUnavailable, "no data was found for %s: %s", args.Domain, result.DNS.Reason)
	}
	s.nameCompany(result, args.CompanyName)
	return result, nil
}

// snapshot is one job: what is asked, each once, and what the signals share.
type snapshot struct {
	*Worker

	ctx         context.Context //nolint:containedctx // the life of the snapshot: what is asked once is asked for all signals
	domain      string
	registrable string
	pageURL     string // empty for the home page
	names       *lookups

	dns           *future[infra.DNS]
	email         *future[infra.Email]
	verifications *future[infra.Verifications]
	hosting       *future[infra.Hosting]
	tls           *future[infra.TLS]
	headers       *future[infra.Headers]
	registration  *future[infra.Registration]
	certificates  *future[infra.Certificates]
	technologies  *future[infra.Technologies]

	site *future[place] // where the web site is
	page *future[visit] // its page
}

// begin starts everything at once. What needs the network least comes last, since it
// waits for the others.
func (r *Worker) begin(ctx context.Context, args infra.Args) *snapshot {
	s := &snapshot{
		Worker: r, ctx: ctx, domain: args.Domain, registrable: subject.Registrable(args.Domain), pageURL: args.URL,
		names: &lookups{resolver: r.resolver, asked: map[question]*future[reply]{}},
	}
	s.registration = start(ctx, s.gatherRegistration)
	s.certificates = start(ctx, s.gatherCertificates)
	s.site = start(ctx, s.locate)
	s.page = start(ctx, s.visitPage)
	s.tls = start(ctx, s.gatherTLS)
	s.dns = start(ctx, s.gatherDNS)
	s.email = start(ctx, s.gatherEmail)
	s.verifications = start(ctx, s.gatherVerifications)
	s.hosting = start(ctx, s.gatherHosting)
	s.headers = start(ctx, s.gatherHeaders)
	s.technologies = start(ctx, s.gatherTechnologies)
	return s
}

// collect waits for all signals, or for the end of the snapshot.
func (s *snapshot) collect() *infra.Result {
	result := infra.NewResult(s.domain, s.registrable)
	// Each signal is reported as late until its value takes the place.
	late := func(o *signal.Outcome, source string) {
		*o = signal.Of(source, context.DeadlineExceeded)
	}
	late(&result.DNS.Outcome, dnsSource)
	late(&result.Email.Outcome, dnsSource)
	late(&result.Verifications.Outcome, dnsSource)
	late(&result.Hosting.Outcome, dnsSource)
	late(&result.TLS.Outcome, siteSource)
	late(&result.Headers.Outcome, siteSource)
	late(&result.Registration.Outcome, rdapSource)
	late(&result.Certificates.Outcome, crtshSource)
	late(&result.Technologies.Outcome, siteSource)
	s.registration.into(s.ctx, &result.Registration)
	s.certificates.into(s.ctx, &result.Certificates)
	s.dns.into(s.ctx, &result.DNS)
	s.email.into(s.ctx, &result.Email)
	s.verifications.into(s.ctx, &result.Verifications)
	s.hosting.into(s.ctx, &result.Hosting)
	s.tls.into(s.ctx, &result.TLS)
	s.headers.into(s.ctx, &result.Headers)
	s.technologies.into(s.ctx, &result.Technologies)
	var site place
	if s.site.into(s.ctx, &site) {
		result.Exists = site.exists
	}
	return result
}

// The sources of signals.
const (
	dnsSource     = "dns"
	siteSource    = "site"
	rdapSource    = "rdap"
	crtshSource   = "crtsh"
	spotterSource = "certspotter"
)
