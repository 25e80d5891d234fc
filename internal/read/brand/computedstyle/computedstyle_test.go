package computedstyle_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

func TestFromSheets(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte(`<body class="Home"><a class="skip-link" href="#m">Skip</a>
		<header><nav><a href="/a">A</a><a class="nav__btn" href="/b">B</a></nav></header><nav>second</nav>
		<div id="cookie-banner"><button>Accept</button></div>
		<main><h1>H</h1><p>P</p><a name=x>no link</a><button hidden>no</button><input type=submit id=Go><template><h2>no</h2></template></main>`))
	styles := cascade.New([]css.Sheet{css.Parse(`body{color:#111;background:#fff;font:16px A} header{background:teal} .nav__btn{background:linear-gradient(red,blue)} h1{font-family:B}`)})
	const ink, a = "#111", "A"
	want := []computedstyle.Element{
		{Role: computedstyle.Body, Name: "home", Color: ink, Background: "#fff", Font: a},
		{Role: computedstyle.Header, Color: ink, Background: "teal", Font: a},
		{Role: computedstyle.Nav, Color: ink, Font: a},
		{Role: computedstyle.Link, Color: ink, Font: a},
		{Role: computedstyle.Button, Name: "nav__btn", Color: ink, Background: "linear-gradient(red,blue)", Font: a},
		{Role: computedstyle.Heading, Color: ink, Font: "B"},
		{Role: computedstyle.Text, Color: ink, Font: a},
		{Role: computedstyle.Button, Name: "go", Color: ink, Font: a},
	}
	if diff := cmp.Diff(want, computedstyle.FromSheets(doc, styles)); diff != "" {
		t.Errorf("FromSheets mismatch (-want +got):\n%s", diff)
	}
}

func TestFromSheetsIsBounded(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte("<body>" + strings.Repeat("<p>a", 30_000) + "<h1>late"))
	if got := computedstyle.FromSheets(doc, cascade.New(nil)); len(got) != 13 {
		t.Errorf("%d elements", len(got))
	}
}

// What Chromium computes for a page without styles is no choice of the page's.
func TestDefaultsOfTheBrowser(t *testing.T) {
	t.Parallel()
	const plain = `[{"role":"body","color":"rgb(0, 0, 0)","background":"rgba(0, 0, 0, 0)","font":"\"Times New Roman\""},{"role":"link","color":"rgb(0, 0, 238)","font":"\"Times New Roman\""},
		{"role":"button","color":"rgb(0, 0, 0)","background":"rgb(239, 239, 239)","font":"Arial"}`
	got, _ := computedstyle.FromBrowser(json.RawMessage(plain + "]"))
	if len(got) != 3 || got[0].Font != "" || got[1].Font != "" || got[1].Color != "" || computedstyle.Styled(got) {
		t.Errorf("got %+v, Styled %t; want neither the typeface nor the links' colour, Styled false", got, computedstyle.Styled(got))
	}
	for _, own := range []string{
		`{"role":"text","font":"\"Times New Roman\", Times, serif"}`, `{"role":"text","color":"rgb(0, 0, 238)"}`, `{"role":"header","background":"rgb(11, 93, 91)"}`,
	} {
		if got, _ := computedstyle.FromBrowser(json.RawMessage(plain + "," + own + "]")); !computedstyle.Styled(got) || got[3].Font+got[3].Color+got[3].Background == "" {
			t.Errorf("%s: got %+v, Styled %t; want what the page chose, Styled true", own, got, computedstyle.Styled(got))
		}
	}
}

func TestFromBrowser(t *testing.T) {
	t.Parallel()
	got, ok := computedstyle.FromBrowser(json.RawMessage(`[{"role":"body","name":"","color":"rgb(1, 2, 3)","background":"","font":"` + strings.Repeat("x", 2000) + `"}]`))
	if diff := cmp.Diff([]computedstyle.Element{{Role: computedstyle.Body, Color: "rgb(1, 2, 3)"}}, got); diff != "" || !ok {
		t.Errorf("got ok %t, want true; FromBrowser mismatch (-want +got):\n%s", ok, diff)
	}
	for _, raw := range []string{"", "null", "[]", `{"role":1}`, `"x"`} {
		if got, ok := computedstyle.FromBrowser(json.RawMessage(raw)); ok {
			t.Errorf("%s gives %v", raw, got)
		}
	}
}
