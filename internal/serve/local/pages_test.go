package local_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestPagesDoWhatTheySay runs the commands of the pages for callers, from top to
// bottom, against a service with the sample web.
func TestPagesDoWhatTheySay(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("this machine has no %s", tool)
		}
	}
	info := startLocal(t)
	pages := []string{"getting-started.md", "idempotency.md", "archive.md"}
	if _, err := chromium.Find(""); err == nil {
		pages = append(pages, "rendering.md")
	}
	if _, err := exec.LookPath("jq"); err == nil {
		pages = append(pages, "crawl.md")
	}
	for _, name := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("../../../docs/" + name)
			if err != nil {
				t.Fatal(err)
			}
			var script strings.Builder
			for _, block := range shellBlock.FindAllStringSubmatch(string(text), -1) {
				script.WriteString(block[1])
			}
			if script.Len() == 0 {
				t.Fatal("the page has no commands")
			}
			cmd := exec.CommandContext(t.Context(), "bash", "-euxo", "pipefail", "-c", script.String())
			cmd.Dir = t.TempDir()
			cmd.Env = append(os.Environ(), "BASE="+info.BaseURL, "TOKEN="+info.Token)
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("got error %v, said %s; want no error", err, said)
			}
		})
	}
}
