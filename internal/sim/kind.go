package sim

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
)

// ceiling is the longest that a job runs. It is no multiple of the times between the looks of
// those who watch a job, so that its end and a look never meet.
const ceiling = 57 * time.Second

// concurrency is of the function: an organization runs two jobs at once.
const concurrency = 4

// leastPrice is what a job costs that did not need what else it was charged for.
const leastPrice = 1

// far is the function that the other one hands jobs over to.
const far = "task-far"

// args are those of the only kind of job that the simulated service has.
type args struct {
	Text  string `json:"text"`
	Units int    `json:"units,omitempty"`
	Label string `json:"label,omitempty"` // which operation asked for it
}

// Prepare implements kind.Args.
func (a *args) Prepare(kind.Caller) (kind.Plan, error) {
	a.Units = max(1, a.Units)
	return kind.Plan{Target: a.Text, Quote: credit.Quote{Action: "sim.job", Units: a.Units, Credits: int64(a.Units)}}, nil
}

// Unlabelled implements kind.Labelled.
func (a *args) Unlabelled() kind.Args {
	plain := *a
	plain.Label = ""
	return &plain
}

// batchArgs are those of many jobs.
type batchArgs struct {
	Texts []string `json:"texts"`
	Label string   `json:"label,omitempty"`
}

// Entries implements kind.BatchArgs.
func (b *batchArgs) Entries() []kind.Entry {
	entries := make([]kind.Entry, len(b.Texts))
	for i, text := range b.Texts {
		entries[i] = kind.Entry{Name: text, Args: &args{Text: text, Label: b.Label + "#" + text}}
	}
	return entries
}

type output struct {
	Text string `json:"text"`
}

func work() kind.Typed[args, output] {
	return kind.Define[args](kind.About{Path: "/task", Prices: []credit.Price{credit.PerBlock("sim.job", 1, 1)}}, output{})
}

func definition() kind.Definition {
	return kind.Definition{
		Name: "task", Functions: []kind.Function{
			{Name: "task", Ceiling: ceiling, Concurrency: concurrency, HandsTo: far}, {Name: far, Ceiling: ceiling, Concurrency: concurrency},
		}, Calls: []kind.Call{work().Call},
		Crawl: &kind.Crawl{Path: "/crawl", Args: func() kind.CrawlArgs { return new(crawlArgs) }},
		Batch: &kind.Batch{Path: "/task/batch", Args: func() kind.BatchArgs { return new(batchArgs) }},
	}
}

// listArgs are those of the job that reads the lists of a crawl's site.
type listArgs struct {
	Domain string `json:"domain"`
	Limit  int64  `json:"limit,omitempty"`
}

// Prepare implements kind.Args.
func (l *listArgs) Prepare(kind.Caller) (kind.Plan, error) {
	return kind.Plan{Target: l.Domain, Quote: credit.Quote{Action: "sim.list", Units: 1, Credits: 1}}, nil
}

// listed are the URLs of a site's lists.
type listed struct {
	Items []listedURL `json:"items"`
}

type listedURL struct {
	URL string `json:"url"`
}

func listing() kind.Typed[listArgs, listed] {
	return kind.Define[listArgs](kind.About{Path: "/lists", Prices: []credit.Price{credit.Flat("sim.list", 1)}}, listed{})
}

func lists() kind.Definition {
	return kind.Definition{
		Name: kind.Lists, Functions: []kind.Function{{Name: "lists", Ceiling: ceiling, Concurrency: concurrency}}, Calls: []kind.Call{listing().Call},
	}
}

func kinds() []kind.Definition { return []kind.Definition{definition(), lists()} }

func functions() []kind.Function { return slices.Concat(definition().Functions, lists().Functions) }

// lister reads lists, well and badly.
type lister struct{ *world }

// Run implements kind.Worker.
func (l lister) Run(ctx context.Context, r kind.Run[listArgs]) (kind.Output[listed], error) {
	a := actorOf(ctx)
	l.books.ran(a, r.JobID, "lists")
	defer l.books.runOver(a, r.JobID)
	select {
	case <-ctx.Done():
		return kind.Output[listed]{}, ctx.Err()
	case <-time.After(spread(a.draw(131), time.Millisecond, 20*time.Second)):
	}
	a.alive()
	if a.draw(135) < 0.15 {
		return kind.Output[listed]{}, errs.New(errs.TargetError, "The target returned an error.")
	}
	return kind.Output[listed]{Result: listed{listedBy(r.JobID)}}, nil
}

// listedBy are the URLs that a job finds in lists, in each of its runs: of any site some of its first pages.
func listedBy(id string) (items []listedURL) {
	x := mix(textHash(id))
	for n := range 2 + x%7 {
		items = append(items, listedURL{"https://site.example.com/" + strconv.FormatUint(2+x>>8%7, 10) + "/" + strconv.FormatUint(n, 10)})
	}
	return items
}

// performer does the work of a function's jobs, well and badly.
type performer struct {
	*world

	function kind.Function
}

// Run implements kind.Worker.
func (p performer) Run(ctx context.Context, r kind.Run[args]) (kind.Output[output], error) {
	a := actorOf(ctx)
	p.books.ran(a, r.JobID, p.function.Name)
	defer p.books.runOver(a, r.JobID)
	x := a.draw(130)
	if p.calm {
		x = 0.3
	}
	took := spread(a.draw(131), time.Millisecond, 20*time.Second)
	if x < 0.05 {
		took = 2 * ceiling
	}
	select {
	case <-ctx.Done():
		return kind.Output[output]{}, ctx.Err()
	case <-time.After(took):
	}
	if a.draw(132) < 0.15 {
		if err := r.Keep(ctx, output{r.Args.Text}); err != nil {
			return kind.Output[output]{}, err
		}
	}
	if a.befalls(faultFreeze) {
		p.books.superseded(r.JobID, 15*time.Minute)
		time.Sleep(spread(a.draw(133), time.Millisecond, 5*time.Second))
		a.thawed = true
	}
	a.alive()
	if p.function.HandsTo != "" && a.draw(134) < 0.25 {
		return kind.Output[output]{HandOver: true}, nil
	}
	if r.Page != nil {
		return p.page(a, r)
	}
	out := kind.Output[output]{Result: output{r.Args.Text}}
	if p.function.HandsTo != "" && a.draw(135) < 0.4 {
		out.Unneeded = r.Charged - leastPrice // as of a page that no browser had to show
	}
	switch {
	case x < 0.15:
		return kind.Output[output]{}, errs.New(errs.TargetError, "The target returned an error.")
	case x < 0.25:
		return kind.Output[output]{}, errs.Of(errs.ServiceUnavailable)
	case x > 0.97: // large, and so kept as an object
		out.Result.Text = noise(r.JobID)
	}
	return out, nil
}

// noise is a text that does not pack below the size of a row.
func noise(name string) string {
	var b strings.Builder
	x := textHash(name)
	for range 1500 {
		x = mix(x)
		raw, _ := json.Marshal(x) // a number
		b.Write(raw)
	}
	return b.String()
}
