package feed_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/feed"
)

// The forms of dates in feeds: an unknown zone leaves the day, never a wrong time.
func TestDates(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Thu, 01 Jan 2004 19:48:21 GMT":       "2004-01-01T19:48:21.000Z",
		"Thu, 01 Jan 04 19:48:21 GMT":         "2004-01-01T19:48:21.000Z",
		"Mon, 26 January 2004 16:31:00 ET":    "2004-01-26T21:31:00.000Z",
		"Mon, 26 July 2004 16:31:00 PT":       "2004-07-26T23:31:00.000Z",
		"Mon, 13 Feb, 2012":                   "2012-02-13",
		"Mon, 13 Feb, 2012 06:28:00 UTC":      "2012-02-13T06:28:00.000Z",
		"2003-12":                             "2003-12",
		"2003":                                "2003",
		"Sun, 19 Feb 2012 22:40:00 GMT-01:01": "2012-02-19T23:41:00.000Z",
		"Mon, 06 May 2024 07:08:09 JST":       "2024-05-05T22:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 MSK":       "2024-05-06T04:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 KST":       "2024-05-05T22:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 AEST":      "2024-05-05T21:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 HKT":       "2024-05-05T23:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 SGT":       "2024-05-05T23:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 NZST":      "2024-05-05T19:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 BRT":       "2024-05-06T10:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 MET":       "2024-05-06T06:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 MEST":      "2024-05-06T05:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 HST":       "2024-05-06T17:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 AKDT":      "2024-05-06T15:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 GMT+2":     "2024-05-06T05:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 IST":       "2024-05-06",
		"Mon, 06 May 2024 07:08:09 BST":       "2024-05-06",
		"Mon, 06 May 2024 07:08:09 XYZ":       "2024-05-06",
		"2024-05-06T07:08:09.5+05:30":         "2024-05-06T01:38:09.500Z",
		"2024-05-06T07:08:09":                 "2024-05-06T07:08:09.000Z",
		"lun., 6 mai 2024 07:08:09 +0200":     "2024-05-06T05:08:09.000Z",
		"Κυρ, 11 Ιουλίου 2004 12:00:00 EST":   "2004-07-11T17:00:00.000Z",
		"Κυρ, 11 Ιουλίου 2004 12:00:00 IST":   "2004-07-11",
		"Κυρ, 11 Ιουλίου 2004 12:00:00":       "2004-07-11T12:00:00.000Z",
		"2004-július-13T9:15-05:00":           "2004-07-13T14:15:00.000Z",
		"2004년 05월 28일  01:31:15":             "2004-05-28T01:31:15.000Z",
		"20240506T070809Z":                    "2024-05-06T07:08:09.000Z",
		"25/10/2020 10:30":                    "2020-10-25T10:30:00.000Z",
		"07/10/2020 10:30":                    "", // July or October
		"0000-00-00 00:00:00":                 "",
		"6 May 1066":                          "",
		"last Monday":                         "",
		"":                                    "",
	} {
		body := `<rss version="2.0"><channel><item><title>t</title><pubDate>` + written + `</pubDate></item></channel></rss>`
		f, err := feed.Parse([]byte(body), "", base(t))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Items[0].Published.String(); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// Which element a date is read from. Words of a date that cannot be read give way to
// another one.
func TestDateElements(t *testing.T) {
	t.Parallel()
	const one, two = "2024-05-06T07:08:09.000Z", "2024-05-07T07:08:09.000Z"
	for name, c := range map[string]struct{ body, published, updated string }{
		"pubDate":                        {rssItem(`<pubDate>` + one + `</pubDate>`), one, ""},
		"dc:date alone":                  {rssItem(`<dc:date>` + one + `</dc:date>`), one, ""},
		"dc:date beside pubDate":         {rssItem(`<dc:date>` + two + `</dc:date><pubDate>` + one + `</pubDate>`), one, two},
		"dcterms":                        {rssItem(`<dcterms:issued>` + one + `</dcterms:issued><dcterms:modified>` + two + `</dcterms:modified>`), one, two},
		"Atom in RSS":                    {rssItem(`<atom:published>` + one + `</atom:published><atom:updated>` + two + `</atom:updated>`), one, two},
		"a pubDate that cannot be read":  {rssItem(`<pubDate>soon</pubDate><dc:date>` + one + `</dc:date>`), one, one},
		"Atom 1.0":                       {atomEntry(`<published>` + one + `</published><updated>` + two + `</updated>`), one, two},
		"Atom 0.3":                       {atomEntry(`<issued>` + one + `</issued><modified>` + two + `</modified>`), one, two},
		"Atom that was only updated":     {atomEntry(`<updated>` + two + `</updated>`), "", two},
		"a day and a time in other hand": {atomEntry(`<published>2024-05-06</published>`), "2024-05-06", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := only(t, c.body)
			if got := item.Published.String(); got != c.published {
				t.Errorf("got published %q, want %q", got, c.published)
			}
			if got := item.Updated.String(); got != c.updated {
				t.Errorf("got updated %q, want %q", got, c.updated)
			}
		})
	}
}
