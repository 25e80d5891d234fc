package webtest

import (
	"net/http"

	"golang.org/x/text/encoding/japanese"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// sjisHead is the part before the body; the meta element, if any, goes in between.
const (
	sjisHead  = "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n"
	sjisMeta  = "  <meta http-equiv=\"Content-Type\" content=\"text/html; charset=Shift_JIS\">\n"
	utf8Meta  = "  <meta charset=\"utf-8\">\n"
	sjisTitle = "  <title>坂の上の古本屋、百年目の春</title>\n</head>\n"
)

func sjisSite() Site {
	expect := Expect{
		Title:    "坂の上の古本屋、百年目の春",
		Contains: []string{"港町の急な坂を登りきったところに", "眠れない夜に読む本", "「読む人が来たら、ですね」"},
		Lacks:    []string{"無断転載を禁じます", "�"},
	}
	return Site{
		Host:  "sjis.test",
		Title: "Shift_JIS",
		About: "One Japanese page in Shift_JIS bytes, with four stories about its charset. The text that comes out is the same each time.",
		Pages: []Page{
			{
				Name: "sjis-declared", URL: "http://sjis.test/", Expect: expect,
				Shows: "Shift_JIS declared in a meta element, nothing in the header",
				Serve: sjis(sjisMeta, htmlBare),
			},
			{
				Name: "sjis-header", URL: "http://sjis.test/header", Expect: expect,
				Shows: "Shift_JIS declared in the header, nothing in the page",
				Serve: sjis("", "text/html; charset=Shift_JIS"),
			},
			{
				Name: "sjis-undeclared", URL: "http://sjis.test/undeclared", Expect: expect,
				Shows: "no declaration at all: only the bytes tell",
				Serve: sjis("", htmlBare),
			},
			{
				Name: "sjis-lying", URL: "http://sjis.test/lying", Expect: expect,
				Shows: "header and page both say UTF-8, which the bytes are not",
				Serve: sjis(utf8Meta, site.HTML),
			},
		},
	}
}

// sjis serves the page with a meta element of its own, in Shift_JIS bytes. The source
// is kept in UTF-8 so that it can be read.
func sjis(meta, contentType string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		body, err := content.ReadFile("content/sjis/body.html")
		if err == nil {
			page := sjisHead + meta + sjisTitle + string(body)
			body, err = japanese.ShiftJIS.NewEncoder().Bytes([]byte(page))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		site.Send(w, http.StatusOK, contentType, body)
	}
}
