package firecrawl

import (
	"net/http"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// keyOf is the idempotency key of a call; their clients have a header of their own for it.
func keyOf(r *http.Request) string {
	if key := r.Header.Get("X-Idempotency-Key"); key != "" {
		return key
	}
	return r.Header.Get("Idempotency-Key")
}

// scrapeBody is the body of a scrape.
type scrapeBody struct {
	URL string `json:"url"`
	scrapeOptions
}

// scraped is the answer to one.
type scraped struct {
	Success bool               `json:"success"`
	Data    *document.Document `json:"data"`
	Warning string             `json:"warning,omitempty"`
}

// call is a scrape in our words.
type call struct {
	url.Args
	asked.Common
}

// patience is how long a call waits that may take so many milliseconds.
func (f *face) patience(given *int64) time.Duration {
	if given == nil || *given <= 0 {
		return f.longest
	}
	return min(time.Duration(min(*given, time.Hour.Milliseconds()))*time.Millisecond, f.longest)
}

// scrape answers POST /scrape.
func (f *face) scrape(w http.ResponseWriter, r *http.Request) error {
	var body scrapeBody
	warnings, err := decode(w, r, &body)
	if err != nil {
		return err
	}
	how, err := body.read("")
	if err != nil {
		return err
	}
	limit := f.patience(body.Timeout)
	j, answer, err := f.finish(r, asked.Call{Method: http.MethodPost, Path: "/scrape", Key: keyOf(r), Body: call{
		Args:   url.Args{URL: body.URL, Formats: how.Formats, Options: how.Options},
		Common: asked.Common{WaitTimeoutMS: asked.Patience(limit), CacheTTLSec: how.CacheTTLSec},
	}}, limit)
	relay(w, answer, j)
	if err != nil {
		return err
	}
	d, err := document.Of(j)
	if err != nil {
		return err
	}
	said := document.Warning(append(warnings, how.warnings...))
	if said != "" {
		d.Warning = trimJoin(said, d.Warning)
	}
	write(w, http.StatusOK, scraped{Success: true, Data: d, Warning: d.Warning})
	return nil
}

func trimJoin(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

// relay writes what an answer says of its call, and what the job costs now.
func relay(w http.ResponseWriter, answer *asked.Answer, j *asked.Job) {
	asked.Relay(w, answer)
	if j != nil {
		w.Header().Set(charged, strconv.FormatInt(j.Spent(), 10))
	}
}
