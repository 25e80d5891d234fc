// Package corpustest writes small sets of pages in the layout of the real ones.
package corpustest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Put writes a file below the folder: a string as it is, anything else as JSON. One
// named .gz is compressed.
func Put(tb testing.TB, folder, name string, content any) {
	tb.Helper()
	body, ok := content.(string)
	if !ok {
		raw, err := json.Marshal(content)
		if err != nil {
			tb.Fatal(err)
		}
		body = string(raw)
	}
	if strings.HasSuffix(name, ".gz") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(body)); err != nil {
			tb.Fatal(err)
		}
		if err := z.Close(); err != nil {
			tb.Fatal(err)
		}
		body = b.String()
	}
	name = filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
		tb.Fatal(err)
	}
}

type object = map[string]any

// Folder returns a folder with sets of few small pages in the layout of the real ones.
func Folder(tb testing.TB) string {
	tb.Helper()
	folder := tb.TempDir()
	truths := object{}
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		truths[id] = object{"articleBody": "Text " + id, "url": "https://site.example/" + id}
		Put(tb, folder, "aeb/html/"+id+".html.gz", "<p>Text "+id)
	}
	Put(tb, folder, "aeb/ground-truth.json", truths)
	for split, ids := range map[string][]string{"dev": {"1", "2", "3"}, "test": {"2", "3", "4"}} {
		for _, id := range ids {
			body := "<p>Page " + id
			if id == "3" {
				body += " of " + split // another page under the same name
			}
			Put(tb, folder, "wcxb/"+split+"/html/"+id+".html.gz", body)
			Put(tb, folder, "wcxb/"+split+"/ground-truth/"+id+".json", object{
				"url": "https://site.example/" + id, "_internal": object{"page_type": object{"primary": map[string]string{"1": "category", "2": "", "3": "forum", "4": "product"}[id]}},
				"ground_truth": object{"main_content": "Page " + id, "with": []string{"Page"}, "without": []string{"Menu"}},
			})
		}
	}
	Put(tb, folder, "wcxb/dev/ground-truth/1.json", object{"_internal": object{"page_type": "category"}, "ground_truth": object{"main_content": nil}})
	Put(tb, folder, "traf/tests/evaldata.json", object{
		"https://site.example/x": object{"file": "x.html", "with": []string{"words"}, "without": []string{"Menu"}},
		"https://site.example/y": object{"file": "y.html", "with": []string{"words"}, "without": []string{"Menu"}},
	})
	Put(tb, folder, "traf/tests/cache/x.html", "<meta charset=iso-8859-1><p>Caf\xe9 words")
	Put(tb, folder, "traf/tests/eval/x.html", "<p>another")
	Put(tb, folder, "traf/tests/eval/y.html", "<p>words")
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "z"} {
		for set, page := range map[string]string{"dragnet_data": "<p>", "cleaneval-final": "<text id=\"https://site.example/" + id + "\" encoding=\"utf8\"><p>"} {
			Put(tb, folder, "merged/"+set+"/input/"+id+".html", page+"Text "+id)
			if id != "z" {
				Put(tb, folder, "merged/"+set+"/GoldStandard/"+id+".txt", "URL: https://site.example/"+id+"\n<h>Text <p>"+id+"\n!@#$%^&*()  COMMENTS\nFirst!")
			}
		}
	}
	return folder
}
