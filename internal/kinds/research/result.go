package research

import (
	"time"

	"github.com/quarryapi/quarry/internal/read/research"
)

// Result is what a job gives.
type Result struct {
	RunID     string      `json:"researchRunId" doc:"The research's own id; the same when another worker takes the job over."`
	Profile   Profile     `json:"profile" enum:"simple,auto,complex" doc:"How far the research went"`
	Evidence  []Evidence  `json:"retrievedEvidence" doc:"Passages of the documents, the best first, at most options.finalTopK and 6 of a document"`
	Facts     []Fact      `json:"structuredFacts" doc:"What documents with evidence declare for machines or list in tables, at most 100 and 15 of a document. As declared, not verified."`
	Claims    []Claim     `json:"claimEvidence" doc:"Statements of the passages, each with the words that make it"`
	Documents []Document  `json:"crawledDocuments" doc:"The sources that were read or tried, in the order of their choice: those of the caller first, at most options.maxDocuments"`
	Candidate []Candidate `json:"laneCandidates" doc:"The sources that were considered, the ones of the caller first, then by score"`
	Lanes     []Lane      `json:"lanes" doc:"How each lane went; those that failed say why"`
	Summary   Summary     `json:"summary" doc:"The research in figures"`
}

// Scope tells when a document was read.
type Scope string

// The scopes.
const (
	CurrentRun Scope = "current_run"
	Historical Scope = "historical"
)

// Evidence is a passage of a document.
type Evidence struct {
	Snippet    string  `json:"snippet" doc:"The passage as the document has it, in markdown, cut at 1200 characters"`
	URL        string  `json:"url" doc:"Of the document, after redirects"`
	Domain     string  `json:"domain" doc:"The registrable part of its host"`
	Title      string  `json:"title" doc:"Of the document; empty when it has none"`
	Overall    float64 `json:"overallScore" doc:"0 to 1: 0.4 semantic, 0.25 keyword, 0.2 trust and 0.15 freshness"`
	Semantic   float64 `json:"semanticScore" doc:"0 to 1: the nearness of the passage to topic, keywords and key messages. summary.semanticMethod says by what it is measured."`
	Keyword    float64 `json:"keywordScore" doc:"0 to 1: BM25 of the passage, 1 for the best of the research"`
	Trust      float64 `json:"trustScore" doc:"0 to 1: what kind of source it is; at least 0.85 for those that the caller trusts"`
	Freshness  float64 `json:"freshnessScore" doc:"0 to 1: halved by every 90 days of age of what the web search found, 30 of news, 60 of key messages, 120 of links, 180 of the others; 0.5 when the document has no date"`
	Reason     string  `json:"retrievalReason" doc:"How the document was found and why the passage scores as it does"`
	Scope      Scope   `json:"evidenceScope" enum:"current_run,historical" doc:"historical: the document was read by earlier research of the organization"`
	DocumentID string  `json:"documentId" doc:"Of the document in crawledDocuments"`
	Heading    string  `json:"heading,omitempty" doc:"The heading above the passage; absent when there is none"`
}

// Fact is what a page declares of something.
type Fact struct {
	Subject    string            `json:"subject" doc:"What it is about: a name, or the label of a table's row"`
	Type       string            `json:"type,omitempty" doc:"Of the subject, as schema.org or Open Graph name it; absent in tables"`
	Property   string            `json:"property" doc:"As the page names it: foundingDate, offers.price, a table's column"`
	Value      string            `json:"value" doc:"As the page writes it"`
	Source     research.FactKind `json:"source" enum:"json_ld,open_graph,table" doc:"Where in the page it stands"`
	URL        string            `json:"url" doc:"The page"`
	Domain     string            `json:"domain" doc:"The registrable part of its host"`
	DocumentID string            `json:"documentId" doc:"Of the document in crawledDocuments"`
}

// Claim is a statement and who makes it.
type Claim struct {
	Claim       string        `json:"claim" doc:"The statement, in the words of the source"`
	URL         string        `json:"url" doc:"The page that makes it"`
	Domain      string        `json:"domain" doc:"The registrable part of its host"`
	Snippet     string        `json:"evidenceSnippet" doc:"The words of the page that hold it, literally"`
	Status      string        `json:"verificationStatus" enum:"supported,single_source,conflicting,unverified" doc:"supported: sources of at least two registrable domains say it. single_source: one does. conflicting: another source gives another number, or the opposite, for the same. unverified: nothing that was read holds it."`
	Confidence  float64       `json:"confidence" doc:"0 to 1, by how many independent sources say it and how far they are trusted"`
	SourceTrust float64       `json:"sourceTrustScore" doc:"0 to 1: as trustScore of evidence"`
	DocumentID  string        `json:"documentId" doc:"Of the document in crawledDocuments"`
	Others      []ClaimSource `json:"otherSources" doc:"Further sources that say it, or contradict it"`
}

// ClaimSource is a further source on a claim.
type ClaimSource struct {
	URL        string  `json:"url" doc:"The page"`
	Domain     string  `json:"domain" doc:"The registrable part of its host"`
	Snippet    string  `json:"evidenceSnippet" doc:"Its words, literally"`
	Stance     string  `json:"stance" enum:"supports,contradicts" doc:"What they are to the claim"`
	Trust      float64 `json:"sourceTrustScore" doc:"0 to 1"`
	DocumentID string  `json:"documentId" doc:"Of the document in crawledDocuments"`
}

// Document is a source that was read, or tried.
type Document struct {
	ID         string           `json:"documentId" doc:"The same for the same address in every research"`
	URL        string           `json:"url" doc:"After redirects; as it was found when the source was not read"`
	Domain     string           `json:"domain" doc:"The registrable part of its host"`
	Title      string           `json:"title" doc:"Empty when none is known"`
	Lane       research.Lane    `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site" doc:"How it was found"`
	Provider   string           `json:"providerCode" doc:"Who named it: a search engine, caller, or site_links for links of a document"`
	Status     research.Status  `json:"fetchStatus" enum:"fetched,reused,blocked,not_found,timeout,unsupported,failed" doc:"reused: read by earlier research. blocked: a bot wall, a login or robots.txt. unsupported: holds no text that can be read."`
	Reason     string           `json:"reason,omitempty" doc:"Why it was not read; absent when it was"`
	Reused     bool             `json:"reused" doc:"Whether it comes from earlier research of the organization"`
	FetchedAt  *time.Time       `json:"fetchedAtUtc,omitempty" doc:"When it was read; absent when it was not"`
	Published  string           `json:"publishedAt,omitempty" doc:"When it was published, ISO 8601 as exactly as is known; absent when it is not"`
	Outbound   int              `json:"outboundLinkCount" doc:"How many of its links lead to other hosts"`
	Content    research.Content `json:"contentKind,omitempty" enum:"full,teaser,abstract,archived" doc:"What its text is. teaser: the page has to be paid for. abstract: the page could not be read, and this is what the search engine has of the work. archived: the page is gone, and this is a capture by the Internet Archive. Absent without text."`
	CapturedAt *time.Time       `json:"archivedAtUtc,omitempty" doc:"When an archived text was captured; absent of others"`
	CaptureURL string           `json:"archiveUrl,omitempty" doc:"Where the capture is; absent of others"`
	Duplicate  string           `json:"duplicateOf,omitempty" doc:"The documentId of the one whose text it repeats; it then gives no evidence. Absent otherwise."`
	Excerpt    string           `json:"excerpt" doc:"The first 300 characters of its text; empty without one"`
	Preview    string           `json:"cleanedTextPreview" doc:"The first 1000 characters"`
	Text       string           `json:"cleanedText" doc:"Its main content as markdown, cut at 40000 characters"`
}

// Candidate is a source that was considered.
type Candidate struct {
	URL       string        `json:"url" doc:"As the lane names it"`
	Title     string        `json:"title" doc:"As the lane tells it; empty when it tells none"`
	Lane      research.Lane `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site" doc:"Which lane named it first"`
	Score     float64       `json:"score" doc:"1 for sources of the caller; of others the reciprocal ranks in all searches that found it, as a share of the best"`
	Snippet   string        `json:"snippet" doc:"What the lane shows of it; empty when it shows nothing"`
	Source    string        `json:"sourceName,omitempty" doc:"Who published it, by name; absent when the lane does not tell"`
	Provider  string        `json:"providerCode" doc:"The search engine that found it, caller, or site_links"`
	Published string        `json:"publishedAt,omitempty" doc:"ISO 8601, as exactly as the lane tells it; absent when it does not"`
}

// Lane is how one lane went.
type Lane struct {
	Lane     research.Lane    `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site,archive" doc:"Which"`
	Provider string           `json:"provider,omitempty" doc:"The search engine that answered; absent when none did, or none was needed"`
	Outcome  research.Outcome `json:"outcome" enum:"ok,empty,blocked,rate_limited,timeout,disabled,failed" doc:"ok: it named sources, or they were read. empty: it answered that there are none. disabled: the operator has configured nothing for it."`
	Reason   string           `json:"reason,omitempty" doc:"What is missing from it, and why; absent when nothing is"`
	Queries  int              `json:"queries" doc:"Searches that were asked; 0 of lanes that do not search"`
	Found    int              `json:"found" doc:"Different sources that it named; one that both rounds of a complex research find counts twice"`
}

// Summary is the research in figures.
type Summary struct {
	Considered   int      `json:"sourcesConsidered" doc:"Different sources that any lane named"`
	Selected     int      `json:"sourcesSelected" doc:"Of those, how many were chosen to be read"`
	Fetched      int      `json:"documentsFetched" doc:"How many were read now, captures of an archive included"`
	Abstracts    int      `json:"abstractDocuments" doc:"Documents of which only an abstract or a teaser could be read"`
	Reused       int      `json:"reusedDocuments" doc:"Documents that earlier research of the organization had read"`
	Accepted     int      `json:"acceptedClaimCount" doc:"Claims that are supported or have a single source"`
	AverageTrust float64  `json:"averageTrustScore" doc:"0 to 1: the mean trustScore of the documents with evidence; 0 without any"`
	Current      int      `json:"currentRunEvidenceCount" doc:"Passages of documents that were read now"`
	Historical   int      `json:"historicalEvidenceCount" doc:"Passages of documents of earlier research"`
	DurationMS   int64    `json:"durationMs" doc:"From the first worker's start to the end"`
	Semantic     string   `json:"semanticMethod" doc:"What semanticScore is: embeddings:MODEL, or local_vector_space for TF-IDF vectors of the passages themselves"`
	Verification string   `json:"verificationMethod" doc:"Who judged the claims: rules, or model:MODEL and rules, where the model looked at the first of them again"`
	BudgetSpent  bool     `json:"budgetSpent" doc:"Whether time ran out before all was done; notes say what is missing"`
	Notes        []string `json:"notes" doc:"What a reader of the result should know, such as what could not be done"`
}

// sample is the documentation's example.
func sample() Result {
	const id, page = "doc_5f0c3a9be1d24c77", "https://example.com/"
	at := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	return Result{
		RunID: "run_01kaj3v00000000000000000jb", Profile: Auto,
		Evidence: []Evidence{{
			Snippet: "The gauge runs for ten years on one battery.", URL: page, Domain: "example.com", Title: "River and tide gauges that report for ten years",
			Overall: 0.78, Semantic: 0.71, Keyword: 1, Trust: 0.85, Freshness: 0.5, Scope: CurrentRun, DocumentID: id,
			Reason: "Named by the caller (seed). Keyword 1.00 (BM25), semantic 0.71 (TF-IDF vectors), trust 0.85 (named by the caller; nothing known of the site; https), freshness 0.50 (undated).",
		}},
		Facts: []Fact{{Subject: "Marrowfen", Type: "Organization", Property: "foundingDate", Value: "2014-03", Source: research.JSONLD, URL: page, Domain: "example.com", DocumentID: id}},
		Claims: []Claim{{
			Claim: "The gauge runs for ten years on one battery.", URL: page, Domain: "example.com", Snippet: "The gauge runs for ten years on one battery.",
			Status: "single_source", Confidence: 0.43, SourceTrust: 0.85, DocumentID: id, Others: []ClaimSource{},
		}},
		Documents: []Document{{
			ID: id, URL: page, Domain: "example.com", Title: "River and tide gauges that report for ten years", Lane: research.Seed, Provider: "caller",
			Status: research.Fetched, FetchedAt: &at, Outbound: 4, Content: research.Full,
			Excerpt: "The gauge runs for ten years on one battery.", Preview: "The gauge runs for ten years on one battery.", Text: "The gauge runs for ten years on one battery.",
		}},
		Candidate: []Candidate{{URL: page, Lane: research.Seed, Score: 1, Provider: "caller"}},
		Lanes: []Lane{
			{Lane: research.Seed, Outcome: research.OK, Found: 1},
			{Lane: research.Web, Provider: "searxng", Outcome: research.Empty, Queries: 3},
			{Lane: research.News, Outcome: research.RateLimited, Reason: "gdelt limits how often it is asked; try again later.", Queries: 1},
		},
		Summary: Summary{
			Considered: 1, Selected: 1, Fetched: 1, Accepted: 1, AverageTrust: 0.85, Current: 1, DurationMS: 8412,
			Semantic: "local_vector_space", Verification: "rules", Notes: []string{"The lane news did not answer."},
		},
	}
}
