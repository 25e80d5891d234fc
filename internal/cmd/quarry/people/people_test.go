package people_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// FuzzDecode prints whatever an answer holds: nothing of it reaches a terminal as a control
// character.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"markdown":"a\u001b[2Jb"}`, `{"items":[{"title":"\u009b2J","url":"x","n":1,"deep":{"\u001b]0;x\u0007":[[{}]]}}]}`,
		`{"name":{"value":"\u001b[2J"},"people":[{"name":"\u009b","role":"r"}],"claimEvidence":[{"claim":"\u001b","url":"\r","verificationStatus":"\u001b"}],"archives":[{"archive":"\u001b","status":"\u001b"}],"creatives":[{}],"summary":{"documentsFetched":"\u001b"}}`,
		`{"\u001b[31m":{"a\rb":null},"list":[1,[2],{"x":[]}],"n":1e400}`, `{"answer":{"text":"t","citations":[{"quote":"q"}]}}`, `{"items":[]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		o, err := people.Decode(raw)
		if err != nil {
			return
		}
		var out bytes.Buffer
		page := people.Page{Out: &out, Width: 60, Looked: true}
		page.Result(o, "html")
		page.Job(people.Object{"result": o, "input": o})
		for _, kind := range []string{"company", "research", "ads"} {
			page.Summary(kind, o)
		}
		page.Tree(o, "")
		page.Table([]people.Object{o, o}, time.Unix(0, 0))
		if i := strings.IndexFunc(out.String(), func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 }); i >= 0 {
			t.Errorf("%s: got %q, want no control characters", raw, out.String())
		}
	})
}

// TestTable: columns by what there is, what failed by its code, times by how long ago they were.
func TestTable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	at := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	people.Page{Out: &out, Width: 80}.Table([]people.Object{
		{"jobId": "job_a", "status": "failed", "actionCode": "url.page", "kind": "url", "error": people.Object{"code": "not_found"}, "createdAt": "2026-11-23T09:58:00.000Z", "target": "http://a.test/"},
		{"jobId": "job_b", "status": "succeeded", "actionCode": "rss", "kind": "rss", "createdAt": "2026-11-22T10:00:00.000Z", "target": "http://b.test/"},
	}, at)
	want := `jobId  status     action    created    error      target
job_a  failed     url.page  2 min ago  not_found  http://a.test/
job_b  succeeded  rss       24 h ago              http://b.test/
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("the table (-want +got):\n%s", diff)
	}
}

// TestTableOfDeliveries: each has its id, by which it is posted again.
func TestTableOfDeliveries(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	people.Page{Out: &out, Width: 80}.Table([]people.Object{{"id": "dlv_a", "eventId": "evt_a", "jobId": "job_a", "status": "failed"}}, time.Now())
	if !strings.Contains(out.String(), "dlv_a") {
		t.Errorf("got\n%s; want the delivery's id", out.String())
	}
}

// TestDays: a day is the difference of two reports.
func TestDays(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	got := people.Days([][]people.Spent{
		{{Name: "url.page", Requests: 2, Spent: 2}},
		{{Name: "url.page", Requests: 3, Spent: 3, Refunded: 1}, {Name: "rss", Requests: 1, Spent: 4}},
	}, today)
	want := []people.Spent{{Name: "Sun 22 Nov", Requests: 2, Spent: 5, Refunded: 1}, {Name: "Mon 23 Nov", Requests: 2, Spent: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the days (-want +got):\n%s", diff)
	}
}

// TestSummary: what is too long to be read whole is a few lines on a terminal, and whole elsewhere.
func TestSummary(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct{ result, want string }{
		"company": {
			`{"domain":"a.test","url":"https://a.test/","name":{"value":"Ann","source":"jsonld"},"founded":{"value":"2014"},"people":[{"name":"Hester","role":"Chief"}],"parts":[{"name":"infra","status":"failed","reason":"no answer"}],"infra":{"dns":{}}}`,
			"Ann https://a.test/\n\nfounded        2014\npeople         Hester, Chief\ninfra          no answer\n",
		},
		"research": {
			`{"summary":{"documentsFetched":8,"currentRunEvidenceCount":17,"acceptedClaimCount":1},"claimEvidence":[{"claim":"It opens.","url":"http://a.test/","verificationStatus":"single_source"}],"retrievedEvidence":[{"title":"T","url":"http://b.test/"},{"title":"T","url":"http://b.test/"}]}`,
			"8 documents read, 17 passages, 1 statements\n\n 1. It opens.\n    http://a.test/ single_source\nsources\n    T\n    http://b.test/\n",
		},
		"ads": {
			`{"op":"creatives","creatives":[],"archives":[{"archive":"meta","status":"ok","creatives":0,"reason":"None of 6 pages."}]}`,
			"meta           ok, 0 ads. None of 6 pages.\n",
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			result, err := people.Decode([]byte(c.result))
			if err != nil {
				t.Fatal(err)
			}
			var out, piped bytes.Buffer
			if !(people.Page{Out: &out, Width: 80, Looked: true}).Summary(kind, result) || (people.Page{Out: &piped, Width: 80}).Summary(kind, result) || piped.Len() > 0 {
				t.Errorf("got no summary, or one in a pipe: %s", piped.String())
			}
			if diff := cmp.Diff(c.want+"A summary; --json has all of it.\n", out.String()); diff != "" {
				t.Errorf("summary mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNarrow: a table leaves out what is less important, until its last column can be read; a pipe gets all.
func TestNarrow(t *testing.T) {
	t.Parallel()
	items := []people.Object{{
		"jobId": "job_01m852n8c1besy5z5n129513z6", "status": "succeeded", "actionCode": "url.page", "creditsCharged": json.Number("5"), "creditsRefunded": json.Number("0"),
		"createdAt": "2026-11-23T09:58:00.000Z", "target": "http://article.test/",
	}}
	at := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	var looked, piped bytes.Buffer
	people.Page{Out: &looked, Width: 80, Looked: true}.Table(items, at)
	people.Page{Out: &piped, Width: 80}.Table(items, at)
	for line := range strings.Lines(looked.String()) {
		if utf8.RuneCountInString(strings.TrimSpace(line)) > 80 {
			t.Errorf("got the line %q, want at most 80 characters", line)
		}
	}
	if !strings.Contains(looked.String(), "http://article.test/") || !strings.Contains(piped.String(), "refunded") {
		t.Errorf("got\n%s\nand\n%s; want the target at 80 characters, and all columns in a pipe", &looked, &piped)
	}
}

// TestPagesOfASearch: the text of a page that was found begins below it where somebody looks, and is whole in a pipe.
func TestPagesOfASearch(t *testing.T) {
	t.Parallel()
	result := people.Object{"results": []any{people.Object{"title": "T", "url": "http://a.test/", "page": people.Object{
		"markdown": "one\n\ntwo\nthree\nfour\nfive\nsix",
	}}}}
	var looked, piped bytes.Buffer
	people.Page{Out: &looked, Width: 80, Looked: true}.Result(result, "")
	people.Page{Out: &piped, Width: 80}.Result(result, "")
	if !strings.Contains(looked.String(), "| five\n    | … --json has the whole page") || strings.Contains(looked.String(), "six") {
		t.Errorf("got\n%s; want five lines of the page and where the rest is", &looked)
	}
	if !strings.Contains(piped.String(), "one\n\ntwo\nthree\nfour\nfive\nsix\n") {
		t.Errorf("got\n%s; want the whole page in a pipe", &piped)
	}
}
