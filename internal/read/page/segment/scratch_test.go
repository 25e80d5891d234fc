package segment_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// TestScratch: pages that are cut one after the other are as those that are cut on their own.
func TestScratch(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../extract/testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("got no pages, want some: %v", err)
	}
	var s segment.Scratch
	for range 2 {
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			root := dom.Body(dom.Parse(body))
			got, want := s.Cut(root), segment.Cut(root)
			if len(got.Blocks) != len(want.Blocks) || len(got.Elements) != len(want.Elements) {
				t.Fatalf("%s: got %d blocks and %d elements, want %d and %d", file, len(got.Blocks), len(got.Elements), len(want.Blocks), len(want.Elements))
			}
			for i := range want.Blocks {
				if !reflect.DeepEqual(got.Blocks[i], want.Blocks[i]) {
					t.Fatalf("%s: got block %+v, want %+v", file, got.Blocks[i], want.Blocks[i])
				}
			}
			for i := range want.Elements {
				if got.Elements[i] != want.Elements[i] {
					t.Fatalf("%s: got element %+v, want %+v", file, got.Elements[i], want.Elements[i])
				}
			}
			elements := got.Elements
			if !s.Free() {
				t.Errorf("%s: got memory that is not worth being kept, want it to be", file)
			}
			if len(elements) > 0 && elements[0].Node != nil {
				t.Errorf("%s: got an element of a page that was freed, want none", file)
			}
		}
	}
}
