// Package permalink reads and writes the addresses of YouTube: channels and videos. It
// is light, for those who must start fast; it asks nobody whether they exist.
package permalink

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

const site = "https://www.youtube.com"

// Expressions are compiled when they are first needed: what links this must start fast.
var (
	channelID = pattern.Of(`^UC[A-Za-z0-9_-]{22}$`)
	videoID   = pattern.Of(`^[A-Za-z0-9_-]{11}$`)
	hosts     = []string{"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "gaming.youtube.com"}
	// tabs are the parts of a channel's page; only with one of them, or alone, is the
	// first step of a path a name from before 2022.
	tabs = []string{"about", "channels", "community", "courses", "featured", "live", "membership", "playlists", "podcasts", "posts", "releases", "search", "shorts", "store", "streams", "videos"}
	// reserved are first steps that look like such names and are pages of YouTube's own.
	reserved = []string{"account", "about", "attribution_link", "c", "channel", "channels", "clip", "creators", "embed", "feed", "feeds", "gaming", "hashtag", "howyoutubeworks", "jobs", "kids", "live", "live_chat", "login", "movies", "music", "oembed", "paid_memberships", "playlist", "playables", "podcasts", "post", "premium", "redirect", "reel", "results", "s", "shorts", "shop", "signin", "source", "sports", "t", "trending", "tv", "upload", "user", "v", "watch", "yt"}
)

// ID reports whether s can be the id of a channel.
func ID(s string) bool { return channelID.MatchString(s) }

// VideoID reports whether s can be the id of a video.
func VideoID(s string) bool { return videoID.MatchString(s) }

// Channel is where a channel's page is; ref as Handle and ChannelOf return it.
func Channel(ref string) string {
	if ID(ref) {
		return site + "/channel/" + ref
	}
	steps := strings.Split(strings.TrimPrefix(ref, "/"), "/")
	for i, step := range steps {
		steps[i] = url.PathEscape(step)
	}
	return site + "/" + strings.Join(steps, "/")
}

// Video is where a video can be seen.
func Video(id string) string { return site + "/watch?v=" + url.QueryEscape(id) }

// Short is where a short can be seen.
func Short(id string) string { return site + "/shorts/" + url.PathEscape(id) }

// maxName is how many characters a name may have.
const maxName = 64

// isName reports whether s can be a channel's name: of any script, with marks, and with
// the few signs that YouTube takes, joiners among them.
func isName(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxName && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("_.-·\u200c\u200d", r)
	})
}

// Handle reads what people write for a channel, into its id or else the path of its
// page: an id, @name, or name, which is @name; and c/name, user/name and /name, which
// addresses of former years have.
func Handle(s string) (ref string, ok bool) {
	s = strings.TrimSpace(s)
	switch prefix, rest, found := strings.Cut(s, "/"); {
	case ID(s):
		return s, true
	case !found:
		rest = strings.TrimPrefix(s, "@")
		return "@" + rest, isName(rest)
	case prefix == "channel":
		return rest, ID(rest)
	case prefix == "":
		return s, isName(rest) && !slices.Contains(reserved, strings.ToLower(rest))
	default:
		return s, (prefix == "c" || prefix == "user") && isName(rest)
	}
}

// Host reports whether a host, in lower case, is YouTube's.
func Host(host string) bool { return slices.Contains(hosts, host) || host == "youtu.be" }

// ChannelOf returns the channel that an address is about: its page or a part of that.
func ChannelOf(u *url.URL) (ref string, ok bool) {
	if !slices.Contains(hosts, strings.ToLower(u.Hostname())) {
		return "", false
	}
	steps := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	switch {
	case len(steps) == 0:
		return "", false
	case strings.HasPrefix(steps[0], "@"):
		return Handle(steps[0])
	case len(steps) > 1 && slices.Contains([]string{"channel", "c", "user"}, steps[0]):
		return Handle(steps[0] + "/" + steps[1])
	case len(steps) == 1 || slices.Contains(tabs, steps[1]):
		return Handle("/" + steps[0])
	}
	return "", false
}
