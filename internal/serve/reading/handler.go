package reading

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/invoke"
)

const (
	// reserve is what of the function's time is kept for the end of an abandoned document, and for the answer.
	reserve = 10 * time.Second
	// settling is how long an abandoned document may take to end: a page of any size, and the start of the engine.
	settling = 5 * time.Second
	// mostTime is for a document where nobody says how long it may take.
	mostTime = time.Minute
)

// The types of errors with which the function ends: because of a document, and because its engine did not start.
const (
	stuck    = "DocumentStuck"
	noEngine = "EngineFailed"
)

// Engine is the part of pdfium.Reader that the function needs.
type Engine interface {
	Read(ctx context.Context, body []byte) (pdf.Document, error)
	Settle(ctx context.Context) bool
}

// Handler answers calls of the function.
type Handler struct {
	engine Engine
	log    *slog.Logger
}

// NewHandler returns a Handler.
func NewHandler(e Engine, log *slog.Logger) *Handler { return &Handler{e, log} }

// Handle reads a document. Why there is none is an answer. Its error means that there is no answer at all: a document
// that has not ended with its time would have the processor and the memory of those that come after it, and an engine that
// has not started never will, so that the process ends, and Lambda begins another for the next.
func (h *Handler) Handle(ctx context.Context, r Request) (invoke.Answer, error) {
	within, cancel := context.WithTimeout(ctx, left(ctx, r.Left))
	defer cancel()
	doc, err := h.read(within, r)
	if within.Err() != nil && !h.settled(ctx) {
		return invoke.Answer{}, messages.InvokeResponse_Error{Type: stuck, Message: "a page of the document does not end", ShouldExit: true}
	}
	if err != nil && !errors.Is(err, pdf.ErrEncrypted) && !errors.Is(err, pdf.ErrUnusable) {
		h.log.ErrorContext(ctx, "document not read", "error", err)
	}
	packed, err := encode(doc, err)
	if err != nil {
		return invoke.Answer{}, messages.InvokeResponse_Error{Type: noEngine, Message: "the engine did not start", ShouldExit: true}
	}
	return invoke.Give(ctx, packed, r.Upload)
}

func (h *Handler) read(ctx context.Context, r Request) (pdf.Document, error) {
	body := r.Body
	if r.Link != "" {
		var err error
		if body, err = blob.Download(ctx, r.Link); err != nil {
			return pdf.Document{}, fmt.Errorf("%w: %w", errMissing, err)
		}
	}
	return h.engine.Read(ctx, body)
}

// settled reports whether nothing is left of an abandoned document.
func (h *Handler) settled(ctx context.Context) bool {
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
	defer cancel()
	return h.engine.Settle(within)
}

// left is how long a document may take: what its caller waits for, and no longer than the function has.
func left(ctx context.Context, caller time.Duration) time.Duration {
	if caller <= 0 {
		caller = mostTime
	}
	if end, ok := ctx.Deadline(); ok {
		caller = min(caller, time.Until(end)-reserve) //nolint:forbidigo // contexts end by the real clock
	}
	return caller
}
