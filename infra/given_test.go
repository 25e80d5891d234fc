package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNamesAndFlagsAreChecked: a misspelt setting is none, and would be missed only when nobody was told of an alarm.
func TestNamesAndFlagsAreChecked(t *testing.T) {
	t.Parallel()
	context, err := cliContext() // of the CDK
	if err != nil {
		t.Fatal(err)
	}
	context["rollout"], context["alarmEmail"], context["budget"] = "true", "ops@example.com", 50.0
	if err := checkNames(context); err != nil {
		t.Errorf("got error %v of cdk.json and settings, want none", err)
	}
	for _, c := range []struct {
		name, says string
		value      any
	}{
		{"alarmMail", "no setting alarmMail; did you mean alarmEmail?", "ops@example.com"},
		{"alarmemail", "did you mean alarmEmail?", "ops@example.com"},
		{"Model", "did you mean model?", "openai:gpt"},
		{"colour", "no setting colour", "red"},
		{"rollout", `rollout is "yes", not true or false`, "yes"},
		{"dashboard", `dashboard is "1", not true or false`, 1.0},
		{"sources", "sources is to be a text", map[string]any{"crux": "https://crux.example.com"}},
	} {
		if err := checkNames(map[string]any{c.name: c.value}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s=%v: got error %v, want one that says %q", c.name, c.value, err, c.says)
		}
	}
}

// TestSettingsAreKept: those of a file belong to one installation, and the command line wins.
func TestSettingsAreKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), settingsFile)
	read := func(text string, said map[string]any) (map[string]any, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return withKept(said, path)
	}
	const two = `{"quarry":{"alarmEmail":"a@example.com","rollout":true},"second":{"logDays":90}}`
	for name, c := range map[string]struct{ said, want map[string]any }{
		"the first":           {map[string]any{}, map[string]any{"alarmEmail": "a@example.com", "rollout": true}},
		"the command line":    {map[string]any{"rollout": "false"}, map[string]any{"alarmEmail": "a@example.com", "rollout": "false"}},
		"another":             {map[string]any{"stackName": "second"}, map[string]any{"stackName": "second", "logDays": 90.0}},
		"one that is unknown": {map[string]any{"stackName": "third"}, map[string]any{"stackName": "third"}},
		"an emulator's":       {map[string]any{"emulated": "true"}, map[string]any{"emulated": "true"}},
	} {
		got, err := read(two, c.said)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: got error %v, settings mismatch (-want +got):\n%s", name, err, diff)
		}
	}
	// What a text says is checked of the installation that is deployed.
	if _, err := read(`{"quarry":{"logDays":7},"second":{"logDays":"a week","model":"none yet"}}`, map[string]any{}); err != nil {
		t.Errorf("got error %v of another's texts, want none before it is deployed", err)
	}
	for text, says := range map[string]string{
		`{"quarry":{"alarmMail":"a@example.com"}}`:                   "settings.json: quarry: there is no setting alarmMail",
		`{"second":{"rollout":"on"}}`:                                "not true or false", // also those of another
		`{"quarry":{"stackName":"second"}}`:                          "stackName",
		`{"alarmEmail":"a@example.com"}`:                             "by the stackName",
		`{"quarry":`:                                                 "by the stackName",
		`{"quarry":{"logDays":7},"quarry":{"rollout":true}}`:         "quarry is in it twice", // the second would win
		`{"quarry":{"logDays":7,"logDays":30}}`:                      "logDays is in it twice",
		`{"quarry":{"sources":{"crux":"https://crux.example.com"}}}`: "sources is to be a text",
	} {
		if _, err := read(text, map[string]any{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got error %v, want one that says %q", text, err, says)
		}
	}
	if err := os.Symlink(path+".gone", path+".link"); err != nil {
		t.Fatal(err)
	}
	if _, err := withKept(map[string]any{}, path+".link"); err == nil || !strings.Contains(err.Error(), "a link to a file that is not there") {
		t.Errorf("got error %v of a link to nothing, want one: the settings would be gone without a word", err)
	}
	if got, err := withKept(map[string]any{"logDays": "7"}, path+".none"); err != nil || got["logDays"] != "7" {
		t.Errorf("got %v, error %v without a file, want what was said", got, err)
	}
}
