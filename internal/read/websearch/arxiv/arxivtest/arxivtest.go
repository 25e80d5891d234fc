// Package arxivtest stands for the API of arXiv.
package arxivtest

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/scholarly/scholarlytest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for arXiv's search of preprints.
func Site() site.Site {
	return site.Site{
		Host:     "arxiv.upstream.test",
		Title:    "arXiv",
		About:    "A replay of arXiv's search in Atom with those of OpenAlex's works that are preprints. A search whose parentheses or quotes do not match is refused by an entry titled Error. Searches that begin with `all:quota`, `all:down`, `all:walled` or `all:empty` are answered so, and `all:partial` counts results without sending any.",
		Upstream: "arxiv",
		Assets:   map[string]http.HandlerFunc{"/api/query": serveArXiv},
	}
}

const atomXML = "application/atom+xml; charset=utf-8"

func serveArXiv(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	search := q.Get("search_query")
	n, err := strconv.Atoi(q.Get("max_results"))
	if err != nil {
		n = 10
	}
	switch {
	case n > 2000:
		site.Send(w, http.StatusBadRequest, atomXML, arxivError("max_results_must_be_less_than_2000", "max_results must be less than 2000"))
		return
	case strings.Count(search, "(") != strings.Count(search, ")") || strings.Count(search, `"`)%2 == 1 || search == "":
		site.Send(w, http.StatusBadRequest, atomXML, arxivError("malformed_query", "the query is malformed: "+search))
		return
	}
	bare := strings.TrimPrefix(strings.TrimLeft(search, "("), "all:")
	found := []scholarlytest.Work{}
	switch fault := scholarlytest.Fault(bare); {
	case fault == "quota":
		site.Send(w, http.StatusOK, "text/plain", []byte("Rate exceeded."))
		return
	case fault == "down":
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)
		return
	case fault == "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte("<!DOCTYPE html><html><title>Verifying your browser</title></html>"))
		return
	case strings.HasPrefix(bare, "partial"):
		site.Send(w, http.StatusOK, atomXML, feed(search, 7, nil))
		return
	case fault == "":
		found = find(search)
	}
	site.Send(w, http.StatusOK, atomXML, feed(search, len(found), found[:min(len(found), n)]))
}

var (
	dates = regexp.MustCompile(`submittedDate:\[(\d{12}) TO \d{12}\]`)
	not   = regexp.MustCompile(`ANDNOT all:("[^"]*"|\S+)`)
)

// find is for the searches that the adapter makes: fields all and submittedDate,
// joined by AND, OR and ANDNOT.
func find(search string) []scholarlytest.Work {
	from := time.Time{}
	if m := dates.FindStringSubmatch(search); m != nil {
		from, _ = time.Parse("200601021504", m[1]) // the digits are checked
	}
	for _, expression := range []*regexp.Regexp{dates, not} {
		search = expression.ReplaceAllString(search, "")
	}
	text := strings.NewReplacer("all:", " ", " AND ", " ", " OR ", " ", "(", " ", ")", " ").Replace(search)
	return scholarlytest.Find("arxiv", text, func(w scholarlytest.Work) bool { return w.Since(from) })
}

func feed(search string, total int, found []scholarlytest.Work) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/2Fq0sample</id>
  <title>arXiv Query: search_query=%s&amp;id_list=&amp;start=0&amp;max_results=10</title>
  <updated>2026-11-01T00:00:00Z</updated>
  <opensearch:itemsPerPage>10</opensearch:itemsPerPage>
  <opensearch:totalResults>%d</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
`, escaped(search), total)
	for _, w := range found {
		b.WriteString(entry(w))
	}
	b.WriteString("</feed>\n")
	return []byte(b.String())
}

// entry is the work's entry. Its link leads to its page in the sample web; the real
// one's leads to arxiv.org/abs.
func entry(w scholarlytest.Work) string {
	var b strings.Builder
	fmt.Fprintf(&b, `  <entry>
    <id>http://arxiv.org/abs/%[1]s</id>
    <title>%[2]s</title>
    <updated>%[3]sT17:02:11Z</updated>
    <link href="%[4]s" rel="alternate" type="text/html"/>
    <link href="%[4]s.pdf" rel="related" type="application/pdf" title="pdf"/>
    <summary>%[5]s</summary>
    <category term="physics.ao-ph" scheme="http://arxiv.org/schemas/atom"/>
    <published>%[3]sT17:02:11Z</published>
    <arxiv:primary_category term="physics.ao-ph"/>
`, w.ArXiv, escaped(strings.ReplaceAll(w.Title, ": ", ":\n  ")), w.Date(), w.URL, escaped(strings.Join(w.Abstract, "\n")))
	if w.Journal != "" {
		fmt.Fprintf(&b, "    <arxiv:journal_ref>%s</arxiv:journal_ref>\n    <arxiv:doi>%s</arxiv:doi>\n", escaped(w.Journal), w.DOI)
	}
	for _, name := range w.Authors {
		fmt.Fprintf(&b, "    <author>\n      <name>%s</name>\n    </author>\n", escaped(name))
	}
	b.WriteString("  </entry>\n")
	return b.String()
}

// arxivError is a refusal, which is a feed with one entry.
func arxivError(id, said string) []byte {
	return fmt.Appendf(nil, `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/</id>
  <title>arXiv Search Results</title>
  <updated>2026-11-01T00:00:00Z</updated>
  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>
  <opensearch:totalResults>1</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  <entry>
    <id>https://arxiv.org/api/errors#%[1]s</id>
    <title>Error</title>
    <updated>2026-11-01T00:00:00Z</updated>
    <link href="https://arxiv.org/api/errors#%[1]s" rel="alternate" type="text/html"/>
    <summary>%[2]s</summary>
    <author><name>arXiv api core</name></author>
  </entry>
</feed>
`, id, escaped(said))
}

// escaped is a text as XML has it.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
