package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// held compares a text with a file of testdata, so that a change of what the stack may do, or of when it rings, is seen
// by whoever reads the change. `go test . -update` writes it anew.
func held(t *testing.T, name, text string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s mismatch, go test . -update accepts it (-want +got):\n%s", path, diff)
	}
}

// plain writes what refers to parts of the stack by their names in it, without hashes.
func plain(s *synthesis) func(raw json.RawMessage) string {
	var pairs []string
	for id, q := range s.Resources {
		name := regexp.MustCompile(`[0-9A-F]{8}$`).ReplaceAllString(id, "")
		if named := regexp.MustCompile(`"(?:QueueName|FunctionName)":"quarry-([^"]+)"`).FindSubmatch(q.Properties); named != nil && strings.Contains(q.Type, "Queue") {
			name = "queue " + string(named[1])
		}
		pairs = append(pairs, `"`+id+`"`, name)
	}
	shorter, marks := strings.NewReplacer(pairs...), strings.NewReplacer(`\u003e`, ">", `{`, "", `}`, "", `[`, "", `]`, "", `"`, "", `\`, "")
	noise := regexp.MustCompile(`Fn::(GetAtt|Join|Sub):,?|Ref:|,(Arn|TableArn|QueueName)\b`)
	return func(raw json.RawMessage) string {
		return strings.ReplaceAll(noise.ReplaceAllString(marks.Replace(shorter.Replace(string(raw))), ""), ",/", "/")
	}
}

// TestRights: what every function may do, on what, and of which rows.
func TestRights(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	roles, say := resourcesOf[role](t, s, "AWS::IAM::Role"), plain(s)
	who := map[string][]string{} // may do so
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		name, rights := strings.TrimPrefix(string(f.FunctionName), "quarry-"), ""
		for _, statement := range roles[string(f.Role)].Policies[0].PolicyDocument.Statement {
			var on, keys []string
			for _, resource := range statement.Resource {
				on = append(on, say(resource))
			}
			for _, operator := range statement.Condition {
				for key, values := range operator {
					keys = append(keys, fmt.Sprintf(", where %s is %s", key, values))
				}
			}
			rights += fmt.Sprintf("  %s\n    on %s%s\n", strings.Join(statement.Action, " "), strings.Join(on, ", "), strings.Join(keys, ""))
		}
		id := strings.NewReplacer("-", "", "_", "").Replace(name)
		rights = strings.NewReplacer("on "+id+"logs\n", "on its own log\n", "on queue jobs-"+strings.TrimPrefix(name, "worker-")+"\n", "on its own queue\n").Replace(rights)
		who[rights] = append(who[rights], name)
	}
	var all []string
	for rights, names := range who {
		slices.Sort(names)
		all = append(all, strings.Join(names, ", ")+"\n"+rights)
	}
	slices.Sort(all)
	held(t, "rights.txt", strings.Join(all, "\n"))
}

// TestWhenAlarmsRing: of what, from which value on, and for how long.
func TestWhenAlarmsRing(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	say, all := plain(s), map[string]string{}
	for _, a := range resourcesOf[map[string]json.RawMessage](t, s, "AWS::CloudWatch::Alarm") {
		name := strings.Trim(string(a["AlarmName"]), `"`)
		for _, left := range []string{"AlarmName", "AlarmDescription", "AlarmActions"} {
			delete(a, left)
		}
		for _, member := range slices.Sorted(maps.Keys(a)) {
			all[name] += fmt.Sprintf("  %s %s\n", member, say(a[member]))
		}
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text.WriteString(name + "\n" + all[name])
	}
	held(t, "alarms.txt", text.String())
}

// drawing is what a dashboard consists of.
type drawing struct {
	Start     string `json:"start"`
	Variables []struct {
		ID, Type, Pattern, InputType, DefaultValue string
		Values                                     []struct{ Label, Value string }
	} `json:"variables"`
	Widgets []struct {
		Type                string
		X, Y, Width, Height int
		Properties          map[string]json.RawMessage
	} `json:"widgets"`
}

// TestWhatTheDashboardDraws: every graph, by what it draws; no test missed one that was gone.
func TestWhatTheDashboardDraws(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	var text strings.Builder
	for _, board := range resourcesOf[struct{ DashboardName, DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard") {
		d, err := parse[drawing](json.RawMessage(bodyOf(t, s, board.DashboardBody)))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s, from %s\n", plain(s)(board.DashboardName), d.Start)
		for _, v := range d.Variables {
			fmt.Fprintf(&text, "\nchoice %s: %s of %s by %s, %s at first\n", v.ID, v.Type, v.Pattern, v.InputType, v.DefaultValue)
			for _, value := range v.Values {
				fmt.Fprintf(&text, "  %s %s\n", value.Label, value.Value)
			}
		}
		for _, w := range d.Widgets {
			title, metrics := w.Properties["title"], w.Properties["metrics"]
			fmt.Fprintf(&text, "\n%s, %s of %dx%d at %d,%d\n", unquoted(title), w.Type, w.Width, w.Height, w.X, w.Y)
			delete(w.Properties, "title")
			delete(w.Properties, "metrics")
			for _, name := range slices.Sorted(maps.Keys(w.Properties)) {
				fmt.Fprintf(&text, "  %s %s\n", name, unquoted(w.Properties[name]))
			}
			lines, err := parse[[]json.RawMessage](metrics)
			if err != nil || len(lines) == 0 {
				t.Fatalf("%s: got metrics %s, error %v; want some", title, metrics, err)
			}
			for _, line := range lines {
				fmt.Fprintf(&text, "  draws %s\n", strings.ReplaceAll(unquoted(line), " OR ", "\n    OR "))
			}
		}
	}
	held(t, "dashboard.txt", text.String())
}

// bodyOf is the JSON of a dashboard, in which what refers to parts of the stack are their names.
func bodyOf(t *testing.T, s *synthesis, body json.RawMessage) string {
	t.Helper()
	joined, err := parse[struct {
		Join []json.RawMessage `json:"Fn::Join"`
	}](body)
	if err != nil || len(joined.Join) != 2 {
		t.Fatalf("got the dashboard %s, error %v; want it joined", body, err)
	}
	parts, err := parse[[]json.RawMessage](joined.Join[1])
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, part := range parts {
		word, err := parse[string](part)
		if err != nil {
			word = plain(s)(part)
		}
		text.WriteString(word)
	}
	return text.String()
}

// unquoted is JSON without its marks.
func unquoted(raw json.RawMessage) string {
	return strings.NewReplacer(`\u003e`, ">", `\"`, "", `"`, "").Replace(string(raw))
}
