package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// Screen is what was shown, line by line.
type Screen struct {
	lines []line
	now   time.Duration
}

// line is a line of a screen, and when it appeared.
type line struct {
	runs []run
	at   time.Duration
}

// run is a text in one style.
type run struct{ text, class string }

const (
	typing   = 35 * time.Millisecond // of a key
	reading  = 900 * time.Millisecond
	lineHigh = 19
	charWide = 8.43
	margin   = 16
)

// Add puts a command and what it showed below what is there.
func (s *Screen) Add(command string, shown []byte, most int, took time.Duration) {
	s.lines = append(s.lines, line{runs: []run{{"$ ", "p"}, {command, "b"}}, at: s.now})
	s.now += time.Duration(len(command))*typing + min(took, 2*time.Second)
	all := parse(string(shown))
	cut := len(all) > most
	if cut {
		all = all[:most]
	}
	for _, runs := range all {
		s.lines = append(s.lines, line{runs: runs, at: s.now})
		s.now += 30 * time.Millisecond
	}
	if cut {
		s.lines = append(s.lines, line{runs: []run{{"…", "d"}}, at: s.now})
	}
	s.lines = append(s.lines, line{at: s.now})
	s.now += reading
}

// parse reads what a terminal was sent as lines: colours, and a line that is written over.
func parse(shown string) [][]run {
	var all [][]run
	for text := range strings.SplitSeq(strings.TrimRight(strings.ReplaceAll(shown, "\r\n", "\n"), "\n"), "\n") {
		if at := strings.LastIndex(text, "\r"); at >= 0 {
			text = text[at+1:]
		}
		text = strings.ReplaceAll(text, "\x1b[K", "")
		all = append(all, styled(text))
	}
	return all
}

// classes of the colours that quarry uses.
var classes = map[string]string{"0": "", "1": "b", "2": "d", "31": "r", "32": "g", "33": "y", "36": "c"}

func styled(text string) []run {
	var runs []run
	class := ""
	left := columns
	for i, part := range strings.Split(text, "\x1b[") {
		if i > 0 {
			code, rest, _ := strings.Cut(part, "m")
			class, part = classes[code], rest
		}
		if shown := terminal.Cut(part, left); part != "" && left > 1 {
			if utf8.RuneCountInString(part) <= left {
				shown = part // with its spaces
			}
			runs, left = append(runs, run{shown, class}), left-utf8.RuneCountInString(shown)
		}
	}
	return runs
}

const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="quarry on a terminal">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d8dee4;white-space:pre}
.b{font-weight:700;fill:#f0f3f6}.d{fill:#8b949e}.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}.c{fill:#76c7f0}.p{fill:#56d364}
@media(prefers-reduced-motion:no-preference){text{opacity:0;animation:s .01s forwards}@keyframes s{to{opacity:1}}}
</style>
<rect width="100%%" height="100%%" rx="8" fill="#161b22"/>
`

// SVG draws the screen. Without animation, as in a viewer that has none, all lines are there.
func (s *Screen) SVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, head, int(columns*charWide)+2*margin, len(s.lines)*lineHigh+2*margin)
	for n, l := range s.lines {
		if len(l.runs) == 0 {
			continue
		}
		wide := 0
		for _, r := range l.runs {
			wide += utf8.RuneCountInString(r.text)
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" textLength="%.0f" lengthAdjust="spacingAndGlyphs" style="animation-delay:%.2fs">`,
			margin, margin+14+n*lineHigh, float64(wide)*charWide, l.at.Seconds()) // whatever font there is
		for _, r := range l.runs {
			b.WriteString("<tspan")
			if r.class != "" {
				fmt.Fprintf(&b, ` class="%s"`, r.class)
			}
			b.WriteString(">")
			_ = xml.EscapeText(&b, []byte(r.text)) // a buffer takes all
			b.WriteString("</tspan>")
		}
		b.WriteString("</text>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
