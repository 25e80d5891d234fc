package markdown_test

import "testing"

func TestLists(t *testing.T) {
	t.Parallel()
	conversions{
		"nested":                     {`<ul><li>a<ol><li>b<li>c</ol><li>d</ul>`, "- a\n  1. b\n  2. c\n- d"},
		"nested, another beginning":  {`<ul><li>a<ol start=3><li>b</ol><li>c</ul>`, "- a\n\n  3. b\n\n- c"},
		"of paragraphs":              {"<ul><li><p>a</p><li><p>b</p><p>c</p></ul>", "- a\n\n- b\n\n  c"},
		"of one paragraph":           {"<ul><li><p>a</p></ul>", "- a"},
		"loose within tight":         {"<ul><li>a<ul><li><p>b</p><p>c</p></ul><li>d</ul>", "- a\n  - b\n\n    c\n- d"},
		"of blocks":                  {"<ol><li><h3>a</h3>b<blockquote>c</blockquote><pre>d</pre></ol>", "1. ### a\n   b\n   > c\n   ```\n   d\n   ```"},
		"text behind a quote":        {"<ul><li><blockquote>a</blockquote>b</ul>", "- > a\n\n  b"},
		"with a beginning":           {"<ol start=9><li>a<li>b</ol><ol start=-1><li>c</ol>", "9. a\n10. b\n\n1) c"},
		"with a first value":         {"<ol><li value=4>a<li>b</ol>", "4. a\n5. b"},
		"of the highest number":      {"<ol start=999999999><li>a<li>b</ol>", "999999999. a\n999999999. b"},
		"side by side":               {"<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"},
		"apart":                      {"<ul><li>a</ul>b<ul><li>c</ul>", "- a\n\nb\n\n- c"},
		"right in a list":            {"<ul><li>a<ul><li>b</ul></li><ul><li>c</ul><li>d</ul>", "- a\n  - b\n  * c\n- d"},
		"right in a list at first":   {"<ul><ul><li>a</ul><li>b</ul>", "- - a\n- b"},
		"in wrappers":                {"<ul><div><li>a</li></div><li>b</ul>", "- a\n- b"},
		"text in a list":             {"<ul>a<li>b</ul>", "- a\n- b"},
		"items without a list":       {"<div><li>a<li>b</div>c", "- a\n- b\n\nc"},
		"empty items":                {"<ul><li><li>a<li> <li>b</ul>", "- a\n- b"},
		"empty items of numbers":     {"<ol><li><li>a<li> <li>b<li></ol>", "2. a\n3.\n4. b"},
		"tasks":                      {"<ul><li><input type=checkbox checked> a<li><label><input type=checkbox> b</label><li>☐ c</ul>", "- [x] a\n- [ ] b\n- [ ] c"},
		"boxes that are no tasks":    {"<p>☐ a</p><ul><li>b ☐</ul>", "☐ a\n\n- b ☐"},
		"an item that begins so":     {"<ul><li># a<li>1. b<li>- c</ul>", "- \\# a\n- 1\\. b\n- \\- c"},
		"an item of a list of lists": {"<ul><li><ul><li><ol><li>a</ol></ul></ul>", "- - 1. a"},
	}.run(t)
}

// An indent for each of many lists would make a page grow with the square of its depth.
func TestDeepLists(t *testing.T) {
	t.Parallel()
	conversions{
		"as deep as lists go": {
			"<ul><li>1<ul><li>2<ul><li>3<ul><li>4<ul><li>5<ul><li>6<ul><li>7<ul><li>8<ul><li>9<ul><li>10<ul><li>11<li>12",
			"- 1\n  - 2\n    - 3\n      - 4\n        - 5\n          - 6\n            - 7\n              - 8\n                - 9\n                  - 10\n\n                    11\n\n                    12",
		},
	}.run(t)
}
