package answerrun_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// readable is a question for which ten pages are found that can all be read.
const readable = `{"q":"What did the Skerwick tide barrier cost? -site:skerwick-barrier.test/documents -site:gatehouse-news.test","maxResults":10}`

// instant is a model that takes no time.
type instant struct{}

func (instant) Ready() error { return nil }

func (instant) Generate(context.Context, model.Request) (model.Answer, error) {
	return model.Answer{JSON: json.RawMessage(
		`{"text":"The Skerwick tide barrier cost 184 million pounds [6].","citations":[{"index":6,"quote":"The barrier cost 184 million pounds to build."}]}`,
	)}, nil
}

// BenchmarkAnswer is an answer from ten pages of which one takes 0.9 seconds, all but the
// model: searching, reading, choosing, checking. It is to take as long as the slowest
// page and a tenth more at most: "x-slowest" is the median of the runs by the median of
// reading that page alone.
func BenchmarkAnswer(b *testing.B) {
	sample := webclient.Start(b)
	pages := reader.New(sample.Web, reader.Config{})
	slow := median(5, func() {
		if _, err := pages.Read(b.Context(), "http://slow-coast.test/skerwick-tide-barrier", reader.Options{}); err != nil {
			b.Fatal(err)
		}
	})
	r := kindtest.Runs[search.AnswerArgs, search.AnswerResult]{
		Call:   search.Answers(),
		Worker: answerrun.New(pages, sample.Upstreams(b, webtest.New().Keys()), instant{}, time.Now),
	}
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		got := r.Must(b, readable)
		took = append(took, time.Since(began))
		for _, item := range got.Results {
			if len(got.Results) != 10 || item.SourceStatus != search.Fetched {
				b.Fatalf("%d results, %s is %s", len(got.Results), item.URL, item.SourceStatus)
			}
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(slow.Milliseconds()), "ms-slowest")
	b.ReportMetric(float64(took[len(took)/2])/float64(slow), "x-slowest")
}

func median(times int, do func()) time.Duration {
	took := make([]time.Duration, times)
	for i := range took {
		began := time.Now()
		do()
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	return took[times/2]
}
