package webtest

func textSite() Site {
	return Site{
		Host:  "text.test",
		Title: "Not HTML",
		About: "Documents that are text already, each of which gives a sensible markdown.",
		Pages: []Page{
			{
				Name: "text-plain", URL: "http://text.test/notes.txt",
				Shows:  "plain text with paragraphs and an indented list",
				Expect: Expect{Contains: []string{"The lamp was lit at 16:42", "oil, two gallons"}},
				Serve:  file("text/notes.txt", "text/plain; charset=utf-8"),
			},
			{
				Name: "text-markdown", URL: "http://text.test/readme.md",
				Shows: "Markdown, which passes through",
				Expect: Expect{
					Title:    "tidelog",
					Contains: []string{"# tidelog", "```sh", "tidelog read --port /dev/ttyUSB0", "| `--every`"},
				},
				Serve: file("text/readme.md", "text/markdown; charset=utf-8"),
			},
			{
				Name: "text-json", URL: "http://text.test/stations.json",
				Shows:  "JSON, shown as a code block",
				Expect: Expect{Contains: []string{"```json", `"Carrow Creek"`}},
				Serve:  file("text/stations.json", "application/json"),
			},
			{
				Name: "text-xml", URL: "http://text.test/lights.xml",
				Shows:  "XML that is no feed, shown as a code block",
				Expect: Expect{Contains: []string{"```xml", "Skerry Rock"}},
				Serve:  file("text/lights.xml", "application/xml"),
			},
		},
	}
}
