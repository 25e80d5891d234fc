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
