package linkedinemployees

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Result is what a job gives.
type Result struct {
	Company    Company         `json:"company" doc:"The company, as shown on its page"`
	Leadership []Person        `json:"leadership" doc:"Its confirmed chief executive, founders and owners, in addition to the limit; including those whom the caller knows"`
	Items      []Person        `json:"items" doc:"Other confirmed people, at most limit, strongest evidence first; without those of knownProfiles"`
	Known      []Known         `json:"knownProfiles" doc:"Status of the given profiles, in the caller's order"`
	Counts     Counts          `json:"counts" doc:"Number of people seen, and the outcome for them"`
	Sources    []Source        `json:"sources" doc:"The outcome for each source"`
	Exhausted  bool            `json:"exhausted" doc:"Always false: the whole list is for LinkedIn's members only"`
	Coverage   social.Coverage `json:"coverage" doc:"Whether these are all people, and if not, why"`
}

// Company is the company that people were looked for at.
type Company struct {
	URL     string               `json:"url" doc:"Its current LinkedIn page"`
	Name    string               `json:"name,omitempty" doc:"Its name on LinkedIn, otherwise the given one"`
	Names   []string             `json:"names" doc:"All names that were accepted as the company's"`
	Website string               `json:"website,omitempty" doc:"The website that its page names"`
	Counts  social.ProfileCounts `json:"counts" doc:"Numbers that LinkedIn shows; a number that it does not show is absent"`
	Size    string               `json:"size,omitempty" doc:"Number of employees, as it declares"`
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
	Name       string     `json:"name" doc:"The name as the strongest source writes it"`
	URL        string     `json:"url,omitempty" doc:"URL of the LinkedIn profile; absent when none was found"`
	Title      string     `json:"title,omitempty" doc:"Their position at the company, as a source states it"`
	Headline   string     `json:"headline,omitempty" doc:"The headline of their profile"`
	Roles      []Role     `json:"roles,omitempty" doc:"chief_executive, founder, owner; absent for others"`
	Confidence float64    `json:"confidence" doc:"0 to 1. One strong source gives 0.85 to 0.95, and each further one halves the remaining doubt; two weak sources give 0.75 to 0.8."`
	Evidence   []Evidence `json:"evidence" doc:"The sources, strongest first"`
}

// Evidence is one statement that somebody works at the company.
type Evidence struct {
	Source string `json:"source" enum:"linkedin_profile,linkedin_company,company_site,company_mention,wikidata,web_search" doc:"linkedin_profile: the profile names the company as the present employer. linkedin_company: the company's page shows the person as an employee. company_site: the structured data of the company's site names the person, or its page about people links to the profile. One of these is sufficient. company_mention: a page about the company names the person. wikidata: a statement there. web_search: a search engine shows the profile with the company. Of these, two are required."`
	URL    string `json:"url" doc:"URL of the evidence"`
	Text   string `json:"text" doc:"The words there"`
}

// Standing is what is known of a profile that the caller knew.
type Standing string

// The standings.
const (
	Verified   Standing = "verified"   // works there
	Left       Standing = "left"       // the profile itself shows that the position has ended
	Unverified Standing = "unverified" // nothing that could be read confirms it
)

// Known is how a given profile stands.
type Known struct {
	URL        string     `json:"url" doc:"URL of the profile"`
	Status     Standing   `json:"status" enum:"verified,left,unverified" doc:"verified: public pages confirm it. left: the profile itself shows that the position has ended. unverified: no source confirms it, which does not mean that the person has left."`
	Name       string     `json:"name,omitempty" doc:"The person's name, if a source has it"`
	Title      string     `json:"title,omitempty" doc:"Their position at the company"`
	Confidence float64    `json:"confidence,omitempty" doc:"As for items; absent when unverified"`
	Evidence   []Evidence `json:"evidence" doc:"The sources; for an unverified profile, what was found"`
	Reason     string     `json:"reason,omitempty" doc:"Why it could not be verified"`
}

// Counts are the outcome of those who were seen.
type Counts struct {
	Seen     int       `json:"seen" doc:"Number of different people that any source named in connection with the company"`
	Verified int       `json:"verified" doc:"Number of those that are confirmed; more than are listed when the limit is lower"`
	Dropped  []Dropped `json:"dropped" doc:"Why the others are not listed"`
}

// Dropped counts people by why they are not listed.
type Dropped struct {
	Reason string `json:"reason" enum:"left,other_company,one_source,over_limit,unnamed" doc:"left: a source states that they worked there in the past. other_company: their profile names only other employers. one_source: only one source names them and nothing confirms it. over_limit: confirmed, but beyond limit. unnamed: no source has a name."`
	Count  int    `json:"count" doc:"Number of people"`
}

// Source is how asking one source went.
type Source struct {
	Name string `json:"name" enum:"linkedin_company,company_site,wikidata,web_search,linkedin_profiles" doc:"Name of the source"`
	signal.Outcome
}

// sample is the documentation's example.
func sample() Result {
	page := Evidence{Source: "linkedin_company", URL: "https://www.linkedin.com/company/marrowfen", Text: "Among its employees: Hester Quill, Chief Executive and Founder at Marrowfen"}
	return Result{
		Company: Company{URL: page.URL, Name: "Marrowfen", Names: []string{"Marrowfen"}, Website: "https://example.com/", Counts: social.ProfileCounts{Members: new(int64(48))}, Size: "11-50 employees"},
		Leadership: []Person{{
			Name: "Hester Quill", URL: "https://www.linkedin.com/in/hester-quill", Title: "Chief Executive and Founder", Headline: "Chief Executive and Founder at Marrowfen",
			Roles: []Role{ChiefExecutive, Founder}, Confidence: 0.9, Evidence: []Evidence{page},
		}},
		Items: []Person{},
		Known: []Known{{URL: "https://www.linkedin.com/in/ulla-mire", Status: Unverified, Evidence: []Evidence{}, Reason: "LinkedIn shows this page only after a login."}},
		Counts: Counts{
			Seen: 2, Verified: 1, Dropped: []Dropped{{Reason: "one_source", Count: 1}},
		},
		Sources:  []Source{{Name: "linkedin_company", Outcome: signal.Of("linkedin", nil)}},
		Coverage: social.Coverage{Reason: "LinkedIn lists the people of a company only to its members; these are the people that public pages confirm."},
	}
}
