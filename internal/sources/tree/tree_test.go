package tree_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

func TestJSONStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"b":1.50e+10,"a":[null,true,"x<&\"y"],"a":{},"":[]}`, `"one"`, `12345678901234567890`, `[]`,
	} {
		v, err := tree.ParseJSON([]byte(body))
		if err != nil {
			t.Fatalf("%s: got %v, want a value", body, err)
		}
		if got := string(v.Append(nil, "")); got != body {
			t.Errorf("got %s, want %s", got, body)
		}
	}
	v, _ := tree.ParseJSON([]byte(`{"a":[1,{"b":null}],"c":{}}`))
	want := "{\n \"a\":[\n  1,\n  {\n   \"b\":null\n  }\n ],\n \"c\":{}\n}"
	if diff := cmp.Diff(want, string(v.Append(nil, " "))); diff != "" {
		t.Errorf("with an indent (-want +got):\n%s", diff)
	}
	for width, want := range map[int]string{
		100: `{"a":[1,{"b":null}],"c":{}}`,
		20:  "{\n \"a\":[1,{\"b\":null}],\n \"c\":{}\n}",
		1:   want,
	} {
		if diff := cmp.Diff(want, string(v.Fold(nil, " ", width))); diff != "" {
			t.Errorf("folded at %d (-want +got):\n%s", width, diff)
		}
	}
	if got := v.Member("a").Items[1].Member("b").Kind; got != tree.Null || v.Member("d") != nil {
		t.Errorf("got %s for a null, want %s; and a value for no member", got, tree.Null)
	}
}

func TestJSONFailures(t *testing.T) {
	t.Parallel()
	for _, body := range []string{``, `{`, `{"a":}`, `{"a":1}{}`, `[1,]`, `<a>`} {
		if v, err := tree.ParseJSON([]byte(body)); err == nil {
			t.Errorf("%s: got %+v, want an error", body, v)
		}
	}
}

func TestMarkupStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`<?xml version="1.0"?><feed xmlns='a'><entry/><link href=x /><a>1 &lt; 2</a><![CDATA[<b>]]></feed>`,
		"<!DOCTYPE html><p class=a id='b' hidden\n data-x=\"1\">one<br>two<p>three</b></P><!-- <i> --><script>if (a<b) { '</p>' }</script >",
		`<script>` + strings.Repeat("\xff", 40) + `</SCRIPT>after`, `<script>` + strings.Repeat("\xff", 40), `<style>` + strings.Repeat("İK", 40) + `</style><p>`,
		`a < b & c <1> <`, `<a href="`, `<a b=`, `<script>`, `</`, ``,
	} {
		if got := string(tree.ParseMarkup([]byte(body)).Append(nil)); got != body {
			t.Errorf("got %s, want %s", got, body)
		}
	}
}

func TestMarkupNests(t *testing.T) {
	t.Parallel()
	root := tree.ParseMarkup([]byte(`<div Class="a"><img src=1><b>x</div>y<!--z-->`))
	div := root.Kids[0]
	if len(root.Kids) != 3 || !div.Is("DIV") || div.Attr("class") != "a" || div.Attr("id") != "" || len(div.Kids) != 2 || div.Kids[1].Kids[0].Text != "x" {
		t.Errorf("got %+v within %+v, want an image and a text in bold", div, root)
	}
	if root.Kids[1].Markup() || !root.Kids[2].Markup() {
		t.Error("got a text as a comment, or the other way round")
	}
}

func FuzzMarkup(f *testing.F) {
	f.Add("<a b=c>d</a>")
	f.Add("<script></p")
	f.Fuzz(func(t *testing.T, body string) {
		if got := string(tree.ParseMarkup([]byte(body)).Append(nil)); got != body {
			t.Errorf("got %q, want %q", got, body)
		}
	})
}
