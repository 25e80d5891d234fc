package extract_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// TestHeadline: markdown begins with what the page is called, once, and not with the name of its site.
func TestHeadline(t *testing.T) {
	t.Parallel()
	prose := "<p>" + strings.Repeat("The north gate of the yard sticks when it rains and nobody has greased its hinges since spring. ", 12) + "</p>"
	for name, c := range map[string]struct{ head, body string }{
		"the name of the site as h1": {`<title>The north gate</title>`, `<h1><a href="/">Gate Journal</a></h1><h2>The north gate</h2>` + prose},
		"a name and a title":         {``, `<h1><a href="https://site.example/">Gate Journal</a></h1><h1>The north gate</h1>` + prose},
		"the title again":            {``, `<h1>The north gate</h1><p>The north gate</p>` + prose},
		"the title behind a picture": {`<title>The north gate</title>`, `<img src="/a.png" alt="A gate"><h2>The north gate</h2>` + prose},
		"a heading to press":         {``, `<h1><a role="button" href="javascript:void(0)">What this page says, by alt and D</a></h1><h1>The north gate</h1>` + prose},
		"an h1 for each section":     {`<title>The north gate</title>`, `<h1>Hinges</h1>` + prose + `<h1>Grease</h1>` + prose + `<h1>Rain</h1>` + prose},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := newEngine().Extract(t.Context(), source(t, "text/html", []byte(`<html><head>`+c.head+`</head><body><article>`+c.body+`</article></body></html>`)), extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			if want := "# The north gate\n"; !strings.HasPrefix(p.Markdown, want) {
				t.Errorf("got %.80q at the beginning, want %q", p.Markdown, want)
			}
			if got := strings.Count(p.Markdown, "The north gate\n"); got != 1 {
				t.Errorf("got the headline %d times, want once, in %.200q", got, p.Markdown)
			}
			if strings.Contains(p.Markdown, "Gate Journal") || strings.Contains(p.Markdown, "What this page says") {
				t.Errorf("got the name of the site in %.200q, want it left out", p.Markdown)
			}
		})
	}
}

// TestHeadlineOfForum: the h1 of a forum is the site that it is a part of, and no headline. That of another site is one.
func TestHeadlineOfForum(t *testing.T) {
	t.Parallel()
	prose := "<p>" + strings.Repeat("The north gate of the yard sticks when it rains and nobody has greased its hinges since spring. ", 12) + "</p>"
	for to, want := range map[string]string{"https://gates.example/": "# The north gate\n", "https://ates.example/": "# Gate Journal\n"} {
		from := source(t, "text/html", []byte(`<title>The north gate</title><h1><a href="`+to+`">Gate Journal</a></h1><h2>The north gate</h2>`+prose))
		from.URL.Host = "forum.gates.example"
		p, err := newEngine().Extract(t.Context(), from, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
		if err != nil {
			t.Fatalf("got error %v, want none", err)
		}
		if !strings.HasPrefix(p.Markdown, want) {
			t.Errorf("%s: got %.80q at the beginning, want %q", to, p.Markdown, want)
		}
	}
}

// TestThreadByForm: a page that calls itself nothing is a thread when its posts, known by
// their form alone, hold most of its text; entries with headlines of their own are none.
func TestThreadByForm(t *testing.T) {
	t.Parallel()
	said := "<div class=said>" + strings.Repeat("The north gate of the yard sticks when it rains. ", 8) + "</div>"
	posts := ""
	for _, who := range []string{"Ann", "Ben", "Cid", "Dee"} {
		posts += `<div class="entry"><div><a href="/~` + who + `">` + who + `</a> <i>Mar 02, 2026 12:04 pm</i></div>{h}` + said + `</div>`
	}
	for name, c := range map[string]struct {
		heading string
		want    int
	}{"posts": {"", 4}, "articles": {"<h2>The gate</h2>", 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := newEngine().Extract(t.Context(), source(t, "text/html", []byte(`<title>Gates</title><h1>Gates</h1>`+strings.ReplaceAll(posts, "{h}", c.heading))), extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			if got := strings.Count(p.Markdown, "** · Mar 02, 2026 12:04 pm\n"); got != c.want {
				t.Errorf("got %d lines of posts, want %d, in %q", got, c.want, p.Markdown)
			}
		})
	}
}
