package meter_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// format is what AWS's specification demands of a document, as a JSON schema:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
const format = `{
  "type": "object", "required": ["_aws"],
  "properties": {"_aws": {
    "type": "object", "required": ["Timestamp", "CloudWatchMetrics"], "additionalProperties": false,
    "properties": {
      "Timestamp": {"type": "integer"},
      "CloudWatchMetrics": {"type": "array", "items": {
        "type": "object", "required": ["Namespace", "Dimensions", "Metrics"], "additionalProperties": false,
        "properties": {
          "Namespace": {"type": "string", "minLength": 1, "maxLength": 255},
          "Dimensions": {"type": "array", "minItems": 1, "items": {
            "type": "array", "maxItems": 9, "items": {"type": "string", "minLength": 1, "maxLength": 255}}},
          "Metrics": {"type": "array", "minItems": 1, "maxItems": 100, "items": {
            "type": "object", "required": ["Name"], "additionalProperties": false,
            "properties": {
              "Name": {"type": "string", "minLength": 1, "maxLength": 255},
              "Unit": {"enum": ["Count", "Milliseconds", "Bytes", "Percent", "Seconds", "None"]}}}}
        }}}
    }}}
}`

// extract reads a line as CloudWatch Logs does, knowing nothing of who wrote it: what it makes of it are
// lines "namespace{dimension=value,…} name unit value", sorted.
func extract(t *testing.T, line []byte) []string {
	t.Helper()
	valid(t, line)
	var root map[string]any
	if err := json.Unmarshal(line, &root); err != nil {
		t.Fatalf("got line %s, error %v; want JSON", line, err)
	}
	var document struct {
		AWS struct {
			CloudWatchMetrics []struct {
				Namespace  string     `json:"Namespace"`
				Dimensions [][]string `json:"Dimensions"`
				Metrics    []struct {
					Name string `json:"Name"`
					Unit string `json:"Unit"`
				} `json:"Metrics"`
			} `json:"CloudWatchMetrics"`
		} `json:"_aws"`
	}
	if err := json.Unmarshal(line, &document); err != nil {
		t.Fatalf("got line %s, error %v; want a document", line, err)
	}
	made := map[string]bool{}
	for _, d := range document.AWS.CloudWatchMetrics {
		for _, set := range d.Dimensions {
			var pairs []string
			for _, key := range set {
				value, text := root[key].(string)
				if !text || value == "" {
					t.Errorf("got dimension %s of %v, want a text at the root of %s", key, root[key], line)
				}
				pairs = append(pairs, key+"="+value)
			}
			for _, m := range d.Metrics {
				value, number := root[m.Name].(float64)
				if !number {
					t.Errorf("got metric %s of %v, want a number at the root of %s", m.Name, root[m.Name], line)
				}
				text := fmt.Sprintf("%s{%s} %s %s %v", d.Namespace, strings.Join(pairs, ","), m.Name, m.Unit, value)
				if made[text] {
					t.Errorf("got %s twice of one line, want it counted once", text)
				}
				made[text] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(made))
}

func valid(t *testing.T, line []byte) {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(format))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("emf.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("emf.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(line)))
	if err != nil {
		t.Fatalf("got line %s, error %v; want JSON", line, err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("got line %s, error %v; want what the specification demands", line, err)
	}
}
