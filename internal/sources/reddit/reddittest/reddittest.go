// Package reddittest stands for Reddit: its feeds, its API, and the archives Arctic Shift
// and PullPush, which know the same world.
package reddittest

import (
	"encoding/xml"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// The app that the replay of Reddit knows, and the token that it gives.
const (
	appID, appSecret = "sample-app", "sample-secret"
	token            = "sample-token"
)

// Feeds stands for www.reddit.com: feeds, and tokens for the API.
func Feeds() site.Site {
	return site.Site{
		Host:     "reddit.upstream.test",
		Title:    "Reddit, feeds",
		About:    "A replay of the Atom feeds of Reddit and of its tokens, with the same posts as the API and the archives: u/Tide_Watcher has 230, r/gaugereadings 1200, u/quiet_cove hides its own, u/ghost_ship is suspended. The names `throttled`, `walled`, `shelled` and `broken` answer with the failure of their names; u/fogbound is walled, but the archives have it.",
		Upstream: "reddit",
		Key:      appID + ":" + appSecret,
		Assets:   map[string]http.HandlerFunc{"/api/v1/access_token": serveToken},
		Rest:     serveFeed,
	}
}

func serveToken(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	switch grant := r.PostFormValue("grant_type"); {
	case !ok || id != appID || secret != appSecret:
		site.SendJSON(w, http.StatusUnauthorized, map[string]any{"message": "Unauthorized", "error": 401})
	case r.Method != http.MethodPost || grant != "client_credentials":
		site.SendJSON(w, http.StatusOK, map[string]any{"error": "unsupported_grant_type"})
	default:
		site.SendJSON(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "bearer", "expires_in": 86400, "scope": "*"})
	}
}

// serveFeed answers for the paths of lists with /.rss or .rss behind them.
func serveFeed(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutSuffix(r.URL.Path, ".rss")
	if !ok {
		site.Send(w, http.StatusForbidden, site.HTML, []byte(`<!doctype html><title>Blocked</title><p>whoa there, pardner!`))
		return
	}
	world := theWorld()
	if id, ok := strings.CutPrefix(path, "/comments/"); ok {
		serveThreadFeed(w, strings.TrimSuffix(id, "/"))
		return
	}
	posts, known := world.list(w, strings.TrimSuffix(path, "/"), r.URL.Query())
	if !known {
		return
	}
	entries := []entry{}
	for _, p := range world.part(posts, r.URL.Query()) {
		entries = append(entries, p.entry(world))
	}
	sendFeed(w, r.URL.RequestURI(), entries)
}

func serveThreadFeed(w http.ResponseWriter, id string) {
	world := theWorld()
	p := world.post(id)
	if serveFailure(w, id) {
		return
	}
	if p == nil {
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!doctype html><title>Not found</title>`))
		return
	}
	entries := []entry{p.entry(world)}
	for _, c := range world.Comments {
		if c.Post == id {
			e := entry{
				ID: "t1_" + c.ID, Title: "/u/" + c.By + " on " + p.Title, Author: author(c.By), Category: category{p.Sub, "r/" + p.Sub},
				Content: site.AtomText{Type: "html", HTML: markup(c.Text)}, Updated: stamp(c.At),
			}
			e.Link.Href = "https://www.reddit.com" + p.path() + c.ID + "/"
			entries = append(entries, e)
		}
	}
	sendFeed(w, p.path()+".rss", entries)
}

type entry struct {
	XMLName   xml.Name         `xml:"entry"`
	Author    *site.AtomPerson `xml:"author"`
	Category  category         `xml:"category"`
	Content   site.AtomText    `xml:"content"`
	ID        string           `xml:"id"`
	Thumbnail *thumbnail       `xml:"media:thumbnail"`
	Link      struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Updated   string `xml:"updated"`
	Published string `xml:"published,omitempty"`
	Title     string `xml:"title"`
}

type category struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type thumbnail struct {
	URL string `xml:"url,attr"`
}

func author(name string) *site.AtomPerson {
	if name == "" {
		return nil
	}
	return &site.AtomPerson{Name: "/u/" + name, URI: "https://www.reddit.com/user/" + name}
}

func (p *post) entry(w *world) entry {
	e := entry{
		Author: author(p.By), Category: category{p.Sub, "r/" + p.Sub}, ID: "t3_" + p.ID,
		Updated: stamp(p.At), Published: stamp(p.At), Title: p.Title,
	}
	e.Link.Href = "https://www.reddit.com" + p.path()
	by := "[deleted]"
	if p.By != "" {
		by = fmt.Sprintf(`<a href="https://www.reddit.com/user/%s"> /u/%s </a>`, p.By, p.By)
	}
	tail := fmt.Sprintf(` &#32; submitted by &#32; %s <br/> <span><a href="%s">[link]</a></span> &#32; <span><a href="%s">[comments]</a></span>`, by, html.EscapeString(p.link(w)), e.Link.Href)
	if p.Thumbnail != "" {
		e.Thumbnail = &thumbnail{p.Thumbnail}
		tail = fmt.Sprintf(`<table> <tr><td> <a href="%s"> <img src="%s" alt="%s" /> </a> </td><td>%s</td></tr></table>`, e.Link.Href, p.Thumbnail, html.EscapeString(p.Title), tail)
	}
	if p.Text != "" {
		tail = markup(p.Text) + tail
	}
	e.Content = site.AtomText{Type: "html", HTML: tail}
	return e
}

func sendFeed(w http.ResponseWriter, self string, entries []entry) {
	body, err := xml.MarshalIndent(struct {
		XMLName xml.Name `xml:"feed"`
		NS      string   `xml:"xmlns,attr"`
		Media   string   `xml:"xmlns:media,attr"`
		Updated string   `xml:"updated"`
		Icon    string   `xml:"icon"`
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Entries []entry  `xml:"entry"`
	}{
		NS: "http://www.w3.org/2005/Atom", Media: "http://search.yahoo.com/mrss/", Updated: stamp(1744200000),
		Icon: "https://www.redditstatic.com/icon.png/", ID: self, Title: "reddit", Entries: entries,
	}, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	site.Send(w, http.StatusOK, "application/atom+xml; charset=UTF-8", append([]byte(xml.Header), body...))
}

// markup is a text as Reddit renders it.
func markup(text string) string {
	return `<!-- SC_OFF --><div class="md"><p>` + strings.ReplaceAll(html.EscapeString(text), "\n\n", "</p>\n\n<p>") + "</p>\n</div><!-- SC_ON -->"
}

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05+00:00") }

// limit is the size of a page that a query asks for.
func limit(asked string, usual int) int {
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 {
		return usual
	}
	return min(n, 100)
}
