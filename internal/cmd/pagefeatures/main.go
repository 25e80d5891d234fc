// Command pagefeatures describes the blocks of pages for tools/train, by the code that
// describes them in the service: it reads paths of HTML files, packed with gzip or not, one
// a line, and writes NAME.bin, the features as 32-bit floats, little endian, row by row, and
// NAME.jsonl, a line for each page with the texts of its blocks and the hash of the features,
// which a model that is trained with them carries, and NAME.names, the features' names in order.
//
// With a model of blocks as the second argument it writes what that scores instead of the features: lines with the texts, the
// scores, the page's summary, and the floors that may be asked about.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/htmlpage"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

func main() {
	if len(os.Args) != 2 && len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pagefeatures NAME [MODEL] < paths")
		os.Exit(2)
	}
	if err := run(os.Stdin, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "pagefeatures:", err)
		os.Exit(1)
	}
}

// line is what NAME.jsonl tells of a page.
type line struct {
	Path     string   `json:"path"`
	Width    int      `json:"width"`
	Features string   `json:"features"`
	Texts    []string `json:"texts"`
}

// judged is what NAME.jsonl tells of a page that a model has judged.
type judged struct {
	Path    string    `json:"path"`
	Summary string    `json:"features"` // hash of what a summary consists of
	Texts   []string  `json:"texts"`
	Scores  []float32 `json:"scores"`
	Row     []float32 `json:"row"`
	Floors  []float32 `json:"floors"`
}

func run(paths io.Reader, name string, model []string) error {
	rows, err := os.Create(name + ".bin") //nolint:gosec // where the caller wants it
	if err != nil {
		return err
	}
	lines, err := os.Create(name + ".jsonl") //nolint:gosec // as above
	if err != nil {
		return errors.Join(err, rows.Close())
	}
	//nolint:gosec // as above
	if err := os.WriteFile(name+".names", []byte(strings.Join(features.Names(), "\n")), 0o644); err != nil {
		return errors.Join(err, rows.Close(), lines.Close())
	}
	r, l := bufio.NewWriterSize(rows, 1<<20), bufio.NewWriterSize(lines, 1<<20)
	if len(model) > 0 {
		err = judge(paths, model[0], l)
	} else {
		err = describe(paths, r, l)
	}
	return errors.Join(err, r.Flush(), l.Flush(), rows.Close(), lines.Close())
}

// page is a file as the service cuts it into blocks.
func page(path string) (*segment.Page, *features.Rows, []string, error) {
	body, err := read(path)
	if err != nil {
		return nil, nil, nil, err
	}
	text, _ := charset.Decode(body, "")
	doc := htmlpage.Parse(text)
	rules := clean.RulesOf(text)
	rules.Prepare(doc)
	clean.Prepare(doc)
	rules.Apply(dom.Body(doc))
	p, _, rows := content.Describe(doc)
	if p.Partial { // the service asks no model about it
		p.Blocks = nil
	}
	texts := make([]string, len(p.Blocks))
	for i := range p.Blocks {
		texts[i] = textOf(p, &p.Blocks[i])
	}
	return p, rows, texts, nil
}

func describe(paths io.Reader, rows, lines io.Writer) error {
	width, hash := features.Width(), features.Hash()
	out := encoder(lines)
	in := bufio.NewScanner(paths)
	for in.Scan() {
		p, matrix, texts, err := page(in.Text())
		if err != nil {
			return err
		}
		for i := range p.Blocks {
			if err := binary.Write(rows, binary.LittleEndian, matrix.Row(i)); err != nil {
				return err
			}
		}
		if err := out.Encode(line{Path: in.Text(), Width: width, Features: hash, Texts: texts}); err != nil {
			return err
		}
	}
	return in.Err()
}

// judge writes what a model scores.
func judge(paths io.Reader, file string, lines io.Writer) error {
	packed, err := os.ReadFile(file) //nolint:gosec // the caller names it
	if err != nil {
		return err
	}
	model, err := score.Read(packed)
	if err != nil {
		return err
	}
	hash, out := features.SummaryHash(), encoder(lines)
	in := bufio.NewScanner(paths)
	for in.Scan() {
		p, rows, texts, err := page(in.Text())
		if err != nil {
			return err
		}
		scores, row := content.Weigh(p, rows, model)
		if err := out.Encode(judged{Path: in.Text(), Summary: hash, Texts: texts, Scores: scores, Row: row, Floors: content.Floors[:]}); err != nil {
			return err
		}
	}
	return in.Err()
}

func encoder(to io.Writer) *json.Encoder {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	return e
}

func textOf(page *segment.Page, b *segment.Block) string {
	var s strings.Builder
	var last *html.Node
	for _, n := range page.Texts[b.Text:b.Until] {
		link := dom.Closest(n, atom.A, atom.Button)
		if link != nil && last != nil && link != last {
			s.WriteByte(' ')
		}
		last = link
		s.WriteString(n.Data)
	}
	return strings.Join(strings.Fields(s.String()), " ")
}

func read(path string) ([]byte, error) {
	body, err := os.ReadFile(path) //nolint:gosec // the caller names it
	if err != nil || !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(z)
}
