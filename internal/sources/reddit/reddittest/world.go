package reddittest

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// user, community, post and comment are what the replays of Reddit and of its
// archives know, each in a form of its own.
type user struct {
	Name         string `json:"name"`
	ID           string `json:"id"`
	Title        string `json:"title"`
	About        string `json:"about"`
	Created      int64  `json:"created"`
	PostKarma    int64  `json:"postKarma"`
	CommentKarma int64  `json:"commentKarma"`
	TotalKarma   int64  `json:"totalKarma"`
	Followers    int64  `json:"followers"`
	Mod          bool   `json:"mod"`
	Verified     bool   `json:"verified"`
	Suspended    bool   `json:"suspended"`
	Hides        bool   `json:"hides"` // its posts, on its own page
}

type community struct {
	Name        string `json:"name"`
	ID          string `json:"id"`
	Title       string `json:"title"`
	About       string `json:"about"`
	Created     int64  `json:"created"`
	Subscribers int64  `json:"subscribers"`
	Refusal     string `json:"refusal"` // private, banned or quarantined
}

type post struct {
	ID        string  `json:"id"`
	Sub       string  `json:"sub"`
	By        string  `json:"by"` // empty of a deleted account
	At        int64   `json:"at"`
	Title     string  `json:"title"`
	Text      string  `json:"text"`
	URL       string  `json:"url"` // empty of a post that is a text
	Thumbnail string  `json:"thumbnail"`
	Crosspost string  `json:"crosspost"` // the id of the post that it repeats
	Removed   string  `json:"removed"`   // by whom
	Score     int64   `json:"score"`
	Ratio     float64 `json:"ratio"`
	Over18    bool    `json:"over18"`
	Hides     bool    `json:"hides"` // its score
	Fresh     bool    `json:"fresh"` // the archives took their copy at once

	comments, crossposts int
}

type comment struct {
	ID     string `json:"id"`
	Post   string `json:"post"`
	Parent string `json:"parent"` // empty of one that answers the post
	By     string `json:"by"`
	Text   string `json:"text"`
	At     int64  `json:"at"`
	Score  int64  `json:"score"`
	Hides  bool   `json:"hides"` // its score
}

type world struct {
	Users       []*user      `json:"users"`
	Communities []*community `json:"communities"`
	Posts       []*post      `json:"posts"` // the newest first
	Comments    []*comment   `json:"comments"`
}

const (
	// watched is how many posts Tide_Watcher wrote: more than two pages.
	watched = 230
	// readings is how many posts r/gaugereadings has: more than Reddit lists.
	readings = 1200
	// reach is how many posts Reddit lists.
	reach = 1000
)

// theWorld reads the world once, when it is first asked for.
var theWorld = sync.OnceValue(func() *world {
	w := new(world)
	body, err := content.ReadFile("content/world.json")
	if err == nil {
		err = json.Unmarshal(body, w)
	}
	if err != nil {
		panic(fmt.Sprintf("reddittest: the world of Reddit: %v", err))
	}
	for n := range watched {
		w.Posts = append(w.Posts, &post{
			ID: fmt.Sprintf("1tw%03d", n), Sub: "tides", By: "Tide_Watcher", At: 1735689600 + int64(n)*28800, Score: int64(n % 17), Ratio: 0.9,
			Title: fmt.Sprintf("Reading %d", n+1), Text: fmt.Sprintf("%.2f m above datum, wind from the west.", 2+float64(n%200)/100),
		})
	}
	for n := range readings {
		w.Posts = append(w.Posts, &post{
			ID: fmt.Sprintf("1gr%04d", n), Sub: "gaugereadings", By: "lockgauge", At: 1740787200 + int64(n/3)*60, Score: 1, Ratio: 1,
			Title: fmt.Sprintf("Gauge %d", n+1), Text: "All is well.",
		})
	}
	slices.SortStableFunc(w.Posts, func(a, b *post) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID))
	})
	for _, c := range w.Comments {
		w.post(c.Post).comments++
	}
	for _, p := range w.Posts {
		if p.Crosspost != "" {
			w.post(p.Crosspost).crossposts++
		}
	}
	return w
})

func (world *world) post(id string) *post {
	for _, p := range world.Posts {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (world *world) user(name string) *user {
	for _, u := range world.Users {
		if strings.EqualFold(u.Name, name) {
			return u
		}
	}
	return nil
}

func (world *world) community(name string) *community {
	for _, c := range world.Communities {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// where returns the posts that hold, the newest first.
func (world *world) where(holds func(*post) bool) []*post {
	found := []*post{}
	for _, p := range world.Posts {
		if holds(p) {
			found = append(found, p)
		}
	}
	return found
}

// link is where a post leads: elsewhere, or to itself.
func (p *post) link(w *world) string {
	switch {
	case p.Crosspost != "":
		return "/r/" + w.post(p.Crosspost).Sub + "/comments/" + p.Crosspost + "/"
	case p.URL != "":
		return p.URL
	}
	return "https://www.reddit.com" + p.path()
}

func (p *post) path() string {
	words := strings.FieldsFunc(strings.ToLower(p.Title), func(r rune) bool { return r < 'a' || r > 'z' })
	return "/r/" + p.Sub + "/comments/" + p.ID + "/" + strings.Join(words[:min(len(words), 6)], "_") + "/"
}

// matches: every word or phrase of a query stands in the title, the text or the link.
func (p *post) matches(query string) bool {
	text := site.Tokens(p.Title + " " + p.Text + " " + p.URL)
	for _, word := range site.Word.FindAllStringSubmatch(query, -1) {
		if strings.Contains(text, site.Tokens(word[2]+word[3])) == (word[1] == "-") {
			return false
		}
	}
	return true
}

// names reports whether a post links to a domain, or to one below it.
func (p *post) names(domain string, below bool) bool {
	host := site.HostOf(p.URL)
	return p.URL != "" && (host == domain || below && strings.HasSuffix(host, "."+domain))
}

// serveFailure answers for the names that stand for a failure, and reports
// whether it did. Reddit's failures are pages for people.
func serveFailure(w http.ResponseWriter, name string) bool {
	switch strings.ToLower(strings.TrimSuffix(name, ".test")) {
	case "throttled":
		w.Header().Set("Retry-After", "5")
		site.Send(w, http.StatusTooManyRequests, site.HTML, []byte(`<!doctype html><html><head><title>Too Many Requests</title></head><body><h1>whoa there, pardner!</h1><p>we're sorry, but you appear to be a bot and we've seen too many requests from you lately.</p></body></html>`))
	case "walled", "fogbound":
		site.Send(w, http.StatusForbidden, site.HTML, []byte(`<!doctype html><html><head><title>Blocked</title></head><body><p>You've been blocked by network security. To continue, log in to your account or use your developer token.</p></body></html>`))
	case "shelled":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!doctype html><html lang="en-US"><head><title>Reddit - The heart of the internet</title></head><body><shreddit-app></shreddit-app></body></html>`))
	case "broken":
		site.Send(w, http.StatusServiceUnavailable, site.HTML, []byte(`<html><body><h1>503 Service Unavailable</h1></body></html>`))
	default:
		return false
	}
	return true
}
