package firecrawl_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/faces/firecrawl"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// paths are those of a site, without a slash at the end, which means nothing to globs.
func paths() []string {
	var all []string
	for _, first := range []string{"", "/blog", "/blogs", "/de", "/docs.html", "/a-blog", "/p12", "/x*y", "/news,old"} {
		for _, second := range []string{"", "/blog", "/2024", "/2025/q1", "/tag/go", "/de/x", "/p1"} {
			all = append(all, max(first+second, "/"))
		}
	}
	return all
}

// TestPathsMatchWhatTheirsMatch: each glob matches the paths that the expression matches, and no other.
func TestPathsMatchWhatTheirsMatch(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{
		"blog", "/blog", "^/blog$", "^/blog.*$", "/blog/.*", "blog/.*", ".*/tag/.*", "^/de", "(blog|docs)", "^/(de|blog)/", "blog|2024", "/[0-9][0-9]", "^/[^/]*/2024$", "2024$",
		`\.html$`, "^/p[0-9]+", "blog/*", "blog/?", `^/x\*y`, "news,old", "^/[a-z]+", ".*", "^/a.blog", "/2025/.+", "^/de/.*/x$", "^/blog$|^/de$", "(?:/blog)?/tag",
	} {
		globs, ok := firecrawl.GlobsOf(expression)
		if !ok {
			t.Errorf("%s: got no globs, want some", expression)
			continue
		}
		theirs := regexp.MustCompile(expression)
		for _, path := range paths() {
			want := theirs.MatchString(path) || theirs.MatchString(path+"/")
			if got := slices.ContainsFunc(globs, func(g string) bool { return frontier.Matches(g, path) }); got != want {
				t.Errorf("%s as %s on %s: got %t, want %t", expression, strings.Join(globs, " "), path, got, want)
			}
		}
		if i := frontier.Globs(globs); i >= 0 {
			t.Errorf("%s: got %s, which is no glob", expression, globs[i])
		}
	}
}

func TestPathsWithoutAGlobAreRefused(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{"(", `\d{4}/x`, "(?i)blog", `[^a]/`, "(ab)+c", `\bblog`, "a(b*)c", "(ab|cd|ef)(gh|ij|kl)(mn|op|qr)", strings.Repeat("a.*", 160) + "b$", strings.Repeat("a", 501)} {
		if globs, ok := firecrawl.GlobsOf(expression); ok {
			t.Errorf("%.40s: got %s, want none", expression, strings.Join(globs, " "))
		}
	}
}
