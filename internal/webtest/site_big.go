package webtest

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// bigSize is the length of the big page in bytes, three times what is ever read.
const bigSize = 30 << 20

const (
	bigHead = "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>The long ledger</title></head>\n<body><main><h1>The long ledger</h1>\n"
	bigTail = "</main></body></html>\n"
	bigLine = "<p>Entry %07d. Received of the carrier: one crate, corded, said to hold glass, and signed for without being opened.</p>\n"
)

func bigSite() Site {
	expect := Expect{Error: errs.UnsupportedContent, Note: "At most 10 MB of a page are read, after decompression."}
	return Site{
		Host:  "big.test",
		Title: "A page that is too big",
		About: "30 MB of the same ledger, written as it is read, so that neither side holds it in memory.",
		Pages: []Page{
			{
				Name: "big-streamed", URL: "http://big.test/", Expect: expect,
				Shows: "30 MB without a Content-Length",
				Serve: func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", site.HTML)
					writeBig(w)
				},
			},
			{
				Name: "big-sized", URL: "http://big.test/sized", Expect: expect,
				Shows: "30 MB that the Content-Length announces",
				Serve: func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", site.HTML)
					w.Header().Set("Content-Length", strconv.Itoa(bigSize))
					writeBig(w)
				},
			},
			{
				Name: "big-gzip", URL: "http://big.test/gzip", Expect: expect,
				Shows: "30 MB that arrive as a few hundred KB of gzip",
				Serve: func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", site.HTML)
					w.Header().Set("Content-Encoding", "gzip")
					z := gzip.NewWriter(w)
					writeBig(z)
					_ = z.Close() // the client may have had enough
				},
			},
		},
	}
}

// writeBig writes a page of exactly bigSize bytes, or as much as the reader takes.
func writeBig(w io.Writer) {
	left := bigSize - len(bigTail)
	n, err := io.WriteString(w, bigHead)
	left -= n
	for i := 0; err == nil && left > 0; i++ {
		line := fmt.Appendf(nil, bigLine, i)
		if len(line) > left {
			line = fmt.Appendf(nil, "%*s", left, "\n") // white space up to the tail
		}
		n, err = w.Write(line)
		left -= n
	}
	if err == nil {
		_, _ = io.WriteString(w, bigTail) // nothing follows that could fail
	}
}
