package rdap_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/rdap"
)

// Each saved answer is in the form of one kind of service.
func TestParse(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("got files %q, error %v; want no error, at least 4 files", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			domain, err := rdap.Parse(body, "marsh.example")
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, filepath.Join("testdata/golden", filepath.Base(file)), domain)
		})
	}
}

// Some registries call the last change the last update, which the last update of their
// database is not.
func TestLastUpdate(t *testing.T) {
	t.Parallel()
	d, err := rdap.Parse([]byte(`{"objectClassName":"domain","ldhName":"marsh.example","events":[{"eventAction":"last update","eventDate":"2024-06-01T00:00:00Z"},
		{"eventAction":"last update of RDAP database","eventDate":"2026-06-01T00:00:00Z"}]}`), "marsh.example")
	if err != nil || d.Updated.Format(time.DateOnly) != "2024-06-01" {
		t.Errorf("got %+v, error %v; want Updated on 2024-06-01, no error", d, err)
	}
}

func TestParseFailures(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a page":         `<html>`,
		"cut off":        `{"objectClassName":"domain","ldhName":"marsh.ex`,
		"nothing":        ``,
		"a list":         `[]`,
		"no name":        `{"objectClassName":"domain"}`,
		"another domain": `{"objectClassName":"domain","ldhName":"other.example"}`,
		"an entity":      `{"objectClassName":"entity","handle":"X"}`,
		"an error":       `{"errorCode":500,"title":"no"}`,
	} {
		if d, err := rdap.Parse([]byte(body), "marsh.example"); err == nil || errors.Is(err, rdap.ErrNotRegistered) {
			t.Errorf("%s: got domain %+v, error %v; want an error, error other than %v", name, d, err, rdap.ErrNotRegistered)
		}
	}
	if _, err := rdap.Parse([]byte(`{"errorCode":404,"title":"Not Found","description":["no"]}`), "marsh.example"); !errors.Is(err, rdap.ErrNotRegistered) {
		t.Errorf("got error %v, want error %v", err, rdap.ErrNotRegistered)
	}
}

// Entities within entities without end take no more time than their bytes.
func TestParseNesting(t *testing.T) {
	t.Parallel()
	const depth = 4900
	body := `{"objectClassName":"domain","ldhName":"marsh.example","entities":[` +
		strings.Repeat(`{"roles":["registrar"],"entities":[`, depth) + strings.Repeat(`]}`, depth) + `]}`
	begin := time.Now()
	if _, err := rdap.Parse([]byte(body), "marsh.example"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestBases(t *testing.T) {
	t.Parallel()
	var file rdap.Bootstrap
	err := json.Unmarshal([]byte(`{"version":"1.0","publication":"2025-06-01T00:00:00Z","services":[
		[["com","NET"],["http://rdap.a.example/","https://rdap.a.example/v1"]],
		[["uz"],["http://rdap.b.example:9000/"]],
		[["none"],[]],
		[["broken"]],
		[["owner@c.example"],["three"],["https://rdap.c.example/"]]
	]}`), &file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"com": "https://rdap.a.example/v1/", "net": "https://rdap.a.example/v1/", "uz": "http://rdap.b.example:9000/", "three": "https://rdap.c.example/",
	}
	if diff := cmp.Diff(want, file.Bases()); diff != "" {
		t.Errorf("Bases mismatch (-want +got):\n%s", diff)
	}
}
