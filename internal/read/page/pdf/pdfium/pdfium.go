// Package pdfium reads the text of PDF documents by PDFium, compiled to WebAssembly so
// that hostile files stay within its memory. Its engine is 7 MB, takes 1.4 s of a processor and 110 MB to be
// compiled: only the function that reads documents and the local service link it. It must not know what the text is for.
package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
)

// memoryPages bounds each instance, in WebAssembly pages of 64 KB: 128 MB. While it grows to that, what it grew out of
// is garbage for a moment: a document that takes all of it has made a process of up to 630 MB.
const memoryPages = 2048

// Reader reads PDF documents. Its engine starts with the first document, which
// takes about a second and a half. It is safe for concurrent use.
type Reader struct {
	slots chan struct{}
	start func() (pdfium.Pool, error)
}

// New returns a Reader of so many documents at once that has not started yet.
func New(atOnce int) *Reader {
	return &Reader{slots: make(chan struct{}, atOnce), start: sync.OnceValues(func() (pdfium.Pool, error) { return startEngine(atOnce) })}
}

// startEngine compiles PDFium: 1.4 s of CPU and 110 MB, once a process.
func startEngine(instances int) (pdfium.Pool, error) {
	return webassembly.Init(webassembly.Config{
		MaxIdle: instances, MaxTotal: instances,
		// Without a file system of its own the engine would be given the root folder.
		FSConfig:      wazero.NewFSConfig(),
		RuntimeConfig: wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
}

type outcome struct {
	doc pdf.Document
	err error
}

// Read implements extract.PDF. It MUST be given a context with a deadline:
// one page cannot be interrupted, so that a document which takes longer is
// abandoned and keeps one of the places until its page is done. Errors are
// pdf.ErrEncrypted, pdf.ErrUnusable and the context's.
func (r *Reader) Read(ctx context.Context, body []byte) (pdf.Document, error) {
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return pdf.Document{}, ctx.Err()
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-r.slots }()
		doc, err := r.read(ctx, body)
		done <- outcome{doc, err}
	}()
	select {
	case o := <-done:
		return o.doc, o.err
	case <-ctx.Done():
		return pdf.Document{}, ctx.Err()
	}
}

// Settle waits until no document is read any more, those that were abandoned included, and reports whether that came
// to be before ctx ended.
func (r *Reader) Settle(ctx context.Context) bool {
	for range cap(r.slots) {
		select {
		case r.slots <- struct{}{}:
			defer func() { <-r.slots }()
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// read opens the document in an instance of its own, which is thrown away after it:
// a broken document may leave anything in its memory.
func (r *Reader) read(ctx context.Context, body []byte) (doc pdf.Document, err error) {
	pool, err := r.start()
	if err != nil {
		return pdf.Document{}, fmt.Errorf("start pdfium: %w", err)
	}
	instance, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return pdf.Document{}, fmt.Errorf("take a pdfium instance: %w", err)
	}
	// The bindings panic when the engine traps, as it does on some broken files.
	defer func() {
		if recover() != nil {
			err = pdf.ErrUnusable
		}
		_ = instance.Close()
	}()
	opened, err := instance.OpenDocument(&requests.OpenDocument{File: &body})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return pdf.Document{}, pdf.ErrEncrypted
	case err != nil:
		return pdf.Document{}, fmt.Errorf("%w: %w", pdf.ErrUnusable, err)
	}
	count, err := instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
	if err != nil {
		return pdf.Document{}, fmt.Errorf("%w: %w", pdf.ErrUnusable, err)
	}
	doc.Total = count.PageCount
	if info, err := instance.GetMetaData(&requests.GetMetaData{Document: opened.Document}); err == nil {
		for _, tag := range info.Tags {
			describe(&doc, tag.Tag, strings.TrimSpace(tag.Value))
		}
	}
	err = readPages(ctx, instance, opened.Document, &doc)
	return doc, err
}

// readPages reads the pages into doc, as many as are read of a document. One that cannot be read is empty, as the others
// may be whole; a document of which none can be read is unusable, and not one of pictures alone.
func readPages(ctx context.Context, instance pdfium.Pdfium, handle references.FPDF_DOCUMENT, doc *pdf.Document) error {
	count, unread := min(doc.Total, pdf.MaxPages), 0
	for i := range count {
		if err := ctx.Err(); err != nil {
			return err
		}
		got, err := instance.GetPageText(&requests.GetPageText{Page: requests.Page{ByIndex: &requests.PageByIndex{Document: handle, Index: i}}})
		if err != nil {
			if unread++; unread == count {
				return fmt.Errorf("%w: %w", pdf.ErrUnusable, err)
			}
			doc.Pages = append(doc.Pages, "")
			continue
		}
		if !doc.Add(tidy(got.Text)) {
			break
		}
	}
	return nil
}

func describe(d *pdf.Document, tag, value string) {
	switch tag {
	case "Title":
		d.Title = strings.Join(strings.Fields(value), " ")
	case "Author":
		d.Author = strings.Join(strings.Fields(value), " ")
	case "CreationDate":
		d.Created = date(value)
	}
}

// date reads D:20240131120000+01'00' (ISO 32000-1, 7.9.4).
func date(s string) string {
	s = strings.ReplaceAll(strings.TrimPrefix(s, "D:"), "'", "")
	for _, layout := range []string{"20060102150405Z0700", "20060102150405-07"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	if len(s) >= 8 {
		if t, err := time.Parse("20060102", s[:8]); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// tidy makes line ends plain and joins words that PDFium saw hyphenated: it marks
// them with U+0002, or with U+FFFE in older builds.
func tidy(text string) string {
	text = strings.NewReplacer("\x02\r\n", "", "\ufffe\r\n", "", "\x02", "", "\ufffe", "", "\r\n", "\n", "\r", "\n").Replace(text)
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t\x00")
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
