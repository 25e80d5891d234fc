package clean_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// TestStylesOfTheParser: where the parser knows all style elements of a page, they are those of its source.
func TestStylesOfTheParser(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"in head and body":     `<style>.a{}</style><body><p>x<style media=print>.b{}</style><style type="text/css" media="screen">.c{}</style>`,
		"of another type":      `<style type=text/less>.a{}</style><style TYPE='TEXT/CSS'>.b{}</style>`,
		"without scripts":      `<noscript><style>.a{}</style></noscript><p>x<noscript><p>y<style>.b{}</style></noscript><style>.c{}</style>`,
		"in templates":         `<template><style>.a{}</style><template><style>.b{}</style></template></template><style>.c{}</style>`,
		"no elements":          `<!-- <style>.a{}</style> --><script>"<style>.b{}</style>"</script><textarea><style>.c{}</style></textarea><p title="<style>.d{}</style>"><style>.e{}</style>`,
		"empty and unfinished": `<style></style><style/>.a{}</style><style>.b{}`,
		"in a table":           `<table><style>.a{}</style><tr><td><style>.b{}</style></table>`,
		"none":                 `<p>x`,
	}
	files, err := filepath.Glob("../extract/testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d saved pages, error %v, want some", len(files), err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = string(page)
	}
	var m dom.Memory
	for name, page := range pages {
		dom.ParseLeanIn(&m, []byte(page))
		styles, all := m.Styles()
		if !all {
			t.Errorf("%s: got not all style elements of the page, want all", name)
		}
		scanned, parsed := clean.Sheets([]byte(page), styles)
		if diff := cmp.Diff(scanned, parsed, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: got other sheets from the parser than the source has (-source +parser):\n%s", name, diff)
		}
		m.Free()
	}
	for name, page := range map[string]string{"a drawing": `<svg><style>.a{display:none}</style></svg><style>.b{}</style>`, "another tree": deep()} {
		dom.ParseLeanIn(&m, []byte(page))
		if styles, all := m.Styles(); all {
			t.Errorf("%s: got %d style elements as all, want it known that there are more", name, len(styles))
		}
		m.Free()
	}
}

// deep is a page that is nested too deeply for the standard's tree.
func deep() string {
	page := make([]byte, 0, 1<<16)
	page = append(page, "<style>.a{}</style>"...)
	for range 5000 {
		page = append(page, "<div>"...)
	}
	return string(append(page, "<style>.b{}</style>"...))
}
