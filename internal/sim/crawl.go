package sim

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// crawlArgs are those of the only sort of crawls.
type crawlArgs struct {
	URL            string       `json:"url"`
	Limit          int64        `json:"limit"`
	MaxDepth       int          `json:"maxDepth,omitempty"` // 0 for any
	DelayMS        int64        `json:"delayMs,omitempty"`
	Sitemap        kind.ListUse `json:"sitemap,omitempty"`
	AgainstCrawlID string       `json:"againstCrawlId,omitempty"`
	Export         bool         `json:"export,omitempty"`
}

// Plan implements kind.CrawlArgs.
func (c *crawlArgs) Plan(kind.Caller) (kind.CrawlPlan, error) {
	depth := -1
	if c.MaxDepth > 0 {
		depth = c.MaxDepth
	}
	return kind.CrawlPlan{
		Rules: frontier.Rules{Root: c.URL, Limit: c.Limit, MaxDepth: depth, Scope: frontier.SameHost},
		Quote: credit.Quote{Action: "sim.job", Units: 1, Credits: 1}, Lists: cmp.Or(c.Sitemap, kind.SkipLists),
		Delay: time.Duration(c.DelayMS) * time.Millisecond, Against: c.AgainstCrawlID, Export: c.Export,
	}, nil
}

// Page implements kind.CrawlArgs.
func (c *crawlArgs) Page(url string) kind.Args { return &args{Text: url} }

// page is the work of a job that is a page of a crawl: its site's pages link to each other by their numbers.
func (p performer) page(a *actor, r kind.Run[args]) (kind.Output[output], error) {
	switch x := a.draw(135); {
	case x < 0.02 && !p.calm:
		waits := errs.New(errs.UpstreamRateLimited, "The target asks for less, and was not asked.")
		waits.Unasked = true
		return kind.Output[output]{}, waits
	case x < 0.08 && !p.calm:
		return kind.Output[output]{}, errs.New(errs.UpstreamRateLimited, "The target asks for less.")
	case x < 0.16:
		return kind.Output[output]{}, errs.New(errs.TargetError, "The target returned an error.")
	case x < 0.22:
		return kind.Output[output]{}, errs.Of(errs.ServiceUnavailable)
	}
	site, name, _ := strings.Cut(strings.TrimPrefix(r.Args.Text, "https://site.example.com/"), "/")
	n, err := strconv.Atoi(name)
	if err != nil {
		return kind.Output[output]{}, err
	}
	size, _ := strconv.Atoi(site) // how many pages it has
	found := job.Found{Shape: textHash(r.Args.Text)}
	if a.draw(136) < 0.1 { // it redirects to the next page
		n = (n + 1) % size
		found.Final = "https://site.example.com/" + site + "/" + strconv.Itoa(n)
	}
	for _, next := range []int{n + 1, n*2 + 2, n, 0} {
		found.Links = append(found.Links, "https://site.example.com/"+site+"/"+strconv.Itoa(next%size))
	}
	return kind.Output[output]{Result: output{r.Args.Text}, Found: &found}, nil
}

// crawl asks for a crawl, and then cancels, resumes or looks at it.
func (o *org) crawl(a *actor) {
	time.Sleep(spread(a.draw(300), time.Millisecond, 10*time.Second))
	size := 2 + a.choice(301, 7)
	body := `{"url":"https://site.example.com/` + strconv.Itoa(size) + `/0","limit":` + strconv.Itoa(1+a.choice(302, 3*size)) + o.hook(a)
	if o.Crawls {
		body += o.crawlOptions(a)
	}
	id := ""
	for try := 1; try <= 4 && !o.stopped && id == ""; try++ {
		got := o.request(a, http.MethodPost, "/v1/public/crawl", body+`}`, "Idempotency-Key", a.name)
		id, _ = got.data["crawlId"].(string)
		o.same("crawl "+o.id+a.name, id)
	}
	if id == "" {
		return
	}
	o.crawlIDs = append(o.crawlIDs, id)
	path := "/v1/public/crawl/" + id
	for n := range uint64(a.choice(303, 4)) { //nolint:gosec // 0 to 3
		time.Sleep(spread(a.draw(310+n), 10*time.Millisecond, 10*time.Minute))
		switch x := a.draw(320 + n); {
		case x < 0.35:
			o.request(a, http.MethodPost, path+"/cancel", "")
		case x < 0.75:
			o.request(a, http.MethodPost, path+"/resume", "")
		case x < 0.80 && o.Crawls:
			o.request(a, http.MethodPost, path+"/export", "")
		case x < 0.88 && o.Crawls:
			o.counted(o.request(a, http.MethodGet, path, ""))
		default:
			o.request(a, http.MethodGet, path+"/pages", "")
		}
	}
}

// crawlOptions are what else a crawl asks for.
func (o *org) crawlOptions(a *actor) (options string) {
	if a.draw(330) < 0.5 {
		options += `,"maxDepth":` + strconv.Itoa(1+a.choice(331, 3))
	}
	if a.draw(332) < 0.2 {
		options += `,"delayMs":` + strconv.Itoa(500+a.choice(333, 3000))
	}
	if a.draw(334) < 0.5 {
		options += `,"sitemap":"` + string([]kind.ListUse{kind.IncludeLists, kind.OnlyLists}[a.choice(335, 2)]) + `"`
	}
	if a.draw(336) < 0.3 {
		options += `,"maxCredits":` + strconv.Itoa(1+a.choice(337, 6))
	}
	if a.draw(338) < 0.3 {
		options += `,"export":true`
	}
	if against := one(a, 339, o.crawlIDs); against != "" && a.draw(340) < 0.6 {
		options += `,"againstCrawlId":"` + against + `"`
	}
	return options
}

// counted holds that what a crawl shows adds up.
func (o *org) counted(got answer) {
	counts, _ := got.data["counts"].(map[string]any)
	at := func(name string) int { n, _ := counts[name].(float64); return int(n) }
	if parts := at("queued") + at("running") + at("succeeded") + at("failed") + at("cancelled"); parts != at("total") || at("queued") < 0 {
		o.broken("a crawl counts its rows", "it shows counts %v", counts)
	}
}

// crawlState is what the rows of a crawl add up to.
type crawlState struct {
	status    string
	version   int64
	numbers   map[int64]bool    // that URLs have
	jobs      map[string]pageAt // its jobs, by their ids
	charged   int64
	ends      int // how often it has ended
	events    int
	wanted    bool
	tells     bool           // of pages
	heard     map[int64]bool // pages that there was an event of
	succeeded int64
	refunded  int64
	counted   int64 // pages by their ends
	numbered  int64
	waiting   int64
	done      bool // nothing is left to write, either
	halt      string
	urls      map[string]int64          // numbers of the pages of its jobs, by their URLs
	most      int64                     // credits that it may cost; 0 for any
	input     crawlArgs                 // what it was asked for
	depths    map[int64]int64           // of pages, by their numbers
	links     map[string][]string       // of pages that were read, by their URLs
	rows      map[string]string         // why URLs are no pages, by their digests; empty for pages
	run       int64                     // how often it was resumed
	exported  int64                     // pages that are in files
	parts     map[int64]map[int64]int64 // of each run the last page of a file, by its first
}

type pageAt struct{ number, try, depth int64 }

func (b *books) crawlOf(id string) *crawlState {
	c := b.crawls[id]
	if c == nil {
		c = &crawlState{numbers: map[int64]bool{}, heard: map[int64]bool{}, jobs: map[string]pageAt{}, depths: map[int64]int64{}, links: map[string][]string{}, rows: map[string]string{}, urls: map[string]int64{}, parts: map[int64]map[int64]int64{}}
		b.crawls[id] = c
	}
	return c
}

// url holds that a URL gets its number once.
func (b *books) url(c tables.Change) {
	if c.Old != nil {
		b.broken("a URL has one number", "%s changed", keyText(c.Old))
	}
	_, id, _ := strings.Cut(text(c.New, "pk"), "#CR#")
	b.crawlOf(id).rows[strings.TrimPrefix(text(c.New, "sk"), "U#")] = text(c.New, "why")
	if n := number(c.New, "n"); n > 0 {
		b.crawlOf(id).numbers[n] = true
	}
}

// pageMade notes a job that is a page.
func (b *books) pageMade(row tables.Item) {
	m, ok := row["page"].(*types.AttributeValueMemberM)
	if !ok {
		return
	}
	c := b.crawlOf(text(m.Value, "crawl"))
	b.jobs[text(row, "id")].crawl = text(m.Value, "crawl")
	p := pageAt{number(m.Value, "number"), number(m.Value, "try"), number(m.Value, "depth")}
	if p.number == 0 {
		p.depth = 1 // as the pages in the site's lists
	}
	b.opened(text(m.Value, "crawl"), c, p)
	c.jobs[text(row, "id")] = p
	c.charged += number(row, "credits")
	if p.number == 0 {
		return // it reads the site's lists
	}
	if was, known := c.urls[text(row, "target")]; known && was != p.number {
		b.broken("each URL is fetched once", "%s is page %d and page %d", text(row, "target"), was, p.number)
	}
	c.urls[text(row, "target")] = p.number
	c.depths[p.number] = p.depth
}

// told notes the event of a page, and holds that it has one, of a try that has ended.
func (c *crawlState) told(b *books, id string) {
	at := c.jobs[id]
	if c.heard[at.number] || !terminal(b.jobs[id].status) {
		b.broken("each page has one event", "%s, of page %d, is %s; there was one before: %t", id, at.number, b.jobs[id].status, c.heard[at.number])
	}
	c.heard[at.number] = true
}

// part notes a file of an export.
func (b *books) part(row tables.Item) {
	_, id, _ := strings.Cut(text(row, "pk"), "#CR#")
	c, run := b.crawlOf(id), number(row, "run")
	if c.parts[run] == nil {
		c.parts[run] = map[int64]int64{}
	}
	c.parts[run][number(row, "first")] = number(row, "last")
}

// length is that of a list of the row.
func length(row tables.Item, column string) int64 {
	if l, ok := row[column].(*types.AttributeValueMemberL); ok {
		return int64(len(l.Value))
	}
	return 0
}

// sum adds up the numbers of a map of the row.
func sum(row tables.Item, column string) (all int64) {
	if m, ok := row[column].(*types.AttributeValueMemberM); ok {
		for name := range m.Value {
			all += number(m.Value, name)
		}
	}
	return all
}

// stepped holds that what a crawl says of itself is what its rows are.
func (b *books) stepped(change tables.Change) {
	row, id := change.New, text(change.New, "id")
	c := b.crawlOf(id)
	if was := number(change.Old, "version"); change.Old != nil && number(row, "version") != was+1 {
		b.broken("a crawl makes one step after the other", "%s went from version %d to %d", id, was, number(row, "version"))
	}
	if was := text(change.Old, "status"); text(row, "status") != "running" && was == "running" {
		c.ends++
	}
	c.status, c.version = text(row, "status"), number(row, "version")
	c.succeeded, c.refunded = number(row, "succeeded"), number(row, "refunded")
	c.numbered = number(row, "numbered")
	c.counted = c.succeeded + sum(row, "failed") + number(row, "cancelled")
	inFlight, again := length(row, "inFlight"), length(row, "again")
	c.waiting = c.numbered - number(row, "admitted") + again
	c.halt, c.run, c.exported = text(row, "halt"), number(row, "run"), number(row, "exported")
	c.done = c.status != "running" && (!truth(row, "export") || c.exported >= number(row, "admitted"))
	if marks := integers(row, "inFlight"); slices.ContainsFunc(marks, func(mark int64) bool { return job.PageOf("", mark).Number == 0 }) {
		inFlight-- // the job that reads the site's lists is no page
	}
	first := int64(0)
	for _, p := range c.jobs {
		if p.try == 0 && p.number > 0 {
			first++
		}
	}
	switch {
	case c.numbered != int64(len(c.numbers)):
		b.broken("a crawl counts its rows", "%s counts %d URLs, and %d have rows", id, c.numbered, len(c.numbers))
	case number(row, "admitted") != first:
		b.broken("a crawl counts its rows", "%s counts %d pages, and %d have jobs", id, number(row, "admitted"), first)
	case number(row, "charged") != c.charged:
		b.broken("a crawl counts its rows", "%s counts %d credits, and its jobs cost %d", id, number(row, "charged"), c.charged)
	case number(row, "admitted") != c.counted+inFlight+again:
		b.broken("each page is counted once", "%s has %d pages: %d counted, %d in flight, %d to be tried again", id, number(row, "admitted"), c.counted, inFlight, again)
	case c.status != "running" && inFlight > 0:
		b.broken("a crawl that has ended is through", "%s has %d pages in flight", id, inFlight)
	case c.status == "finished" && c.halt == "" && (c.waiting > 0 || truth(row, "listing") || !truth(row, "priorAll")):
		b.broken("a crawl that has ended is through", "%s has %d pages that wait, or lists or an earlier crawl's pages", id, c.waiting)
	case c.most > 0 && c.charged-number(row, "refunded") > c.most:
		b.broken("maxCredits is of the whole crawl", "%s has %d credits charged and %d refunded of at most %d", id, c.charged, number(row, "refunded"), c.most)
	case c.halt == "time":
		b.broken("everything ends", "%s was ended by its time", id)
	}
}

// crawled holds what must be so of a crawl once everything is done.
func (b *books) crawled(id string, c *crawlState) {
	done := map[int64]string{}
	var succeeded, refunded int64
	for name, p := range c.jobs {
		j := b.jobs[name]
		refunded += j.refunded
		if j.status != "succeeded" || p.number == 0 {
			continue
		}
		succeeded++
		if other := done[p.number]; other != "" {
			b.broken("each URL is charged once", "page %d of %s was read by %s and %s", p.number, id, other, name)
		}
		done[p.number] = name
	}
	if succeeded != c.succeeded || refunded != c.refunded {
		b.broken("a crawl counts its rows", "%s counts %d successes and %d credits refunded; its jobs have %s", id, c.succeeded, c.refunded, fmt.Sprint(succeeded, refunded))
	}
	if c.status == "failed" && (c.succeeded > 0 || refunded != c.charged) {
		b.broken("a crawl that fails costs nothing", "%s has %d pages, %d of %d credits are refunded", id, c.succeeded, refunded, c.charged)
	}
	b.leveled(id, c)
	b.mapped(id, c)
	next := int64(1)
	for next <= c.exported && c.parts[c.run][next] > 0 {
		next = c.parts[c.run][next] + 1
	}
	if next <= c.exported {
		b.broken("an export has each page", "%s has no file that begins at page %d of %d", id, next, c.exported)
	}
	if heard := int64(len(c.heard)); c.tells && heard != c.counted || !c.tells && heard > 0 {
		b.broken("each page has one event", "%s has %d of %d pages that have ended", id, heard, c.counted)
	}
	if c.wanted && c.events != c.ends {
		b.broken("each end of a crawl has one event", "%s ended %d times with %d events", id, c.ends, c.events)
	}
}
