package infrarun

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/pkg/technology"
)

// gatherTechnologies adds what DNS shows to what the page does, and returns it even when
// the page cannot be read.
func (s *snapshot) gatherTechnologies(ctx context.Context) infra.Technologies {
	t := infra.Technologies{Items: []infra.Technology{}}
	v := s.page.get(ctx)
	site := s.site.get(ctx)
	outcome, nowhere := site.nowhere()
	switch {
	case v.page == nil && nowhere && s.pageURL == "":
		t.Outcome = outcome
	case v.page == nil:
		t.Outcome = signal.Of(siteSource, failure(ctx, v.err))
	case v.wall != nil: // what a wall is made with says nothing of the page
		t.Outcome = signal.Of(siteSource, v.wall)
	default:
		s.lookAtPage(ctx, &t, v)
	}
	t.Items = append(t.Items, s.fromDNS(ctx)...)
	slices.SortStableFunc(t.Items, func(a, b infra.Technology) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(b.From, a.From))
	})
	t.Items = slices.CompactFunc(t.Items, func(a, b infra.Technology) bool { return a.Name == b.Name })
	if t.Status == signal.OK && len(t.Items) == 0 {
		t.Outcome = signal.None(siteSource, "No known technology was detected in the page.")
	}
	return t
}

// lookAtPage has the detector look; on a page that leads elsewhere the reason says whose
// technologies they are.
func (s *snapshot) lookAtPage(ctx context.Context, t *infra.Technologies, v visit) {
	t.URL = v.page.URL.String()
	found, err := s.tech.Detect(ctx, technology.Page{Header: v.page.Header, Body: v.page.Body})
	t.Outcome = signal.Of(siteSource, err)
	for _, x := range found {
		t.Items = append(t.Items, infra.Technology{
			Name: x.Name, Version: x.Version, Categories: x.Categories, Website: x.Website, From: "page",
		})
	}
	if host := v.page.URL.Hostname(); err == nil && subject.Registrable(host) != s.registrable {
		t.Reason = errs.Newf(errs.TargetError, "These are technologies of %s, to which the page redirects.", host).Message
	}
}

// fromDNS are the services that the domain's records name.
func (s *snapshot) fromDNS(ctx context.Context) []infra.Technology {
	var list []infra.Technology
	add := func(name, category string) {
		if name != "" {
			list = append(list, infra.Technology{Name: name, Categories: []string{category}, From: "dns"})
		}
	}
	email, hosting := s.email.get(ctx), s.hosting.get(ctx)
	for _, name := range append([]string{email.Provider}, email.Senders...) {
		add(name, "Email")
	}
	categories := map[string]string{"dnsProvider": "DNS", "cdn": "CDN", "provider": "Hosting"}
	for _, e := range hosting.Evidence {
		if e.From != "header" {
			add(e.Name, categories[e.Fact])
		}
	}
	return list
}
