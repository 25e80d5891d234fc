package url

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// Format is what a caller wants of a page.
type Format string

// The formats. Screenshot has a worker of its own, since it needs a browser.
const (
	Raw        Format = "raw"
	Markdown   Format = "markdown"
	HTML       Format = "html"
	Text       Format = "text"
	JSON       Format = "json"
	Metadata   Format = "metadata"
	Links      Format = "links"
	Images     Format = "images"
	Tables     Format = "tables"
	Screenshot Format = "screenshot"
	Resolve    Format = "resolve"
)

// formats are all of them, in the order in which a canonical input names several.
var formats = []Format{Markdown, HTML, Text, JSON, Metadata, Links, Images, Tables, Raw, Screenshot, Resolve}

// price is what a job of one format costs.
func (f Format) price() credit.Price {
	if f == Screenshot {
		return screenshotPrice
	}
	return pagePrice
}

// quote is that of the dearest format: one fetch serves all of them.
func quote(wanted []Format) credit.Quote {
	dearest := wanted[0].price().For(1)
	for _, f := range wanted[1:] {
		if q := f.price().For(1); q.Credits > dearest.Credits {
			dearest = q
		}
	}
	return dearest
}

// Known is what of the charge goes back when a page is as an earlier crawl saw it: it then costs
// what resolve does.
func (a *Args) Known(charged int64) int64 {
	return max(0, charged-Resolve.price().For(1).Credits)
}

// Wanted are the formats that the job returns, at least one, each once.
func (a *Args) Wanted() []Format {
	if len(a.Formats) > 0 {
		return a.Formats
	}
	return []Format{a.Format}
}

// Wants reports whether the job returns a format.
func (a *Args) Wants(f Format) bool { return slices.Contains(a.Wanted(), f) }

// choose brings format and formats into one form: one alone is format, several are formats in
// our order, each once. Error: invalid_request.
func (a *Args) choose() error {
	if a.Format != "" && len(a.Formats) > 0 {
		return errs.Field(errs.InvalidRequest, "formats", "must not stand beside format; put all formats into formats")
	}
	if a.Format == "" && len(a.Formats) == 0 {
		a.Format = Markdown
	}
	if len(a.Formats) == 0 {
		return a.Format.check("format")
	}
	for i, f := range a.Formats {
		if err := f.check(fmt.Sprintf("formats[%d]", i)); err != nil {
			return err
		}
	}
	var wanted []Format
	for _, f := range formats {
		if slices.Contains(a.Formats, f) {
			wanted = append(wanted, f)
		}
	}
	if len(wanted) == 1 {
		a.Format, a.Formats = wanted[0], nil
		return nil
	}
	a.Formats = wanted
	return nil
}

func (f Format) check(field string) error {
	if slices.Contains(formats, f) {
		return nil
	}
	names := formatNames()
	issue := "must be one of " + strings.Join(names, ", ")
	if meant := option.Meant(string(f), names); meant != "" {
		issue += "; did you mean " + meant + "?"
	}
	return errs.Field(errs.InvalidRequest, field, issue)
}

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}
