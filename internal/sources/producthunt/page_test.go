package producthunt_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
)

func TestPages(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for name, read := range map[string]func() (*producthunt.ProductPage, error){
		"product": func() (*producthunt.ProductPage, error) {
			return c.Product(t.Context(), permalink.Place{Product: "marrowfen"})
		},
		"product_older": func() (*producthunt.ProductPage, error) {
			return c.Product(t.Context(), permalink.Place{Product: "tidebook"})
		},
		"product_bare": func() (*producthunt.ProductPage, error) {
			return c.Product(t.Context(), permalink.Place{Product: "drizzle-tin"})
		},
		"launches": func() (*producthunt.ProductPage, error) {
			return c.Launches(t.Context(), permalink.Place{Product: "marrowfen"})
		},
		"alternatives": func() (*producthunt.ProductPage, error) {
			return c.Alternatives(t.Context(), permalink.Place{Post: "marrowfen-2"})
		},
	} {
		page, err := read()
		if err != nil {
			t.Fatalf("got name %q, error %v; want no error", name, err)
		}
		golden.JSON(t, "testdata/golden/"+name+".json", page)
	}
	// A launch leads to its product, and a list that is empty is an answer.
	byPost, err := c.Launches(t.Context(), permalink.Place{Post: "marrowfen-2"})
	if err != nil || byPost.Product.Slug != "marrowfen" || len(byPost.Launches) != 2 {
		t.Errorf(`got error %v, by post %+v; want no error, Product.Slug "marrowfen", 2 Launches`, err, byPost)
	}
	none, err := c.Alternatives(t.Context(), permalink.Place{Product: "tidebook"})
	if err != nil || none.Alternatives == nil || len(none.Alternatives) != 0 {
		t.Errorf("got error %v, none %+v; want no error, Alternatives not nil, no Alternatives", err, none)
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	page, err := c.Profile(t.Context(), "Hester_Quill")
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/profile.json", page)
	if page, err := c.Profile(t.Context(), "ulla_mire"); err != nil || len(page.Launches) != 0 || page.Profile.IsMaker == nil || *page.Profile.IsMaker {
		t.Errorf("got error %v, page %+v; want no error, no Launches, Profile.IsMaker not nil, Profile.IsMaker false", err, page)
	}
}

// Only Product Hunt's own word makes that something is not there.
func TestPageFailures(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]errs.Code{
		"missing": errs.TargetError, "walled": errs.UpstreamBlocked, "quota": errs.UpstreamRateLimited, "down": errs.ProviderUnavailable,
	} {
		replay := setup(t, nil) // one that met its limit rests for all names
		_, err1 := replay.Product(t.Context(), permalink.Place{Product: name})
		_, err2 := replay.Profile(t.Context(), name)
		_, err3 := replay.Launches(t.Context(), permalink.Place{Post: name})
		_, err4 := replay.Alternatives(t.Context(), permalink.Place{Product: name})
		for _, err := range []error{err1, err2, err3, err4} {
			if e := errs.As(err); e == nil || e.Code != code || e.Permanent != (code == errs.TargetError) {
				t.Errorf("%s: got error %v, want an error, Code %q, Permanent %t", name, err, code, code == errs.TargetError)
			}
		}
	}
	for name, c := range map[string]struct {
		status    int
		body      string
		code      errs.Code
		permanent bool
	}{
		"404 of another":        {404, "<title>nginx</title>", errs.UpstreamBlocked, false},
		"404 by title":          {404, "<title>404 - not here</title>", errs.TargetError, true},
		"404 with 200":          {200, `<meta property="og:title" content="404">`, errs.TargetError, true},
		"403":                   {403, "<title>Forbidden</title>", errs.UpstreamBlocked, false},
		"503":                   {503, "<title>Maintenance</title>", errs.ProviderUnavailable, false},
		"a challenge with 503":  {503, `<title>Just a moment...</title><script>window._cf_chl_opt={}</script>`, errs.UpstreamBlocked, false},
		"a challenge with 200":  {200, `<title>Just a moment...</title><script>window._cf_chl_opt={}</script>`, errs.UpstreamBlocked, false},
		"nothing":               {200, ``, errs.ParseFailed, false},
		"a page without a name": {200, `<h1>Hello</h1>`, errs.ParseFailed, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := answering(t, c.status, c.body).Product(t.Context(), permalink.Place{Product: "gauge"})
			if e := errs.As(err); page != nil || e == nil || e.Code != c.code || e.Permanent != c.permanent {
				t.Errorf("got page %+v, error %v; want page nil, an error, Code %q, Permanent %t", page, err, c.code, c.permanent)
			}
		})
	}
}

// push is a page with data for scripts.
func push(data string) string {
	return `<title>x</title><script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push({"rehydrate":{"k":{"data":` + data + `}}})</script>`
}

func TestOddPages(t *testing.T) {
	t.Parallel()
	of := permalink.Place{Product: "gauge"}
	// Fields under other names, and what is not published.
	c := answering(t, 200, push(`{"product":{"__typename":"Product","id":1,"slug":"gauge","name":"404","reviewsRating":0,"reviewsCount":0,"website":"https://a.example/?ref=producthunt",
		"logo":{"url":"https://i.example/l.png"},"topAlternatives":[{"__typename":"Product","id":2,"slug":"tin","name":"Tin"},{"__typename":"Product","id":1,"slug":"gauge","name":"404"},{"__typename":"Product","id":3,"name":"no slug"}],
		"latestLaunch":{"__typename":"Post","id":"x/1","slug":"g","name":"G","votesCount":7,"latestScore":9,"dailyRank":"0","user":{"__typename":"User","id":5,"username":"a","name":"A"},"media":null}}}`))
	page, err := c.Alternatives(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/odd.json", page)
	// A list for search engines stands in for the data.
	listed := `<meta property="og:title" content="Gauge: Measures | Product Hunt"><script type="application/ld+json">{"@type":"ItemList","itemListElement":[
		{"@type":"ListItem","position":1,"item":{"name":"Tin","url":"https://www.producthunt.com/products/tin"}},{"name":"Gauge","url":"https://www.producthunt.com/products/gauge"},{"url":"x"},7]}</script>`
	page, err = answering(t, 200, listed).Alternatives(t.Context(), of)
	if err != nil || len(page.Alternatives) != 1 || page.Alternatives[0].Slug != "tin" || page.Product.Tagline != "Measures" || page.Reason == "" {
		t.Errorf(`got error %v, page %+v; want no error, 1 Alternatives, Alternatives[0].Slug "tin", Product.Tagline "Measures", a Reason`, err, page)
	}
	// Without any list nobody says that there are none.
	if page, err := answering(t, 200, push(`{"__typename":"Product","id":1,"slug":"gauge","name":"G"}`)).Alternatives(t.Context(), of); !errs.Is(err, errs.ParseFailed) {
		t.Errorf(`got error %v, page %+v; want error "parse_failed"`, err, page)
	}
	// A launch's own page, as it was before 2025.
	own := answering(t, 200, push(`{"post":{"__typename":"Post","id":"1","slug":"g","name":"G","product":{"__typename":"Product","id":1,"slug":"gauge","name":"Gauge"}}}`))
	if page, err := own.Product(t.Context(), permalink.Place{Post: "g"}); err != nil || page.Product.Slug != "gauge" || len(page.Launches) != 1 {
		t.Errorf(`got error %v, page %+v; want no error, Product.Slug "gauge", 1 Launches`, err, page)
	}
}

// A product that was renamed is found, and one that leads elsewhere is gone.
func TestPagesThatMoved(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/products/former":
			http.Redirect(w, r, "/products/gauge", http.StatusMovedPermanently)
		case "/products/gauge":
			_, _ = fmt.Fprint(w, push(`{"__typename":"Product","id":1,"slug":"gauge","name":"Gauge"}`))
		case "/products/lost", "/@lost":
			http.Redirect(w, r, "/", http.StatusFound)
		default:
			_, _ = fmt.Fprint(w, `<title>Product Hunt</title><meta property="og:title" content="Product Hunt">`)
		}
	})
	if page, err := c.Product(t.Context(), permalink.Place{Product: "former"}); err != nil || page.Product.URL != "https://www.producthunt.com/products/gauge" {
		t.Errorf(`got error %v, page %+v; want no error, Product.URL "https://www.producthunt.com/products/gauge"`, err, page)
	}
	_, err1 := c.Product(t.Context(), permalink.Place{Product: "lost"})
	_, err2 := c.Profile(t.Context(), "lost")
	for _, err := range []error{err1, err2} {
		if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent {
			t.Errorf(`got error %v, want an error, Code "target_error", Permanent true`, err)
		}
	}
}

// References that lead round in circles, and lists without an end, end.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	posts := strings.Repeat(`{"node":{"__typename":"Post","id":"1","slug":"a","name":"A","product":{"__ref":"Product:1"},"makers":[{"__ref":"User:5"}]}},`, 20_000)
	c := answering(t, 200, push(`{"p":{"__typename":"Product","id":"1","slug":"gauge","name":"Gauge","self":{"__ref":"Product:1"},"alternatives":{"edges":[{"node":{"__ref":"Product:1"}},{"node":{"__ref":"Product:9"}}]},
		"posts":{"edges":[`+strings.TrimSuffix(posts, ",")+`]}},"u":{"__typename":"User","id":"5","username":"a","name":"A","madePosts":[{"__ref":"Post:1"}]}}`))
	page, err := c.Alternatives(t.Context(), permalink.Place{Product: "gauge"})
	if err != nil || len(page.Launches) != 1 || len(page.Alternatives) != 0 || len(page.Launches[0].Makers) != 1 {
		t.Errorf("got error %v, page %+v; want no error, 1 Launches, no Alternatives, 1 Launches[0].Makers", err, page)
	}
}
