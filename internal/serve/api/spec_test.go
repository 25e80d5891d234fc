package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The specification as data: testdata/spec has a statement a line, each of which is a case of
// TestSpecification. README.txt beside the files says how lines are written. The numbers
// stand there as the specification has them, and not as the code does.

// statement is a line of the specification.
type statement struct {
	where   string // file and line
	method  string
	path    string // below /v1/public, as a rule
	name    string
	who     string
	base    map[string]any
	change  string
	expects []string
}

// call is a section of a file: a call of the API and what is said of it.
type section struct {
	method, path string
	job          bool // it creates a job, so that what holds for every job holds for it
	base         map[string]any
	statements   []statement
}

// everyJob is the section of what holds for every call that creates a job.
const everyJob = "every job"

// specification reads all files. What holds for every job is added to each call that makes
// one, by its own body.
func specification(t *testing.T) []statement {
	t.Helper()
	files, err := filepath.Glob("testdata/spec/*.spec")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files, error %v; want some, no error", len(files), err)
	}
	var sections []*section
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sections = append(sections, readSections(t, filepath.Base(file), string(raw))...)
	}
	var all, common []statement
	for _, s := range sections {
		if s.path == everyJob {
			common = s.statements
		} else {
			all = append(all, s.statements...)
		}
	}
	for _, s := range sections {
		if !s.job {
			continue
		}
		for _, st := range common {
			st.method, st.path, st.base = s.method, s.path, s.base
			all = append(all, st)
		}
	}
	return all
}

// readSections reads a file.
func readSections(t *testing.T, file, text string) []*section {
	t.Helper()
	var all []*section
	n := 0
	for line := range strings.Lines(text) {
		n++
		where := fmt.Sprintf("%s:%d", file, n)
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			head, kind, _ := strings.Cut(strings.TrimPrefix(line, "["), "]")
			method, path, _ := strings.Cut(head, " ")
			s := &section{method: method, path: path, job: strings.TrimSpace(kind) == "job"}
			if head == everyJob {
				s.path = everyJob
			}
			all = append(all, s)
		case len(all) == 0:
			t.Fatalf("%s: got a line of no section: %s", where, line)
		case strings.HasPrefix(line, "base "):
			all[len(all)-1].base = object(t, where, strings.TrimPrefix(line, "base "))
		default:
			s := all[len(all)-1]
			s.statements = append(s.statements, readStatement(t, where, s, line))
		}
	}
	return all
}

func readStatement(t *testing.T, where string, s *section, line string) statement {
	t.Helper()
	cells := strings.Split(line, " | ")
	if len(cells) != 4 {
		t.Fatalf("%s: got %d cells, want 4: %s", where, len(cells), line)
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return statement{
		where: where, method: s.method, path: s.path, base: s.base,
		name: cells[0], who: cells[1], change: cells[2], expects: strings.Split(cells[3], " ; "),
	}
}

// apart reports whether the statement needs an organization and a clock that no other uses.
func (st statement) apart() bool {
	return strings.HasPrefix(st.who, "new") || slices.ContainsFunc(st.expects, func(e string) bool { return strings.HasPrefix(e, "after ") })
}

// body is what the statement sends: it does not wait unless it says so, takes nothing that
// another statement has cached, and leaves out what the change has as null.
func (st statement) body(t *testing.T) string {
	t.Helper()
	if raw, ok := strings.CutPrefix(st.change, "raw:"); ok {
		return raw
	}
	if st.method == "GET" || st.method == "DELETE" {
		return ""
	}
	whole := map[string]any{}
	if strings.HasPrefix(st.path, "/scrape") || strings.HasPrefix(st.path, "/search") {
		whole["wait"] = false
		if !st.apart() {
			whole["fresh"] = true
		}
	}
	maps.Copy(whole, st.base)
	merge(whole, object(t, st.where, st.change))
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(whole); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// merge lays one object over another.
func merge(into, over map[string]any) {
	for name, value := range over {
		if value == nil {
			delete(into, name)
			continue
		}
		into[name] = value
	}
}

// object reads an object with numbers as they are written and with the words of many.
func object(t *testing.T, where, text string) map[string]any {
	t.Helper()
	o := map[string]any{}
	if text == "" || text == "-" {
		return o
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&o); err != nil {
		t.Fatalf("%s: %s: got error %v, want an object", where, text, err)
	}
	many(o)
	return o
}

// many writes out what nobody wants to read: "@text 256" is a text of 256 letters, "@runes 256" one of as many of two bytes each,
// "@list 51 http://a.test/%d" a list of 51 texts that count.
func many(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = many(v[name])
		}
	case []any:
		for i := range v {
			v[i] = many(v[i])
		}
	case string:
		words := strings.SplitN(v, " ", 3)
		switch {
		case words[0] == "@text" && len(words) == 2:
			return strings.Repeat("a", count(words[1]))
		case words[0] == "@runes" && len(words) == 2:
			return strings.Repeat("é", count(words[1]))
		case words[0] == "@list" && len(words) == 3:
			list := make([]any, count(words[1]))
			for i := range list {
				list[i] = strings.ReplaceAll(words[2], "%d", strconv.Itoa(i+1))
			}
			return list
		case words[0] == "@objects" && len(words) == 3:
			list := make([]any, count(words[1]))
			for i := range list {
				list[i] = json.RawMessage(strings.ReplaceAll(words[2], "%d", strconv.Itoa(i+1)))
			}
			return list
		}
	}
	return value
}

func count(word string) int {
	n, _ := strconv.Atoi(word)
	return n
}
