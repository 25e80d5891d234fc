package research

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/research"
)

// Result is what a job gives.
type Result struct {
	RunID     string      `json:"researchRunId" doc:"Id of the research; unchanged when another worker takes over the job."`
	Profile   Profile     `json:"profile" enum:"simple,auto,complex" doc:"The research profile that was used"`
	Evidence  []Evidence  `json:"retrievedEvidence" doc:"Passages of the documents, best first, at most options.finalTopK and 6 for each document"`
	Facts     []Fact      `json:"structuredFacts" doc:"Structured data and tables of documents with evidence, at most 100 facts and 15 for each document. As declared, not verified."`
	Claims    []Claim     `json:"claimEvidence" doc:"Statements in the passages, each with the text that states it"`
	Documents []Document  `json:"crawledDocuments" doc:"The documents that were read or tried, in the order of selection: those of the request first, at most options.maxDocuments"`
	Candidate []Candidate `json:"laneCandidates" doc:"The sources that were considered, those of the request first, then by score"`
	Lanes     []Lane      `json:"lanes" doc:"The outcome of each lane; those that failed have a reason"`
	Summary   Summary     `json:"summary" doc:"The research in numbers"`
}

// Scope describes when a document was read.
type Scope string

// The scopes.
const (
	CurrentRun Scope = "current_run"
	Historical Scope = "historical"
)

// Evidence is a passage of a document.
type Evidence struct {
	Snippet    string  `json:"snippet" doc:"The passage as markdown, cut at 1200 characters"`
	URL        string  `json:"url" doc:"URL of the document, after redirects"`
	Domain     string  `json:"domain" doc:"The registrable part of its host"`
	Title      string  `json:"title" doc:"Title of the document; empty when it has none"`
	Overall    float64 `json:"overallScore" doc:"0 to 1: 0.4 semantic, 0.25 keyword, 0.2 trust and 0.15 freshness"`
	Semantic   float64 `json:"semanticScore" doc:"0 to 1: similarity of the passage to topic, keywords and key messages. summary.semanticMethod names the method."`
	Keyword    float64 `json:"keywordScore" doc:"0 to 1: BM25 of the passage, 1 for the best passage of the research"`
	Trust      float64 `json:"trustScore" doc:"0 to 1, by the kind of source; at least 0.85 for trusted sources of the request"`
	Freshness  float64 `json:"freshnessScore" doc:"0 to 1: halves every 90 days of age for results of the web search, 30 for news, 60 for key messages, 120 for links, 180 for the others; 0.5 when the document has no date"`
	Reason     string  `json:"retrievalReason" doc:"How the document was found and why the passage scores as it does"`
	Scope      Scope   `json:"evidenceScope" enum:"current_run,historical" doc:"historical: the document was read by earlier research of the organization"`
	DocumentID string  `json:"documentId" doc:"Id of the document in crawledDocuments"`
	Heading    string  `json:"heading,omitempty" doc:"The heading above the passage; absent when there is none"`
}

// Fact is what a page declares of something.
type Fact struct {
	Subject    string            `json:"subject" doc:"The subject: a name, or the label of a table's row"`
	Type       string            `json:"type,omitempty" doc:"Type of the subject in schema.org or Open Graph; absent in tables"`
	Property   string            `json:"property" doc:"Name of the property on the page: foundingDate, offers.price, a table's column"`
	Value      string            `json:"value" doc:"The value as written on the page"`
	Source     research.FactKind `json:"source" enum:"json_ld,open_graph,table" doc:"Where the page has it"`
	URL        string            `json:"url" doc:"URL of the page"`
	Domain     string            `json:"domain" doc:"The registrable part of its host"`
	DocumentID string            `json:"documentId" doc:"Id of the document in crawledDocuments"`
}

// Claim is a statement and who makes it.
type Claim struct {
	Claim       string        `json:"claim" doc:"The statement, in the words of the source"`
	URL         string        `json:"url" doc:"The page that states it"`
	Domain      string        `json:"domain" doc:"The registrable part of its host"`
	Snippet     string        `json:"evidenceSnippet" doc:"The literal text of the page that supports it"`
	Status      string        `json:"verificationStatus" enum:"supported,single_source,conflicting,unverified" doc:"supported: sources of at least two registrable domains state it. single_source: one does. conflicting: another source has another number, or the opposite, for the same statement. unverified: no document that was read supports it."`
	Confidence  float64       `json:"confidence" doc:"0 to 1, by the number of independent sources that state it and their trust"`
	SourceTrust float64       `json:"sourceTrustScore" doc:"0 to 1, as trustScore of evidence"`
	DocumentID  string        `json:"documentId" doc:"Id of the document in crawledDocuments"`
	Others      []ClaimSource `json:"otherSources" doc:"Further sources that support or contradict it"`
}

// ClaimSource is a further source on a claim.
type ClaimSource struct {
	URL        string  `json:"url" doc:"URL of the page"`
	Domain     string  `json:"domain" doc:"The registrable part of its host"`
	Snippet    string  `json:"evidenceSnippet" doc:"Its literal text"`
	Stance     string  `json:"stance" enum:"supports,contradicts" doc:"Whether the source supports or contradicts the claim"`
	Trust      float64 `json:"sourceTrustScore" doc:"0 to 1"`
	DocumentID string  `json:"documentId" doc:"Id of the document in crawledDocuments"`
}

// Document is a source that was read, or tried.
type Document struct {
	ID         string           `json:"documentId" doc:"Id of the document, the same for the same URL in every research"`
	URL        string           `json:"url" doc:"URL after redirects; as it was found when the document was not read"`
	Domain     string           `json:"domain" doc:"The registrable part of its host"`
	Title      string           `json:"title" doc:"Title; empty when not known"`
	Lane       research.Lane    `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site" doc:"The lane that found it"`
	Provider   string           `json:"providerCode" doc:"The source of its URL: a search engine, caller, or site_links for links of a document"`
	Status     research.Status  `json:"fetchStatus" enum:"fetched,reused,blocked,not_found,timeout,unsupported,failed" doc:"reused: read by earlier research. blocked: a bot wall, a login or robots.txt. unsupported: has no text that can be read."`
	Reason     string           `json:"reason,omitempty" doc:"Why it was not read; absent when it was"`
	Reused     bool             `json:"reused" doc:"Whether it comes from earlier research of the organization"`
	FetchedAt  instant.Time     `json:"fetchedAtUtc,omitzero" doc:"When it was read; absent when it was not"`
	Published  string           `json:"publishedAt,omitempty" doc:"When it was published, ISO 8601 as precise as known; absent when not known"`
	Outbound   int              `json:"outboundLinkCount" doc:"Number of its links to other hosts"`
	Content    research.Content `json:"contentKind,omitempty" enum:"full,teaser,abstract,archived" doc:"Kind of its text. teaser: the page is behind a paywall. abstract: the page could not be read, and this is what the search engine has of the work. archived: the page is gone, and this is a capture by the Internet Archive. Absent without text."`
	CapturedAt instant.Time     `json:"archivedAtUtc,omitzero" doc:"When an archived text was captured; absent for other documents"`
	CaptureURL string           `json:"archiveUrl,omitempty" doc:"URL of the capture; absent for other documents"`
	Duplicate  string           `json:"duplicateOf,omitempty" doc:"The documentId of the document whose text it repeats; a duplicate provides no evidence. Absent otherwise."`
	Excerpt    string           `json:"excerpt" doc:"The first 300 characters of its text; empty without one"`
	Preview    string           `json:"cleanedTextPreview" doc:"The first 1000 characters of cleanedText"`
	Text       string           `json:"cleanedText" doc:"Its main content as markdown, cut at 40000 characters"`
}

// Candidate is a source that was considered.
type Candidate struct {
	URL       string        `json:"url" doc:"URL reported by the lane"`
	Title     string        `json:"title" doc:"Title reported by the lane; empty when it has none"`
	Lane      research.Lane `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site" doc:"The lane that found it first"`
	Score     float64       `json:"score" doc:"1 for sources of the request; for others the sum of reciprocal ranks in all searches that found it, relative to the best"`
	Snippet   string        `json:"snippet" doc:"Text that the lane shows for it; empty when it shows none"`
	Source    string        `json:"sourceName,omitempty" doc:"Name of the publisher; absent when the lane does not have it"`
	Provider  string        `json:"providerCode" doc:"The search engine that found it, caller, or site_links"`
	Published string        `json:"publishedAt,omitempty" doc:"ISO 8601, as precise as the lane reports it; absent when it does not"`
}

// Lane is how one lane went.
type Lane struct {
	Lane     research.Lane    `json:"lane" enum:"seed,trusted,key_message,web,news,scholarly,site,archive" doc:"Name of the lane"`
	Provider string           `json:"provider,omitempty" doc:"The search engine that returned results; absent when none did, or none was needed"`
	Outcome  research.Outcome `json:"outcome" enum:"ok,empty,blocked,rate_limited,timeout,disabled,failed" doc:"ok: it found sources, or they were read. empty: it responded that there are none. disabled: the operator has configured nothing for it."`
	Reason   string           `json:"reason,omitempty" doc:"What is missing from it, and why; absent when nothing is missing"`
	Queries  int              `json:"queries" doc:"Number of searches; 0 for lanes that do not search"`
	Found    int              `json:"found" doc:"Number of different sources that it found; one that both rounds of a complex research find counts twice"`
}

// Summary is the research in figures.
type Summary struct {
	Considered   int      `json:"sourcesConsidered" doc:"Number of different sources found by any lane"`
	Selected     int      `json:"sourcesSelected" doc:"Number of those selected to be read"`
	Fetched      int      `json:"documentsFetched" doc:"Number of documents that this job read, archived captures included"`
	Abstracts    int      `json:"abstractDocuments" doc:"Number of documents of which only an abstract or a teaser could be read"`
	Reused       int      `json:"reusedDocuments" doc:"Number of documents that earlier research of the organization had read"`
	Accepted     int      `json:"acceptedClaimCount" doc:"Number of claims that are supported or have a single source"`
	AverageTrust float64  `json:"averageTrustScore" doc:"0 to 1: mean trustScore of the documents with evidence; 0 without any"`
	Current      int      `json:"currentRunEvidenceCount" doc:"Number of passages of documents that this job read"`
	Historical   int      `json:"historicalEvidenceCount" doc:"Number of passages of documents of earlier research"`
	DurationMS   int64    `json:"durationMs" doc:"Milliseconds from the first worker's start to the end"`
	Semantic     string   `json:"semanticMethod" doc:"How semanticScore is computed: embeddings:MODEL, or local_vector_space for TF-IDF vectors of the passages themselves"`
	Verification string   `json:"verificationMethod" doc:"How the claims were judged: rules, or model:MODEL and rules, where the model judged the first of them again"`
	BudgetSpent  bool     `json:"budgetSpent" doc:"Whether the time was used up before everything was done; notes state what is missing"`
	Notes        []string `json:"notes" doc:"Notes for readers of the result, such as what could not be done"`
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
			Status: research.Fetched, FetchedAt: instant.Of(at), Outbound: 4, Content: research.Full,
			Excerpt: "The gauge runs for ten years on one battery.", Preview: "The gauge runs for ten years on one battery.", Text: "The gauge runs for ten years on one battery.",
		}},
		Candidate: []Candidate{{URL: page, Lane: research.Seed, Score: 1, Provider: "caller"}},
		Lanes: []Lane{
			{Lane: research.Seed, Outcome: research.OK, Found: 1},
			{Lane: research.Web, Provider: "searxng", Outcome: research.Empty, Queries: 3},
			{Lane: research.News, Outcome: research.RateLimited, Reason: "gdelt rate-limits requests; try again later.", Queries: 1},
		},
		Summary: Summary{
			Considered: 1, Selected: 1, Fetched: 1, Accepted: 1, AverageTrust: 0.85, Current: 1, DurationMS: 8412,
			Semantic: "local_vector_space", Verification: "rules", Notes: []string{"The lane news failed."},
		},
	}
}
