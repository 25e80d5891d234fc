package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// begin distinguishes XML from lists and passes what stands before the XML: white space, or
// the warnings of a program.
func (rd *reader) begin(c *content) (isXML bool, err error) {
	for {
		head, err := c.Peek(lookedAt)
		if len(head) == 0 {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return false, err
		}
		trimmed := bytes.TrimLeft(head, " \t\r\n")
		if len(trimmed) == 0 { // and more may follow
			_, _ = c.Discard(len(head))
			continue
		}
		if trimmed[0] == '<' {
			return true, nil
		}
		for _, start := range []string{"<?xml", "<urlset", "<sitemapindex", "<rss", "<feed"} {
			if i := bytes.Index(head, []byte(start)); i >= 0 {
				_, _ = c.Discard(i)
				rd.flaw("has text before the XML")
				return true, nil
			}
		}
		return false, nil
	}
}

// maxOdd is how many lines at the beginning may hold something else before a file is
// no list of URLs.
const maxOdd = 3

// readText reads one URL a line.
func (rd *reader) readText(c *content) error {
	long := false // the line is longer than any URL
	for {
		chunk, err := c.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if !long {
				rd.report.Unusable++
			}
			long = true
			continue
		}
		if !long {
			if more, err := rd.lines(chunk); err != nil || !more {
				return err
			}
		}
		long = false
		switch {
		case errors.Is(err, io.EOF) && rd.report.Format == "" && rd.report.Unusable > 0:
			return errNoList
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

var errNoList = &NotSitemapError{"it is a text that lists no URLs"}

// lines reads what lies between two line feeds; some lists know only carriage returns.
func (rd *reader) lines(chunk []byte) (more bool, err error) {
	for line := range bytes.SplitSeq(chunk, []byte("\r")) {
		if more, err := rd.line(string(bytes.TrimSpace(line))); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

// line reports whether to go on.
func (rd *reader) line(s string) (bool, error) {
	if s == "" || s[0] == '#' {
		return true, nil
	}
	if scheme, _, ok := strings.Cut(s, "://"); !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") || len(s) > maxLoc {
		rd.report.Unusable++
		if rd.report.Format == "" && rd.report.Unusable == maxOdd {
			return false, errNoList
		}
		rd.flaw(fmt.Sprintf("has a line that is no URL: %.60q", s))
		return true, nil
	}
	rd.report.Format = Text
	return rd.url(Entry{Loc: clean(s)}), nil
}
