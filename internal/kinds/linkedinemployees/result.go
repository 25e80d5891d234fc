package linkedinemployees

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Result is what a job gives.
type Result struct {
	Company    Company  `json:"company" doc:"The company, as far as its page was shown"`
	Leadership []Person `json:"leadership" doc:"Its chief executive, founders and owners that are confirmed, beside the limit; those whom the caller knows, too"`
	People     []Person `json:"people" doc:"Others who are confirmed, at most limit, the surest first; without those of knownProfiles"`
	Known      []Known  `json:"knownProfiles" doc:"How the given profiles stand, in the caller's order"`
	Candidates Counts   `json:"candidates" doc:"How many people were seen, and what became of them"`
	Sources    []Source `json:"sources" doc:"How asking each source went"`
	social.Coverage
}

// Company is the company that people were looked for at.
type Company struct {
	URL     string   `json:"url" doc:"Its page on LinkedIn, where it is now"`
	Name    string   `json:"name,omitempty" doc:"Its name there, else the given one"`
	Names   []string `json:"names" doc:"Everything that counted as its name"`
	Website string   `json:"website,omitempty" doc:"The site that its page names"`
	Members *int64   `json:"members,omitempty" doc:"How many accounts of LinkedIn say that they work there"`
	Size    string   `json:"size,omitempty" doc:"How many work there, as it declares"`
}

// Role is a part in the leadership.
type Role string

// The roles.
const (
	ChiefExecutive Role = "chief_executive"
	Founder        Role = "founder"
	Owner          Role = "owner"
)

// Person is somebody who works at the company.
type Person struct {
	Name       string     `json:"name" doc:"As the surest source writes it"`
	URL        string     `json:"url,omitempty" doc:"The profile on LinkedIn; absent when none was found"`
	Title      string     `json:"title,omitempty" doc:"What they are at the company, as a source says it"`
	Headline   string     `json:"headline,omitempty" doc:"What they say of themselves in a line"`
	Roles      []Role     `json:"roles,omitempty" doc:"chief_executive, founder, owner; absent of others"`
	Confidence float64    `json:"confidence" doc:"0 to 1. One sure source gives 0.85 to 0.95, each further one halves the doubt; two that are not sure alone give 0.75 to 0.8."`
	Evidence   []Evidence `json:"evidence" doc:"Who says so, the surest first"`
}

// Evidence is one statement that somebody works at the company.
type Evidence struct {
	Source string `json:"source" enum:"linkedin_profile,linkedin_company,company_site,company_mention,wikidata,web_search" doc:"linkedin_profile: the profile names the company as the present employer. linkedin_company: the company's page shows the person among its employees. company_site: the company's site declares the person for machines, or its page about people links to the profile. These are sure. company_mention: a page about the company names the person. wikidata: a statement there. web_search: a search engine shows the profile with the company. Of these it takes two."`
	URL    string `json:"url" doc:"Where it stands"`
	Text   string `json:"text" doc:"What it says"`
}

// Standing is what is known of a profile that the caller knew.
type Standing string

// The standings.
const (
	Verified   Standing = "verified"   // works there
	Left       Standing = "left"       // the profile itself shows that the position has ended
	Unverified Standing = "unverified" // nothing that could be read tells
)

// Known is how a given profile stands.
type Known struct {
	URL        string     `json:"url" doc:"The profile"`
	Status     Standing   `json:"status" enum:"verified,left,unverified" doc:"verified: public pages confirm it. left: the profile itself shows that the position there has ended. unverified: nothing tells, which is no sign that the person has left."`
	Name       string     `json:"name,omitempty" doc:"The person's name, where a source told it"`
	Title      string     `json:"title,omitempty" doc:"What they are at the company"`
	Confidence float64    `json:"confidence,omitempty" doc:"As of people; absent when unverified"`
	Evidence   []Evidence `json:"evidence" doc:"Who says so; what was found for an unverified one, too"`
	Reason     string     `json:"reason,omitempty" doc:"Why it could not be verified"`
}

// Counts tell what became of those who were seen.
type Counts struct {
	Seen     int       `json:"seen" doc:"Different people that any source named in connection with the company"`
	Verified int       `json:"verified" doc:"Of those, how many are confirmed; more than are listed when the limit is lower"`
	Dropped  []Dropped `json:"dropped" doc:"Why the others are not listed"`
}

// Dropped counts people by why they are not listed.
type Dropped struct {
	Reason string `json:"reason" enum:"left,other_company,one_source,over_limit,unnamed" doc:"left: a source says that they were there in the past. other_company: their profile names other employers only. one_source: nothing confirms what one source says. over_limit: confirmed, but beyond limit. unnamed: no source told a name."`
	Count  int    `json:"count" doc:"How many"`
}

// Source is how asking one source went.
type Source struct {
	Name string `json:"name" enum:"linkedin_company,company_site,wikidata,web_search,linkedin_profiles" doc:"What was asked"`
	signal.Outcome
}

// sample is the documentation's example.
func sample() Result {
	page := Evidence{Source: "linkedin_company", URL: "https://www.linkedin.com/company/marrowfen", Text: "Among its employees: Hester Quill, Chief Executive and Founder at Marrowfen"}
	return Result{
		Company: Company{URL: page.URL, Name: "Marrowfen", Names: []string{"Marrowfen"}, Website: "https://example.com/", Members: new(int64(48)), Size: "11-50 employees"},
		Leadership: []Person{{
			Name: "Hester Quill", URL: "https://www.linkedin.com/in/hester-quill", Title: "Chief Executive and Founder", Headline: "Chief Executive and Founder at Marrowfen",
			Roles: []Role{ChiefExecutive, Founder}, Confidence: 0.9, Evidence: []Evidence{page},
		}},
		People: []Person{},
		Known:  []Known{{URL: "https://www.linkedin.com/in/ulla-mire", Status: Unverified, Evidence: []Evidence{}, Reason: "LinkedIn shows this page to us only after a login."}},
		Candidates: Counts{
			Seen: 2, Verified: 1, Dropped: []Dropped{{Reason: "one_source", Count: 1}},
		},
		Sources:  []Source{{Name: "linkedin_company", Outcome: signal.Of("linkedin", nil)}},
		Coverage: social.Coverage{Reason: "LinkedIn lists the people of a company to its members only; these are whom public pages confirm."},
	}
}
