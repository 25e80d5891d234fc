// Package youtubetest stands for the calls of YouTube's own site, and for its feeds.
package youtubetest

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for www.youtube.com.
func Site() site.Site { return SiteAt(time.Now) }

// SiteAt stands for www.youtube.com at a time of which its ages count, so that tests
// can hold what comes of them to files.
func SiteAt(now func() time.Time) site.Site {
	t := &youtube{now: now, channels: channels()}
	return site.Site{
		Host:     "youtube.upstream.test",
		Title:    "YouTube",
		About:    "A replay of the calls of YouTube's own site and of its feeds. @marrowfen has 70 videos, 60 shorts and 8 streams, one of which runs and one is to come, and user/tidelog leads there; @nightwatch has streams only; @fogbound no feed, and lists in the form of 2025; @lastorders is for adults; @silted was removed; @dryfen has nothing; @sidedoor is found by its page only. @throttled and @walled answer with the failure of their names.",
		Upstream: "youtube",
		Assets: map[string]http.HandlerFunc{
			"/youtubei/v1/navigation/resolve_url": t.resolve,
			"/youtubei/v1/browse":                 t.browse,
			"/feeds/videos.xml":                   t.feed,
		},
		Rest: t.page,
	}
}

// Consent stands for consent.youtube.com, where those are led who decided nothing
// about cookies.
func Consent() site.Site {
	return site.Site{
		Host:  "consent.youtube.test",
		Title: "YouTube, consent to cookies",
		About: "The page that asks visitors of YouTube for consent to cookies, in place of every answer.",
		Rest: func(w http.ResponseWriter, _ *http.Request) {
			site.Send(w, http.StatusOK, site.HTML, []byte(`<!doctype html><title>Before you continue to YouTube</title><form action="/save"><button>Reject all</button><button>Accept all</button></form>`))
		},
	}
}

type youtube struct {
	now      func() time.Time
	channels []*channel
}

func (t *youtube) channel(is func(*channel) bool) *channel {
	if i := slices.IndexFunc(t.channels, is); i >= 0 {
		return t.channels[i]
	}
	return nil
}

// request is the body of a call.
type request struct {
	Context struct {
		Client struct {
			Name    string `json:"clientName"`
			Version string `json:"clientVersion"`
		} `json:"client"`
	} `json:"context"`
	URL          string `json:"url"`
	BrowseID     string `json:"browseId"`
	Params       string `json:"params"`
	Continuation string `json:"continuation"`
}

// read reads a call, and refuses what the real service refuses.
func (t *youtube) read(w http.ResponseWriter, r *http.Request) (q request, ok bool) {
	err := json.NewDecoder(r.Body).Decode(&q)
	if r.Method != http.MethodPost || err != nil || q.Context.Client.Name != "WEB" || q.Context.Client.Version == "" {
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return q, false
	}
	return q, !wall(w, r)
}

// wall leads visitors who decided nothing about cookies elsewhere.
func wall(w http.ResponseWriter, r *http.Request) bool {
	if c, err := r.Cookie("SOCS"); err == nil && c.Value != "" {
		return false
	}
	site.Redirect(http.StatusFound, "http://consent.youtube.test/m?continue="+url.QueryEscape(r.URL.Path))(w, r)
	return true
}

// failed answers for the channels that stand for a failure.
func (c *channel) failed(w http.ResponseWriter, r *http.Request) bool {
	switch c.Handle {
	case "throttled":
		site.SendFault(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).")
	case "walled":
		site.Redirect(http.StatusFound, "http://consent.youtube.test/m?continue=x")(w, r)
	default:
		return false
	}
	return true
}

func (t *youtube) resolve(w http.ResponseWriter, r *http.Request) {
	q, ok := t.read(w, r)
	if !ok {
		return
	}
	u, err := url.Parse(q.URL)
	if err != nil {
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	path := strings.Trim(u.Path, "/")
	c := t.channel(func(c *channel) bool {
		return path == "@"+c.Handle || path == "channel/"+c.ID() || path == "c/"+c.Handle
	})
	switch {
	case path == "user/tidelog":
		site.SendJSON(w, http.StatusOK, map[string]any{"endpoint": map[string]any{"urlEndpoint": map[string]any{"url": "https://www.youtube.com/@marrowfen"}}})
	case path == "watch":
		site.SendJSON(w, http.StatusOK, map[string]any{"endpoint": map[string]any{"watchEndpoint": map[string]any{"videoId": "mf-video-01"}}})
	case c == nil:
		site.SendFault(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	case c.Handle == "sidedoor":
		site.SendFault(w, http.StatusServiceUnavailable, "UNAVAILABLE", "The service is currently unavailable.")
	case c.failed(w, r):
	default:
		site.SendJSON(w, http.StatusOK, map[string]any{"endpoint": map[string]any{
			"commandMetadata": map[string]any{"webCommandMetadata": map[string]any{"webPageType": "WEB_PAGE_TYPE_CHANNEL"}},
			"browseEndpoint":  map[string]any{"browseId": c.ID(), "params": "EgC4AQCSAwDyBgQKAjIA"},
		}})
	}
}

func (t *youtube) browse(w http.ResponseWriter, r *http.Request) {
	q, ok := t.read(w, r)
	if !ok {
		return
	}
	at, known := tokenOf(q.Continuation)
	if q.Continuation != "" && !known {
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	id := cmp.Or(at.ID, q.BrowseID)
	c := t.channel(func(c *channel) bool { return c.ID() == id })
	switch {
	case c == nil && len(id) != 24:
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
	case c == nil:
		site.SendJSON(w, http.StatusOK, alert("This channel does not exist."))
	case c.failed(w, r):
	case at.ID != "":
		site.SendJSON(w, http.StatusOK, map[string]any{"onResponseReceivedActions": []any{map[string]any{
			"appendContinuationItemsAction": map[string]any{"continuationItems": c.entries(at.Tab, at.From)},
		}}})
	default:
		site.SendJSON(w, http.StatusOK, c.home(tab(q.Params)))
	}
}

// tab is the tab that params name: their first field.
func tab(params string) string {
	unescaped, _ := url.QueryUnescape(params)
	raw, err := base64.URLEncoding.DecodeString(unescaped)
	if err != nil || len(raw) < 2 || len(raw) < 2+int(raw[1]) {
		return "featured"
	}
	return string(raw[2 : 2+int(raw[1])])
}

// token is where a list goes on. Those of shorts are long, as the real ones are.
type token struct {
	ID     string `json:"id"`
	Tab    string `json:"tab"`
	From   int    `json:"from"`
	Filler string `json:"filler"`
}

func (t token) String() string {
	if t.Tab == shorts {
		t.Filler = strings.Repeat("seen ", 500)
	}
	raw, _ := json.Marshal(t) // strings and a number always can be
	return base64.URLEncoding.EncodeToString(raw)
}

func tokenOf(s string) (t token, ok bool) {
	raw, err := base64.URLEncoding.DecodeString(s)
	ok = err == nil && json.Unmarshal(raw, &t) == nil && t.ID != ""
	return t, ok
}

// page is a channel's page, which tells no more than its id.
func (t *youtube) page(w http.ResponseWriter, r *http.Request) {
	if wall(w, r) {
		return
	}
	c := t.channel(func(c *channel) bool { return strings.Trim(r.URL.Path, "/") == "@"+c.Handle })
	if c == nil {
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!doctype html><title>404 Not Found</title>`))
		return
	}
	if !c.failed(w, r) {
		site.Send(w, http.StatusOK, site.HTML, fmt.Appendf(nil,
			`<!doctype html><html><head><title>%s - YouTube</title><link rel="canonical" href="https://www.youtube.com/channel/%s"></head><body></body></html>`, c.Name, c.ID()))
	}
}

type entry struct {
	XMLName   xml.Name `xml:"entry"`
	ID        string   `xml:"id"`
	VideoID   string   `xml:"yt:videoId"`
	ChannelID string   `xml:"yt:channelId"`
	Title     string   `xml:"title"`
	Link      link     `xml:"link"`
	Published string   `xml:"published"`
	Group     struct {
		Title       string `xml:"media:title"`
		Thumbnail   href   `xml:"media:thumbnail"`
		Description string `xml:"media:description"`
		Community   struct {
			Rating struct {
				Count int `xml:"count,attr"`
			} `xml:"media:starRating"`
			Statistics struct {
				Views int `xml:"views,attr"`
			} `xml:"media:statistics"`
		} `xml:"media:community"`
	} `xml:"media:group"`
}

type link struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type href struct {
	URL string `xml:"url,attr"`
}

// feed serves the 15 newest of all lists. Its head writes the channel's id without UC.
func (t *youtube) feed(w http.ResponseWriter, r *http.Request) {
	c := t.channel(func(c *channel) bool { return c.ID() == r.URL.Query().Get("channel_id") })
	if c == nil || c.Feedless || c.Terminated != "" {
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!doctype html><title>Error 404 (Not Found)!!1</title>`))
		return
	}
	if c.failed(w, r) {
		return
	}
	type dated struct {
		video
		path string
	}
	var all []dated
	for tab, list := range c.Lists {
		for _, v := range list {
			path := "watch?v=" + v.ID
			if tab == shorts {
				path = "shorts/" + v.ID
			}
			if v.State != "upcoming" {
				all = append(all, dated{v, path})
			}
		}
	}
	slices.SortFunc(all, func(a, b dated) int { return cmp.Or(cmp.Compare(a.Age, b.Age), cmp.Compare(a.ID, b.ID)) })
	now := t.now().UTC().Truncate(time.Second)
	entries := []entry{}
	for _, v := range all[:min(15, len(all))] {
		e := entry{
			ID: "yt:video:" + v.ID, VideoID: v.ID, ChannelID: c.ID(), Title: v.Title,
			Link: link{"alternate", "https://www.youtube.com/" + v.path}, Published: now.Add(-v.Age).Format("2006-01-02T15:04:05-07:00"),
		}
		e.Group.Title, e.Group.Description, e.Group.Thumbnail.URL = v.Title, v.Text, still(v.ID)
		e.Group.Community.Rating.Count, e.Group.Community.Statistics.Views = v.Likes, v.Views
		entries = append(entries, e)
	}
	body, _ := xml.MarshalIndent(entries, " ", " ") // strings and numbers always can be
	site.Send(w, http.StatusOK, "text/xml; charset=UTF-8", fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <id>yt:channel:%[1]s</id>
 <yt:channelId>%[1]s</yt:channelId>
 <title>%[2]s</title>
 <link rel="alternate" href="https://www.youtube.com/channel/UC%[1]s"/>
 <author><name>%[2]s</name><uri>https://www.youtube.com/channel/UC%[1]s</uri></author>
 <published>2019-03-04T09:00:00+00:00</published>
%[3]s
</feed>
`, c.ID()[2:], c.Name, body))
}

func still(id string) string { return "https://i.ytimg.com/vi/" + id + "/hqdefault.jpg" }
