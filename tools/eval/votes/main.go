// Command votes writes what other extractors find on pages, for tools/train to learn from where they agree:
// it reads paths of HTML files, one a line, and writes a line of JSON for each, an object of texts by the
// extractors' names.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"

	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/tools/eval/way"
)

func main() {
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "votes:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, paths io.Reader, out io.Writer) error {
	voters := way.Voters()
	in, to := bufio.NewScanner(paths), json.NewEncoder(out)
	for in.Scan() {
		body, err := os.ReadFile(in.Text())
		if err != nil {
			return err
		}
		body, _ = charset.Decode(body, "")
		page := way.Page{Body: body, URL: &url.URL{Scheme: "https", Host: "page.invalid", Path: "/"}}
		found := make(map[string]string, len(voters))
		for _, v := range voters {
			// One that breaks on a page finds nothing there, and so disagrees.
			found[v.Name], _ = v.Text.Safely(ctx, page)
		}
		if err := to.Encode(found); err != nil {
			return err
		}
	}
	return in.Err()
}
