package channel

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// x has accounts; their handles ignore capitals.
func x() platform {
	lower := func(handle string, ok bool) (string, bool) { return strings.ToLower(handle), ok }
	return platform{
		name: social.X, hosts: []string{"x.com", "twitter.com", "fxtwitter.com", "vxtwitter.com", "fixupx.com", "nitter.net"},
		handle:  func(s string) (string, bool) { return lower(permalink.Handle(s)) },
		address: func(u *url.URL) (string, bool) { return lower(permalink.HandleOf(u)) },
		page:    permalink.User,
		forms:   "a handle such as tidewatch or @tidewatch", example: "https://x.com/tidewatch",
		deep: 1000,
	}
}
