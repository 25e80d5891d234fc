package dom

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ImageURL returns the absolute address of an img element, or "". Lazy loaders
// leave a placeholder or nothing in src and the address elsewhere.
func ImageURL(base *url.URL, img *html.Node) string {
	for _, attr := range []string{"data-src", "data-original", "data-lazy-src", "data-url"} {
		if u := Resolve(base, Attr(img, attr)); u != "" {
			return u
		}
	}
	if u := Resolve(base, Attr(img, "src")); u != "" {
		return u
	}
	sets := []string{Attr(img, "srcset"), Attr(img, "data-srcset")}
	if Is(img.Parent, atom.Picture) {
		for s := range All(img.Parent, atom.Source) {
			sets = append(sets, Attr(s, "srcset"))
		}
	}
	for _, set := range sets {
		if u := Resolve(base, largest(set)); u != "" {
			return u
		}
	}
	return ""
}

// largest returns the candidate of a srcset with the highest width or density.
func largest(srcset string) string {
	best, bestSize := "", -1.0
	for candidate := range strings.SplitSeq(srcset, ", ") {
		fields := strings.Fields(strings.TrimSuffix(strings.TrimSpace(candidate), ","))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "data:") {
			continue
		}
		size := 1.0
		if len(fields) > 1 {
			size, _ = strconv.ParseFloat(strings.TrimRight(fields[1], "wx"), 64)
		}
		if size > bestSize {
			best, bestSize = fields[0], size
		}
	}
	return best
}

// Pixels reads a width or height attribute; 0 when it is none or a percentage.
func Pixels(n *html.Node, attr string) int {
	v, err := strconv.Atoi(strings.TrimSuffix(Attr(n, attr), "px"))
	if err != nil || v < 0 || v > 100_000 {
		return 0
	}
	return v
}
