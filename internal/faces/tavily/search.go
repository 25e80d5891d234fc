package tavily

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
	Topic          string          `json:"topic"`
	MaxResults     *int64          `json:"max_results"`
	TimeRange      string          `json:"time_range"`
	StartDate      string          `json:"start_date"`
	EndDate        string          `json:"end_date"`
	Days           *int64          `json:"days"`
	IncludeDomains []string        `json:"include_domains"`
	ExcludeDomains []string        `json:"exclude_domains"`
	Country        string          `json:"country"`
	Language       string          `json:"language"`
	IncludeAnswer  json.RawMessage `json:"include_answer"`
	IncludeRaw     json.RawMessage `json:"include_raw_content"`
	IncludeUsage   bool            `json:"include_usage"`
}

// searchEffects are the members of a search that are known and not read.
func searchEffects() map[string]form.Effect {
	off := form.Effect{Only: []string{"false"}}
	return map[string]form.Effect{
		"api_key": {}, // the header has it, too
		// How deep a search goes is the engines' business.
		"search_depth": {Only: []string{`"basic"`, `"fast"`, `"ultra-fast"`}}, "chunks_per_source": form.Ignored(), "auto_parameters": off, "exact_match": off,
		"include_images": off, "include_image_descriptions": off, "include_favicon": off, "max_age_hours": form.Ignored(), "fetch_timeout": form.Ignored(),
		"cache_fallback": {Only: []string{"false", "true"}}, "filter_by_language": off, "timeout": {}, "safe_search": {Only: []string{"false"}, Refused: "is not supported: what is found is not judged"},
		"include_domains_mode": {Only: []string{`"restrict"`}},
	}
}

// searchCall and answerCall are the jobs that a search is made of.
type (
	searchCall struct {
		search.Args
		asked.Common
	}
	answerCall struct {
		search.AnswerArgs
		asked.Common
	}
)

// found is the answer to a search.
type found struct {
	Query             string    `json:"query"`
	FollowUpQuestions *[]string `json:"follow_up_questions"`
	Answer            *string   `json:"answer"`
	Images            []string  `json:"images"`
	Results           []hit     `json:"results"`
	common
}

// hit is a result.
type hit struct {
	URL           string  `json:"url"`
	Title         string  `json:"title"`
	Content       string  `json:"content"`
	Score         float64 `json:"score"`
	RawContent    *string `json:"raw_content"`
	PublishedDate string  `json:"published_date,omitempty"`
}

// usualHits is how many results a search has that names no number; it is theirs.
const usualHits = 5

// search answers POST /search: by a search, or with an answer by the call that has both.
func (f *face) search(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // time_range counts back from the wall's time, and what a call took is its time
	var body searchBody
	notes, err := form.Read(w, r, &body, searchEffects())
	if err != nil {
		return err
	}
	args, said, err := body.args(began.UTC())
	if err != nil {
		return err
	}
	notes = append(notes, said...)
	answer, err := body.choice("include_answer", body.IncludeAnswer, "basic", "advanced")
	if err != nil {
		return err
	}
	out := found{Query: body.Query, Images: []string{}, Results: []hit{}}
	var id string
	if answer {
		id, said, err = f.answered(w, r, args, &out)
	} else {
		id, said, err = f.listed(w, r, args, &out)
	}
	if err != nil {
		return err
	}
	out.common = commonOf(w, began, id, body.IncludeUsage, append(notes, said...))
	form.Write(w, http.StatusOK, out)
	return nil
}

// choice is whether a member is chosen that is a boolean or one of words.
func (b *searchBody) choice(name string, raw json.RawMessage, words ...string) (bool, error) {
	switch value := string(raw); value {
	case "", `""`, "false":
		return false, nil
	case "true":
		return true, nil
	default:
		for _, word := range words {
			if value == `"`+word+`"` {
				return true, nil
			}
		}
		return false, &form.InvalidError{Field: name, Issue: "must be true, false or one of: " + strings.Join(words, ", ")}
	}
}

// listed answers without an answer of a model.
func (f *face) listed(w http.ResponseWriter, r *http.Request, args *search.Args, out *found) (id string, notes []form.Note, err error) {
	j, err := f.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/search", Key: form.Key(r), Body: searchCall{
		Args: *args, Common: asked.Common{WaitTimeoutMS: asked.Patience(f.Longest)},
	}}, f.Longest)
	if err != nil {
		return "", nil, err
	}
	var res search.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return "", nil, errs.Internal(err)
	}
	lost := 0
	for _, i := range res.Results {
		h := hitOf(&i)
		if p := i.Page; p != nil && p.Status == search.Fetched {
			h.RawContent = &p.Markdown
		} else if p != nil {
			lost++
		}
		out.Results = append(out.Results, h)
	}
	if lost > 0 {
		notes = append(notes, form.Note{Field: "include_raw_content", Text: fmt.Sprintf("has no page for %d of %d results, which could not be read and cost nothing", lost, len(res.Results))})
	}
	for _, name := range res.Ignored {
		notes = append(notes, form.Note{Field: theirs(name), Text: "has no effect with the engine that answered, " + res.Provider})
	}
	return j.JobID, notes, nil
}

// answered answers with an answer of a model and the results that it rests on.
func (f *face) answered(w http.ResponseWriter, r *http.Request, args *search.Args, out *found) (id string, notes []form.Note, err error) {
	for name, given := range map[string]bool{
		"include_domains": len(args.IncludeDomains) > 0, "exclude_domains": len(args.ExcludeDomains) > 0, "topic": args.Provider == search.News,
		"start_date, end_date or time_range": args.Since != "" || args.Until != "",
	} {
		if given {
			return "", nil, &form.InvalidError{Field: "include_answer", Issue: "is not supported beside " + name + ": an answer is written from what is found without filters; search for the results alone"}
		}
	}
	j, err := f.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/search/answer", Key: form.Key(r), Body: answerCall{
		AnswerArgs: search.AnswerArgs{Q: args.Q, MaxResults: args.MaxResults, IncludeContent: args.Contents}, Common: asked.Common{WaitTimeoutMS: asked.Patience(f.Longest)},
	}}, f.Longest)
	if err != nil {
		return "", nil, err
	}
	var res search.AnswerResult
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return "", nil, errs.Internal(err)
	}
	for _, i := range res.Results {
		h := hitOf(&i.Item)
		if args.Contents && i.SourceStatus == search.Fetched {
			h.RawContent = &i.Content
		}
		out.Results = append(out.Results, h)
	}
	if res.Answer.Status == search.Answered || res.Answer.Status == search.NoAnswer {
		out.Answer = &res.Answer.Text
	} else {
		notes = append(notes, form.Note{Field: "include_answer", Text: "has no answer: " + why(res.Answer.Status)})
	}
	for _, given := range []struct{ name, value string }{{"country", args.Country}, {"language", args.Language}} {
		if given.value != "" {
			notes = append(notes, form.Note{Field: given.name, Text: "has no effect beside include_answer"})
		}
	}
	if args.MaxResults > int64(len(res.Results)) && args.MaxResults > mostSources {
		notes = append(notes, form.Note{Field: "max_results", Text: fmt.Sprintf("is %d at most beside include_answer", mostSources)})
	}
	return j.JobID, notes, nil
}

// mostSources is how many results an answer reads at most.
const mostSources = 10

func why(s search.AnswerStatus) string {
	if s == search.NotConfigured {
		return "this installation has no language model"
	}
	return "the language model wrote none that can be used"
}

func hitOf(i *search.Item) hit {
	return hit{URL: i.URL, Title: i.Title, Content: i.Snippet, Score: i.Score, PublishedDate: i.PublishedAt}
}

// args are the arguments of a search in our words.
func (b *searchBody) args(now time.Time) (args *search.Args, notes []form.Note, err error) {
	args = &search.Args{Q: b.Query, MaxResults: usualHits, IncludeDomains: option.List(b.IncludeDomains), ExcludeDomains: option.List(b.ExcludeDomains), Language: b.Language}
	switch b.Topic {
	case "", "general":
	case "news":
		args.Provider = search.News
	default:
		return nil, nil, &form.InvalidError{Field: "topic", Issue: fmt.Sprintf("%q is not supported by this service; it has general and news", b.Topic)}
	}
	if b.MaxResults != nil {
		if args.MaxResults = *b.MaxResults; args.MaxResults < 1 {
			return nil, nil, &form.InvalidError{Field: "max_results", Issue: "must be at least 1"}
		}
	}
	switch {
	case len(b.Country) == 2:
		args.Country = b.Country
	case b.Country != "":
		notes = append(notes, form.Note{Field: "country", Text: "has an effect as an ISO 3166-1 code of two letters alone, such as DE"})
	}
	if args.Contents, err = b.choice("include_raw_content", b.IncludeRaw, "markdown"); err != nil {
		return nil, nil, err
	}
	if err := b.since(now, args); err != nil {
		return nil, nil, err
	}
	if b.Days != nil && b.Topic != "news" {
		notes = append(notes, form.Note{Field: "days", Text: "has an effect with the topic news alone"})
	}
	return args, notes, nil
}

// since reads from when to when.
func (b *searchBody) since(now time.Time, args *search.Args) error {
	back := time.Duration(0)
	switch b.TimeRange {
	case "":
	case "day", "d":
		back = 24 * time.Hour
	case "week", "w":
		back = 7 * 24 * time.Hour
	case "month", "m":
		back = 30 * 24 * time.Hour
	case "year", "y":
		back = 365 * 24 * time.Hour
	default:
		return &form.InvalidError{Field: "time_range", Issue: "must be day, week, month or year"}
	}
	if b.Days != nil && b.Topic == "news" && back == 0 {
		if *b.Days < 1 || *b.Days > 36500 {
			return &form.InvalidError{Field: "days", Issue: "must be 1 to 36500"}
		}
		back = time.Duration(*b.Days) * 24 * time.Hour
	}
	if back > 0 {
		// Even times, so that a call which is made again with its key soon after is the same.
		args.Since = option.Moment(now.Add(-back).Truncate(time.Hour).Format(time.RFC3339))
	}
	for _, d := range []struct {
		name, value string
		into        *option.Moment
	}{{"start_date", b.StartDate, &args.Since}, {"end_date", b.EndDate, &args.Until}} {
		if d.value == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, d.value); err != nil {
			return &form.InvalidError{Field: d.name, Issue: "must be a date as YYYY-MM-DD"}
		}
		*d.into = option.Moment(d.value)
	}
	return nil
}
