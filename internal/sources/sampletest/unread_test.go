package sampletest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What no parser read is counted and listed, but for files that are for none of them.
func TestUnread(t *testing.T) {
	t.Parallel()
	folder, read := t.TempDir(), filepath.Join(t.TempDir(), "read")
	for _, name := range []string{"seo/pagespeed.json", "seo/pagespeed_cut.json", "seo/robots.txt", "x/a b.json", "x/a b.json.meta.json", "INDEX.md"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for names, want := range map[string]string{
		"seo/pagespeed.json\n": "2 recordings were read by no parser (refusals are among them):\n  seo/pagespeed_cut.json\n  x/a b.json\n",
		"":                     "3 recordings were read by no parser (refusals are among them):\n  seo/pagespeed.json\n  seo/pagespeed_cut.json\n  x/a b.json\n",
		"seo/pagespeed.json\nx/a b.json\nseo/pagespeed_cut.json\nx/a b.json\n": "every recording was read by a parser\n",
	} {
		if err := os.WriteFile(read, []byte(names), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := exec.CommandContext(t.Context(), "../../../tools/unread", folder, read).CombinedOutput()
		if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
			t.Errorf("%q read: got error %v, want none; output (-want +got):\n%s", names, err, diff)
		}
	}
}
