package drift_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
)

func compare(known *drift.Shape, live string) string {
	var lines []string
	for _, f := range drift.Compare(known, []byte(live)) {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

func TestCompare(t *testing.T) {
	t.Parallel()
	const answer = `{"hits":[{"id":1,"title":"a","url":null},{"id":2,"title":"b","score":null}],"total":2,"next":null,"by":{"Q1":{"n":1},"Q2":{"n":2,"m":""}},"none":[]}`
	for name, c := range map[string]struct{ live, want string }{
		"the same":                 {answer, ""},
		"other values":             {`{"hits":[{"id":9,"title":""}],"total":0,"next":null,"by":{"Q7":{"n":1}},"none":[1]}`, ""},
		"a list without items":     {`{"hits":[],"total":2,"next":"x","by":{},"none":[]}`, ""},
		"a member is renamed":      {strings.ReplaceAll(answer, "title", "headline"), "missing hits[].title: was string\nunknown hits[].headline: string"},
		"a member is missing":      {strings.Replace(answer, `"total":2,`, "", 1), "missing total: was number"},
		"of one item":              {strings.Replace(answer, `"title":"a",`, "", 1), ""},
		"another type":             {strings.Replace(answer, `"id":2`, `"id":"2"`, 1), "changed hits[].id: was number, is number or string"},
		"an object became a list":  {strings.Replace(answer, `{"Q1":{"n":1},"Q2":{"n":2,"m":""}}`, "[]", 1), "changed by: was object, is list"},
		"null in place of a value": {strings.Replace(answer, `"total":2`, `"total":null`, 1), ""},
		"within data":              {strings.Replace(answer, `{"n":1}`, `{"k":1}`, 1), "unknown by.*.k: number"},
		"something else":           {`[]`, "changed .: was object, is list"},
		"new within new":           {strings.Replace(answer, `"total":2`, `"total":2,"more":{"a":1}`, 1), "unknown more: object"},
		"absent for null":          {strings.Replace(answer, `"next":null,`, "", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, compare(drift.Of([]byte(answer), "by"), c.live)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOtherFormats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ known, live, want string }{
		"lines":                 {"{\"a\":1}\n{\"a\":2,\"b\":1}\n", "{\"c\":1}\n{\"a\":\"\"}\n", "changed [].a: was number, is string\nunknown [].c: number"},
		"a feed":                {`<rss><item id="1"><a>x</a></item><item id="2"><a>y</a></item></rss>`, `<rss><item><a>x</a><b/></item><item><a/></item></rss>`, "missing rss[].item[].@id: was string\nunknown rss[].item[].b: list"},
		"a page":                {`<html><p class="a b" itemprop="name">x</p></html>`, `<html><p class="a c">x</p></html>`, "missing .b: was string\nmissing [itemprop=name]: was string"},
		"data in a page":        {`<html><script id="D">var d = {"a":{"b":1}};</script></html>`, `<html><script id="D">var d = {"a":{"b":"1"}};</script></html>`, "changed script D.a.b: was number, is string"},
		"a page in place of it": {`{"a":1}`, `<html></html>`, "missing a: was number"},
		"words in place of it":  {`{"a":1}`, `Too many requests`, "changed .: was object, is string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, compare(drift.Of([]byte(c.known)), c.live)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// What a parser reads is found by taking one member after another from an answer.
func TestMark(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, has, want string }{
		"JSON":  {`{"a":{"b":[{"c":1,"d":2}]},"e":{"c":1}}`, `"d":2`, "missing a: was object"},
		"a map": {`{"a":{"Q1":{"c":1}}}`, `"c":1`, "missing a: was object"},
		"lines": {"{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}", `"b":2`, "changed .: was list, is object"},
		"XML":   {`<r><i><a x="1"/><b>t</b></i><i><a x="1"/><b>t</b></i></r>`, `x="1"`, "missing r: was list"},
		"HTML":  {`<html><p class="a b"><i data-x="1"></p></html>`, `class="a`, "missing .a: was string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := drift.Of([]byte(c.body), "a")
			if name != "a map" {
				s = drift.Of([]byte(c.body))
			}
			asked := 0
			s.Mark([]byte(c.body), func(without []byte) bool {
				asked++
				return !strings.Contains(string(without), c.has)
			})
			first := drift.Compare(s, []byte(`{}`))[0]
			if first.String() != c.want || !first.Read || asked == 0 {
				t.Errorf("got %+v after %d questions, want %s, which is read", first, asked, c.want)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	s := drift.Of([]byte(`{"a":1,"b":1,"d":[]}`))
	s.Merge(drift.Of([]byte(`{"a":"x","c":1,"d":[{"e":1},{"e":2}]}`)))
	if diff := cmp.Diff("missing a: was number or string\nmissing d: was list", compare(s, `{"b":1,"c":1}`)); diff != "" {
		t.Errorf("what was in both is always there (-want +got):\n%s", diff)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read drift.Shape
	if err := json.Unmarshal(raw, &read); err != nil || compare(&read, `{"a":true,"d":[{}]}`) != compare(s, `{"a":true,"d":[{}]}`) {
		t.Errorf("got %s of what was written, want the same: %v", compare(&read, `{"a":true,"d":[{}]}`), err)
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	known := 0
	for _, u := range sources.All() {
		for _, s := range drift.Known(u.Name) {
			known++
			if s.Shape == nil || len(s.Shape.Types) == 0 {
				t.Errorf("%s %s: got no types, want some", u.Name, s.Request)
			}
		}
	}
	if known < 25 || drift.Known("nobody") != nil {
		t.Errorf("got %d surfaces, want those of the skeletons and none of nobody", known)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	s := drift.Surface{Request: "/w/*.php?action=get"}
	for address, want := range map[string]bool{"/w/api.php?action=get&x=1": true, "/w/api.php?action=find": false, "/w/api.php": false, "/w/a/b.php?action=get": false, "/v/api.php?action=get": false} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Answers(u.Path, u.Query()); got != want {
			t.Errorf("%s: got %t, want %t", address, got, want)
		}
	}
}
