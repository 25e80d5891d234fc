package exa

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kinds/search"
)

// searchBody is the body of a search.
type searchBody struct {
	Query          string          `json:"query"`
	NumResults     *int64          `json:"numResults"`
	Category       string          `json:"category"`
	IncludeDomains []string        `json:"includeDomains"`
	ExcludeDomains []string        `json:"excludeDomains"`
	Since          string          `json:"startPublishedDate"`
	Until          string          `json:"endPublishedDate"`
	UserLocation   json.RawMessage `json:"userLocation"`
	Contents       json.RawMessage `json:"contents"`
}

// searchEffects are the members of a search that are known and not read.
func searchEffects() map[string]form.Effect {
	phrase := form.Effect{Only: []string{"[]"}, Refused: "is not supported: put the words into query, as \"a phrase\" or -without"}
	return map[string]form.Effect{
		"type":   {Only: []string{`"auto"`, `"neural"`, `"keyword"`, `"fast"`, `"instant"`, `"lite"`}}, // which engine is asked is configured
		"stream": {},                                                                                   // results are answered whole, as theirs may be
		"flags":  {}, "userIdentifier": {}, "useAutoprompt": {Only: []string{"false", "true"}},
		"startCrawlDate": form.Ignored(), "endCrawlDate": form.Ignored(), "includeText": phrase, "excludeText": phrase,
		"moderation":        {Only: []string{"false"}, Refused: "is not supported: what is found is not judged"},
		"additionalQueries": form.Ignored(), "systemPrompt": form.Ignored(), "objective": form.Ignored(),
		"outputSchema": {Only: []string{}, Refused: "is not supported: results are not rewritten; ask POST /answer for an answer"},
	}
}

// wanted is what is asked for of each page.
type wanted struct {
	text, html bool
	most       int // characters; 0 for all
	highlights bool
	full       bool // not the main content alone
	notes      []form.Note
}

// textOptions are the members of text.
type textOptions struct {
	MaxCharacters   *int   `json:"maxCharacters"`
	IncludeHTMLTags bool   `json:"includeHtmlTags"`
	Verbosity       string `json:"verbosity"`
}

// contentsOptions are the members that say what of a page is wanted.
type contentsOptions struct {
	Text       json.RawMessage `json:"text"`
	Highlights json.RawMessage `json:"highlights"`
}

// never are the members of contents that nothing here stands for.
func never() map[string]form.Effect {
	return map[string]form.Effect{
		"summary":   {Only: []string{"false"}, Refused: "is not supported: ask for text and have a model of your own read it"},
		"context":   {Only: []string{"false"}, Refused: "is not supported: put the texts together"},
		"subpages":  {Only: []string{"0"}, Refused: "is not supported: POST /v1/public/crawl reads the pages behind a page"},
		"metadata":  {},
		"livecrawl": {Only: []string{`"always"`, `"preferred"`, `"fallback"`, `"auto"`}},
		"flags":     {},
		"extras":    {Only: []string{"{}"}, Refused: "is not supported in a search; POST /contents has it"},
		"snapshotAsOf": {
			Only: []string{}, Refused: "is not supported: pages are read as they are now",
		},
		"filterEmptyResults": {}, "subpageTarget": form.Ignored(), "livecrawlTimeout": form.Ignored(), "maxAgeHours": {Only: []string{"0"}},
	}
}

// want reads what is wanted.
func (o *contentsOptions) want(prefix string) (*wanted, error) {
	out := &wanted{}
	yes, object, err := chosen(prefix+"text", o.Text)
	if err != nil {
		return nil, err
	}
	if out.text = yes; object {
		var t textOptions
		notes, err := form.Members(prefix+"text.", o.Text, &t, map[string]form.Effect{"includeSections": form.Ignored(), "excludeSections": form.Ignored()})
		if err != nil {
			return nil, err
		}
		out.notes = append(out.notes, notes...)
		out.html, out.full = t.IncludeHTMLTags, t.Verbosity == "full"
		if t.MaxCharacters != nil {
			if out.most = *t.MaxCharacters; out.most < 1 {
				return nil, &form.InvalidError{Field: prefix + "text.maxCharacters", Issue: "must be at least 1"}
			}
		}
	}
	if out.highlights, object, err = chosen(prefix+"highlights", o.Highlights); err != nil {
		return nil, err
	}
	if object {
		notes, err := form.Members(prefix+"highlights.", o.Highlights, &struct{}{}, map[string]form.Effect{
			"query": form.Ignored(), "maxCharacters": form.Ignored(), "numSentences": form.Ignored(), "highlightsPerUrl": form.Ignored(), "dynamic": {Only: []string{"false"}},
		})
		if err != nil {
			return nil, err
		}
		out.notes = append(out.notes, notes...)
	}
	return out, nil
}

// searchCall is the job of a search.
type searchCall struct {
	search.Args
	asked.Common
}

// hit is a result, or a page.
type hit struct {
	ID            string   `json:"id"` // its URL, as theirs mostly is
	URL           string   `json:"url"`
	Title         string   `json:"title"`
	PublishedDate string   `json:"publishedDate,omitempty"`
	Author        string   `json:"author,omitempty"`
	Score         *float64 `json:"score,omitempty"`
	Image         string   `json:"image,omitempty"`
	Favicon       string   `json:"favicon,omitempty"`
	Text          *string  `json:"text,omitempty"`
	Highlights    []string `json:"highlights,omitzero"`
	Extras        *extras  `json:"extras,omitempty"`
}

// found is the answer to a search, and to what asks for contents.
type found struct {
	RequestID  string   `json:"requestId"` // the job's or the batch's id
	Results    []hit    `json:"results"`
	Statuses   []status `json:"statuses,omitzero"`
	SearchTime float64  `json:"searchTime"` // milliseconds
	Warnings   []note   `json:"warnings,omitempty"`
	Notices    []note   `json:"notices,omitempty"`
}

func since(began time.Time) float64 {
	return float64(time.Since(began).Milliseconds()) //nolint:forbidigo // what a call took is the wall's time
}

// search answers POST /search.
func (f *face) search(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // what a call took is the wall's time
	var body searchBody
	notes, err := form.Read(w, r, &body, searchEffects())
	if err != nil {
		return err
	}
	args, said, err := body.args()
	if err != nil {
		return err
	}
	want, err := body.want()
	if err != nil {
		return err
	}
	args.Contents = want.text
	notes = append(append(notes, said...), want.notes...)
	j, err := f.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/search", Key: form.Key(r), Body: searchCall{
		Args: *args, Common: asked.Common{WaitTimeoutMS: asked.Patience(f.Longest)},
	}}, f.Longest)
	if err != nil {
		return err
	}
	var res search.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return errs.Internal(err)
	}
	out := found{RequestID: j.JobID, Results: []hit{}}
	var lost []string
	for _, i := range res.Results {
		h := hit{ID: i.URL, URL: i.URL, Title: i.Title, PublishedDate: i.PublishedAt, Score: &i.Score}
		if want.highlights && i.Snippet != "" {
			h.Highlights = []string{i.Snippet}
		}
		if p := i.Page; p != nil && p.Status == search.Fetched {
			h.Text = new(cut(p.Markdown, want.most))
		} else if p != nil {
			lost = append(lost, i.URL)
		}
		out.Results = append(out.Results, h)
	}
	if len(lost) > 0 {
		out.Notices = []note{{"CONTENTS_NOT_READ", "/contents", fmt.Sprintf("%d of %d pages could not be read and cost nothing: %s.", len(lost), len(res.Results), strings.Join(lost, ", "))}}
	}
	for _, name := range res.Ignored {
		notes = append(notes, form.Note{Field: theirs(name), Text: "has no effect with the engine that answered, " + res.Provider})
	}
	out.SearchTime, out.Warnings = since(began), notesOf(notes)
	form.Write(w, http.StatusOK, out)
	return nil
}

// cut is a text of at most so many characters.
func cut(text string, most int) string {
	if runes := []rune(text); most > 0 && len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// want is what a search is to read of its results.
func (b *searchBody) want() (*wanted, error) {
	yes, object, err := chosen("contents", b.Contents)
	if err != nil || !yes {
		return &wanted{}, err
	}
	var o contentsOptions
	var notes []form.Note
	if object {
		if notes, err = form.Members("contents.", b.Contents, &o, never()); err != nil {
			return nil, err
		}
	}
	if len(o.Text) == 0 && len(o.Highlights) == 0 {
		o.Text = json.RawMessage(usualText)
	}
	out, err := o.want("contents.")
	if err != nil {
		return nil, err
	}
	if out.html || out.full {
		return nil, &form.InvalidError{Field: "contents.text", Issue: "has includeHtmlTags or verbosity full, which a search cannot heed; POST /contents has them"}
	}
	out.notes = append(notes, out.notes...)
	return out, nil
}

// usualText is what is returned of a page where nothing is named; it is theirs.
const usualText = `{"maxCharacters":10000}`

// args are the arguments of a search in our words.
func (b *searchBody) args() (args *search.Args, notes []form.Note, err error) {
	args = &search.Args{
		Q: b.Query, IncludeDomains: option.List(b.IncludeDomains), ExcludeDomains: option.List(b.ExcludeDomains), Since: option.Moment(b.Since), Until: option.Moment(b.Until),
	}
	if b.NumResults != nil {
		if args.MaxResults = *b.NumResults; args.MaxResults < 1 {
			return nil, nil, &form.InvalidError{Field: "numResults", Issue: "must be at least 1"}
		}
	}
	switch b.Category {
	case "":
	case "news":
		args.Provider = search.News
	case "research paper":
		args.Provider = search.Research
	default:
		return nil, nil, &form.InvalidError{Field: "category", Issue: fmt.Sprintf("%q is not supported by this service; it has news and research paper, and includeDomains for all else", b.Category)}
	}
	args.Country, notes, err = locate(b.UserLocation)
	return args, notes, err
}
