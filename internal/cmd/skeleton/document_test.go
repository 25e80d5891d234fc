package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/probe"
	"github.com/quarryapi/quarry/internal/sources/tree"
)

const root = "../../.."

// TestDocument holds what the probe knows to the skeletons.
func TestDocument(t *testing.T) {
	t.Parallel()
	byUpstream := map[string][]recipe{}
	for _, r := range recipes {
		if r.answers != "" {
			byUpstream[r.answers] = append(byUpstream[r.answers], r)
		}
	}
	for name, list := range byUpstream {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Document(t, root+"/internal/sources/drift/shapes/"+name+".json", learnt(t, name, list))
		})
	}
}

func learnt(t *testing.T, name string, list []recipe) string {
	t.Helper()
	var surfaces []drift.Surface
	for i, r := range list {
		others := []probe.Sample{{Request: "/activate.json", Body: []byte(`{"guest_token":"1"}`)}} // of X
		for j, other := range recipes {
			// A token, and the upstream's other surfaces.
			if other.answers == name && other.request != r.request || other.name == "oauth_access_token.json" && j != i {
				others = append(others, sampleOf(t, other))
			}
		}
		shape := drift.Of(sampleOf(t, r).Body, r.data...)
		if r.name != "oauth_access_token.json" {
			var err error
			if shape, err = probe.Learn(t.Context(), name, sampleOf(t, r), others); err != nil {
				t.Fatalf("%s: got %v, want what the parser reads of it", r.name, err)
			}
		}
		same := slices.IndexFunc(surfaces, func(s drift.Surface) bool { return s.Request == r.request })
		if same < 0 {
			surfaces = append(surfaces, drift.Surface{Request: r.request, Shape: shape})
		} else {
			surfaces[same].Shape.Merge(shape)
		}
	}
	body, err := json.MarshalIndent(surfaces, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(body) + "\n"
}

func sampleOf(t *testing.T, r recipe) probe.Sample {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(root, r.path()))
	if err != nil {
		t.Fatalf("got %v, want the skeleton", err)
	}
	if r.at != "" {
		v, err := tree.ParseJSON(body)
		if err != nil {
			t.Fatalf("%s: got %v, want JSON", r.name, err)
		}
		for step := range strings.SplitSeq(r.at, "/") {
			if v.Kind == tree.List {
				v = v.Items[0]
			} else {
				v = v.Member(step)
			}
		}
		body = v.Append(nil, "")
	}
	return probe.Sample{Request: r.request, Body: body, Data: r.data, Subject: r.subject, Partial: r.partial, Optional: r.optional}
}
