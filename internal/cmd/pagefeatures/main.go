// Command pagefeatures describes the blocks of pages for tools/train, by the code that
// describes them in the service: it reads paths of HTML files, packed with gzip or not, one
// a line, and writes NAME.bin, the features as 32-bit floats, little endian, row by row, and
// NAME.jsonl, a line for each page with the texts of its blocks and the hash of the features,
// which a model that is trained with them carries, and NAME.names, the features' names in order; and for the weights of words
// and names, NAME.sizes with how many slots each block has of either, and NAME.slots with these (16 bits each).
//
// With a model of blocks as the second argument and a table of weights as the third it writes what these score instead of the
// features: lines with the texts, the scores, the page's summary, and the floors that may be asked about.
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
	"github.com/quarryapi/quarry/internal/read/page/wording"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

func main() {
	if len(os.Args) != 2 && len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: pagefeatures NAME [MODEL WORDING] < paths")
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

func run(paths io.Reader, name string, judges []string) error {
	//nolint:gosec // where the caller wants it
	if err := os.WriteFile(name+".names", []byte(strings.Join(features.Names(), "\n")), 0o644); err != nil {
		return err
	}
	var all files
	out := described{rows: all.create(name + ".bin"), lines: all.create(name + ".jsonl"), slots: all.create(name + ".slots"), sizes: all.create(name + ".sizes")}
	if all.err != nil {
		return all.close()
	}
	var err error
	if len(judges) > 0 {
		err = judge(paths, judges[0], judges[1], out.lines)
	} else {
		err = describe(paths, out)
	}
	return errors.Join(err, all.close())
}

// described is where what is said of pages goes.
type described struct{ rows, lines, slots, sizes io.Writer }

// files are those that are written.
type files struct {
	ends []func() error
	err  error
}

func (f *files) create(name string) io.Writer {
	file, err := os.Create(name) //nolint:gosec // where the caller wants it
	if err != nil {
		f.err = errors.Join(f.err, err)
		return io.Discard
	}
	w := bufio.NewWriterSize(file, 1<<20)
	f.ends = append(f.ends, w.Flush, file.Close)
	return w
}

func (f *files) close() error {
	err := f.err
	for _, end := range f.ends {
		err = errors.Join(err, end())
	}
	return err
}

// page is a file as the service cuts it into blocks.
func page(path string, by *wording.Table) (*segment.Page, *features.Rows, []string, error) {
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
	p, _, rows := content.Describe(doc, by)
	if p.Partial { // the service asks no model about it
		p.Blocks = nil
	}
	texts := make([]string, len(p.Blocks))
	for i := range p.Blocks {
		texts[i] = textOf(p, &p.Blocks[i])
	}
	return p, rows, texts, nil
}

func describe(paths io.Reader, to described) error {
	width, hash := features.Width(), features.Hash()
	out := encoder(to.lines)
	in := bufio.NewScanner(paths)
	for in.Scan() {
		p, matrix, texts, err := page(in.Text(), nil)
		if err != nil {
			return err
		}
		for i := range p.Blocks {
			words, names := p.Slots(i)
			err := errors.Join(
				binary.Write(to.rows, binary.LittleEndian, matrix.Row(i)),
				binary.Write(to.sizes, binary.LittleEndian, [...]uint16{uint16(len(words)), uint16(len(names))}), //nolint:gosec // few
				binary.Write(to.slots, binary.LittleEndian, append(words, names...)),
			)
			if err != nil {
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
func judge(paths io.Reader, file, weights string, lines io.Writer) error {
	packed, err := os.ReadFile(file) //nolint:gosec // the caller names it
	if err != nil {
		return err
	}
	model, err := score.Read(packed)
	if err != nil {
		return err
	}
	packed, err = os.ReadFile(weights) //nolint:gosec // as above
	if err != nil {
		return err
	}
	by, err := wording.Read(packed)
	if err != nil {
		return err
	}
	hash, out := features.SummaryHash(), encoder(lines)
	in := bufio.NewScanner(paths)
	for in.Scan() {
		p, rows, texts, err := page(in.Text(), by)
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
