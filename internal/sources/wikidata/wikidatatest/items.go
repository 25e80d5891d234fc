package wikidatatest

// items are what the replay of Wikidata knows, in the order in which searches
// find them.
func items() []item {
	return []item{
		{id: "Q900013", label: "Marrowfen", description: "wetland east of Carrow", article: "Marrowfen"},
		{
			id: "Q900014", label: "Marrowfen Instruments", description: "maker of river and tide gauges",
			aliases: []string{"Marrowfen", "Marrowfen Instruments Ltd", "company.test"}, claims: firmClaims, article: "Marrowfen Instruments",
		},
		{
			id: "Q900015", label: "Marrowfen Network", description: "radio network of gauges",
			claims: func() map[string][]any {
				return map[string][]any{"P856": {statement("P856", textValue("http://network.company.test/"), "normal")}}
			},
		},
		{id: "Q783794", label: "company", description: "association or collection of individuals"},
		{id: "Q4830453", label: "business", description: "organization undertaking commercial activity"},
		{id: "Q145", label: "United Kingdom", description: "country in north-west Europe"},
		{id: "Q900021", label: "Carrow", description: "town on the river Carrow"},
		{id: "Q900022", label: "hydrometry", description: "measurement of water"},
		{id: "Q900031", label: "Hester Quill", description: "surveyor and businesswoman"},
		{id: "Q900032", label: "Tobias Rennick", description: "watchmaker"},
		{id: "Q900033", label: "Orla Venn", description: "businesswoman"},
		{id: "Q25224", label: "pound sterling", description: "currency of the United Kingdom"},
	}
}

// firmClaims are statements on the firm of company.test, with those among them that
// nobody should take for the present.
func firmClaims() map[string][]any {
	const entity, year, month, day = "http://www.wikidata.org/entity/", 9, 10, 11
	on := func(date string, precision int) map[string]any { return snak("P585", timeValue(date, precision)) }
	return map[string][]any{
		"P856": {
			statement("P856", textValue("http://old-gauges.test/"), "deprecated"),
			statement("P856", textValue("http://www.company.test/"), "preferred"),
		},
		"P31":   {statement("P31", itemValue("Q4830453"), "normal")},
		"P571":  {statement("P571", timeValue("2014-03-00", month), "normal")},
		"P159":  {statement("P159", itemValue("Q900021"), "normal")},
		"P17":   {statement("P17", itemValue("Q145"), "normal")},
		"P452":  {statement("P452", itemValue("Q900022"), "normal")},
		"P1128": {statement("P1128", quantityValue("+48", "1"), "normal", on("2025-12-31", day)), statement("P1128", quantityValue("+31", "1"), "normal", on("2021-00-00", year))},
		"P2139": {statement("P2139", quantityValue("+3950000", entity+"Q25224"), "normal", on("2024-00-00", year))},
		"P112":  {statement("P112", itemValue("Q900031"), "normal"), statement("P112", itemValue("Q900032"), "normal")},
		"P169": {
			statement("P169", itemValue("Q900033"), "normal", snak("P582", timeValue("2019-06-00", month))),
			statement("P169", itemValue("Q900031"), "normal"),
		},
		"P749":  {statement("P749", nil, "normal")},
		"P355":  {statement("P355", itemValue("Q900015"), "normal")},
		"P1278": {statement("P1278", textValue("213800MARROWFEN00071"), "normal")},
		"P154":  {statement("P154", textValue("Marrowfen Instruments logo.svg"), "normal")},
		"P2002": {statement("P2002", textValue("marrowfen"), "normal")},
		"P4264": {statement("P4264", textValue("marrowfen"), "normal")},
	}
}
