// Package terminal is what a command reads and writes: whether a person is there, in which colours
// and how wide, tables, bars, and a line that moves. It must not know what is shown.
package terminal

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/quarryapi/quarry/internal/serve/config"
)

// Streams are where a command reads and writes.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// JSON prints a value as indented JSON.
func (s Streams) JSON(v any) error {
	e := json.NewEncoder(s.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// IsTerminal reports whether a stream is a terminal, and so somebody is likely to look.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// Width is that of the output, 100 where it is no terminal.
func (s Streams) Width() int {
	if file, ok := s.Out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 20 {
			return width
		}
	}
	return 100
}

// Style colours text for one of the outputs.
type Style struct{ on bool }

// Style of the output. NO_COLOR, TERM=dumb and outputs that are no terminals have none.
func (s Streams) Style() Style { return s.style(s.Out) }

// ErrStyle is that of the standard error.
func (s Streams) ErrStyle() Style { return s.style(s.Err) }

func (s Streams) style(to io.Writer) Style {
	env := config.LoadTerminal()
	return Style{env.NoColor == "" && env.Term != "dumb" && IsTerminal(to)}
}

func (c Style) with(code, text string) string {
	if !c.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold is for what to read first.
func (c Style) Bold(text string) string { return c.with("1", text) }

// Dim is for what is less worth reading.
func (c Style) Dim(text string) string { return c.with("2", text) }

// Green is for what succeeded.
func (c Style) Green(text string) string { return c.with("32", text) }

// Red is for what failed.
func (c Style) Red(text string) string { return c.with("31", text) }

// Yellow is for what waits.
func (c Style) Yellow(text string) string { return c.with("33", text) }

// Cyan is for names and addresses.
func (c Style) Cyan(text string) string { return c.with("36", text) }

// Clean takes control characters out of a text of others, which could move the cursor or rename the
// window; line ends and tabs stay.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			return r
		}
		return -1
	}, text)
}
