package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
)

// inDocs is a file of the documentation.
func inDocs(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../../docs", name))
	if err != nil {
		t.Fatalf("%s: got error %v, want none", name, err)
	}
	return content
}

// everything is the grammar with the flags of all commands.
func everything(t *testing.T) *kong.Kong {
	t.Helper()
	k, err := grammar(t.Context(), streams{nil, &bytes.Buffer{}, &bytes.Buffer{}}, func(*calls.Command) bool { return true })
	if err != nil {
		t.Fatalf("the grammar: got error %v, want none", err)
	}
	return k
}

// TestEveryOperationHasACommand: each operation of the document for clients, and each stream, is a
// command, no two of one name.
func TestEveryOperationHasACommand(t *testing.T) {
	t.Parallel()
	all, err := calls.All()
	if err != nil {
		t.Fatalf("the commands: got error %v, want none", err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(inDocs(t, "openapi.client.json"), &document); err != nil {
		t.Fatalf("the document: got error %v, want none", err)
	}
	have, names := map[string]bool{}, map[string]string{}
	for _, c := range all {
		have[c.ID] = true
		if other := names[c.Name()]; other != "" {
			t.Errorf("got the command %q for %s and %s, want two names", c.Name(), other, c.ID)
		}
		names[c.Name()] = c.ID
	}
	count := 0
	for path, methods := range document.Paths {
		for method, o := range methods {
			if count++; !have[o.OperationID] {
				t.Errorf("%s %s: got no command for %s, want one", method, path, o.OperationID)
			}
		}
	}
	if count < 50 {
		t.Errorf("got %d operations in the document, want 50 or more", count)
	}
	k := everything(t)
	for _, c := range all {
		if nodeOf(k, c.Words) == nil {
			t.Errorf("got no command %q in the grammar, want one", c.Name())
		}
	}
}

func nodeOf(k *kong.Kong, words []string) *kong.Node {
	node := k.Model.Node
	for _, word := range words {
		if node = find(node, word); node == nil {
			return nil
		}
	}
	return node
}

// TestEveryMemberHasAFlag: what a body or a query can have is a flag of its command, those of
// objects within, too.
func TestEveryMemberHasAFlag(t *testing.T) {
	t.Parallel()
	var d struct {
		Paths      map[string]map[string]operation `json:"paths"`
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(inDocs(t, "openapi.json"), &d); err != nil {
		t.Fatalf("the document: got error %v, want none", err)
	}
	all, err := calls.All()
	if err != nil {
		t.Fatalf("the commands: got error %v, want none", err)
	}
	flags := 0
	for _, c := range all {
		o := d.Paths[c.Path][strings.ToLower(c.Method)]
		var want []string
		for _, p := range o.Parameters {
			if p.In != "header" {
				want = append(want, p.Name)
			}
		}
		for _, body := range o.RequestBody.Content {
			want = append(want, membersOf(d.Components.Schemas, body.Schema, "")...)
		}
		want = slices.DeleteFunc(want, func(name string) bool { return name == "idempotencyKey" || c.Preset[name] != nil })
		var got []string
		for _, i := range c.Inputs() {
			got = append(got, strings.Join(i.Member, "."))
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: flags mismatch (-document +commands):\n%s", c.Name(), diff)
		}
		flags += len(got)
	}
	if flags < 500 {
		t.Errorf("got %d flags, want 500 or more", flags)
	}
}

type operation struct {
	Parameters []struct {
		Name string `json:"name"`
		In   string `json:"in"`
	} `json:"parameters"`
	RequestBody struct {
		Content map[string]struct {
			Schema schema `json:"schema"`
		} `json:"content"`
	} `json:"requestBody"`
}

type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Properties map[string]schema `json:"properties"`
	Additional any               `json:"additionalProperties"`
}

// membersOf are the members of a schema that are no objects with members of their own.
func membersOf(all map[string]schema, s schema, at string) []string {
	if s.Ref != "" {
		s = all[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	if len(s.Properties) == 0 {
		if at == "" || s.Type == "object" && s.Additional == false {
			return nil // options that are to come
		}
		return []string{at}
	}
	var names []string
	for name, member := range s.Properties {
		if at != "" {
			name = at + "." + name
		}
		names = append(names, membersOf(all, member, name)...)
	}
	return names
}

// TestExamplesAsCommands: each example of the reference, written as a command, makes the body that it
// is, by the grammar itself; and has a price, or is refused as the service would.
func TestExamplesAsCommands(t *testing.T) {
	t.Parallel()
	all, err := calls.All()
	if err != nil {
		t.Fatalf("the commands: got error %v, want none", err)
	}
	examples := 0
	for _, c := range all {
		if c.Body == nil || c.Preset != nil {
			continue
		}
		for _, e := range c.Body.Examples {
			raw, err := json.Marshal(e.Value)
			if err != nil {
				t.Fatalf("%s: got error %v, want none", c.Name(), err)
			}
			want := decoded(t, raw)
			args, flags, known := c.Parts(want)
			if !known {
				t.Errorf("%s: got no flags for all of %s", c.Name(), raw)
				continue
			}
			examples++
			if strings.Contains(c.Path, "{") {
				args = append(args, "whe_x")
			}
			got := bodyOf(t, c, slices.Concat(c.Words, args, flags))
			if diff := cmp.Diff(alone(want), alone(got)); diff != "" {
				t.Errorf("%s: body mismatch (-want +got):\n%s", c.Name(), diff)
			}
			if c.Kind == nil {
				continue
			}
			if price, err := c.Price(want); err != nil || price.Credits <= 0 {
				t.Errorf("%s %s: got price %v, error %v; want some credits", c.Name(), raw, price, err)
			}
		}
	}
	if examples < 60 {
		t.Errorf("got %d examples, want 60 or more", examples)
	}
}

// alone is a body with each list of one text as the text, since members that can be either are sent so.
func alone(body map[string]any) map[string]any {
	body = maps.Clone(body)
	for name, v := range body {
		if list, ok := v.([]any); ok && len(list) == 1 {
			if text, ok := list[0].(string); ok {
				body[name] = text
			}
		}
	}
	return body
}

// bodyOf parses a command line and returns the body that it makes.
func bodyOf(t *testing.T, c *calls.Command, args []string) map[string]any {
	t.Helper()
	k, err := grammar(t.Context(), streams{nil, &bytes.Buffer{}, &bytes.Buffer{}}, func(other *calls.Command) bool { return other.ID == c.ID })
	if err != nil {
		t.Fatalf("the grammar: got error %v, want none", err)
	}
	parsed, err := k.Parse(args)
	if err != nil {
		t.Errorf("%v: got error %v, want none", args, err)
		return nil
	}
	command, ok := reflect.TypeAssert[*callCommand](parsed.Selected().Target.Addr())
	if !ok {
		t.Fatalf("%v: got %v, want a call", args, parsed.Selected().Target.Type())
	}
	_, body, err := command.request(streams{})
	if err != nil {
		t.Errorf("%v: got error %v, want none", args, err)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("%v: got error %v, want none", args, err)
	}
	return decoded(t, raw)
}

func decoded(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v map[string]any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%s: got error %v, want JSON", raw, err)
	}
	return v
}

// TestHelpSaysThePrice, shows examples as commands, and says what the call is about.
func TestHelpSaysThePrice(t *testing.T) {
	t.Parallel()
	out, _, code := runQuarry(t, "research", "--help")
	for _, want := range []string{"Price: 50 credits (research.standard), 150 credits (research.complex).", "quarry research ", "--topic-summary", "--dry-run"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("got exit code %d, %s; want %q in it", code, out, want)
		}
	}
}

// TestNoFlagTakesAToken: what stands on a command line stays in the shell's history.
func TestNoFlagTakesAToken(t *testing.T) {
	t.Parallel()
	allowed := []string{"token-file"}
	_ = kong.Visit(everything(t).Model.Node, func(n kong.Visitable, next kong.Next) error {
		if f, ok := n.(*kong.Flag); ok && (strings.Contains(f.Name, "token") || strings.Contains(f.Name, "secret") || strings.Contains(f.Name, "password")) && !slices.Contains(allowed, f.Name) && f.Name != "max-tokens" {
			t.Errorf("got the flag --%s, want none that takes a secret", f.Name)
		}
		return next(nil)
	})
}
