// Package clientdoc makes of the API's OpenAPI document the one that generators of
// clients read: the same operations and shapes, in OpenAPI 3.0, small, and so written that
// the generated code is pleasant. What jobs and what calls have in common is said once, each
// answer has a name, all errors are of one type, no default makes a field required, and the
// events of webhooks are among the schemas. It must not know operations or Go types: it
// reads the document alone.
package clientdoc

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/api/openapi/inorder"
)

// object is a JSON object.
type object = map[string]any

const schemaPrefix = "#/components/schemas/"

// The names of schemas that the full document does not have.
const (
	nameJob    = "Job"         // what all jobs have
	nameCall   = "CallOptions" // what all calls that make jobs take
	nameAnyJob = "AnyJob"      // a job of any kind
)

// extensions are schemas, each with one whose members it all has alike.
var extensions = [][2]string{
	{"AdsCandidate", "AdsAdvertiser"},
	{"Batch", "BatchSummary"},
	{"ChannelChannel", "SocialProfile"},
	{"MentionsMention", "SocialItem"},
	{"RedditProfile", "SocialProfile"},
	{"SearchAnswerItem", "SearchItem"},
	{"SocialEngagementActor", "SocialAuthor"},
	{"UrlDataTable", "PageTable"},
}

// From returns the document for generators of a full document, both as JSON.
func From(full []byte) ([]byte, error) {
	var doc object
	if err := json.Unmarshal(full, &doc); err != nil {
		return nil, fmt.Errorf("read the full document: %w", err)
	}
	schemas := schemasOf(doc)
	loosenInputs(schemas)
	share(schemas, nameJob, "What every job has.", members(schemas, "Job"))
	share(schemas, nameCall, "What calls for jobs take.", callsOf(doc, schemas))
	share(schemas, "Outcome", "How a part of a result went.", parts(schemas))
	share(schemas, "PageOptions", "How a page is read.", []string{"SiteOptions", "UrlOptions"})
	for _, pair := range extensions {
		extend(schemas, pair[0], pair[1])
	}
	share(schemas, "JobOverview", "What lists of jobs have of each.", []string{"JobSummary", "RequestItem"})
	paths, answers := operations(doc)
	parameters := sharedParameters(paths)
	parameters[nameKey] = plain(parameterKey(doc), true)
	maps.Copy(schemas, answers)
	sent := reached(schemas, bodies(doc)...)
	for name, s := range schemas {
		schemas[name] = plain(s, sent[name])
	}
	markOptional(schemas, paths)
	keep := reached(schemas, paths, object{"$ref": schemaPrefix + "Error"})
	for name := range schemas {
		if !keep[name] {
			delete(schemas, name)
		}
	}
	raw, err := json.Marshal(object{
		"openapi": "3.0.3", "info": info(doc), "servers": doc["servers"], "tags": tags(doc), "paths": paths,
		"security": []any{object{"token": []any{}}},
		"components": object{
			"schemas": schemas, "securitySchemes": at(doc, "components", "securitySchemes"),
			"parameters": parameters,
			"responses": object{"Error": object{
				"description": "The call was rejected: nothing was created, nothing charged.",
				"content":     object{mediaJSON: object{"schema": object{"$ref": schemaPrefix + "Error"}}},
			}},
		},
	})
	if err != nil {
		return nil, err
	}
	order, err := inorder.Paths(full)
	if err != nil {
		return nil, err
	}
	return inorder.Arrange(raw, order)
}

// info is the document's own, without the introduction: what a client's code says is
// in its README.
func info(doc object) any {
	full := asObject(doc["info"])
	return object{
		"title": full["title"], "version": full["version"], "contact": full["contact"],
		"license":     object{"name": at(full, "license", "name"), "url": "https://www.apache.org/licenses/LICENSE-2.0"},
		"description": "The operations and shapes of the API, for generators of clients. /openapi.json says more of each.",
	}
}

// tags are the groups that have operations here.
func tags(doc object) []any {
	return slices.DeleteFunc(slices.Clone(asList(doc["tags"])), func(t any) bool { return at(t, "name") == tagService })
}

// loosenInputs leaves open what the input of a job is: the caller knows what it sent. A job's only
// kind is said by its type.
func loosenInputs(schemas object) {
	for _, name := range members(schemas, "Job") {
		if kind := asObject(at(schemas, name, "properties", "kind")); len(asList(kind["enum"])) == 1 {
			delete(kind, "description")
		}
		if properties := asObject(at(schemas, name, "properties")); properties["input"] != nil {
			properties["input"] = object{"type": "object", "description": at(properties, "input", "description")}
		}
	}
}

// members are the names of schemas that end so.
func members(schemas object, suffix string) []string {
	var names []string
	for name := range schemas {
		if strings.HasSuffix(name, suffix) && name != suffix {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// reached are the names of all schemas that these values refer to.
func reached(schemas object, from ...any) map[string]bool {
	names := map[string]bool{}
	var visit func(any)
	visit = func(v any) {
		walk(v, func(o object) {
			name, isRef := strings.CutPrefix(asString(o["$ref"]), schemaPrefix)
			if isRef && !names[name] {
				names[name] = true
				visit(schemas[name])
			}
		})
	}
	for _, v := range from {
		visit(v)
	}
	return names
}
