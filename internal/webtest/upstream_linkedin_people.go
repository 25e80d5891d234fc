package webtest

// liPerson is a member's profile.
type liPerson struct {
	liAuthor
	Walled bool
	Jobs   []liJob
}

// liJob is a position; the latest first.
type liJob struct{ Title, Company, Slug, From, Until string }

// Graph is the structured data of the profile, with what LinkedIn hides of it.
func (p liPerson) Graph() string {
	works, titles := []any{}, []string{}
	for _, j := range p.Jobs {
		if j.Until == "" {
			works = append(works, map[string]any{"@type": "Organization", "name": j.Company, "url": "https://uk.linkedin.com/company/" + j.Slug})
			titles = append(titles, "*** ***********")
		}
	}
	return liJSON(map[string]any{"@context": "http://schema.org", "@graph": []any{map[string]any{
		"@type": "Person", "name": p.Name, "jobTitle": titles, "worksFor": works, "address": map[string]any{"@type": "PostalAddress", "addressLocality": "Carrow"},
		"interactionStatistic": map[string]any{"@type": "InteractionCounter", "interactionType": "https://schema.org/FollowAction", "userInteractionCount": 250},
	}}})
}

// liPeople are the profiles, by their names. Some work for the firm, some did, one works
// for another firm of nearly its name, and some are walled.
func liPeople() map[string]liPerson {
	now := func(title string) []liJob { return []liJob{{title, "Marrowfen", "marrowfen", "Mar 2014", ""}} }
	list := []liPerson{
		{liAuthor: liAuthor{"hester-quill", "Hester Quill", "Chief Executive and Founder at Marrowfen", "in"}, Jobs: now("Chief Executive and Founder")},
		{liAuthor: liAuthor{"tobias-rennick", "Tobias Rennick", "Gauges, clocks, small screws", "in"}, Jobs: now("Co-founder and Chief Engineer")},
		{liAuthor: liAuthor{"adaeze-holm", "Adaeze Holm", "Head of Radio at Marrowfen", "in"}, Jobs: now("Head of Radio")},
		{liAuthor: liAuthor{"lowri-beck", "Lowri Beck", "Firmware Engineer", "in"}, Jobs: append(now("Firmware Engineer"), liJob{"Intern", "Carrow Harbour", "carrow-harbour", "2011", "2013"})},
		{liAuthor: liAuthor{"odo-lanyard", "Odo Lanyard", "Assistant to the CEO", "in"}, Jobs: now("Assistant to the CEO")},
		{liAuthor: liAuthor{"gareth-ode", "Gareth Ode", "Hydrologist", "in"}, Jobs: []liJob{{"Hydrologist", "Carrow Harbour", "carrow-harbour", "2024", ""}, {"Field Engineer", "Marrowfen", "marrowfen", "2016", "2024"}}},
		{liAuthor: liAuthor{"milan-crey", "Milan Crey", "CEO at Marrowfen Fisheries", "in"}, Jobs: []liJob{{"CEO", "Marrowfen Fisheries", "marrowfen-fisheries", "2019", ""}}},
		{liAuthor: liAuthor{"sunniva-hale", "Sunniva Hale", "Field Technician", "in"}, Walled: true},
		{liAuthor: liAuthor{"piet-sandoe", "Piet Sandoe", "Drills holes, fits gauges", "in"}, Walled: true},
	}
	all := map[string]liPerson{}
	for _, p := range list {
		all[p.Slug] = p
	}
	return all
}
