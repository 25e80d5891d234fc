package seorun

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl"
)

func newTranco(domain string) *seo.Tranco {
	return &seo.Tranco{Domain: subject.Registrable(domain), History: []seo.RankOn{}}
}

// rank asks for the registrable domain: the list has no others.
func (s *snapshot) rank(ctx context.Context) (string, error) {
	t := s.result.Tranco
	ranks, err := s.tranco.Ranks(ctx, t.Domain)
	if err != nil {
		return "", err
	}
	if len(ranks) == 0 {
		return "", nothing(t.Domain + " was not among the million most popular domains in the last 30 days.")
	}
	for _, r := range ranks {
		t.History = append(t.History, seo.RankOn{Date: r.Date, Rank: r.Rank})
	}
	t.Rank, t.Date = ranks[0].Rank, ranks[0].Date
	return "", nil
}

const (
	maxCaptures = 1000 // that are read
	maxSample   = 10
)

func newCommonCrawl() *seo.CommonCrawl {
	return &seo.CommonCrawl{Statuses: map[string]int{}, Languages: map[string]int{}, Sample: []seo.Capture{}}
}

// captures counts first: for large domains only the index's own count is at hand.
func (s *snapshot) captures(ctx context.Context) (string, error) {
	c := s.result.CommonCrawl
	crawl, err := s.commoncrawl.Latest(ctx)
	if err != nil {
		return "", err
	}
	c.Crawl = &seo.Crawl{ID: crawl.ID, Name: crawl.Name, StartedAt: crawlTime(crawl.From), CompletedAt: crawlTime(crawl.To)}
	size, err := s.commoncrawl.Count(ctx, crawl, s.args.Domain)
	if err != nil {
		return "", err
	}
	none := nothing("The crawl " + crawl.ID + " has no captures of " + s.args.Domain + ".")
	if size == nil {
		return "", none
	}
	c.Pages, c.Blocks = &size.Pages, &size.Blocks
	list, nameless, err := s.commoncrawl.Captures(ctx, crawl, s.args.Domain, maxCaptures)
	if err != nil {
		return "", err
	}
	if len(list)+nameless == 0 {
		c.Captures = new(0)
		return "", none
	}
	if len(list)+nameless < maxCaptures {
		c.Captures = new(len(list))
	} else {
		c.CapturesAtMost = new(size.Blocks * commoncrawl.LinesPerBlock)
	}
	summarize(c, list)
	if nameless > 0 {
		return fmt.Sprintf("%d lines of the index name no address and were left out.", nameless), nil
	}
	return "", nil
}

// summarize fills in what the captures that were read show.
func summarize(c *seo.CommonCrawl, list []commoncrawl.Capture) {
	c.Read = len(list)
	seen := map[string]bool{}
	var first, last time.Time
	for _, capture := range list {
		at := capture.Time()
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
		if at.After(last) {
			last = at
		}
		if capture.Status != "" {
			c.Statuses[capture.Status]++
		}
		for language := range strings.SplitSeq(capture.Languages, ",") {
			if language != "" {
				c.Languages[language]++
			}
		}
		if !seen[capture.URL] && capture.Status == "200" && len(c.Sample) < maxSample {
			c.Sample = append(c.Sample, seo.Capture{URL: capture.URL, CapturedAt: stamp(at), MediaType: mediaType(capture)})
		}
		seen[capture.URL] = true
	}
	c.DistinctURLs = len(seen)
	c.FirstCaptureAt, c.LastCaptureAt = stamp(first), stamp(last)
}

func mediaType(c commoncrawl.Capture) string {
	if c.MIMEDetected != "" {
		return c.MIMEDetected
	}
	return c.MIME
}

// crawlTime adds the zone, which the list of crawls leaves out.
func crawlTime(s string) string {
	t, err := time.Parse("2006-01-02T15:04:05", s)
	if err != nil {
		return ""
	}
	return stamp(t)
}
