// Package xtest stands for X: FxTwitter, the official API, what other sites embed, and the
// pages that everybody sees, which all know the same accounts and posts.
package xtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// account is an account of the replays of X.
type account struct {
	id, handle, name, bio, location, site string
	created                               time.Time
	followers, following, posts           int
	verified                              string // individual, organization; empty for none
	protected, suspended                  bool
}

// post is a post of theirs.
type post struct {
	id                        string
	by                        *account
	text                      string // links written out
	link                      string // one of them
	lang                      string
	replyTo, quotes, repeats  string
	photo, video, poll, note  bool
	likes, reposts, quoted    int
	replies, views, bookmarks int
	gone                      string // why it cannot be read
}

// world are all of them, posts the newest first.
type world struct {
	users []*account
	posts []*post
	byID  map[string]*post
}

const (
	// newest is the newest post of the account tidewatch, which posts every six hours
	// and has posted 260 times.
	newest = 1954505000000000001
	step   = 6 * 3600 * 1000 << 22
	posts  = 260
	// firstReply is the oldest of 45 replies to that post, one in 95 seconds.
	firstReply = 1954506000000000003
	replies    = 45
)

var long = strings.TrimSpace(strings.Repeat("The gauge at the lower lock was lifted, cleaned of barnacles and set back two metres further out; readings before noon are estimates. ", 6))

// users are the accounts; see FxTwitter for what they show.
func users() []*account {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 18, 0, 0, 0, time.UTC) }
	return []*account{
		{id: "1204101010101010101", handle: "TideWatch", name: "Tide Watch 🌊", bio: "Water levels of the Marrowfen estuary, every hour.", location: "Marrowfen", site: "http://company.test/", created: day(2019, 12, 9), followers: 48210, following: 12, posts: posts, verified: "organization"},
		{id: "770001", handle: "kelpline", name: "Kelp Line", bio: "Ropes & kelp", created: day(2011, 5, 2), followers: 310, following: 290, posts: 58},
		{id: "9007199254740993", handle: "manara_9", name: "منارة المرفأ 🚨", bio: "ضوء كل عشر ثوان", location: "المرفأ", created: day(2022, 1, 3), followers: 1204, following: 3, posts: 40, verified: "individual"},
		{id: "770004", handle: "lockkeeper", name: "Lock Keeper", created: day(2014, 3, 4), followers: 15, following: 20, posts: 900, protected: true},
		{id: "770005", handle: "brinespam", name: "Brine", created: day(2024, 3, 4), suspended: true},
		{id: "770006", handle: "newquay", name: "New Quay", created: day(2026, 8, 1)},
		{id: "770007", handle: "fogwall", name: "Fog Wall", created: day(2020, 8, 1), posts: 12},
		{id: "770008", handle: "fogbank", name: "Fog Bank", bio: "When the fog comes, ask elsewhere.", created: day(2018, 8, 1), followers: 77, following: 1, posts: 300},
	}
}

// x reads the world once, when it is first asked for.
var all = sync.OnceValue(func() *world {
	w := &world{users: users(), byID: map[string]*post{}}
	tide, kelp, manara, fog := w.users[0], w.users[1], w.users[2], w.users[7]
	for n := range 6 { // posts that others repeat and quote
		w.add(&post{id: original(n), by: []*account{kelp, manara}[n%2], text: fmt.Sprintf("Seen from the lower quay, note %d.", n), lang: "en", likes: 7 + n, reposts: 2})
	}
	w.add(&post{id: "1954400000000000001", by: kelp, gone: "deleted"})
	w.add(&post{id: "1954400000000000002", by: w.users[4], gone: "suspended"})
	w.add(&post{id: "1954400000000000003", by: w.users[3], gone: "private"})
	w.add(&post{id: "1954505500000000007", by: kelp, text: "Take this one seriously.", lang: "en", quotes: strconv.Itoa(newest), likes: 3})
	for n := range posts {
		w.add(tidePost(n, tide))
	}
	for n := range replies {
		reply := &post{
			id: strconv.FormatInt(firstReply+int64(n)*400_000_000_000, 10), by: []*account{kelp, manara}[n%2], lang: "en",
			text: fmt.Sprintf("@TideWatch Reply %d from the quay.", n+1), replyTo: strconv.Itoa(newest), likes: (n * 7) % 31,
		}
		if n == 4 {
			reply.replyTo, reply.text = strconv.FormatInt(firstReply, 10), "@kelpline @TideWatch The quay is closed since noon."
		}
		w.add(reply)
	}
	for n := range 25 { // the best liked first, as X embeds those who post rarely
		w.add(&post{id: id((n*7)%25, 5), by: fog, text: fmt.Sprintf("Fog, day %d.", (n*7)%25), lang: "en", likes: 900 - n})
	}
	for _, p := range w.posts {
		if in := w.byID[p.replyTo]; in != nil {
			in.replies++
		}
	}
	return w
})

// xID is an id some steps of time before the newest, with a last part of its own.
func id(steps, last int) string {
	return strconv.FormatInt(newest-int64(steps)*step+int64(last), 10)
}

// original is the id of a post that tidewatch repeats and quotes, older than all of its
// own.
func original(n int) string { return id(270+n*7, 17) }

// tidePost is the n-th post of tidewatch, 0 being the newest.
func tidePost(n int, by *account) *post {
	p := &post{
		id: id(n, 0), by: by, lang: "en", likes: 31 + n%9, reposts: n % 5, views: 4000 + n, bookmarks: n % 3,
		text: fmt.Sprintf("High water at 14:%02d, %d.%02d m. Keep off the lower quay & the slipway.", n%60, 3+n%3, n%100),
	}
	switch {
	case n == 0:
		p.reposts, p.quoted = 24, 1
	case n == 1:
		p.quotes, p.text = "1954400000000000001", "What this said was wrong."
	case n == 2:
		p.quotes, p.text, p.likes = id(6, 0), "Yesterday's, for comparison:", 4
	case n == 7:
		p.note, p.text = true, long
	case n == 8:
		p.lang, p.text = "ar", "ارتفاع الماء الآن ٤٫٦ م ⚠️ ابتعدوا عن الرصيف."
	case n == 9:
		p.photo, p.text = true, "The slipway at noon."
	case n == 10:
		p.video, p.text = true, "Ten seconds of it."
	case n == 12:
		p.poll, p.text = true, "Which gauge is next?"
	case n%13 == 5:
		p.repeats, p.text = original(n/13%6), ""
	case n%17 == 3:
		p.quotes = original(n / 17 % 6)
	case n%20 == 4:
		p.link = "http://company.test/products/tide-gauge"
		p.text = "The Marrowfen gauge is back: " + p.link
	}
	return p
}

func (w *world) add(p *post) { w.posts, w.byID[p.id] = append(w.posts, p), p }

func (w *world) user(handle string) *account {
	for _, u := range w.users {
		if strings.EqualFold(u.handle, handle) || u.id == handle {
			return u
		}
	}
	return nil
}

// of are posts that fit, the newest first.
func (w *world) of(fits func(*post) bool) []*post {
	var all []*post
	for _, p := range w.posts {
		if p.gone == "" && fits(p) {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *post) int { return strings.Compare(b.id, a.id) })
	return all
}

// timeline is what an account posted, but for replies. Two accounts show nothing.
func (w *world) timeline(u *account) []*post {
	return w.of(func(p *post) bool { return p.by == u && p.replyTo == "" && u.handle != "fogwall" })
}

func (w *world) replies(id string) []*post {
	return w.of(func(p *post) bool {
		above := w.byID[p.replyTo]
		return above != nil && (above.id == id || above.replyTo == id)
	})
}

func (w *world) quotesOf(id string) []*post {
	return w.of(func(p *post) bool { return p.quotes == id })
}

// reposters are those who repeated a post: of the newest post everybody, of others who
// did so in their timelines.
func (w *world) reposters(id string) []*account {
	var all []*account
	for _, u := range w.users {
		if !u.suspended && !u.protected && (id == strconv.Itoa(newest) && u != w.users[0] || len(w.of(func(p *post) bool { return p.by == u && p.repeats == id })) > 0) {
			all = append(all, u)
		}
	}
	return all
}

// search finds posts by words, "phrases", -words, from:handle and conversation_id:id;
// other operators are passed over.
func (w *world) search(query string) []*post {
	var terms []string
	for i, part := range strings.Split(strings.ToLower(query), `"`) {
		if i%2 == 1 {
			terms = append(terms, part)
		} else {
			terms = append(terms, strings.Fields(part)...)
		}
	}
	return w.of(func(p *post) bool {
		return p.repeats == "" && !slices.ContainsFunc(terms, func(term string) bool { return !w.matches(p, term) })
	})
}

func (w *world) matches(p *post, term string) bool {
	name, value, operator := strings.Cut(term, ":")
	switch {
	case operator && name == "from":
		return strings.EqualFold(p.by.handle, value)
	case operator && name == "conversation_id":
		return p.replyTo == value || w.byID[p.replyTo] != nil && w.byID[p.replyTo].replyTo == value
	case operator && !strings.HasPrefix(value, "//") || term == "or" || term == "and":
		return true
	case strings.HasPrefix(term, "-") && len(term) > 1:
		return !strings.Contains(strings.ToLower(p.text), term[1:])
	}
	return strings.Contains(strings.ToLower(p.text), term)
}

// at is when a post was made, which its id tells.
func (p *post) at() time.Time {
	n, _ := strconv.ParseInt(p.id, 10, 64)
	return time.UnixMilli(n>>22 + 1288834974657).UTC()
}

func (p *post) url() string { return "https://x.com/" + p.by.handle + "/status/" + p.id }

// fileURL is where a post's picture or the picture of its video is.
func (p *post) fileURL() string { return "https://pbs.twimg.com/media/Sample" + p.id[10:] + ".jpg" }

// short is a text as X keeps it: at most 280 characters, with short links, references
// for & and a link for media.
func (p *post) short() string {
	text := strings.ReplaceAll(p.text, "&", "&amp;")
	if p.link != "" {
		text = strings.ReplaceAll(text, p.link, shortLink)
	}
	if p.note {
		text = text[:260] + "… https://t.co/self" + p.id[12:]
	}
	if p.photo || p.video {
		text += " " + mediaLink
	}
	return text
}

// What stands for links and media in texts.
const (
	shortLink = "https://t.co/SampleLink"
	mediaLink = "https://t.co/SampleFile"
)

// page cuts a part out of a list, from an offset that a token tells. Like X it gives a
// token also behind the last page.
func page[T any](list []T, token string, n int) (part []T, next string, ok bool) {
	from := 0
	if token != "" {
		var err error
		if from, err = strconv.Atoi(strings.TrimPrefix(token, "DAABCgABG")); err != nil || from < 0 || !strings.HasPrefix(token, "DAABCgABG") {
			return nil, "", false
		}
	}
	from = min(from, len(list))
	to := min(from+max(n, 1), len(list))
	return list[from:to], "DAABCgABG" + strconv.Itoa(to), true
}
