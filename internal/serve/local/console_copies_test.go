package local_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var copiesFile = flag.String("copies", "", "write the calls that the playground copies into this file, for tools/clients/copied.mjs")

// copied is a call as the playground copies it, in each language.
type copied struct {
	Call    string            `json:"call"`
	Path    string            `json:"path"`
	Example any               `json:"example,omitempty"` // what it was made from; absent where each field was filled
	Body    any               `json:"body"`
	Texts   map[string]string `json:"texts"`
}

// TestConsoleCopies: what each call of the playground is copied as has the example that was chosen, in all languages. The texts
// themselves run in `make clients-test`, which has the clients.
func TestConsoleCopies(t *testing.T) {
	t.Parallel()
	d := openDesk(t, httptest.NewServer(http.NotFoundHandler()))
	d.Page = d.Timeout(patience)
	d.MustNavigate(d.info.ConsoleURL)
	d.MustElementR("h1", "Playground")
	var all []copied
	if err := json.Unmarshal([]byte(d.MustEval(copyAll).Str()), &all); err != nil {
		t.Fatalf("what was copied: got error %v, want JSON", err)
	}
	calls := map[string]bool{}
	for i, c := range all {
		calls[c.Call] = true
		_, body, _ := strings.Cut(c.Texts["CLI"], "<<'JSON'\n")
		if err := json.Unmarshal([]byte(strings.TrimSuffix(body, "\nJSON\n")), &all[i].Body); err != nil {
			t.Errorf("%s for the command line: got %v of %s, want a body of JSON", c.Call, err, body)
		}
		if len(c.Texts) != 5 {
			t.Errorf("%s: got %d languages, want 5", c.Call, len(c.Texts))
		}
		if c.Example == nil {
			continue
		}
		if diff := cmp.Diff(c.Example, all[i].Body); diff != "" {
			t.Errorf("%s: example and copied body differ (-want +got):\n%s", c.Call, diff)
		}
	}
	if want := d.MustEval(`() => document.querySelectorAll("#call option").length`).Int(); len(calls) != want || want == 0 {
		t.Errorf("got copies of %d calls, want %d", len(calls), want)
	}
	if *copiesFile == "" {
		return
	}
	raw, err := json.Marshal(map[string]any{"origin": d.info.BaseURL, "copies": all})
	if err != nil {
		t.Fatalf("writing the copies: got error %v", err)
	}
	if err := os.WriteFile(*copiesFile, raw, 0o600); err != nil {
		t.Fatalf("writing the copies: got error %v", err)
	}
}

// copyAll chooses each example of each call, fills in every field, and writes an awkward text; and takes each time what
// is offered to be copied.
const copyAll = `async () => {
	const described = await (await fetch("/openapi.json")).json();
	const all = [];
	const texts = () => Object.fromEntries([...document.querySelectorAll(".output [role=tab]")].filter((tab) => tab.closest("section").querySelector("h2")?.textContent === "The same call elsewhere").map((tab) => {
		const within = tab.closest("section"), name = tab.textContent;
		[...within.querySelectorAll("[role=tab]")].find((t) => t.textContent === name).click();
		return [name, [...within.querySelectorAll("pre")].find((p) => p.checkVisibility()).textContent];
	}));
	// plain is an example as the form has it: without what is said anyway, words in the order of the boxes, and a list
	// that is one text with its items between commas.
	const plain = (example, schema) => {
		const of = described.components.schemas[schema.$ref.split("/").pop()].properties;
		return Object.fromEntries(Object.entries(example).filter(([name, value]) => !(of[name].enum && of[name].default === value)).map(([name, value]) => {
			const words = of[name].items?.enum;
			if (words) return [name, words.filter((w) => value.includes(w))];
			const list = of[name].anyOf?.some((s) => s.type === "array");
			return [name, list && typeof value === "string" ? value.split(",") : value];
		}));
	};
	for (const call of [...document.querySelectorAll("#call option")].map((o) => o.value)) {
		const before = document.getElementById("call");
		location.hash = "#/playground/" + call;
		while (document.getElementById("call") === before || !document.querySelector("form .fields")) await new Promise((then) => setTimeout(then, 10));
		const path = document.querySelector(".route code").textContent;
		const content = described.paths[path].post.requestBody.content["application/json"];
		const examples = Object.values(content.examples);
		for (const { summary, value } of examples) {
			[...document.querySelectorAll(".chip")].find((chip) => chip.textContent === summary).click();
			all.push({ call, path, example: plain(value, content.schema), texts: texts() });
		}
		for (const input of document.querySelectorAll("form .fields :is(input, select, textarea)")) {
			if (input.type === "checkbox") input.checked = true;
			else if (input.tagName === "SELECT") input.value = input.options[input.options.length - 1].value;
			else if (input.type === "number") input.value = input.placeholder || "1";
			else if (input.placeholder === "JSON") continue;
			else if (input.placeholder.startsWith("name: value")) input.value = "A: it's \"b\"";
			else input.value = "it's \"quoted\" ` + "`so`" + ` $HOME $(x) ${x} %s \\n \\ €🙂 </x>";
			input.dispatchEvent(new Event(input.type === "checkbox" || input.tagName === "SELECT" ? "change" : "input"));
		}
		all.push({ call, path, texts: texts() });
	}
	return JSON.stringify(all);
}`
