// Package research describes what a research job handles on its way from a topic to
// evidence. It holds types only; the packages below it do the work:
//
//	plan     topic → queries, and those of a second round
//	lane     queries → candidates, each lane with its engine and its own failures
//	merge    candidates of all lanes → the sources to read, in order
//	collect  sources → documents: from the cache, the web or an archive
//	fact     a document → facts that it declares for machines
//	score    documents → passages with their scores
//	verdict  passages → claims, each with who says so
//	flow     the whole, kept after each stage so that another worker can go on
//
// None of them knows jobs, kinds or the shape of answers.
package research

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// Profile is how far the research goes.
type Profile string

// The profiles.
const (
	Simple  Profile = "simple"
	Auto    Profile = "auto"
	Complex Profile = "complex"
)

// Topic is what is researched, as the caller says it.
type Topic struct {
	Title    string
	Summary  string
	Messages []Message
	Keywords []string // the most important first

	Seeds          []string // URLs
	TrustedPages   []string // URLs
	TrustedDomains []string
}

// Message is a statement whose support is wanted.
type Message struct{ Title, URL, Snippet string }

// Name is the topic in a line.
func (t *Topic) Name() string {
	if t.Title != "" {
		return t.Title
	}
	return strings.Join(t.Keywords[:min(len(t.Keywords), 4)], " ")
}

// Words are all that passages are held against.
func (t *Topic) Words() string {
	parts := append([]string{t.Title}, t.Keywords...)
	for _, m := range t.Messages {
		parts = append(parts, m.Title)
	}
	return strings.TrimSpace(strings.Join(append(parts, t.Summary), "\n"))
}

// Settings say how far to go.
type Settings struct {
	Profile   Profile
	Documents int           // sources to read at most
	Results   int           // results of searches that are considered
	TopK      int           // passages to give at most
	Robots    bool          // leave unread what robots.txt disallows
	MaxAge    time.Duration // of documents of earlier research; 0 takes none
}

// Lane is a way on which sources are found.
type Lane string

// The lanes, in the order of precedence: a source that several lanes name is the
// first one's.
const (
	Seed       Lane = "seed"
	Trusted    Lane = "trusted"
	KeyMessage Lane = "key_message"
	Web        Lane = "web"
	News       Lane = "news"
	Scholarly  Lane = "scholarly"
	Site       Lane = "site"
	Archive    Lane = "archive"
)

// Lanes are all of them in that order.
func Lanes() []Lane {
	return []Lane{Seed, Trusted, KeyMessage, Web, News, Scholarly, Site, Archive}
}

// Named matches lanes whose sources the caller named.
func (l Lane) Named() bool { return l == Seed || l == Trusted || l == KeyMessage }

// Before orders lanes by precedence.
func (l Lane) Before(other Lane) bool {
	return slices.Index(Lanes(), l) < slices.Index(Lanes(), other)
}

// Caller is the provider of sources that the caller names.
const Caller = "caller"

// Candidate is a source that a lane names.
type Candidate struct {
	Key       string  `json:"key"` // of the address, equal for equal pages
	URL       string  `json:"url"`
	Title     string  `json:"title,omitempty"`
	Lane      Lane    `json:"lane"`
	Score     float64 `json:"score"` // 0 to 1, see package merge
	Snippet   string  `json:"snippet,omitempty"`
	Source    string  `json:"source,omitempty"`    // who published it
	Provider  string  `json:"provider"`            // who named it: an engine, or Caller
	Published string  `json:"published,omitempty"` // ISO 8601, as precise as the provider reports it
	Abstract  string  `json:"abstract,omitempty"`  // of a scholarly work
	DOI       string  `json:"doi,omitempty"`
	Query     string  `json:"query,omitempty"` // that found it first
	Rank      int     `json:"rank,omitempty"`  // among that query's results, from 1
	Trusted   bool    `json:"trusted,omitempty"`
}

// Outcome is how a lane went, in a word.
type Outcome string

// The outcomes.
const (
	OK          Outcome = "ok"
	Empty       Outcome = "empty" // answered that there is nothing
	Blocked     Outcome = "blocked"
	RateLimited Outcome = "rate_limited"
	TimedOut    Outcome = "timeout"
	Disabled    Outcome = "disabled" // nothing is configured for it
	Failed      Outcome = "failed"
)

// Report is how a lane went.
type Report struct {
	Lane     Lane    `json:"lane"`
	Provider string  `json:"provider,omitempty"` // the engine that answered last
	Outcome  Outcome `json:"outcome"`
	Reason   string  `json:"reason,omitempty"`
	Code     string  `json:"code,omitempty"` // of the error, when nothing came of it
	Queries  int     `json:"queries"`        // that were asked
	Found    int     `json:"found"`          // different sources that it named
}

// Query is one search.
type Query struct {
	Lane   Lane          `json:"lane"` // whose engines are asked: web, news or scholarly
	Text   string        `json:"text"`
	Fresh  time.Duration `json:"fresh,omitempty"`
	Domain string        `json:"domain,omitempty"` // the trusted domain that it is about
}

// On reports whether an address is of a domain, or of a name below it.
func On(address, domain string) bool {
	u, err := url.Parse(address)
	if err != nil || domain == "" {
		return false
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	return host == domain || strings.HasSuffix(host, "."+domain)
}
