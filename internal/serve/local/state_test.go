package local_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local"
)

func options(dir string) local.Options {
	return local.Options{Listen: "127.0.0.1:0", DataDir: dir, Log: slog.New(slog.DiscardHandler)}
}

// image copies a data folder. While a service runs over it, that is what kill -9 leaves.
func image(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// images are the folders of a service: one that was killed and one that was closed.
func images(t *testing.T) (killed, closed string) {
	t.Helper()
	dir := t.TempDir()
	s, err := local.Start(t.Context(), options(dir))
	if err != nil {
		t.Fatal(err)
	}
	killed = image(t, dir)
	s.Close()
	return killed, image(t, dir)
}

// TestDamagedFolderIsRefused: whatever a folder lost, the start is refused with the way to
// restore it, and nothing in it is changed.
func TestDamagedFolderIsRefused(t *testing.T) {
	t.Parallel()
	killed, closed := images(t)
	foreign, foreignClosed := images(t)
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { t.Helper(); must(t, os.Remove(filepath.Join(dir, name))) }
	}
	cut := func(name string, size int64) func(*testing.T, string) {
		return func(t *testing.T, dir string) { t.Helper(); must(t, os.Truncate(filepath.Join(dir, name), size)) }
	}
	replace := func(name, from string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			raw, err := os.ReadFile(filepath.Join(from, name))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, name), raw, 0o600))
		}
	}
	for name, c := range map[string]struct {
		from  string
		spoil func(t *testing.T, dir string)
		says  string
	}{
		"tables gone":       {closed, remove("tables.db"), "tables.db is missing"},
		"tables emptied":    {closed, cut("tables.db", 0), "empty or cut off"},
		"tables cut off":    {closed, cut("tables.db", 20_000), "is cut off"},
		"tables of another": {closed, replace("tables.db", foreignClosed), "that of another folder"},
		"tables are junk": {closed, func(t *testing.T, dir string) {
			t.Helper()
			must(t, os.WriteFile(filepath.Join(dir, "tables.db"), make([]byte, 60_000), 0o600))
		}, "is not a database"},
		"killed, log gone":       {killed, remove("tables.db-wal"), "tables.db-wal is missing or empty"},
		"killed, log emptied":    {killed, cut("tables.db-wal", 0), "tables.db-wal is missing or empty"},
		"killed, log of another": {killed, replace("tables.db-wal", foreign), "of another database"},
		"killed, log half":       {killed, cut("tables.db-wal", 9_000), "is damaged"},
		"local.json gone":        {closed, remove("local.json"), "local.json is missing"},
		"local.json half":        {closed, cut("local.json", 100), "local.json is broken"},
		"local.json of nobody": {closed, func(t *testing.T, dir string) {
			t.Helper()
			must(t, os.WriteFile(filepath.Join(dir, "local.json"), []byte("{}"), 0o600))
		}, "does not say which tables"},
		"local.json of another": {closed, replace("local.json", foreignClosed), "that of another folder"},
		"pages overwritten": {closed, func(t *testing.T, dir string) {
			t.Helper()
			path := filepath.Join(dir, "tables.db")
			raw, err := os.ReadFile(path)
			must(t, err)
			for i := 4096; i < len(raw); i++ {
				raw[i] = 0xff
			}
			must(t, os.WriteFile(path, raw, 0o600))
		}, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := image(t, c.from)
			c.spoil(t, dir)
			before := contents(t, dir)
			s, err := local.Start(t.Context(), options(dir))
			if err == nil {
				s.Close()
				t.Fatalf("got a service of %s, want a refusal", s.Info().OrganizationID)
			}
			if !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "move it away") {
				t.Errorf("got error %v, want %q and what to do", err, c.says)
			}
			if c.says == "cannot be read" || c.says == "is damaged" {
				return // the engine had to open it to see
			}
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Errorf("the folder was changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestSoundFolderStartsAgain: a folder of a service that was killed or closed keeps its
// organization, and so does one whose first start was interrupted.
func TestSoundFolderStartsAgain(t *testing.T) {
	t.Parallel()
	killed, closed := images(t)
	for name, dir := range map[string]string{"killed": killed, "closed": closed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			was, err := local.ReadInfo(dir)
			must(t, err)
			s, err := local.Start(t.Context(), options(dir))
			if err != nil {
				t.Fatalf("got error %v, want a service", err)
			}
			t.Cleanup(s.Close)
			if s.Info().OrganizationID != was.OrganizationID || s.Info().Token != was.Token {
				t.Errorf("got organization %s, want %s and its token", s.Info().OrganizationID, was.OrganizationID)
			}
		})
	}
	t.Run("a first start that did not end", func(t *testing.T) {
		t.Parallel()
		dir := image(t, closed)
		info, err := local.ReadInfo(dir)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, "local.json"), fmt.Appendf(nil, `{"tables":%q}`, info.Tables), 0o600))
		s, err := local.Start(t.Context(), options(dir))
		if err != nil {
			t.Fatalf("got error %v, want a service", err)
		}
		s.Close()
	})
}

// TestFolderInUse: a second service is refused and leaves the first one's folder alone.
func TestFolderInUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := local.Start(t.Context(), options(dir))
	must(t, err)
	t.Cleanup(s.Close)
	if _, err := local.Start(t.Context(), options(dir)); err == nil || !strings.Contains(err.Error(), "held by another process") {
		t.Errorf("got error %v, want that the folder is in use", err)
	}
	if info, err := local.ReadInfo(dir); err != nil || !info.Running {
		t.Errorf("got info %+v, error %v; want it running, no error", info, err)
	}
}

// TestOtherTablesAreRefused: tables that another program wrote, or a later form of ours, are named and left alone.
func TestOtherTablesAreRefused(t *testing.T) {
	t.Parallel()
	_, closed := images(t)
	for _, engine := range []string{"dynoxide 1.2.1", "quarry 1", "quarry 3"} {
		dir := image(t, closed)
		path := filepath.Join(dir, "local.json")
		raw, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path, bytes.ReplaceAll(raw, []byte(`"quarry 2"`), []byte(`"`+engine+`"`)), 0o600))
		before := contents(t, dir)
		s, err := local.Start(t.Context(), options(dir))
		if err == nil {
			s.Close()
			t.Fatalf("tables of %s: got a service, want a refusal", engine)
		}
		if !strings.Contains(err.Error(), engine) || !strings.Contains(err.Error(), "move it away") {
			t.Errorf("tables of %s: got error %v, want whose they are and what to do", engine, err)
		}
		if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
			t.Errorf("tables of %s: the folder was changed (-before +after):\n%s", engine, diff)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// contents reads all files of a folder but those that only a lock needs.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".lock") {
			return err
		}
		raw, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(raw)
		return err
	}))
	return all
}

// status is what a path of a service answers.
func status(t *testing.T, info *local.Info, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, info.BaseURL+path, strings.NewReader(body))
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+info.Token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	must(t, err)
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode, readAll(t, res.Body)
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	raw, err := io.ReadAll(r)
	must(t, err)
	return string(raw)
}
