// Package reading has PDFs read by a function that does nothing else: its client, for the workers that are asked for
// documents, and what the function does with a call. The engine's time, its memory and what a broken document does to
// them are the function's, and what gets out of the engine there finds no key, no table, no queue and no bucket. It
// must not know jobs, nor link the engine.
package reading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/blob"
)

// Request is one call of the function.
type Request struct {
	Body []byte `json:"body,omitempty"` // the document
	Link string `json:"link,omitempty"` // by which one can be read that is too large for Body
	// Left is how long the caller waits; 0 is as long as the function has.
	Left time.Duration `json:"left,omitempty"`
	// Upload is a link by which one object can be written: an answer that is too large for
	// the response.
	Upload string `json:"upload,omitempty"`
}

// answer has either a document or why there is none.
type answer struct {
	Document *pdf.Document `json:"document,omitempty"`
	Failure  failure       `json:"failure,omitempty"`
}

// failure is why the function has no document; its log has the cause.
type failure string

const (
	encrypted failure = "encrypted"
	unusable  failure = "unusable"
	late      failure = "late"    // the time was over
	missing   failure = "missing" // there was nothing where the link leads
)

// errMissing is that a document could not be read where its link leads.
var errMissing = errors.New("the document cannot be fetched")

// encode is the answer with a document, or with why there is none. Its error is what is no answer: of our own parts, the engine did
// not start.
func encode(doc pdf.Document, err error) ([]byte, error) {
	var a answer
	switch {
	case err == nil:
		a.Document = &doc
	case errors.Is(err, pdf.ErrEncrypted):
		a.Failure = encrypted
	case errors.Is(err, pdf.ErrUnusable):
		a.Failure = unusable
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		a.Failure = late
	case errors.Is(err, errMissing):
		a.Failure = missing
	default:
		return nil, err
	}
	raw, err := json.Marshal(a) //nolint:musttag // both ends are ours, and a test holds that every field travels
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return blob.Pack(raw), nil
}

// Decode reads an answer. Its error is why there is no document, or one without a meaning when the answer is none of
// ours: whoever got out of the engine may have written it.
func Decode(packed []byte) (pdf.Document, error) {
	raw, err := blob.Unpack(packed)
	if err != nil {
		return pdf.Document{}, err
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil { //nolint:musttag // both ends are ours, and a test holds that every field travels
		return pdf.Document{}, fmt.Errorf("answer: %w", err)
	}
	if a.Failure != "" && a.Document != nil {
		return pdf.Document{}, errors.New("answer with a document and why there is none")
	}
	switch a.Failure {
	case "":
		return whole(a.Document)
	case encrypted:
		return pdf.Document{}, pdf.ErrEncrypted
	case unusable:
		return pdf.Document{}, pdf.ErrUnusable
	case late:
		return pdf.Document{}, errs.Wrap(context.DeadlineExceeded, errs.UpstreamTimeout, "The PDF was not read in time; try again later.")
	case missing:
		return pdf.Document{}, errs.Wrap(errMissing, errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
	}
	return pdf.Document{}, fmt.Errorf("answer with the failure %.50q", a.Failure)
}

// whole is a document that is no more than one can be.
func whole(d *pdf.Document) (pdf.Document, error) {
	if d == nil {
		return pdf.Document{}, errors.New("answer without a document")
	}
	size := 0
	for _, text := range d.Pages {
		size += len(text)
	}
	if d.Empty < 0 || d.Empty > d.Read || d.Read > len(d.Pages) || len(d.Pages) > min(d.Total, pdf.MaxPages) || size > pdf.MaxText {
		return pdf.Document{}, fmt.Errorf("answer with %d pages, %d of them whole, %d empty, of %d, %d bytes", len(d.Pages), d.Read, d.Empty, d.Total, size)
	}
	return *d, nil
}
