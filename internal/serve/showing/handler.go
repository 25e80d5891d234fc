package showing

import (
	"context"
	"log/slog"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Browser is the part of browser.Browser that the function needs.
type Browser interface {
	Visit(ctx context.Context, v shown.Visit) (*shown.Page, error)
}

// Handler answers calls of the function.
type Handler struct {
	browser Browser
	log     *slog.Logger
}

// NewHandler returns a Handler.
func NewHandler(b Browser, log *slog.Logger) *Handler { return &Handler{b, log} }

// Handle makes a visit. Its error means that there is no answer at all; why there is no page is
// an answer.
func (h *Handler) Handle(ctx context.Context, r Request) (invoke.Answer, error) {
	p, err := h.browser.Visit(egress.Naming(ctx, r.Named...), r.Visit)
	if err != nil && errs.Is(err, errs.ProviderUnavailable) {
		h.log.ErrorContext(ctx, "page not shown", "error", err)
	}
	return invoke.Give(ctx, encode(p, err), r.Upload)
}
