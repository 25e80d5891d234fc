package exa

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
)

// contentsBody is the body of a call for contents. IDs are URLs, as those are that results have.
type contentsBody struct {
	URLs []string `json:"urls"`
	IDs  []string `json:"ids"`
	contentsOptions
	MaxAgeHours      *int64          `json:"maxAgeHours"`
	LivecrawlTimeout *int64          `json:"livecrawlTimeout"` // milliseconds
	Extras           json.RawMessage `json:"extras"`
}

// extras are links and images of a page.
type extras struct {
	Links      []string `json:"links,omitzero"`
	ImageLinks []string `json:"imageLinks,omitzero"`
}

// status is what became of a URL.
type status struct {
	ID     string  `json:"id"`
	Status string  `json:"status"`
	Source string  `json:"source,omitempty"`
	Error  *reason `json:"error,omitempty"`
}

// reason is why a URL has no contents.
type reason struct {
	Tag        string    `json:"tag"`
	HTTPStatus int       `json:"httpStatusCode"`
	Code       errs.Code `json:"code"` // ours, which says more
	Message    string    `json:"message"`
}

// contentsEffects are the members that are known and not read.
func contentsEffects() map[string]form.Effect {
	all := never()
	all["userIdentifier"] = form.Effect{}
	return all
}

// contents answers POST /contents. Where no page could be read it is an error: results without any would look like
// pages without content.
func (f *face) contents(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // what a call took is the wall's time
	var body contentsBody
	notes, err := form.Read(w, r, &body, contentsEffects())
	if err != nil {
		return err
	}
	how, want, links, err := body.read()
	if err != nil {
		return err
	}
	notes = append(notes, want.notes...)
	field, list := "urls", body.URLs
	if len(list) == 0 && len(body.IDs) > 0 {
		field, list = "ids", body.IDs
	} else if len(body.IDs) > 0 {
		return &form.InvalidError{Field: "ids", Issue: "must not stand beside urls"}
	}
	limit := f.Longest
	if body.LivecrawlTimeout != nil {
		limit = f.Patience(float64(*body.LivecrawlTimeout) / 1000)
	}
	pages, id, err := f.Pages(w, r, field, list, how, limit)
	if err != nil {
		return err
	}
	out := found{RequestID: id, Results: []hit{}, Statuses: []status{}, Warnings: notesOf(notes)}
	for _, p := range pages {
		if p.Result == nil {
			t := form.OfFailure(p.Failure)
			out.Statuses = append(out.Statuses, status{ID: p.URL, Status: "error", Error: &reason{tagOf(t.Code), t.Status, t.Code, p.Failure.Message}})
			continue
		}
		source := "crawled"
		if p.Cached {
			source = "cached"
		}
		out.Statuses = append(out.Statuses, status{ID: p.URL, Status: "success", Source: source})
		out.Results = append(out.Results, want.page(p, links))
		for _, n := range p.Cautions() {
			out.Warnings = append(out.Warnings, note{"PAGE_CAUTION", fmt.Sprintf("/%s/%d", field, slices.Index(list, p.URL)), n.Field + ": " + n.Text + "."})
		}
	}
	out.SearchTime = since(began)
	form.Write(w, http.StatusOK, out)
	return nil
}

// counts are how many links and images are wanted.
type counts struct {
	Links      int `json:"links"`
	ImageLinks int `json:"imageLinks"`
}

// read reads extras, if there are any.
func (c *counts) read(raw json.RawMessage) ([]form.Note, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	notes, err := form.Members("extras.", raw, c, nil)
	if err == nil && (c.Links < 0 || c.ImageLinks < 0) {
		return nil, &form.InvalidError{Field: "extras", Issue: "has a negative number"}
	}
	return notes, err
}

// read is how pages are read, in our words.
func (b *contentsBody) read() (how *form.Reading, want *wanted, links counts, err error) {
	if len(b.Text) == 0 && len(b.Extras) == 0 {
		b.Text = json.RawMessage(usualText)
	}
	if want, err = b.want(""); err != nil {
		return nil, nil, links, err
	}
	if want.highlights {
		return nil, nil, links, &form.InvalidError{Field: "highlights", Issue: "is not supported: nothing is ranked within a page; ask for text"}
	}
	how = &form.Reading{Formats: []url.Format{url.Metadata}}
	if want.text && want.html {
		how.Formats = append(how.Formats, url.HTML)
	} else if want.text {
		how.Formats = append(how.Formats, url.Markdown)
	}
	if want.full {
		how.Options.OnlyMainContent = new(false)
	}
	notes, err := links.read(b.Extras)
	if err != nil {
		return nil, nil, links, err
	}
	want.notes = append(want.notes, notes...)
	if links.Links > 0 {
		how.Formats = append(how.Formats, url.Links)
	}
	if links.ImageLinks > 0 {
		how.Formats = append(how.Formats, url.Images)
	}
	if b.MaxAgeHours != nil && *b.MaxAgeHours < 0 {
		return nil, nil, links, &form.InvalidError{Field: "maxAgeHours", Issue: "must not be negative: pages are not kept so that they could be had without being read"}
	}
	if b.MaxAgeHours != nil {
		how.CacheTTLSec = new(min(*b.MaxAgeHours, mostHours) * 3600)
	}
	if b.LivecrawlTimeout != nil {
		if *b.LivecrawlTimeout < 1 {
			return nil, nil, links, &form.InvalidError{Field: "livecrawlTimeout", Issue: "must be at least 1"}
		}
		how.Options.TimeoutMS = *b.LivecrawlTimeout
	}
	return how, want, links, nil
}

// mostHours bounds what is multiplied; the cache keeps nothing for so long.
const mostHours = 10_000

// page is a page that was read.
func (o *wanted) page(p *form.Page, links counts) hit {
	h := hit{ID: p.URL, URL: p.Result.FinalURL, Title: p.Result.Title}
	if m := p.Result.Metadata; m != nil {
		h.PublishedDate, h.Author, h.Image = m.PublishedAt, m.Author, m.Image
		if i := slices.IndexFunc(m.Icons, func(i page.Icon) bool { return strings.Contains(i.Rel, "icon") }); i >= 0 {
			h.Favicon = m.Icons[i].URL
		}
	}
	for _, text := range []*string{p.Result.Markdown, p.Result.HTML} {
		if text != nil && o.text {
			h.Text = new(cut(*text, o.most))
		}
	}
	if links.Links > 0 || links.ImageLinks > 0 {
		h.Extras = &extras{}
		for _, l := range p.Result.Links[:min(len(p.Result.Links), links.Links)] {
			h.Extras.Links = append(h.Extras.Links, l.URL)
		}
		for _, i := range p.Result.Images[:min(len(p.Result.Images), links.ImageLinks)] {
			h.Extras.ImageLinks = append(h.Extras.ImageLinks, i.URL)
		}
	}
	return h
}

// answerBody is the body of a call for an answer.
type answerBody struct {
	Query  string `json:"query"`
	Text   bool   `json:"text"`
	Stream bool   `json:"stream"`
}

// answerEffects are the members of it that are known and not read.
func answerEffects() map[string]form.Effect {
	return map[string]form.Effect{
		"model": {Only: []string{`"exa"`}}, "systemPrompt": form.Ignored(), "userLocation": form.Ignored(), "userIdentifier": {},
		"outputSchema": {Only: []string{}, Refused: "is not supported: an answer is a text whose sentences are quoted"},
	}
}

// answerCall is the job of an answer.
type answerCall struct {
	search.AnswerArgs
	asked.Common
}

// citation is a page that an answer rests on.
type citation struct {
	ID            string `json:"id"`
	URL           string `json:"url"`
	Title         string `json:"title"`
	PublishedDate string `json:"publishedDate,omitempty"`
	Text          string `json:"text,omitempty"`
}

// answered is an answer; Citations are in the order of the numbers in it.
type answered struct {
	RequestID string     `json:"requestId"`
	Answer    string     `json:"answer"`
	Citations []citation `json:"citations"`
	Warnings  []note     `json:"warnings,omitempty"`
}

// answer answers POST /answer.
func (f *face) answer(w http.ResponseWriter, r *http.Request) error {
	var body answerBody
	notes, err := form.Read(w, r, &body, answerEffects())
	if err != nil {
		return err
	}
	j, err := f.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/search/answer", Key: form.Key(r), Body: answerCall{
		AnswerArgs: search.AnswerArgs{Q: body.Query, IncludeContent: body.Text}, Common: asked.Common{WaitTimeoutMS: asked.Patience(f.Longest)},
	}}, f.Longest)
	if err != nil {
		return err
	}
	var res search.AnswerResult
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return errs.Internal(err)
	}
	if s := res.Answer.Status; s != search.Answered && s != search.NoAnswer {
		return unwritten(w, j, s)
	}
	out := answered{RequestID: j.JobID, Answer: res.Answer.Text, Citations: []citation{}, Warnings: notesOf(notes)}
	for _, c := range res.Answer.Citations {
		if slices.ContainsFunc(out.Citations, func(o citation) bool { return o.URL == c.URL }) {
			continue
		}
		one := citation{ID: c.URL, URL: c.URL, Title: c.Title}
		for _, i := range res.Results {
			if i.Index == c.Index {
				one.PublishedDate = i.PublishedAt
				if body.Text {
					one.Text = i.Content
				}
			}
		}
		out.Citations = append(out.Citations, one)
	}
	if body.Stream {
		return stream(w, &out)
	}
	form.Write(w, http.StatusOK, out)
	return nil
}

// unwritten is an answer that no model wrote. What was found is charged, so the error says where it is.
func unwritten(w http.ResponseWriter, j *asked.Job, s search.AnswerStatus) error {
	out := failure{RequestID: j.JobID, Tag: "ANSWER_NOT_WRITTEN", Code: errs.ProviderNotConfigured, Error: "This installation has no language model"}
	if s == search.AnswerFailed {
		out.Code, out.Error = errs.ProviderUnavailable, "The language model wrote no answer that can be used"
	}
	out.Error += "; the results that were found are at GET " + asked.Base + "/jobs/" + j.JobID + "/result."
	form.Write(w, http.StatusUnprocessableEntity, out)
	return nil
}

// stream sends an answer in the form of a stream. It is written before the first of it is sent, since each sentence is
// held to its source.
func stream(w http.ResponseWriter, a *answered) error {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range []any{
		map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]string{"role": "assistant", "content": a.Answer}}}},
		map[string]any{"citations": a.Citations, "requestId": a.RequestID, "choices": []any{}},
	} {
		raw, err := json.Marshal(event)
		if err != nil {
			return errs.Internal(err)
		}
		_, _ = w.Write(slices.Concat([]byte("data: "), raw, []byte("\n\n"))) // fails only where the caller has left
	}
	return nil
}
