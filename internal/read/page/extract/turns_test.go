package extract_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// TestOneAfterTheOther: an engine keeps memory from page to page, and nothing of what a page said may be
// found in the result of another, nor change in a result that was returned.
func TestOneAfterTheOther(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) < 5 {
		t.Fatalf("got %d pages, want more: %v", len(files), err)
	}
	o := extract.Options{Parts: all, OnlyMainContent: true, Comments: true}
	shared := newEngine()
	one := func(e *extract.Engine, file string) *page.Page {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			return nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		p, err := e.Extract(ctx, source(t, "text/html", body), o)
		if err != nil {
			t.Errorf("%s: got error %v, want none", file, err)
		}
		return p
	}
	want := map[string]*page.Page{}
	for _, file := range files {
		want[file] = one(newEngine(), file)
	}
	var readers sync.WaitGroup
	for offset := range 4 {
		readers.Go(func() {
			var got []*page.Page
			order := slices.Concat(files[offset:], files[:offset])
			for _, file := range order {
				got = append(got, one(shared, file))
			}
			for i, file := range order {
				if diff := cmp.Diff(want[file], got[i]); diff != "" {
					t.Errorf("%s among others (-alone +among others):\n%s", file, diff)
				}
			}
		})
	}
	readers.Wait()
}

// TestNoNodes: a page that was read holds no part of a tree, whose memory is used again.
func TestNoNodes(t *testing.T) {
	t.Parallel()
	known := map[reflect.Type]bool{}
	var look func(of reflect.Type, path string)
	look = func(of reflect.Type, path string) {
		if of == reflect.TypeFor[html.Node]() || of == reflect.TypeFor[html.Attribute]() {
			t.Errorf("got %s in a page at %s, want none", of, path)
		}
		if known[of] {
			return
		}
		known[of] = true
		switch of.Kind() { //nolint:exhaustive // others hold nothing
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(of.Elem(), path+"[]")
		case reflect.Map:
			look(of.Key(), path+" key")
			look(of.Elem(), path+"[]")
		case reflect.Struct:
			for field := range of.Fields() {
				look(field.Type, path+"."+field.Name)
			}
		}
	}
	look(reflect.TypeFor[page.Page](), "page")
}
