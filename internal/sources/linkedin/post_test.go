package linkedin_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
)

func TestPost(t *testing.T) {
	t.Parallel()
	c := setup(t)
	shown := first(t, c, "marrowfen", 10).Items
	got, err := c.Post(t.Context(), "activity:"+shown[6].ExternalID)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/post.json", got)
	if len(got.Comments) != 10 || *got.Counts.Comments != 12 {
		t.Errorf("%d comments of %d", len(got.Comments), *got.Counts.Comments)
	}
	// A post whose page is walled is read as other sites show it, where comments have no
	// ids; its text is whole.
	quote, err := c.Post(t.Context(), "activity:"+shown[2].ExternalID)
	if err != nil {
		t.Fatal(err)
	}
	if len(quote.Comments) != 10 || quote.Comments[0].Author.Username != "reader-0" || quote.Comments[0].PublishedAt == "" || quote.QuoteOf == nil ||
		!strings.Contains(quote.Text, "Not one was a guess") || quote.TextTruncatedAtSource != nil {
		t.Errorf(`got quote %+v, want 10 Comments, Comments[0].Author.Handle "reader-0", Comments[0].PostedAt not empty, QuoteOf not nil, Text with "Not one was a guess", TextTruncatedAtSource nil`, quote)
	}
	quiet, err := c.Post(t.Context(), "activity:"+shown[0].ExternalID)
	if err != nil || quiet.Comments == nil || len(quiet.Comments) != 0 || *quiet.Counts.Comments != 0 {
		t.Errorf("got quiet %+v, error %v; want no error, Comments not nil, no Comments, Counts.Replies 0", quiet, err)
	}
	if got, err := c.Post(t.Context(), "activity:7248246460041809920"); !errs.Is(err, errs.TargetError) || !errs.As(err).Permanent {
		t.Errorf(`got error %v, post %+v; want error "target_error", Permanent true`, err, got)
	}
}

func TestWalledPost(t *testing.T) {
	t.Parallel()
	for status, code := range map[int]errs.Code{999: errs.UpstreamBlocked, 429: errs.UpstreamRateLimited, 410: errs.TargetError} {
		c := serving(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		if got, err := c.Post(t.Context(), "activity:7248246460041809920"); !errs.Is(err, code) {
			t.Errorf("%d: got error %v, post %+v; want error %q", status, err, got, code)
		}
	}
}

func TestPerson(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for _, slug := range []string{"tobias-rennick", "gareth-ode"} {
		got, err := c.Person(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		golden.JSON(t, "testdata/golden/"+slug+".json", got)
	}
}

// Profiles hide parts of names behind asterisks; what is hidden is not told.
func TestMaskedPerson(t *testing.T) {
	t.Parallel()
	const head = `<script type="application/ld+json">{"@graph":[{"@type":"Person","name":"Ada Marsh","jobTitle":["***** ********","Skipper"],`
	c := serving(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "masked") {
			_, _ = w.Write([]byte(`<h1 class="top-card-layout__title">A*** M***</h1>`))
			return
		}
		_, _ = w.Write([]byte(head + `"worksFor":[{"name":"******** *****"},{"name":"Ferry Ltd","url":"https://www.linkedin.com/company/ferry","member":{"endDate":2020}}]}]}</script>`))
	})
	got, err := c.Person(t.Context(), "ada")
	if err != nil || len(got.Positions) != 1 || !got.Positions[0].Past || got.Positions[0].Page != "company/ferry" || got.Positions[0].Title != "Skipper" {
		t.Errorf(`got person %+v, error %v; want no error, 1 Positions, Positions[0].Past true, Positions[0].Page "company/ferry", Positions[0].Title "Skipper"`, got, err)
	}
	if got, err := c.Person(t.Context(), "masked"); !errs.Is(err, errs.ParseFailed) {
		t.Errorf(`got person %+v, error %v; want error "parse_failed"`, got, err)
	}
}
