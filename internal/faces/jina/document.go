package jina

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// document is a page that was read.
type document struct {
	Title         string            `json:"title"`
	Description   string            `json:"description"`
	URL           string            `json:"url"`
	Content       *string           `json:"content,omitempty"`
	PublishedTime string            `json:"publishedTime,omitempty"`
	HTML          *string           `json:"html,omitempty"`
	Text          *string           `json:"text,omitempty"`
	Screenshot    string            `json:"screenshotUrl,omitempty"`
	Pageshot      string            `json:"pageshotUrl,omitempty"`
	Links         any               `json:"links,omitempty"` // by text, or with "all" pairs of text and URL
	Images        map[string]string `json:"images,omitzero"` // by alternative text, or by number
	Metadata      map[string]string `json:"metadata,omitempty"`
	Warning       string            `json:"warning,omitempty"`

	pairs [][2]string // the links, in their order
	shown [][2]string // the images
}

// documentOf is the page in their words.
func (p *plan) documentOf(res *url.Result) *document {
	d := &document{Title: res.Title, URL: res.URL, Content: res.Markdown, HTML: res.Raw, Text: res.Text, Warning: form.Text(p.warnings(res))}
	if m := res.Metadata; m != nil {
		d.Description, d.PublishedTime = m.Description, m.PublishedAt
		d.Metadata = map[string]string{}
		for name, text := range map[string]string{"lang": m.Language, "author": m.Author, "description": m.Description} {
			if text != "" {
				d.Metadata[name] = text
			}
		}
		for name, text := range m.OpenGraph {
			d.Metadata["og:"+name] = text
		}
	}
	if len(res.Screenshot) > 0 {
		shot := "data:image/" + string(res.ScreenshotFormat) + ";base64," + base64.StdEncoding.EncodeToString(res.Screenshot)
		if slices.Contains(p.modes, "pageshot") {
			d.Pageshot = shot
		} else {
			d.Screenshot = shot
		}
	}
	d.list(p, res)
	return d
}

func (d *document) list(p *plan, res *url.Result) {
	if p.links {
		d.pairs = [][2]string{}
		byText := map[string]string{}
		for _, l := range res.Links {
			d.pairs = append(d.pairs, [2]string{l.Text, l.URL})
			byText[l.Text] = l.URL
		}
		if d.Links = byText; p.pairs {
			d.Links = d.pairs
		}
	}
	if p.images {
		d.shown, d.Images = [][2]string{}, map[string]string{}
		for n, i := range res.Images {
			d.shown = append(d.shown, [2]string{i.Alt, i.URL})
			name := i.Alt
			if _, taken := d.Images[name]; taken || name == "" { // many pictures have no text, and each is to be had
				name = strings.TrimSuffix("Image "+strconv.Itoa(n+1)+": "+i.Alt, ": ")
			}
			d.Images[name] = i.URL
		}
	}
}

// warnings are what has no effect, and reasons to look at the page before it is used.
func (p *plan) warnings(res *url.Result) []form.Note {
	notes := slices.Clone(p.notes)
	for _, text := range url.Cautions(res) {
		notes = append(notes, form.Note{Text: text})
	}
	if res.Truncated {
		notes = append(notes, form.Note{Text: "the text is cut at the tokens that were asked for"})
	}
	return notes
}

// answer writes the page in the form that was asked for.
func (p *plan) answer(w http.ResponseWriter, res *url.Result) {
	d := p.documentOf(res)
	if p.accepts == asText && p.how.Formats[0] != url.Markdown && d.Warning != "" {
		w.Header().Set("X-Warning", d.Warning) // there is no place for it in the page itself
	}
	switch {
	case p.accepts == asJSON:
		form.Write(w, http.StatusOK, envelope{http.StatusOK, 20000, d})
	case p.accepts == asEvents:
		event(w, d)
	case p.how.Formats[0] == url.Screenshot:
		w.Header().Set("Content-Type", "image/"+string(res.ScreenshotFormat))
		_, _ = w.Write(res.Screenshot) //nolint:gosec // a picture, and its type is sent with nosniff
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(d.text(p.how.Formats[0]))) //nolint:gosec // plain text, and its type is sent with nosniff
	}
}

// text is the page as their text, in one form.
func (d *document) text(form url.Format) string {
	if whole, ok := map[url.Format]*string{url.Raw: d.HTML, url.Text: d.Text}[form]; ok && whole != nil {
		return *whole
	}
	var b strings.Builder
	b.WriteString("Title: " + d.Title + "\n\nURL Source: " + d.URL + "\n")
	if d.PublishedTime != "" {
		b.WriteString("\nPublished Time: " + d.PublishedTime + "\n")
	}
	if d.Warning != "" {
		b.WriteString("\nWarning: " + d.Warning + "\n")
	}
	b.WriteString("\nMarkdown Content:\n")
	if d.Content != nil {
		b.WriteString(*d.Content + "\n")
	}
	summary(&b, "Images:", "!", d.shown)
	summary(&b, "Links/Buttons:", "", d.pairs)
	return b.String()
}

// summary is a list at the end of a text; nil is none.
func summary(b *strings.Builder, title, mark string, list [][2]string) {
	if list == nil {
		return
	}
	b.WriteString("\n" + title + "\n")
	for _, one := range list {
		b.WriteString("- " + mark + "[" + one[0] + "](" + one[1] + ")\n")
	}
}
