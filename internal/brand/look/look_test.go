package look_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/brand/cascade"
	"github.com/quarryapi/quarry/internal/brand/css"
	"github.com/quarryapi/quarry/internal/brand/look"
	"github.com/quarryapi/quarry/internal/page/dom"
)

func TestFromSheets(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte(`<body class="Home"><a class="skip-link" href="#m">Skip</a>
		<header><nav><a href="/a">A</a><a class="nav__btn" href="/b">B</a></nav></header><nav>second</nav>
		<div id="cookie-banner"><button>Accept</button></div>
		<main><h1>H</h1><p>P</p><a name=x>no link</a><button hidden>no</button><input type=submit id=Go><template><h2>no</h2></template></main>`))
	styles := cascade.New([]css.Sheet{css.Parse(`body{color:#111;background:#fff;font:16px A} header{background:teal} .nav__btn{background:linear-gradient(red,blue)} h1{font-family:B}`)})
	const ink, a = "#111", "A"
	want := []look.Element{
		{Role: look.Body, Name: "home", Color: ink, Background: "#fff", Font: a},
		{Role: look.Header, Color: ink, Background: "teal", Font: a},
		{Role: look.Nav, Color: ink, Font: a},
		{Role: look.Link, Color: ink, Font: a},
		{Role: look.Button, Name: "nav__btn", Color: ink, Background: "linear-gradient(red,blue)", Font: a},
		{Role: look.Heading, Color: ink, Font: "B"},
		{Role: look.Text, Color: ink, Font: a},
		{Role: look.Button, Name: "go", Color: ink, Font: a},
	}
	if diff := cmp.Diff(want, look.FromSheets(doc, styles)); diff != "" {
		t.Error(diff)
	}
}

func TestFromSheetsIsBounded(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte("<body>" + strings.Repeat("<p>a", 30_000) + "<h1>late"))
	if got := look.FromSheets(doc, cascade.New(nil)); len(got) != 13 {
		t.Errorf("%d elements", len(got))
	}
}

func TestFromBrowser(t *testing.T) {
	t.Parallel()
	got, ok := look.FromBrowser(json.RawMessage(`[{"role":"body","name":"","color":"rgb(1, 2, 3)","background":"","font":"` + strings.Repeat("x", 2000) + `"}]`))
	if diff := cmp.Diff([]look.Element{{Role: look.Body, Color: "rgb(1, 2, 3)"}}, got); diff != "" || !ok {
		t.Error(ok, diff)
	}
	for _, raw := range []string{"", "null", "[]", `{"role":1}`, `"x"`} {
		if got, ok := look.FromBrowser(json.RawMessage(raw)); ok {
			t.Errorf("%s gives %v", raw, got)
		}
	}
}
