package markdown_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/pkg/markdown"
)

func TestFromHTML(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ page, want string }{
		"a page":           {"<html><head><title>T</title></head><body><p>a</body></html>", "a\n"},
		"a fragment":       {"a <b>b", "a **b**\n"},
		"nothing":          {"", ""},
		"what is hidden":   {`<p>a</p><p hidden>b</p><p style="display:none">c</p><script>d</script><button>e</button>`, "a\n"},
		"code":             {`<div class="highlight-source-go"><pre>a</pre></div>`, "```go\na\n```\n"},
		"bytes of another": {"<p>a\xff", "a\ufffd\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := markdown.FromHTML(strings.NewReader(c.page), markdown.Options{})
			if err != nil {
				t.Fatalf("FromHTML fails with %v", err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("the markdown differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFromHTMLFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	cases := map[string]struct {
		page io.Reader
		want error
	}{
		"a page that is too large": {strings.NewReader(strings.Repeat(" ", markdown.MaxBytes+1)), markdown.ErrTooLarge},
		"a reader that fails":      {iotest.ErrReader(broken), broken},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := markdown.FromHTML(c.page, markdown.Options{}); !errors.Is(err, c.want) {
				t.Errorf("got %q and error %v, want error %v", got, err, c.want)
			}
		})
	}
	if _, err := markdown.FromHTML(strings.NewReader(strings.Repeat(" ", markdown.MaxBytes)), markdown.Options{}); err != nil {
		t.Errorf("a page of MaxBytes fails with %v", err)
	}
}
