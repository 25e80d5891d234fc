package firecrawl

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kinds/search"
)

// searchBody is the body of a search. Lang is of v1 alone.
type searchBody struct {
	Query          string          `json:"query"`
	Sources        []named         `json:"sources"`
	Categories     []named         `json:"categories"`
	IncludeDomains []string        `json:"includeDomains"`
	ExcludeDomains []string        `json:"excludeDomains"`
	Limit          *int64          `json:"limit"`
	TBS            string          `json:"tbs"`
	Country        string          `json:"country"`
	Location       string          `json:"location"`
	Timeout        *int64          `json:"timeout"` // milliseconds
	ScrapeOptions  json.RawMessage `json:"scrapeOptions"`

	Lang string `json:"lang"`
}

// named is written as a word or as an object.
type named struct {
	Type string `json:"type"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *named) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &n.Type)
	}
	type object named
	return json.Unmarshal(raw, (*object)(n))
}

// searchCall is a search in our words.
type searchCall struct {
	search.Args
	asked.Common
}

// hit is a result, with its page where that was asked for.
type hit struct {
	URL         string `json:"url"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	Snippet     string `json:"snippet,omitempty"` // of news, where it has this name
	Date        string `json:"date,omitempty"`
	Position    int    `json:"position"`

	*document.Document // nil where no page was asked for
}

// found is the answer: lists by source in v2, one list in v1.
type found struct {
	Success     bool   `json:"success"`
	ID          string `json:"id"`
	Data        any    `json:"data"`
	Warning     string `json:"warning,omitempty"`
	CreditsUsed int64  `json:"creditsUsed"`
}

// usualHits is how many results a search has that names no limit.
const usualHits = 5

// mostHits is how many the API returns at most to most organizations.
const mostHits = 20

// search answers POST /search.
func (f *face) search(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // how long a caller waits is the wall's time
	var body searchBody
	warnings, err := decode(w, r, &body)
	if err != nil {
		return err
	}
	args, more, err := body.args(began.UTC()) // tbs counts back from the wall's time
	if err != nil {
		return err
	}
	how, said, err := body.contents(args)
	if err != nil {
		return err
	}
	sources, passed, err := sourcesOf(body.Sources)
	if err != nil {
		return err
	}
	warnings = slices.Concat(warnings, more, said, passed)
	out := found{Success: true}
	all, lists := []*hit{}, map[string][]*hit{}
	var lost error
	for _, source := range sources {
		hits, said, err := f.look(w, r, source, *args, body.Timeout, &out)
		if _, refused := errors.AsType[*asked.RefusedError](err); r.Context().Err() != nil || refused && len(lists) == 0 {
			return err // nothing was charged, and what refuses one refuses the other
		}
		if err != nil { // what was found elsewhere is charged, and so it is answered
			lost = err
			warnings = append(warnings, source+" could not be searched: "+reasonOf(err))
			continue
		}
		all, lists[source], warnings = append(all, hits...), hits, append(warnings, said...)
	}
	if len(lists) == 0 {
		return lost
	}
	if how != nil && len(all) > 0 {
		said, err := f.readHits(w, r, all, how, f.patience(body.Timeout)-time.Since(began)) //nolint:forbidigo // as above
		if err != nil {
			return err
		}
		warnings, out.CreditsUsed = append(warnings, said...), form.Spent(w)
	}
	out.Data, out.Warning = lists, document.Warning(warnings)
	if f.version == 1 {
		out.Data = all
	}
	write(w, http.StatusOK, out)
	return nil
}

// catalogue is a source of theirs that has no pages: a list of their tools, for which their own tools for language models
// look with every search.
const catalogue = "alexandria"

// sourcesOf are the sources to search, each once. Error: *invalid.
func sourcesOf(given []named) (sources, warnings []string, err error) {
	for i, s := range given {
		switch {
		case s.Type == catalogue && len(given) > 1:
			warnings = append(warnings, fmt.Sprintf("sources[%d], %s, has no effect here", i, catalogue))
		case s.Type != "web" && s.Type != "news":
			return nil, nil, &invalid{fmt.Sprintf("sources[%d]", i), fmt.Sprintf("%q is not supported by this service; it has web and news", s.Type)}
		case !slices.Contains(sources, s.Type):
			sources = append(sources, s.Type)
		}
	}
	if len(sources) == 0 {
		sources = []string{"web"}
	}
	return sources, warnings, nil
}

// reasonOf is why a source could not be searched.
func reasonOf(err error) string {
	if failed, ok := errors.AsType[*asked.FailedError](err); ok {
		why := failed.Failure()
		return string(why.Code) + ", " + strings.TrimSuffix(why.Message, ".")
	}
	if refused, ok := errors.AsType[*asked.RefusedError](err); ok {
		return string(refused.Code) + ", " + strings.TrimSuffix(refused.Message, ".")
	}
	if bad, ok := errors.AsType[*form.InvalidError](err); ok {
		return bad.Issue
	}
	return string(errs.As(err).Code)
}

// look searches one source, in a job of its own.
func (f *face) look(w http.ResponseWriter, r *http.Request, source string, args search.Args, timeout *int64, out *found) (hits []*hit, warnings []string, err error) {
	limit := f.patience(timeout)
	key := keyOf(r)
	if source == "news" {
		args.Provider, key = search.News, keyFor(source, key)
	}
	j, answer, err := f.finish(r, asked.Call{Method: http.MethodPost, Path: "/search", Key: key, Body: searchCall{
		Args: args, Common: asked.Common{WaitTimeoutMS: asked.Patience(limit)},
	}}, limit)
	asked.Relay(w, answer)
	if j != nil {
		out.ID, out.CreditsUsed = j.JobID, out.CreditsUsed+j.Spent()
		w.Header().Set(charged, fmt.Sprint(out.CreditsUsed))
	}
	if err != nil {
		return nil, nil, err
	}
	var res search.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return nil, nil, errs.Internal(err)
	}
	lost, hits := 0, []*hit{}
	for _, i := range res.Results {
		if i.Page != nil && i.Page.Status != search.Fetched {
			lost++
		}
		hits = append(hits, hitOf(source, i))
	}
	if lost > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d pages could not be read, each has metadata.error, and cost nothing", lost, len(hits)))
	}
	if why := res.Coverage.Reason; args.MaxResults > mostHits && int64(len(hits)) < args.MaxResults && why != "" {
		warnings = append(warnings, fmt.Sprintf("limit is %d, and there are %d results: %s", args.MaxResults, len(hits), strings.TrimSuffix(why, ".")))
	}
	for _, name := range res.Ignored {
		warnings = append(warnings, name+" has no effect with the engine that answered, "+res.Provider)
	}
	return hits, warnings, nil
}

func hitOf(source string, i search.Item) *hit {
	h := &hit{URL: i.URL, Title: i.Title, Description: i.Snippet, Date: i.PublishedAt, Position: i.Index}
	if source == "news" {
		h.Description, h.Snippet = "", i.Snippet
	}
	switch {
	case i.Page == nil:
	case i.Page.Status == search.Fetched:
		h.has(&document.Document{Markdown: &i.Page.Markdown, Metadata: document.Metadata{
			Title: i.Page.Title, Language: i.Page.Language, PublishedTime: i.Page.PublishedAt, URL: i.Page.FinalURL, StatusCode: http.StatusOK,
		}})
	default:
		h.lacks("the page could not be read: " + string(i.Page.Status))
	}
	return h
}

// args are the arguments of a search in our words.
func (b *searchBody) args(now time.Time) (args *search.Args, warnings []string, err error) {
	args = &search.Args{
		Q: b.Query, MaxResults: usualHits, IncludeDomains: option.List(b.IncludeDomains), ExcludeDomains: option.List(b.ExcludeDomains),
		Country: b.Country, Language: b.Lang,
	}
	if b.Limit != nil {
		if *b.Limit < 1 {
			return nil, nil, &invalid{"limit", "must be at least 1"}
		}
		args.MaxResults = *b.Limit
	}
	if b.Timeout != nil && *b.Timeout < 0 {
		return nil, nil, &invalid{"timeout", "must not be negative"}
	}
	for i, c := range b.Categories {
		if c.Type != "github" {
			return nil, nil, &invalid{fmt.Sprintf("categories[%d]", i), fmt.Sprintf("%q is not supported by this service; it has github, and includeDomains for all else", c.Type)}
		}
		args.IncludeDomains = append(args.IncludeDomains, "github.com")
	}
	if b.Location != "" {
		warnings = append(warnings, "location has no effect; country has")
	}
	if err := b.since(now, args); err != nil {
		return nil, nil, err
	}
	return args, warnings, nil
}

// spans are the spans of tbs.
var spans = map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour, "m": 30 * 24 * time.Hour, "y": 365 * 24 * time.Hour}

// since reads tbs: how far back, or from when to when.
func (b *searchBody) since(now time.Time, args *search.Args) error {
	if b.TBS == "" {
		return nil
	}
	bad := &invalid{"tbs", "must be qdr:h, qdr:d, qdr:w, qdr:m, qdr:y, or cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY"}
	if span, ok := strings.CutPrefix(b.TBS, "qdr:"); ok {
		back, ok := spans[span]
		if !ok {
			return bad
		}
		// Even times, so that a call which is made again with its key soon after is the same.
		args.Since = option.Moment(now.Add(-back).Truncate(min(back/24, time.Hour)).Format(time.RFC3339))
		return nil
	}
	rest, ok := strings.CutPrefix(b.TBS, "cdr:1,")
	if !ok {
		return bad
	}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(part, ":")
		day, err := time.Parse("1/2/2006", value)
		switch {
		case err != nil:
			return bad
		case name == "cd_min":
			args.Since = option.Moment(day.Format(time.DateOnly))
		case name == "cd_max":
			args.Until = option.Moment(day.Format(time.DateOnly))
		default:
			return bad
		}
	}
	return nil
}
