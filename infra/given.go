package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kind/option"
)

// settingsFile keeps the settings of each installation, by its stackName. Git ignores it, so that an upgrade
// neither changes it nor is stopped by it.
const settingsFile = "settings.json"

// withKept adds to what the command line and cdk.json say what a file keeps of the same installation; what they say
// wins. An emulator's stack follows from its test alone.
func withKept(said map[string]any, path string) (map[string]any, error) {
	if fmt.Sprint(said["emulated"]) == "true" {
		return said, nil
	}
	data, err := os.ReadFile(path) //nolint:gosec // the operator's own file
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("infra/%s is a link to a file that is not there", path)
		}
		return said, nil
	}
	if err != nil {
		return nil, err
	}
	var kept map[string]map[string]any
	if err := errors.Join(json.Unmarshal(data, &kept), once(data)); err != nil {
		return nil, fmt.Errorf(`infra/%s: %w: it is to be {"quarry": {"alarmEmail": "ops@example.com"}}, by the stackName of each installation`, path, err)
	}
	for name, settings := range kept {
		if _, ok := settings["stackName"]; ok {
			return nil, fmt.Errorf("infra/%s: %s has a stackName in it; what it has is of the installation %s, which the command line names", path, name, name)
		}
		if err := checkNames(settings); err != nil {
			return nil, fmt.Errorf("infra/%s: %s: %w", path, name, err)
		}
	}
	name := readSettings(said).stackName
	all := maps.Clone(kept[name])
	if all == nil {
		fmt.Fprintf(os.Stderr, "infra/%s has nothing of %s: its settings are those of the command line\n", path, name)
		all = map[string]any{}
	}
	maps.Copy(all, said)
	return all, nil
}

// once refuses a name that an object has twice, of which a reader would take the last alone. What is no JSON at all, the
// reader refuses itself.
func once(object []byte) error {
	in := json.NewDecoder(bytes.NewReader(object))
	if opening, err := in.Token(); err != nil || opening != json.Delim('{') {
		return nil //nolint:nilerr // the reader's
	}
	for seen := map[string]bool{}; in.More(); {
		var value json.RawMessage
		token, err := in.Token()
		if err != nil || in.Decode(&value) != nil {
			return nil //nolint:nilerr // the reader's
		}
		name := fmt.Sprint(token)
		if seen[name] {
			return fmt.Errorf("%s is in it twice", name)
		}
		seen[name] = true
		if err := once(value); err != nil {
			return err
		}
	}
	return nil
}

// checkNames refuses what is no setting's name and no value of it. The CDK's own names in the context have a mark of
// punctuation, but for one.
func checkNames(given map[string]any) error {
	table := new(settings).table()
	var names []string
	for _, one := range table {
		names = append(names, one.name)
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := slices.Index(names, name)
		switch {
		case at < 0 && (strings.ContainsAny(name, "@:/") || name == "cli-telemetry"):
		case at < 0:
			text := fmt.Sprintf("there is no setting %s", name)
			if word := option.Meant(name, names); word != "" {
				text += "; did you mean " + word + "?"
			}
			problems = append(problems, errors.New(text))
		case table[at].flag != nil && !slices.Contains([]string{"true", "false"}, fmt.Sprint(given[name])):
			problems = append(problems, fmt.Errorf("setting %s is %q, not true or false", name, fmt.Sprint(given[name])))
		case !isValue(given[name]):
			problems = append(problems, fmt.Errorf("setting %s is to be a text, a number, true or false; several are one text, such as \"exa,jina\" or \"url=200,rss=50\"", name))
		}
	}
	return errors.Join(problems...)
}

func isValue(v any) bool {
	switch v.(type) {
	case string, bool, float64:
		return true
	}
	return false
}
