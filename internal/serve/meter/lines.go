package meter

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// The messages of the lines.
const (
	EndedLine  = "job ended"
	CalledLine = "upstream called"
	FaultLine  = "job failed by our own fault"
)

// Jobs logs each job's end, whoever ended it. It is a store.Observer.
type Jobs struct{ log *slog.Logger }

// NewJobs returns Jobs.
func NewJobs(log *slog.Logger) *Jobs { return &Jobs{log} }

// Admitted logs a job that ended with its admission: its result was cached.
func (m *Jobs) Admitted(ctx context.Context, j *job.Job) {
	if j.Status.Terminal() {
		m.Ended(ctx, j)
	}
}

// Attempted implements store.Observer: attempts have lines of their own.
func (*Jobs) Attempted(context.Context, string) {}

// Ended logs a job's end.
func (m *Jobs) Ended(ctx context.Context, j *job.Job) {
	attrs := append([]any{"job_id", j.ID, "org_id", j.OrgID, ByWorker, j.Worker}, About(j)...)
	attrs = append(attrs, "status", string(j.Status), "attempts", j.Attempts, "total_ms", j.CompletedAt.Sub(j.CreatedAt).Milliseconds(),
		Charged, j.Quote.Credits, Refunded, j.Refunded)
	makings := directives{makes(count, [][]string{all()}, Charged, Refunded)}
	if j.Cached {
		attrs = append(attrs, "cached", true)
	}
	if j.Error != nil {
		attrs = append(attrs, ByCode, string(j.Error.Code), Unsuccessful, 1)
		makings = append(makings, makes(count, [][]string{{ByWorker, ByKind, ByCode}}, Unsuccessful))
	}
	if j.Status != job.Cancelled && !j.Cached {
		attrs = append(attrs, Failed, number(j.Error != nil && !ofTarget(j.Error.Code)))
		makings = append(makings, makes(count, [][]string{{ByKind}, all()}, Failed))
	}
	if !j.StartedAt.IsZero() && !j.Cached {
		attrs = append(attrs, RunTime, j.CompletedAt.Sub(j.StartedAt).Milliseconds())
		makings = append(makings, makes(milliseconds, [][]string{{ByKind}, all()}, RunTime))
	}
	m.log.InfoContext(ctx, EndedLine, append(attrs, Metadata, makings)...)
}

// About are the attributes that say what a job is: its kind, its action, and the host that it is about.
func About(j *job.Job) []any {
	attrs := []any{ByKind, j.Kind, "action", string(j.Quote.Action)}
	if target, err := url.Parse(j.Target); err == nil && target.Host != "" {
		attrs = append(attrs, "host", target.Hostname())
	}
	return attrs
}

// Fault logs why a job fails by a fault of ours.
func Fault(ctx context.Context, log *slog.Logger, cause error) {
	log.ErrorContext(ctx, FaultLine, "error", cause, Faults, 1, Metadata, directives{makes(count, [][]string{all()}, Faults)})
}

// Call is a call of an upstream that was made.
type Call struct {
	Upstream, Host string
	Status         int // 0 without an answer
	Took           time.Duration
	Err            error
	Abandoned      bool // by us: it was cancelled, or took longer than its job may
}

// Called logs a call of an upstream.
func Called(ctx context.Context, log *slog.Logger, c Call) {
	attrs := []any{ByUpstream, c.Upstream, "upstream_host", c.Host, "upstream_status", c.Status, CallTime, c.Took.Milliseconds()}
	if c.Err != nil {
		attrs = append(attrs, "upstream_code", string(errs.As(c.Err).Code), "error", c.Err)
	}
	if c.Abandoned {
		log.InfoContext(ctx, CalledLine, append(attrs, "abandoned", true)...)
		return
	}
	attrs = append(attrs, Down, number(c.Err != nil), Blocked, number(errs.Is(c.Err, errs.UpstreamBlocked)))
	log.InfoContext(ctx, CalledLine, append(attrs, Metadata, directives{
		makes(milliseconds, [][]string{{ByUpstream}}, CallTime), makes(count, [][]string{{ByUpstream}}, Down, Blocked),
	})...)
}

// ofTarget reports whether a code says something of what the caller named, which is the job's answer and no
// failure of the service or of an upstream.
func ofTarget(code errs.Code) bool {
	switch code { //nolint:exhaustive // all others are failures
	case errs.InvalidTarget, errs.DNSFailed, errs.TLSFailed, errs.TargetError, errs.TooManyRedirects, errs.LoginRequired, errs.UnsupportedContent:
		return true
	}
	return false
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}
