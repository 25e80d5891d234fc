package ads

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// facebook begins the canonical addresses of pages.
const facebook = "https://www.facebook.com/"

// isPageName reports whether a page can be called so: 2 to 100 letters, digits, points and
// dashes. As a regular expression this takes longer to compile than all else does to start.
func isPageName(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 2 && n <= 100 && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
}

// elsewhere are parts of Facebook that are nobody's page.
var elsewhere = []string{
	"ads", "business", "dialog", "events", "gaming", "groups", "hashtag", "help", "l.php", "legal", "login", "marketplace", "messages", "permalink.php",
	"photo", "photo.php", "photos", "policies", "privacy", "reel", "search", "share", "sharer", "sharer.php", "story.php", "video.php", "videos", "watch",
}

// facebookPage brings the address of a page into one form: https://www.facebook.com/ and
// the page's id, where the address has it, or its name in lower case. Error: invalid_url.
func facebookPage(raw string) (string, error) {
	u, err := subject.URL("facebookUrl", raw)
	if err != nil {
		return "", err
	}
	if host := ads.Registrable(u.Hostname()); host == "facebook.com" || host == "fb.com" {
		if page := pageOf(u); page != "" {
			return facebook + page, nil
		}
	}
	return "", errs.Field(errs.InvalidURL, "facebookUrl", "must be the address of a page, such as https://www.facebook.com/marrowfen")
}

// pageOf is the id or the name of the page that an address leads to; empty when there is
// none.
func pageOf(u *url.URL) string {
	for _, key := range []string{"view_all_page_id", "id"} {
		named := key == "view_all_page_id" || u.Path == "/profile.php"
		if id := u.Query().Get(key); named && isPageID(id) {
			return id
		}
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	switch parts[0] {
	case "pages", "people":
		if last := parts[len(parts)-1]; len(parts) >= 3 && isPageID(last) {
			return last
		}
		return ""
	case "p", "pg":
		parts = parts[1:]
	}
	if len(parts) == 0 || slices.Contains(elsewhere, strings.ToLower(parts[0])) || !isPageName(parts[0]) || parts[0] == "profile.php" {
		return ""
	}
	// Facebook makes names that end in the page's id.
	if i := strings.LastIndexByte(parts[0], '-'); i >= 0 && len(parts[0])-i > 8 && isPageID(parts[0][i+1:]) {
		return parts[0][i+1:]
	}
	return strings.ToLower(parts[0])
}
