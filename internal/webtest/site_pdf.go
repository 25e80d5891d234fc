package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

func pdfSite() Site {
	return Site{
		Host:  "pdf.test",
		Title: "A PDF",
		About: "Two pages of text, made when they are asked for.",
		Pages: []Page{{
			Name: "pdf", URL: "http://pdf.test/report.pdf",
			Shows: "a PDF with a title, two pages and headings",
			Expect: Expect{
				Title:    "Condition of the sea wall, 2025",
				Contains: []string{"one hundred and twelve metres", "Recommendations", "before the equinox"},
			},
			Serve: func(w http.ResponseWriter, _ *http.Request) {
				site.Send(w, http.StatusOK, "application/pdf", report().bytes())
			},
		}},
	}
}

func report() pdf {
	return pdf{
		title:  "Condition of the sea wall, 2025",
		author: "Carrow Harbour Board",
		pages: [][]string{
			{
				"Condition of the sea wall, 2025",
				"The wall between the slip and the pierhead was walked at low water on the",
				"second and third of May. Of its four hundred metres, one hundred and twelve metres",
				"have lost pointing below the weed line, and nine have lost stones.",
				"",
				"The worst of it lies where the new drain comes out. Fresh water runs down the",
				"face in every shower, and frost does in a night what the sea takes a year for.",
				"",
				"Nothing that was seen is dangerous today. Two places will be after one more",
				"winter, and it is cheaper to mend a wall than to build one (see page 2).",
			},
			{
				"Recommendations",
				"1. Move the outfall of the drain two metres out, beyond the toe of the wall.",
				"2. Reset the nine stones in lime, not in cement, before the equinox.",
				"3. Point the remaining length over three summers, starting from the slip.",
				"",
				"Cost: 41,500 pounds in the first year and 18,000 in each of the two that follow.",
				"The board's reserve covers the first. For the rest it asks the county.",
			},
		},
	}
}
