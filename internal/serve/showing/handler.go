package showing

import (
	"context"
	"log/slog"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// mostInline is the most of an answer that the response takes, of 6 MB that Lambda allows for
// it in base64.
const mostInline = 4 << 20

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
func (h *Handler) Handle(ctx context.Context, r Request) (Response, error) {
	p, err := h.browser.Visit(egress.Naming(ctx, r.Named...), r.Visit)
	if err != nil && errs.Is(err, errs.ProviderUnavailable) {
		h.log.ErrorContext(ctx, "page not shown", "error", err)
	}
	packed := encode(p, err)
	if len(packed) <= mostInline {
		return Response{Packed: packed}, nil
	}
	return Response{Uploaded: true}, blob.Upload(ctx, r.Upload, packed)
}
