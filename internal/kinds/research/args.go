package research

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Limits of texts, in characters, and of lists. A longer list is cut.
const (
	maxList    = 20
	maxTitle   = 500
	maxSummary = 5000
	maxSnippet = 2000
	maxKeyword = 200
)

// Args are the arguments of a job.
type Args struct {
	Topic             Topic    `json:"topic,omitzero" doc:"The topic to research. Its title is required unless targetKeywords is given."`
	TargetKeywords    []string `json:"targetKeywords,omitempty" example:"[\"battery\",\"ten years\"]" doc:"Keywords that the evidence should be about, most important first. Up to 20; the rest is ignored."`
	Profile           Profile  `json:"researchProfile,omitempty" enum:"simple,auto,complex" default:"auto" doc:"simple: 2 web searches. auto: up to 5 searches of web and news, and of scholarly works when the topic looks academic. complex: up to 8 searches of all of them and a second round, based on what the first documents agree on. Sources named in the request are read in each profile. Default auto."`
	SeedURLs          []string `json:"seedUrls,omitempty" example:"[\"https://example.com/\"]" doc:"Pages to read before any other. Up to 20; the rest is ignored."`
	TrustedCandidates []string `json:"trustedCandidates,omitempty" example:"[\"example.com\",\"https://example.com/about\"]" doc:"URLs of pages, or bare domains, that you trust: they are preferred, and their trust score is at least 0.85. Domains are searched for the topic. Up to 20; the rest is ignored."`
	Options           Options  `json:"options,omitzero" doc:"Budgets, and how to read."`
}

// Topic is what to research.
type Topic struct {
	Title       string       `json:"title,omitempty" minLength:"0" example:"Battery life of river gauges" doc:"The topic in one line, at most 500 characters."`
	Summary     string       `json:"summary,omitempty" minLength:"0" doc:"Description of the topic, at most 5000 characters. Evidence is scored by it as well."`
	KeyMessages []KeyMessage `json:"keyMessages,omitempty" doc:"Statements to check. Up to 20; the rest is ignored."`
}

// KeyMessage is a statement to look for.
type KeyMessage struct {
	Title   string `json:"title,omitempty" minLength:"0" doc:"The statement, at most 500 characters."`
	URL     string `json:"url,omitempty" minLength:"0" doc:"A page that states it; the page is read."`
	Snippet string `json:"snippet,omitempty" minLength:"0" doc:"Its text on that page, at most 2000 characters."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	if err := a.prepareTopic(); err != nil {
		return kind.Plan{}, err
	}
	if a.Profile == "" {
		a.Profile = Auto
	}
	if !slices.Contains([]Profile{Simple, Auto, Complex}, a.Profile) {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "researchProfile", "must be one of simple, auto, complex")
	}
	if err := a.prepareSources(); err != nil {
		return kind.Plan{}, err
	}
	if err := a.Options.prepare(a.Profile); err != nil {
		return kind.Plan{}, err
	}
	price := standardPrice
	if a.Profile == Complex {
		price = complexPrice
	}
	return kind.Plan{Target: a.target(), Quote: price.For(1)}, nil
}

// target is what the job is about in lists of jobs.
func (a *Args) target() string {
	if a.Topic.Title != "" {
		return a.Topic.Title
	}
	return strings.Join(a.TargetKeywords, ", ")
}

func (a *Args) prepareTopic() error {
	keywords := []string{}
	for i, word := range first(a.TargetKeywords) {
		word = subject.Name(word)
		if err := within(fmt.Sprintf("targetKeywords[%d]", i), word, maxKeyword); err != nil {
			return err
		}
		if word != "" && !slices.Contains(keywords, word) {
			keywords = append(keywords, word)
		}
	}
	a.TargetKeywords = keywords
	t := &a.Topic
	t.Title, t.Summary = subject.Name(t.Title), strings.TrimSpace(t.Summary)
	if t.Title == "" && len(keywords) == 0 {
		return errs.Field(errs.InvalidRequest, "topic.title", "is missing; state the topic in one line, or send targetKeywords")
	}
	if err := within("topic.title", t.Title, maxTitle); err != nil {
		return err
	}
	if err := within("topic.summary", t.Summary, maxSummary); err != nil {
		return err
	}
	return t.prepareMessages()
}

// prepareMessages drops those that say nothing.
func (t *Topic) prepareMessages() error {
	var kept []KeyMessage
	for i, m := range first(t.KeyMessages) {
		field := fmt.Sprintf("topic.keyMessages[%d]", i)
		m = KeyMessage{Title: subject.Name(m.Title), URL: strings.TrimSpace(m.URL), Snippet: subject.Name(m.Snippet)}
		if err := within(field+".title", m.Title, maxTitle); err != nil {
			return err
		}
		if err := within(field+".snippet", m.Snippet, maxSnippet); err != nil {
			return err
		}
		if m.URL != "" {
			u, err := subject.URL(field+".url", m.URL)
			if err != nil {
				return err
			}
			m.URL = u.String()
		}
		if m != (KeyMessage{}) {
			kept = append(kept, m)
		}
	}
	t.KeyMessages = kept
	return nil
}

func (a *Args) prepareSources() error {
	var seeds, trusted []string
	for i, raw := range first(a.SeedURLs) {
		u, err := subject.URL(fmt.Sprintf("seedUrls[%d]", i), raw)
		if err != nil {
			return err
		}
		seeds = appendNew(seeds, u.String())
	}
	for i, raw := range first(a.TrustedCandidates) {
		one, err := trustedCandidate(fmt.Sprintf("trustedCandidates[%d]", i), raw)
		if err != nil {
			return err
		}
		trusted = appendNew(trusted, one)
	}
	a.SeedURLs, a.TrustedCandidates = seeds, trusted
	return nil
}

// trustedCandidate reads a URL, or a domain where there is neither scheme nor path.
func trustedCandidate(field, raw string) (string, error) {
	if strings.ContainsAny(raw, ":/") || strings.TrimSpace(raw) == "" {
		u, err := subject.URL(field, raw)
		if err != nil {
			return "", err
		}
		return u.String(), nil
	}
	return subject.Domain(field, raw)
}

// Trusted are the candidates apart: pages, and domains. It is for after Prepare.
func (a *Args) Trusted() (pages, domains []string) {
	for _, one := range a.TrustedCandidates {
		if strings.Contains(one, "://") {
			pages = append(pages, one)
		} else {
			domains = append(domains, one)
		}
	}
	return pages, domains
}

// first cuts a list at the entries that are looked at.
func first[T any](list []T) []T { return list[:min(len(list), maxList)] }

func appendNew(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// within refuses a text that is too long.
func within(field, text string, most int) error {
	if utf8.RuneCountInString(text) > most {
		return errs.Field(errs.InvalidRequest, field, fmt.Sprintf("must have at most %d characters", most))
	}
	return nil
}
