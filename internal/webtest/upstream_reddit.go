package webtest

import (
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The app that the replay of Reddit knows, and the token that it gives.
const (
	rdAppID, rdAppSecret = "sample-app", "sample-secret"
	rdToken              = "sample-token"
)

// redditUpstream stands for www.reddit.com: feeds, and tokens for the API.
func redditUpstream() Site {
	return Site{
		Host:     "reddit.upstream.test",
		Title:    "Reddit, feeds",
		About:    "A replay of the Atom feeds of Reddit and of its tokens, with the same posts as the API and the archives: u/Tide_Watcher has 230, r/gaugereadings 1200, u/quiet_cove hides its own, u/ghost_ship is suspended. The names `throttled`, `walled`, `shelled` and `broken` answer with the failure of their names; u/fogbound is walled, but the archives have it.",
		Upstream: "reddit",
		Key:      rdAppID + ":" + rdAppSecret,
		Assets:   map[string]http.HandlerFunc{"/api/v1/access_token": serveRedditToken},
		Rest:     serveRedditFeed,
	}
}

func serveRedditToken(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	switch grant := r.PostFormValue("grant_type"); {
	case !ok || id != rdAppID || secret != rdAppSecret:
		sendJSON(w, http.StatusUnauthorized, map[string]any{"message": "Unauthorized", "error": 401})
	case r.Method != http.MethodPost || grant != "client_credentials":
		sendJSON(w, http.StatusOK, map[string]any{"error": "unsupported_grant_type"})
	default:
		sendJSON(w, http.StatusOK, map[string]any{"access_token": rdToken, "token_type": "bearer", "expires_in": 86400, "scope": "*"})
	}
}

// serveRedditFeed answers for the paths of lists with /.rss or .rss behind them.
func serveRedditFeed(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutSuffix(r.URL.Path, ".rss")
	if !ok {
		send(w, http.StatusForbidden, htmlUTF8, []byte(`<!doctype html><title>Blocked</title><p>whoa there, pardner!`))
		return
	}
	world := redditWorld()
	if id, ok := strings.CutPrefix(path, "/comments/"); ok {
		serveRedditThreadFeed(w, strings.TrimSuffix(id, "/"))
		return
	}
	posts, known := world.list(w, strings.TrimSuffix(path, "/"), r.URL.Query())
	if !known {
		return
	}
	entries := []rdEntry{}
	for _, p := range world.part(posts, r.URL.Query()) {
		entries = append(entries, p.entry(world))
	}
	sendFeed(w, r.URL.RequestURI(), entries)
}

func serveRedditThreadFeed(w http.ResponseWriter, id string) {
	world := redditWorld()
	p := world.post(id)
	if serveRedditFailure(w, id) {
		return
	}
	if p == nil {
		send(w, http.StatusNotFound, htmlUTF8, []byte(`<!doctype html><title>Not found</title>`))
		return
	}
	entries := []rdEntry{p.entry(world)}
	for _, c := range world.Comments {
		if c.Post == id {
			e := rdEntry{
				ID: "t1_" + c.ID, Title: "/u/" + c.By + " on " + p.Title, Author: rdAuthor(c.By), Category: rdCategory{p.Sub, "r/" + p.Sub},
				Content: rdContent{"html", rdMarkup(c.Text)}, Updated: rdTime(c.At),
			}
			e.Link.Href = "https://www.reddit.com" + p.path() + c.ID + "/"
			entries = append(entries, e)
		}
	}
	sendFeed(w, p.path()+".rss", entries)
}

type rdEntry struct {
	XMLName   xml.Name     `xml:"entry"`
	Author    *rdPerson    `xml:"author"`
	Category  rdCategory   `xml:"category"`
	Content   rdContent    `xml:"content"`
	ID        string       `xml:"id"`
	Thumbnail *rdThumbnail `xml:"media:thumbnail"`
	Link      struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Updated   string `xml:"updated"`
	Published string `xml:"published,omitempty"`
	Title     string `xml:"title"`
}

type rdCategory struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type rdThumbnail struct {
	URL string `xml:"url,attr"`
}

func rdAuthor(name string) *rdPerson {
	if name == "" {
		return nil
	}
	return &rdPerson{"/u/" + name, "https://www.reddit.com/user/" + name}
}

func (p *rdPost) entry(w *rdWorld) rdEntry {
	e := rdEntry{
		Author: rdAuthor(p.By), Category: rdCategory{p.Sub, "r/" + p.Sub}, ID: "t3_" + p.ID,
		Updated: rdTime(p.At), Published: rdTime(p.At), Title: p.Title,
	}
	e.Link.Href = "https://www.reddit.com" + p.path()
	by := "[deleted]"
	if p.By != "" {
		by = fmt.Sprintf(`<a href="https://www.reddit.com/user/%s"> /u/%s </a>`, p.By, p.By)
	}
	tail := fmt.Sprintf(` &#32; submitted by &#32; %s <br/> <span><a href="%s">[link]</a></span> &#32; <span><a href="%s">[comments]</a></span>`, by, html.EscapeString(p.link(w)), e.Link.Href)
	if p.Thumbnail != "" {
		e.Thumbnail = &rdThumbnail{p.Thumbnail}
		tail = fmt.Sprintf(`<table> <tr><td> <a href="%s"> <img src="%s" alt="%s" /> </a> </td><td>%s</td></tr></table>`, e.Link.Href, p.Thumbnail, html.EscapeString(p.Title), tail)
	}
	if p.Text != "" {
		tail = rdMarkup(p.Text) + tail
	}
	e.Content = rdContent{"html", tail}
	return e
}

func sendFeed(w http.ResponseWriter, self string, entries []rdEntry) {
	body, err := xml.MarshalIndent(struct {
		XMLName xml.Name  `xml:"feed"`
		NS      string    `xml:"xmlns,attr"`
		Media   string    `xml:"xmlns:media,attr"`
		Updated string    `xml:"updated"`
		Icon    string    `xml:"icon"`
		ID      string    `xml:"id"`
		Title   string    `xml:"title"`
		Entries []rdEntry `xml:"entry"`
	}{
		NS: "http://www.w3.org/2005/Atom", Media: "http://search.yahoo.com/mrss/", Updated: rdTime(1744200000),
		Icon: "https://www.redditstatic.com/icon.png/", ID: self, Title: "reddit", Entries: entries,
	}, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, "application/atom+xml; charset=UTF-8", append([]byte(xml.Header), body...))
}

// rdMarkup is a text as Reddit renders it.
func rdMarkup(text string) string {
	return `<!-- SC_OFF --><div class="md"><p>` + strings.ReplaceAll(html.EscapeString(text), "\n\n", "</p>\n\n<p>") + "</p>\n</div><!-- SC_ON -->"
}

func rdTime(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05+00:00") }

// rdLimit is the size of a page that a query asks for.
func rdLimit(asked string, usual int) int {
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 {
		return usual
	}
	return min(n, 100)
}
