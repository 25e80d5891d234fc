package linkedintest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// company is a page of a company.
type company struct {
	Slug, Number, Name, Slogan, Industry, Place, About, Website, Followers string
	People                                                                 []author
	Posts                                                                  []post
	Hidden                                                                 bool
	Token                                                                  string
}

// author is who wrote something, or works somewhere.
type author struct{ Slug, Name, Line, Path string }

// URL is on a host of some country, as LinkedIn's own links are.
func (a author) URL() string { return "https://uk.linkedin.com/" + a.Path + "/" + a.Slug }

// post is a post as a card shows it.
type post struct {
	ID, Attributed      string
	Slug, Company       string // of the page
	Author              author
	Text, Age           string
	Cut                 bool // the card shows the beginning only
	Reposts             bool
	Quotes              *post
	Images              []string
	Video, Link         string
	Reactions, Comments int
}

// Shown is the text as the card has it.
func (p post) Shown() string {
	if p.Cut {
		return p.Text[:40] + "…"
	}
	return p.Text
}

// remark is a comment.
type remark struct {
	ID     string
	Author author
	Text   string
	Likes  int
}

// page is a post's own page.
type page struct {
	Post, Related post
	Graph         string
	Remarks       []remark
}

// id is an id of LinkedIn's: milliseconds, then 22 bits.
func id(at time.Time, n int) string {
	return strconv.FormatInt(at.UnixMilli()<<22|int64(n), 10)
}

// companies are the pages, by their names.
var companies = sync.OnceValue(func() map[string]company {
	firm := company{
		Slug: "marrowfen", Number: "7300142", Name: "Marrowfen", Slogan: "The level, every minute, for ten years.", Industry: "Measuring and Control Instrument Manufacturing",
		Place: "Carrow, England", About: "Marrowfen builds river and tide gauges.\n\nThey report by radio & run for ten years on one battery.", Website: "http://company.test/", Followers: "4,812",
		People: []author{
			{"hester-quill", "Hester Quill", "Chief Executive and Founder at Marrowfen", "in"},
			{"adaeze-holm", "Adaeze Holm", "Head of Radio at Marrowfen", "in"},
			{"piet-sandoe", "Piet Sandoe", "Drills holes, fits gauges", "in"},
			{"ulla-mire", "Ulla Mire", "Ex-Marrowfen. Now keeping bees.", "in"},
		},
	}
	firm.Posts = posts(firm, 37)
	hidden := firm
	hidden.Slug, hidden.Number, hidden.Name, hidden.Hidden, hidden.People, hidden.Website = "sallow-weir", "7300143", "Sallow Weir", true, nil, ""
	harbour := company{Slug: "carrow-harbour", Number: "7300144", Name: "Carrow Harbour", Followers: "91"}
	harbour.Posts = posts(harbour, 90)
	echo := company{Slug: "echo-sluice", Number: "7300145", Name: "Echo Sluice", Followers: "12"}
	echo.Posts = posts(echo, 30)
	young := company{Slug: "young-mill", Number: "7300146", Name: "Young Mill", Followers: "3"}
	young.Posts = posts(young, 4)
	empty := company{Slug: "quiet-pond", Number: "7300147", Name: "Quiet Pond", Followers: "1"}
	all := map[string]company{}
	for _, c := range []company{firm, hidden, harbour, echo, young, empty} {
		all[c.Slug] = c
	}
	return all
})

// posts are the newest n posts of a page, two days apart.
func posts(c company, n int) []post {
	newest := time.Date(2026, 2, 9, 8, 30, 15, 250e6, time.UTC)
	own := author{c.Slug, c.Name, c.Followers + " followers", "company"}
	all := make([]post, n)
	for i := range all {
		at := newest.Add(-48 * time.Hour * time.Duration(i))
		all[i] = post{
			ID: id(at, i), Attributed: "share:" + id(at.Add(-time.Second), i), Slug: c.Slug, Company: c.Name, Author: own, Age: fmt.Sprintf("%dd", 2*i),
			Text: fmt.Sprintf("Station %d reported %d levels this week.\n\nNot one was a guess. 🌊", 100+i, 10000-i), Reactions: 3 * i, Comments: i % 4,
		}
	}
	if n < 10 {
		return all
	}
	hand := author{"ferry-hand", "Ferry Hand 🚢", "Skipper of the Carrow ferry", "in"}
	before := newest.Add(-72 * time.Hour)
	all[1].Reposts, all[1].Author, all[1].Attributed = true, hand, "ugcPost:"+id(before, 9)
	all[1].Text = "The gauge at the landing is right again. Thanks!"
	all[2].Quotes = &post{ID: id(before.Add(-48*time.Hour), 4), Attributed: "share:" + id(before.Add(-49*time.Hour), 3), Author: hand, Text: "Water is high today."}
	all[2].Comments, all[2].Cut = 12, true
	all[3].Images = []string{"https://media.licdn.com/dms/image/one?e=1&v=beta", "https://media.licdn.com/dms/image/two"}
	all[4].Link = "http://company.test/blog/ten-years-on-one-battery?ref=li"
	all[5].Video = "clip"
	all[6].Comments = 12
	return all
}

// remarks are the comments that everybody sees: ten of them at most.
func remarks(p post) []remark {
	all := []remark{}
	ms, _ := strconv.ParseInt(p.ID, 10, 64)
	for i := range min(p.Comments, 10) {
		at := time.UnixMilli(ms >> 22).Add(time.Duration(i+1) * time.Minute)
		who := author{fmt.Sprintf("reader-%d", i), fmt.Sprintf("Reader %d", i), "Reads levels", "in"}
		all = append(all, remark{ID: id(at, i), Author: who, Text: fmt.Sprintf("Seen at %d o'clock & noted.", i), Likes: i})
	}
	return all
}

// Graph is the structured data of the page.
func (c company) Graph() string {
	all := []any{map[string]any{
		"@type": "Organization", "name": c.Name, "url": "https://uk.linkedin.com/company/" + c.Slug, "description": c.About, "slogan": c.Slogan, "sameAs": c.Website,
		"numberOfEmployees": map[string]any{"@type": "QuantitativeValue", "value": 48},
	}}
	for _, p := range c.Posts {
		all = append(all, map[string]any{
			"@type": "DiscussionForumPosting", "mainEntityOfPage": "https://www.linkedin.com/posts/" + c.Slug + "_gauges-activity-" + p.ID + "-Qx7k",
			"text": p.Text, "author": map[string]any{"@type": "Organization", "name": c.Name},
		})
	}
	return encoded(map[string]any{"@context": "http://schema.org", "@graph": all})
}

// graphPost is the structured data of a post's page. It has the comments, without ids.
func graphPost(p post) string {
	said := []any{}
	for _, r := range remarks(p) {
		said = append(said, map[string]any{
			"@type": "Comment", "text": r.Text, "datePublished": "2026-02-09T09:00:00.000Z", "author": map[string]any{"@type": "Person", "name": r.Author.Name, "url": r.Author.URL()},
			"interactionStatistic": map[string]any{"@type": "InteractionCounter", "interactionType": "http://schema.org/LikeAction", "userInteractionCount": r.Likes},
		})
	}
	return encoded(map[string]any{
		"@context": "http://schema.org", "@type": "SocialMediaPosting", "articleBody": p.Text, "commentCount": p.Comments, "comment": said,
		"author": map[string]any{"@type": "Organization", "name": p.Author.Name, "url": p.Author.URL()},
		"interactionStatistic": []any{
			map[string]any{"@type": "InteractionCounter", "interactionType": "http://schema.org/LikeAction", "userInteractionCount": p.Reactions},
			map[string]any{"@type": "InteractionCounter", "interactionType": "http://schema.org/CommentAction", "userInteractionCount": p.Comments},
		},
	})
}

func encoded(v any) string {
	b, _ := json.Marshal(v) // strings and numbers always can be
	return string(b)
}
