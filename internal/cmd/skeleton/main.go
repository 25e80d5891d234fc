// Command skeleton writes the skeletons of recorded answers that tests of parsers read,
// see package skeleton. The recordings are not part of the repository; who has them
// writes all skeletons anew, or those of some upstreams:
//
//	go run ./internal/cmd/skeleton -recordings ../recorded [upstream…]
//
// and sees what another recording becomes by the rules of an upstream:
//
//	go run ./internal/cmd/skeleton -rules youtube answer.json
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/skeleton"
)

func main() {
	var c command
	flag.StringVar(&c.recordings, "recordings", "", "folder of recordings, from which all skeletons of the repository are written")
	flag.StringVar(&c.rules, "rules", "", "upstream whose rules one recording is read by, in place of -recordings: "+strings.Join(upstreams(), ", "))
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.BoolVar(&c.kept, "kept", false, "list the values that stay as enumerations")
	flag.Parse()
	if err := c.run(os.Stdout, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "skeleton: %v\n", err)
		os.Exit(1)
	}
}

type command struct {
	recordings, rules, root string
	kept                    bool
}

func (c command) run(out io.Writer, args []string) error {
	if c.recordings == "" {
		rules, known := rulesOf[c.rules]
		if !known || len(args) != 1 {
			return fmt.Errorf("name a folder by -recordings, or one recording and by -rules one of %s", strings.Join(upstreams(), ", "))
		}
		s, err := c.skeleton(args[0], rules)
		if err != nil {
			return err
		}
		_, err = out.Write(s.Body)
		c.report(out, s)
		return err
	}
	written := map[string][]recipe{}
	for _, r := range recipes {
		if len(args) > 0 && !slices.Contains(args, r.upstream) {
			continue
		}
		rules := r.adapt(rulesOf[r.upstream])
		s, err := c.skeleton(filepath.Join(c.recordings, r.recording), rules)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%7d %s\n", len(s.Body), r.path())
		c.report(out, s)
		if err := c.write(r.path(), s.Body); err != nil {
			return err
		}
		written[r.folder()] = append(written[r.folder()], r)
	}
	for folder, list := range written {
		if err := c.write(filepath.Join(folder, "SOURCES.md"), sourcesOf(list)); err != nil {
			return err
		}
	}
	return nil
}

func (c command) skeleton(path string, rules skeleton.Rules) (*skeleton.Skeleton, error) {
	recording, err := os.ReadFile(path) //nolint:gosec // a file that the user names
	if err != nil {
		return nil, err
	}
	s, err := skeleton.Make(recording, rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func (c command) report(out io.Writer, s *skeleton.Skeleton) {
	if c.kept {
		for _, value := range s.Kept {
			fmt.Fprintf(out, "        keeps %s\n", value)
		}
	}
}

func (c command) write(path string, body []byte) error {
	path = filepath.Join(c.root, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // test data, as the rest of the repository
		return err
	}
	return os.WriteFile(path, body, 0o644) //nolint:gosec // the same
}

// sourcesOf says where the recordings of a folder were published.
func sourcesOf(list []recipe) []byte {
	var b strings.Builder
	b.WriteString("Skeletons of recorded answers, written by `internal/cmd/skeleton`: the structure is as recorded,\nall texts, names, ids and addresses are invented. What they were made of was published as:\n\n")
	for _, r := range list {
		fmt.Fprintf(&b, "- `%s`: %s\n", r.name, r.source)
	}
	return []byte(b.String())
}
