package webtest

import (
	"net/http"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// topicPage is a page about the tide barrier of Skerwick, a topic that is made up for
// searches, answers and research: sources that agree, contradict each other, repeat
// each other, age, hide behind walls or are gone.
type topicPage struct {
	Page
	file      string // under content/; empty when Serve answers otherwise
	title     string // what engines remember of a page that has no file
	text      string
	published string
}

// topicHosts are the sites of the topic in the order of the documentation.
func topicHosts() []Site {
	return []Site{
		{Host: "skerwick-barrier.test", Title: "A tide barrier: its builders", About: "The topic for searches, answers and research: the tide barrier of Skerwick, opened on 14 March 2026, six gates, 184 million pounds. Its builders tell of it in a press release, a page of facts, tolls and a PDF."},
		{Host: "skerwick-herald.test", Title: "A tide barrier: the local paper", About: "Reports from five years. What was said in 2021 is not true any more, and one article that engines still know is gone."},
		{Host: "coast-times.test", Title: "A tide barrier: another paper", About: "It reprints the local paper, nearly word for word, and contradicts everybody about the cost."},
		{Host: "coastal-agency.test", Title: "A tide barrier: the agency", About: "An official page with a table."},
		{Host: "openalmanac.test", Title: "A tide barrier: an encyclopaedia", About: "Tables, notes and the first closure."},
		{Host: "mudlark.test", Title: "A tide barrier: a blog", About: "It counts the protected homes anew and comes to another number."},
		{Host: "estuary-forum.test", Title: "A tide barrier: a forum", About: "People who timed the gates."},
		{Host: "tidal-letters.test", Title: "A tide barrier: a journal", About: "The abstract of an article with the metadata that scholarly pages have."},
		{Host: "ledger-daily.test", Title: "A tide barrier: behind a paywall", About: "The beginning of an article, with structured data that says so."},
		{Host: "gatehouse-news.test", Title: "A tide barrier: behind a bot wall", About: "What engines remember of it is all there is."},
		{Host: "slow-coast.test", Title: "A tide barrier: a slow page", About: "It takes 0.9 seconds."},
	}
}

func topicSites() []Site {
	sites := append(topicHosts(), lureHost())
	for _, p := range append(topicPages(), lurePages()...) {
		for i := range sites {
			if "http://"+sites[i].Host == origin(p.URL) {
				sites[i].Pages = append(sites[i].Pages, p.page())
			}
		}
	}
	return sites
}

// page is the topic's page as a site has it.
func (p topicPage) page() Page {
	if p.Serve == nil {
		p.Serve = file(p.file, site.HTML)
	}
	return p.Page
}

func topicPages() []topicPage {
	return slices.Concat(topicBuilders(), topicHerald(), topicElsewhere())
}

// topicBuilders are the pages of those who built the barrier.
func topicBuilders() []topicPage {
	return []topicPage{
		{file: "topic/opening.html", Page: Page{
			Name: "topic-opening", URL: "http://skerwick-barrier.test/news/opening", Shows: "a press release with `NewsArticle` and `Event`",
			Expect: Expect{Title: "Skerwick tide barrier opens on 14 March 2026", Contains: []string{"cost 184 million pounds", "protect 11,400 homes"}},
		}},
		{file: "topic/facts.html", Page: Page{
			Name: "topic-facts", URL: "http://skerwick-barrier.test/facts", Shows: "facts under headings",
			Expect: Expect{Title: "Facts about the barrier", Contains: []string{"2.3 million pounds a year", "## The gates"}},
		}},
		{file: "topic/lock.html", Page: Page{
			Name: "topic-lock", URL: "http://skerwick-barrier.test/lock", Shows: "tolls in a sentence and in a table",
			Expect: Expect{Title: "The lock: opening hours and tolls", Contains: []string{"is 4.50 pounds for each passage", "Craft of 12 to 20 metres"}},
		}},
		{
			title: "Closure plan of the Skerwick tide barrier", published: "2026-02-16",
			text: "Closure plan of the Skerwick tide barrier: who is called, in which order the gates close, and what happens when a gate does not move.",
			Page: Page{
				Name: "topic-plan", URL: "http://skerwick-barrier.test/documents/closure-plan.pdf", Shows: "a PDF",
				Expect: Expect{Title: "Closure plan of the Skerwick tide barrier", Contains: []string{"called first, the ferry second"}},
				Serve: func(w http.ResponseWriter, _ *http.Request) {
					site.Send(w, http.StatusOK, "application/pdf", closurePlan().bytes())
				},
			},
		},
	}
}

// topicHerald are the local paper's articles.
func topicHerald() []topicPage {
	return []topicPage{
		{file: "topic/herald-opens.html", Page: Page{
			Name: "topic-herald-opens", URL: "http://skerwick-herald.test/2026/03/14/barrier-opens", Shows: "a report, free to read by its structured data",
			Expect: Expect{Title: "Six gates against the sea", Contains: []string{"took 34 minutes", "184 million pounds"}, Lacks: []string{"New times for the ferry"}},
		}},
		{file: "topic/herald-surge.html", Page: Page{
			Name: "topic-herald-surge", URL: "http://skerwick-herald.test/2026/10/03/first-surge", Shows: "a report of the first closure against a surge",
			Expect: Expect{Title: "The night the door was shut", Contains: []string{"4.3 metres above datum", "five hours and twenty minutes"}},
		}},
		{file: "topic/herald-begins.html", Page: Page{
			Name: "topic-herald-begins", URL: "http://skerwick-herald.test/2021/04/03/work-begins", Shows: "a report of 2021 with the plans of then",
			Expect: Expect{Title: "Work begins on the tide barrier", Contains: []string{"165 million", "autumn of 2025"}},
		}},
		{
			title: "First sketches of a barrier for Skerwick - Skerwick Herald", published: "2019-09-20",
			text: "Maud Ferrier showed the first sketches of the Skerwick tide barrier in the town hall. Five of the seven gates would be movable.",
			Page: Page{
				Name: "topic-gone", URL: "http://skerwick-herald.test/2019/09/20/first-sketches", Shows: "an article that engines still know and the paper does not",
				Expect: Expect{Error: errs.TargetError},
				Serve: site.Note{
					Title: "This page is gone", Paragraphs: []string{"The Skerwick Herald keeps its articles for five years. Older ones are in the library."},
				}.Serve(http.StatusNotFound),
			},
		},
	}
}

// topicElsewhere are everybody else's pages.
func topicElsewhere() []topicPage {
	return []topicPage{
		{file: "topic/times-opens.html", Page: Page{
			Name: "topic-times-opens", URL: "http://coast-times.test/news/skerwick-barrier-opens", Shows: "the local paper's report under another title",
			Expect: Expect{Title: "Skerwick's tide barrier opens", Contains: []string{"appeared first in the Skerwick Herald"}},
		}},
		{file: "topic/times-bill.html", Page: Page{
			Name: "topic-times-bill", URL: "http://coast-times.test/business/skerwick-bill", Shows: "another cost, with its reason",
			Expect: Expect{Title: "The bill for Skerwick's barrier is 210 million", Contains: []string{"cost 210 million pounds, and not 184 million"}},
		}},
		{file: "topic/agency.html", Page: Page{
			Name: "topic-agency", URL: "http://coastal-agency.test/schemes/skerwick", Shows: "an official page with `dcterms` dates and a table of funding",
			Expect: Expect{Title: "Skerwick tide barrier", Contains: []string{"11,400 homes and 930 businesses", "Skerwick Harbour Board"}},
		}},
		{file: "topic/almanac.html", Page: Page{
			Name: "topic-almanac", URL: "http://openalmanac.test/wiki/Skerwick_tide_barrier", Shows: "an article with an infobox, a table and notes",
			Expect: Expect{Title: "Skerwick tide barrier", Contains: []string{"for the first time on 2 October 2026", "9 October 2026"}},
		}},
		{file: "topic/blog.html", Page: Page{
			Name: "topic-blog", URL: "http://mudlark.test/posts/behind-the-gates", Shows: "a post that disagrees about the homes",
			Expect: Expect{Title: "Behind the gates", Contains: []string{"9,800 homes"}},
		}},
		{file: "topic/forum.html", Page: Page{
			Name: "topic-forum", URL: "http://estuary-forum.test/t/4411", Shows: "a thread with `DiscussionForumPosting`",
			Expect: Expect{Title: "How long do the Skerwick gates really take?", Contains: []string{"took 50 minutes"}},
		}},
		{file: "topic/abstract.html", Page: Page{
			Name: "topic-abstract", URL: "http://tidal-letters.test/articles/10.5555/tl.2025.017", Shows: "an abstract with `citation_` metadata",
			Expect: Expect{Title: "Siltation behind movable barriers", Contains: []string{"rises by 7 per cent"}},
		}},
		{file: "topic/teaser.html", Page: Page{
			Name: "topic-teaser", URL: "http://ledger-daily.test/2026/10/control-room", Shows: "the teaser of an article that must be paid for (`isAccessibleForFree: false`)",
			Expect: Expect{Title: "Inside the control room", Contains: []string{"ten past one in the morning"}},
		}},
		{
			title: "Who pays for the gates of Skerwick - Gatehouse News", published: "2026-04-08",
			text: "The county and the harbour board share the cost of the Skerwick tide barrier. What the gates cost in a year is another matter.",
			Page: Page{
				Name: "topic-wall", URL: "http://gatehouse-news.test/skerwick-tide-barrier", Shows: "a challenge in front of an article",
				Expect: Expect{Error: errs.UpstreamBlocked},
				Serve:  site.With(fileStatus(http.StatusForbidden, "wall/challenge.html", site.HTML), "Server", "cloudflare", "Cf-Mitigated", "challenge"),
			},
		},
		{file: "topic/slow.html", Page: Page{
			Name: "topic-slow", URL: "http://slow-coast.test/skerwick-tide-barrier", Shows: "a page that takes 0.9 seconds",
			Expect: Expect{Title: "A walk to the Skerwick tide barrier", Contains: []string{"3.4 kilometres along the dyke"}},
			Serve:  late(file("topic/slow.html", site.HTML)),
		}},
	}
}
