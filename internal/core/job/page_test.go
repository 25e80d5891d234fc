package job_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
)

// TestFoundIsPacked: what is stored of a page comes back, and what does not fit is dropped and counted.
func TestFoundIsPacked(t *testing.T) {
	t.Parallel()
	few := job.Found{Final: "http://a.test/b", Canonical: "http://a.test/c", Links: []string{"http://a.test/1", "http://a.test/2"}, ETag: `"x"`, Shape: 1 << 63, Status: 404}
	packed, err := few.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := job.UnpackFound(packed)
	if diff := cmp.Diff(few, got); diff != "" || err != nil {
		t.Errorf("found mismatch, error %v (-want +got):\n%s", err, diff)
	}
	var many job.Found
	x := uint64(1)
	for range 50_000 {
		x = x*6364136223846793005 + 1442695040888963407
		many.Links = append(many.Links, fmt.Sprintf("http://a.test/%x", x))
	}
	packed, err = many.Pack()
	if err != nil || len(packed) > 48<<10 {
		t.Fatalf("got %d bytes, error %v; want at most 48 KB", len(packed), err)
	}
	got, err = job.UnpackFound(packed)
	if err != nil || got.Dropped+len(got.Links) != 50_000 || len(packed) < 40<<10 {
		t.Errorf("got %d links and %d dropped, error %v, in %d bytes; want 50000 in all, as many as fit into 48 KB", len(got.Links), got.Dropped, err, len(packed))
	}
	if got, err := job.UnpackFound(nil); err != nil || len(got.Links) != 0 {
		t.Errorf("got %v, error %v of nothing; want nothing", got, err)
	}
}

// TestMarks: a mark is one try of one page.
func TestMarks(t *testing.T) {
	t.Parallel()
	seen := map[int64]bool{}
	for number := range int64(50) {
		for try := range job.Marks {
			p := job.Page{CrawlID: "crl_1", Number: number, Try: try}
			if got := job.PageOf("crl_1", p.Mark()); got != p || seen[p.Mark()] {
				t.Errorf("got %+v of the mark of %+v, want the same and no other", got, p)
			}
			seen[p.Mark()] = true
		}
	}
}

// FuzzUnpackFound reads any bytes, of a row that may be broken.
func FuzzUnpackFound(f *testing.F) {
	for _, found := range []job.Found{{}, {Links: []string{"http://a.test/"}, Same: true}} {
		packed, err := found.Pack()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		if found, err := job.UnpackFound(packed); err == nil {
			if _, err := found.Pack(); err != nil {
				t.Errorf("got error %v, want what was read written", err)
			}
		}
	})
}
