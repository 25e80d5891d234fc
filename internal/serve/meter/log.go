package meter

import (
	"context"
	"log/slog"
)

// Log returns a handler that completes what a line says of metrics by their namespace and the line's
// time, and leaves it out where the namespace is empty: of such a log nobody makes metrics.
func Log(next slog.Handler, namespace string) slog.Handler { return &handler{next, namespace} }

type handler struct {
	slog.Handler
	namespace string
}

// Handle implements slog.Handler.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	completed := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		asked, found := a.Value.Any().(directives)
		switch {
		case !found:
			completed.AddAttrs(a)
		case h.namespace != "":
			d := document{Timestamp: r.Time.UnixMilli()}
			for _, directive := range asked {
				directive.Namespace = h.namespace
				d.CloudWatchMetrics = append(d.CloudWatchMetrics, directive)
			}
			completed.AddAttrs(slog.Any(Metadata, d))
		}
		return true
	})
	return h.Handler.Handle(ctx, completed)
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.Handler.WithAttrs(attrs), h.namespace}
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.Handler.WithGroup(name), h.namespace}
}

type logKey struct{}

// With returns a context in which lines are those of a job: Of returns its log.
func With(ctx context.Context, log *slog.Logger) context.Context {
	return context.WithValue(ctx, logKey{}, log)
}

// Of is the log of the job that ctx is of, or else fallback.
func Of(ctx context.Context, fallback *slog.Logger) *slog.Logger {
	if log, ok := ctx.Value(logKey{}).(*slog.Logger); ok {
		return log
	}
	return fallback
}
