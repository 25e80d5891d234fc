package linkedintest

// person is a member's profile.
type person struct {
	author
	Walled bool
	Jobs   []job
}

// job is a position; the latest first.
type job struct{ Title, Company, Slug, From, Until string }

// Graph is the structured data of the profile, with what LinkedIn hides of it.
func (p person) Graph() string {
	works, titles := []any{}, []string{}
	for _, j := range p.Jobs {
		if j.Until == "" {
			works = append(works, map[string]any{"@type": "Organization", "name": j.Company, "url": "https://uk.linkedin.com/company/" + j.Slug})
			titles = append(titles, "*** ***********")
		}
	}
	return encoded(map[string]any{"@context": "http://schema.org", "@graph": []any{map[string]any{
		"@type": "Person", "name": p.Name, "jobTitle": titles, "worksFor": works, "address": map[string]any{"@type": "PostalAddress", "addressLocality": "Carrow"},
		"interactionStatistic": map[string]any{"@type": "InteractionCounter", "interactionType": "https://schema.org/FollowAction", "userInteractionCount": 250},
	}}})
}

// people are the profiles, by their names. Some work for the firm, some did, one works
// for another firm of nearly its name, and some are walled.
func people() map[string]person {
	now := func(title string) []job { return []job{{title, "Marrowfen", "marrowfen", "Mar 2014", ""}} }
	list := []person{
		{author: author{"hester-quill", "Hester Quill", "Chief Executive and Founder at Marrowfen", "in"}, Jobs: now("Chief Executive and Founder")},
		{author: author{"tobias-rennick", "Tobias Rennick", "Gauges, clocks, small screws", "in"}, Jobs: now("Co-founder and Chief Engineer")},
		{author: author{"adaeze-holm", "Adaeze Holm", "Head of Radio at Marrowfen", "in"}, Jobs: now("Head of Radio")},
		{author: author{"lowri-beck", "Lowri Beck", "Firmware Engineer", "in"}, Jobs: append(now("Firmware Engineer"), job{"Intern", "Carrow Harbour", "carrow-harbour", "2011", "2013"})},
		{author: author{"odo-lanyard", "Odo Lanyard", "Assistant to the CEO", "in"}, Jobs: now("Assistant to the CEO")},
		{author: author{"gareth-ode", "Gareth Ode", "Hydrologist", "in"}, Jobs: []job{{"Hydrologist", "Carrow Harbour", "carrow-harbour", "2024", ""}, {"Field Engineer", "Marrowfen", "marrowfen", "2016", "2024"}}},
		{author: author{"milan-crey", "Milan Crey", "CEO at Marrowfen Fisheries", "in"}, Jobs: []job{{"CEO", "Marrowfen Fisheries", "marrowfen-fisheries", "2019", ""}}},
		{author: author{"sunniva-hale", "Sunniva Hale", "Field Technician", "in"}, Walled: true},
		{author: author{"piet-sandoe", "Piet Sandoe", "Drills holes, fits gauges", "in"}, Walled: true},
	}
	all := map[string]person{}
	for _, p := range list {
		all[p.Slug] = p
	}
	return all
}
