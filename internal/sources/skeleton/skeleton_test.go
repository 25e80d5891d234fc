package skeleton_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources/skeleton"
)

// made is the skeleton of a recording, which must be the same each time.
func made(t *testing.T, recording string, rules skeleton.Rules) string {
	t.Helper()
	first, err := skeleton.Make([]byte(recording), rules)
	if err != nil {
		t.Fatalf("got %v of %s, want a skeleton", err, recording)
	}
	second, err := skeleton.Make([]byte(recording), rules)
	if err != nil || string(second.Body) != string(first.Body) {
		t.Fatalf("got another skeleton the second time: %v\n%s\n%s", err, first.Body, second.Body)
	}
	return string(first.Body)
}

// member is the one value of the skeleton of a document with one member.
func member(t *testing.T, name, value string, rules skeleton.Rules) string {
	t.Helper()
	raw, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(made(t, string(raw), rules)), &got); err != nil {
		t.Fatalf("got %v of %s, want JSON", err, raw)
	}
	return got[name]
}

// Each value is told by a pattern: a capital stands where one stood, a digit for a digit.
func TestTextsKeepTheirForm(t *testing.T) {
	t.Parallel()
	rules := skeleton.Rules{Words: []string{"views", "status", "ago", "days"}, Prefixes: []string{"UC"}, Hosts: []string{"tide.test"}, Enums: []string{"mood"}}
	for _, c := range []struct{ name, value, want string }{
		{"bio", "Tide tables, since 1911!", `^[A-Z][a-z]{3} [a-z]{6}, [a-z]{5} [1-9]{4}!$`},
		{"bio", "Über 潮汐 für Ölpreis", `^[À-Þ][a-z]{3} \p{Han}{2} [a-z][à-þ][a-z] [À-Þ][a-z]{6}$`},
		{"bio", "Marrow &amp; Fen &#39;26 caf&#233;", `^[A-Z][a-z]{5} &amp; [A-Z][a-z]{2} &#39;[1-9]{2} [a-z]{3}&#[0-9]{3};$`},
		{"bio", `By <a href="https://kelp.example/jobs?ref=home">Kelp</a> &lt;3`, `^[A-Z][a-z] <a href="https://[a-z]{4}\.example/[a-z]{4}\?ref=[a-z]{4}">[A-Z][a-z]{3}</a> &lt;[1-9]$`},
		{"bio", "if a <b and c> d", `^[a-z]{2} [a-z] <[a-z] [a-z]{3} [a-z]> [a-z]$`},
		{"telephone", "+44 1632 960 001", `^\+[1-9]{2} [1-9]{4} [1-9]{3} [1-9]{3}$`},
		{"id", "UCabcdefghijklmnopqrst-_", `^UC[a-z]{20}-_$`},
		{"hash", "4d08e8ef6597a712", `^[0-9a-f]{16}$`},
		{"handle", "TIDE_WATCHER", `^[A-Z]{4}_[A-Z]{7}$`},
		{"kindOfPage", "article", `^[a-z]{7}$`},
		{"mail", "anna.reed@harbour.org", `^[a-z]{4}\.[a-z]{4}@[a-z]{7}\.example$`},
		{"site", "https://www.harbour.org:8080/a/status/20?id=123456789#top", `^https://www\.[a-z]{7}\.example:8080/[a-z]/status/20\?id=1[1-9]{8}#[a-z]{3}$`},
		{"site", "https://img.tide.test/pictures/anna.jpg", `^https://img\.tide\.test/[a-z]{8}/[a-z]{4}\.jpg$`},
		{"domain", "news.harbour.co.uk", `^[a-z]{4}\.[a-z]{7}\.[a-z]{2}\.example$`},
		{"address", "203.0.113.7", `^192\.0\.2\.[0-9]+$`},
		{"address", "2606:4700::1111", `^2001:db8::[0-9a-f]+$`},
		{"count", "5,040,217", `^5,0[1-9]0,[1-9]{3}$`},
		{"line", "26K views", `^26K views$`},
		{"line", "3 days ago", `^3 days ago$`},
		{"picture", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", `^data:image/png;base64,.{32}$`},
	} {
		if got := member(t, c.name, c.value, rules); !regexp.MustCompile(c.want).MatchString(got) || got == c.value && c.name != "line" {
			t.Errorf("%s: got %q of %q, want something like %s", c.name, got, c.value, c.want)
		}
	}
}

func TestWhatStays(t *testing.T) {
	t.Parallel()
	rules := skeleton.Rules{Enums: []string{"mood"}, Texts: []string{"style"}}
	for name, value := range map[string]string{
		"type": "story", "contentType": "LOCKUP_CONTENT_TYPE_VIDEO", "__typename": "TweetTombstone", "mood": "very calm", "mime": "text/html; charset=utf-8",
		"empty": "", "space": " ", "size": "320", "context": "https://schema.org/Person", "flag": "true",
	} {
		if got := member(t, name, value, rules); got != value {
			t.Errorf("%s: got %q, want %q as recorded", name, got, value)
		}
	}
	for name, value := range map[string]string{"style": "baroque", "screen_name": "TIDE_WATCHER", "type": "story_12345678", "kind": "a text of words"} {
		if got := member(t, name, value, rules); got == value {
			t.Errorf("%s: got %q, want another text", name, got)
		}
	}
	const corners = `{"a":null,"b":"","c":[],"d":{},"e":0,"f":-1.50,"g":1e3,"h":true}`
	if got := strings.NewReplacer("\n ", "", "\n", "").Replace(made(t, corners, rules)); got != corners {
		t.Errorf("got %s, want %s as recorded", got, corners)
	}
}

func TestNumbersAndTimes(t *testing.T) {
	t.Parallel()
	for recorded, want := range map[string]string{
		`"2026-03-15T07:08:09Z"`: `"2026-02-03T07:08:09Z"`, `"2026-03-15T07:08:09+01:00"`: `"2026-02-03T07:08:09\+01:00"`,
		`"Sun, 15 Mar 2026 07:08:09 GMT"`: `"Tue, 03 Feb 2026 07:08:09 GMT"`, `"Sun Mar 15 07:08:09 +0000 2026"`: `"Tue Feb 03 07:08:09 \+0000 2026"`,
		`"20260315T070809Z"`: `"20260203T070809Z"`, `"2026-03-15"`: `"2026-02-03"`,
		`1773558489`: `1770102489`, `1773558489123`: `1770102489123`, `"1773558489"`: `"1770102489"`, `1773558489.5`: `1770102489.5`,
		`250000`: `[1-9]50000|2[1-9]0000`, `7`: `7`, `2026`: `2026`, `0.123456789`: `0\.1[1-9]{8}`, `1841206275088290279`: `1841[0-9]{15}`,
	} {
		if got := strings.TrimSpace(made(t, "["+recorded+",1]", skeleton.Rules{})); !regexp.MustCompile(`^\[\s*(` + want + `),\s*1\s*\]$`).MatchString(got) {
			t.Errorf("got %s of %s, want %s", got, recorded, want)
		}
	}
}

// What is equal in a recording is equal in its skeleton, wherever it stands.
func TestReferencesHold(t *testing.T) {
	t.Parallel()
	var got struct {
		ID    int64  `json:"id"`
		IDStr string `json:"id_str"`
		User  string `json:"user"`
		URL   string `json:"url"`
		Text  string `json:"text"`
		More  string `json:"more"`
	}
	recording := `{"id":1841206275088290279,"id_str":"1841206275088290279","user":"Tidewatcher","url":"https://tide.test/tidewatcher/status/1841206275088290279",
		"text":"Hello @tidewatcher, see https://tide.test/Tidewatcher","more":"{\"id\":1841206275088290279}"}`
	if err := json.Unmarshal([]byte(made(t, recording, skeleton.Rules{Hosts: []string{"tide.test"}, Words: []string{"status"}})), &got); err != nil {
		t.Fatal(err)
	}
	id, lower := fmt.Sprint(got.ID), strings.ToLower(got.User)
	if got.IDStr != id || got.URL != "https://tide.test/"+lower+"/status/"+id || got.More != `{"id":`+id+`}` {
		t.Errorf("got %+v, want one id and one user", got)
	}
	if !strings.Contains(got.Text, "@"+lower+", ") || !strings.HasSuffix(got.Text, " https://tide.test/"+got.User) {
		t.Errorf("got the text %q, want the user %s in it", got.Text, got.User)
	}
}

func TestMessagesInBase64(t *testing.T) {
	t.Parallel()
	rules := skeleton.Rules{Words: []string{"videos"}}
	// Field 2 is a kind of tab that parsers know, field 1 of field 14 an id.
	raw := "\x12\x06videos\xf2\x06\x0d\x0a\x0bAbcd-fghijk"
	value := base64.URLEncoding.EncodeToString([]byte(raw)) // with padding, as addresses have it
	got, err := base64.URLEncoding.DecodeString(member(t, "params", value, rules))
	if err != nil || !regexp.MustCompile(`^\x12\x06videos[^a-z]{5}[A-Z][a-z]{3}-[a-z]{6}$`).MatchString(strings.ToValidUTF8(string(got), "?")) || len(got) != len(raw) || string(got) == raw {
		t.Errorf("got %q, %v, want the same fields with another id", got, err)
	}
}

func TestListsAreThinned(t *testing.T) {
	t.Parallel()
	const recording = `{"items":[{"a":1},{"a":2},{"a":3},{"a":null},{"a":4,"b":""},{"a":5},{"a":6,"b":"x"}],"words":{"Tide":[1],"Table":[2],"Harbour":[3]},"tuple":["a",{},"a",4]}`
	for want, rules := range map[string]skeleton.Rules{
		`1,2,null,4:,6:?`: {Maps: []string{"words"}}, `1,2,null`: {Items: 3, Maps: []string{"words"}}, `1,2,3,null,4:,5,6:?`: {Whole: true, Maps: []string{"words"}},
	} {
		var got struct {
			Items []struct {
				A *int    `json:"a"`
				B *string `json:"b"`
			} `json:"items"`
			Words map[string][]int `json:"words"`
			Tuple []any            `json:"tuple"`
		}
		if err := json.Unmarshal([]byte(made(t, recording, rules)), &got); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, item := range got.Items {
			s := "null"
			if item.A != nil {
				s = fmt.Sprint(*item.A)
			}
			if item.B != nil {
				s += ":" + strings.Repeat("?", len(*item.B))
			}
			list = append(list, s)
		}
		if diff := cmp.Diff(want, strings.Join(list, ",")); diff != "" {
			t.Errorf("items by %+v (-want +got):\n%s", rules, diff)
		}
		if len(got.Tuple) != 4 {
			t.Errorf("got %v, want all of what means something by its place", got.Tuple)
		}
		if n := len(got.Words); got.Words["Tide"] != nil || n != 2 && !rules.Whole {
			t.Errorf("got %v, want two words of ours for names", got.Words)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	const recording = `<!DOCTYPE html><html lang="en"><head><title>Tides of Carrow</title><meta property="og:title" content="Tides of Carrow"><meta property="og:type" content="article">
<script>track("Anna Reed")</script><script type="application/ld+json">{"@type":"Person","name":"Anna Reed"}</script><style>a{}</style></head>
<body><!-- Anna wrote this --><ul><li class="card">One<li class="card">Two<li class="card">Three<li class="card"><b>Four</b></ul><p style="x" data-id="12345678">Tides &lt;i&gt;rise&lt;/i&gt;</body></html>`
	got := made(t, recording, skeleton.Rules{})
	want := `^<!DOCTYPE html><html lang="en"><head><title>([A-Z][a-z]{4} [a-z]{2} [A-Z][a-z]{5})</title><meta property="og:title" content="([A-Z][a-z]{4} [a-z]{2} [A-Z][a-z]{5})"><meta property="og:type" content="article">
<script></script><script type="application/ld\+json">\{"@type":"Person","name":"[A-Z][a-z]{3} [A-Z][a-z]{3}"\}</script><style></style></head>
<body><!----><ul><li class="card">[A-Z][a-z]{2}<li class="card">[A-Z][a-z]{2}(<li class="card">[A-Z][a-z]{4})?<li class="card"><b>[A-Z][a-z]{3}</b></ul><p data-id="1[1-9]{7}">[A-Z][a-z]{4} &lt;i&gt;[a-z]{4}&lt;/i&gt;</body></html>$`
	found := regexp.MustCompile(want).FindStringSubmatch(got)
	if found == nil || found[1] != found[2] {
		t.Errorf("got %s, want it like %s", got, want)
	}
}

func TestFeedsAndOtherFormats(t *testing.T) {
	t.Parallel()
	for recording, want := range map[string]string{
		`<?xml version="1.0"?><rss><item><title><![CDATA[High tide & low]]></title><content type="html">&lt;p class="md"&gt;High &amp;amp; low&lt;/p&gt;</content></item></rss>`: `^<\?xml version="1.0"\?><rss><item><title><!\[CDATA\[[A-Z][a-z]{3} [a-z]{4} & [a-z]{3}\]\]></title><content type="html">&lt;p class="md"&gt;[A-Z][a-z]{3} &amp;amp; [a-z]{3}&lt;/p&gt;</content></item></rss>$`,
		"{\"a\":\"Kelp\"}\n{\"a\":\"Fern\"}\n{\"a\":\"Moss\"}\n": `^\{"a":"[A-Z][a-z]{3}"\}\n\{"a":"[A-Z][a-z]{3}"\}\n$`,
		"Anna cannot be found here.":                             `^[A-Z][a-z]{3} [a-z]{6} [a-z]{2} [a-z]{5} [a-z]{4}\.$`,
		"GET /anna HTTP/1.1\r\nHost: tide.org\r\nAccept: */*\r\n\r\n\n*************vcr*************\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nSet-Cookie: id=anna\r\nServer: Anna\r\n\r\n<p>Anna</p>": `(?s)^GET /[a-z]{4} HTTP/1\.1\r\nHost: [a-z]{4}\.example\r\nAccept: \*/\*\r\n\r\n\n\*{13}vcr\*{13}\nHTTP/1\.1 200 OK\r\nContent-Type: text/html\r\nServer: [A-Z][a-z]{3}\r\n\r\n<p>[A-Z][a-z]{3}</p>$`,
	} {
		if got := made(t, recording, skeleton.Rules{}); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("got %q, want it like %s", got, want)
		}
	}
}

// What a skeleton has from its recording is found by other means than those that
// replaced it.
func TestLeaks(t *testing.T) {
	t.Parallel()
	rules := skeleton.Rules{Words: []string{"views", "days", "ago", "streamed"}}
	for name, c := range map[string]struct{ recording, skeleton, want string }{
		"a sentence":              {`{"a":"We saw it all at sea"}`, `{"b":"Oh, it all at sea"}`, `the words "it all at sea"`},
		"a name":                  {`{"a":"by Pemberley"}`, `{"a":"pemberley"}`, `the name "pemberley"`},
		"an id as a number":       {`{"a":12345678}`, `{"a":"x/12345678"}`, `the name "12345678"`},
		"in an address":           {`{"a":"https://a.test/Pemberley%20Hall"}`, `{"a":"https://b.test/?q=pemberley"}`, `the name "pemberley"`},
		"in references":           {`<p title="&#80;emberley">x</p>`, `<p>Pemberley</p>`, `the name "pemberley"`},
		"in base64":               {`{"a":"Pemberley"}`, `{"a":"` + base64.RawURLEncoding.EncodeToString([]byte("\x12\x09Pemberley")) + `"}`, `the name "pemberley"`},
		"in a document in a text": {`{"a":"{\"b\":\"Pemberley\"}"}`, `{"a":"Pemberley"}`, `the name "pemberley"`},
		"behind a sign":           {`{"a":"x <b when Pemberley sang aloud"}`, `{"a":"x <b when Pemberley sang aloud"}`, `the name "pemberley"; the words "b when pemberley sang"; the words "when pemberley sang aloud"; the words "x b when pemberley"`},
		"in a comment":            {`<p><!-- Pemberley --></p>`, `<p><!-- Pemberley --></p>`, `the name "pemberley"`},
		"words that parsers read": {`{"a":"streamed 3 days ago"}`, `{"a":"streamed 3 days ago"}`, ``},
		"structure":               {`{"Pemberley":"a"}`, `{"Pemberley":"b"}`, ``},
		"short words":             {`{"a":"to be or","b":1234567}`, `{"a":"to be or","b":7654321}`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(skeleton.Leaks(c.recording, c.skeleton, rules), "; "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Names of things in a list that has names stay, wherever a text is one of them; of the
// things those stay that are to, and those that add something.
func TestListsByName(t *testing.T) {
	t.Parallel()
	rules := skeleton.Rules{Lists: []string{"audits"}, Keep: []string{"tide-table"}, Items: 2}
	got := made(t, `{"refs":["tide-table","wind-rose"],"audits":{"ebb-time":{"n":1},"tide-table":{"n":1},"wind-rose":{"n":2,"s":"Anna Reed"},"flow-time":{"n":3},"moon-phase":{"n":4}},"note":"tide-table seen"}`, rules)
	var answer struct {
		Refs   []string       `json:"refs"`
		Audits map[string]any `json:"audits"`
		Note   string         `json:"note"`
	}
	if err := json.Unmarshal([]byte(got), &answer); err != nil {
		t.Fatalf("got %v of %s, want JSON", err, got)
	}
	if diff := cmp.Diff([]string{"tide-table", "wind-rose"}, answer.Refs); diff != "" || strings.Contains(answer.Note, "tide") {
		t.Errorf("got the note %q and names (-want +got):\n%s", answer.Note, diff)
	}
	if answer.Audits["tide-table"] == nil || answer.Audits["wind-rose"] == nil || answer.Audits["moon-phase"] != nil {
		t.Errorf("got %v, want the one to keep and those that add something", answer.Audits)
	}
}

func TestClasses(t *testing.T) {
	t.Parallel()
	if got := made(t, `<p class="flex card__title p-4" srcSet="a b">a</p>`, skeleton.Rules{Classes: []string{"card"}}); !strings.Contains(got, `class="card__title"`) || strings.Contains(got, "srcSet") {
		t.Errorf("got %s, want the classes that parsers look for", got)
	}
}

// What is too large loses what its neighbors show as well, and then what is worth least.
func TestShortened(t *testing.T) {
	t.Parallel()
	post := func(n int, more string) string {
		return fmt.Sprintf(`{"n":%d,"text":"%s"%s}`, n, strings.Repeat("kelp ", 400), more)
	}
	var posts, articles []string
	for i := range 40 {
		more, mark := "", ""
		if i == 23 {
			more, mark = `,"repostOf":{"kind":"repost"}`, ` data-test-id="repost"`
		}
		posts = append(posts, post(i, more))
		articles = append(articles, fmt.Sprintf(`<article class="c%d"%s><p>%s</p></article>`, i%2, mark, strings.Repeat("kelp ", 400)))
	}
	for name, c := range map[string]struct{ recording, want string }{
		"JSON":   {`{"posts":[` + strings.Join(posts, ",") + `]}`, "repostOf"},
		"markup": {`<main>` + strings.Join(articles, "") + `</main>`, `data-test-id="repost"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := made(t, c.recording, skeleton.Rules{Whole: true})
			if len(got) > skeleton.Limit || len(got) < skeleton.Limit/2 || !strings.Contains(got, c.want) {
				t.Errorf("got %d bytes, with %s: %v; want as many as may be, and what only one item has", len(got), c.want, strings.Contains(got, c.want))
			}
		})
	}
	if _, err := skeleton.Make([]byte(`{"text":"`+strings.Repeat("Kelp forests sway. ", 3000)+`"}`), skeleton.Rules{}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("got %v for one long text, want an error that says what to do", err)
	}
}

// Whatever a text is, its skeleton has none of its words in their order.
func FuzzMake(f *testing.F) {
	for _, seed := range []string{`{"a":"Anna Reed watches the tide"}`, `<p a='Anna Reed watches'>the tide <b`, "Anna & Reed &lt;b when tides", `["<i class='x'>Anna</i>","%41nna"]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, recording string) {
		s, err := skeleton.Make([]byte(recording), skeleton.Rules{})
		if err != nil {
			return // it was refused
		}
		if again, err := skeleton.Make([]byte(recording), skeleton.Rules{}); err != nil || string(again.Body) != string(s.Body) {
			t.Errorf("got %q and then %q, %v, want the same", s.Body, again.Body, err)
		}
	})
}
