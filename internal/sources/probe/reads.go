package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Sample is an answer of an upstream that lies at hand.
type Sample struct {
	Request string // see drift.Surface
	Body    []byte
	Data    []string // names of members whose objects have data for names
	Subject string   // that it is about, where the parser checks that
	// Optional are members that it has for what it is about.
	Optional []string
	Partial  bool // the parser goes on to ask for what no sample answers
}

// Learn works out what is known of an upstream's surface from an answer of it: its shape,
// and what the parser reads of it. That is asked of the parser: it reads the answer again
// and again, each time without a member. Others are answers to the calls that come with
// it.
func Learn(ctx context.Context, name string, of Sample, others []Sample) (*drift.Shape, error) {
	i := slices.IndexFunc(questions, func(q question) bool { return q.upstream == name })
	if i < 0 {
		return nil, fmt.Errorf("nothing is known to ask %s", name)
	}
	settings, err := shelved()
	if err != nil {
		return nil, err
	}
	outcome := func(body []byte) (string, error) {
		own := Sample{Request: of.Request, Body: body}
		p := &Prober{Settings: settings, Web: shelf(append([]Sample{own}, others...)), Subjects: map[string]string{name: of.Subject}, Now: then}
		got, _, err := p.ask(ctx, questions[i])
		raw, _ := json.Marshal(got) // results of kinds always can be
		return fmt.Sprint(string(raw), err), err
	}
	whole, err := outcome(of.Body)
	if err != nil && !of.Partial {
		return nil, fmt.Errorf("%s %s: %w", name, of.Request, err)
	}
	shape := drift.Of(of.Body, of.Data...)
	shape.Mark(of.Body, func(without []byte) bool {
		got, _ := outcome(without)
		return got != whole
	})
	shape.Optional(of.Optional...)
	return shape, nil
}

// then is a time after all samples: what is read must not depend on the day.
func then() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }

// shelved are settings by which every upstream can be asked, each with a key of the form
// that it wants, and none at a place that exists.
func shelved() (sources.Settings, error) {
	urls, keys := map[string]string{}, map[string]string{}
	for _, u := range sources.All() {
		urls[u.Name] = "http://" + u.Name + ".test"
		if u.NeedsKey || u.TakesKey {
			keys[u.Name] = "key:secret"
		}
	}
	keys[guest.Name] = "bearer UserByScreenName=1"
	return sources.NewSettings(urls, keys)
}

// shelf answers calls by samples, the first that fits, and with 404 where none does.
func shelf(samples []Sample) upstream.Fetcher {
	return fetcherFunc(func(_ context.Context, r fetch.Request) (*fetch.Response, error) {
		u, err := url.Parse(r.URL)
		if err != nil {
			return nil, err
		}
		resp := &fetch.Response{Status: http.StatusNotFound, Header: http.Header{}, URL: u}
		for _, s := range samples {
			if (drift.Surface{Request: s.Request}).Answers(u.Path, u.Query()) {
				resp.Status, resp.Body = http.StatusOK, bytes.Clone(s.Body)
				break
			}
		}
		return resp, nil
	})
}
