package seal

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

// Log returns a handler that keeps secrets out of a log: attributes that are named like
// them, and user names and passwords within URLs, in messages and errors, too.
func Log(next slog.Handler) slog.Handler { return &handler{next} }

type handler struct{ next slog.Handler }

func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, Text(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.next.WithAttrs(all(attrs))}
}
func (h *handler) WithGroup(name string) slog.Handler { return &handler{h.next.WithGroup(name)} }

func all(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = attr(a)
	}
	return clean
}

func attr(a slog.Attr) slog.Attr {
	switch strings.ToLower(a.Key) {
	case "authorization", "cookie", "cookies", "headers", "password", "token":
		return slog.String(a.Key, Redacted)
	}
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, Text(v.String()))
	case slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(all(v.Group())...)}
	case slog.KindAny:
		if said, ok := v.Any().(error); ok {
			return slog.String(a.Key, Text(said.Error()))
		}
		if said, ok := v.Any().(fmt.Stringer); ok {
			return slog.String(a.Key, Text(said.String()))
		}
	default: // numbers and times hold no secrets
	}
	return a
}
