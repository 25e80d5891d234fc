// Package claims finds statements of fact in documents and holds each of them to the
// other documents: who else says so, who says otherwise. Find and Verify work without a
// model, always with the same outcome; Review asks a Judge besides. It must not fetch,
// and must not know which model judges.
package claims

// Source is a document that statements are taken from and held to.
type Source struct {
	ID        string // the caller's, repeated in Evidence
	URL       string
	Domain    string // host; its registrable domain determines which sources have one owner. Taken from URL when empty
	Title     string
	Text      string  // markdown
	Trust     float64 // 0..1
	Published string  // RFC 3339 or a date, empty when unknown
}

// Status is what is known of a claim.
type Status string

// The statuses.
const (
	Supported    Status = "supported"     // at least two independent sources say so, none says otherwise
	SingleSource Status = "single_source" // one does, or several of one origin
	Conflicting  Status = "conflicting"   // one source at least says otherwise
	Unverified   Status = "unverified"    // none says so, or none that can be trusted
)

// Stance is what a source says of a claim.
type Stance string

// The stances.
const (
	Supports    Stance = "supports"
	Contradicts Stance = "contradicts"
)

// Claim is a statement with what the sources say of it.
type Claim struct {
	Text       string // plain, one sentence
	Evidence   []Evidence
	Status     Status
	Confidence float64 // 0..1, two decimals: grows with independent sources and with their trust
}

// Evidence is what one source says of a claim.
type Evidence struct {
	SourceID string
	URL      string
	Domain   string // registrable
	Quote    string // the exact part of the source's Text
	Stance   Stance
}
