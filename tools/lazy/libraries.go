package main

import "github.com/quarryapi/quarry/tools/lazy/rewrite"

// library is a module of others of which packages make something at each start.
type library struct {
	module   string
	packages map[string][]rewrite.Variable // by their folder in the module
}

// libraries are what a start of a function spent most on. Each of the variables is read by few calls, or by none of
// ours; functions/starts_test.go holds what is left.
func libraries() []library {
	endpoints := map[string][]rewrite.Variable{"internal/endpoints": made("partitionRegexp", "defaultPartitions")}
	return []library{
		{"github.com/aws/aws-sdk-go-v2", map[string][]rewrite.Variable{
			"internal/endpoints/awsrulesfn": made("partitions"),
			"internal/timeouts":             made("serviceInactivityTimeoutMillis"),
		}},
		{"github.com/aws/aws-sdk-go-v2/service/bedrockruntime", endpoints},
		{"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs", endpoints},
		{"github.com/aws/aws-sdk-go-v2/service/dynamodb", endpoints},
		{"github.com/aws/aws-sdk-go-v2/service/sqs", endpoints},
		{"github.com/danielgtaylor/huma/v2", map[string][]rewrite.Variable{
			".":    made("rxSchema", "reRemoveIDs", "rxHostname", "rxURITemplate", "rxJSONPointer", "rxRelJSONPointer", "rxBase64"),
			"yaml": made("quoteSingleLineStringPattern", "quoteMultiLineStringPattern"),
		}},
		{"github.com/google/jsonschema-go", map[string][]rewrite.Variable{
			"jsonschema": append(made("disallowedPrefixRegexp"), filled("schemaFieldInfos", "schemaFieldMap", "initialSchemaMap")...),
		}},
		{"github.com/oklog/ulid/v2", map[string][]rewrite.Variable{".": {{Name: "defaultEntropy", Type: "io.Reader"}}}},
		{"github.com/projectdiscovery/wappalyzergo", map[string][]rewrite.Variable{".": filled("categoriesMapping")}},
		{"github.com/tetratelabs/wazero", map[string][]rewrite.Variable{
			"internal/engine/wazevo": {{Name: "crc", Type: "*crc32.Table"}},
			"internal/platform":      filled("hugePagesConfigs"),
			"internal/wasm":          made("vectorInstructionName", "atomicInstructionName", "tailCallInstructionName"),
		}},
		{"github.com/yuin/goldmark", map[string][]rewrite.Variable{
			".": {{Name: "defaultMarkdown", Type: "Markdown"}},
			"extension": append(made("wwwURLRegxp", "urlRegexp", "tableDelimLeft", "tableDelimRight", "tableDelimCenter", "tableDelimNone", "taskListRegexp"),
				filters("TableAttributeFilter", "TableHeaderAttributeFilter", "TableRowAttributeFilter", "TableThCellAttributeFilter", "TableTdCellAttributeFilter")...),
			"parser": made("openTagRegexp", "closeTagRegexp", "htmlBlockType1OpenRegexp", "htmlBlockType1CloseRegexp", "htmlBlockType2OpenRegexp",
				"htmlBlockType3OpenRegexp", "htmlBlockType4OpenRegexp", "htmlBlockType5OpenRegexp", "htmlBlockType6Regexp", "htmlBlockType7Regexp", "allowedBlockTags"),
			"util": append(made("emailDomainRegexp"), filled("unicodeCaseFoldings")...),
		}},
		{"golang.org/x/net", map[string][]rewrite.Variable{"html": made("entity", "entity2")}},
		{"golang.org/x/text", map[string][]rewrite.Variable{
			"encoding/htmlindex":        made("mibMap", "nameMap"),
			"internal/language":         made("variantIndex"),
			"internal/language/compact": filled("specialTags"),
			"language":                  filled("notEquivalent"),
			"language/display":          filled("matcher", "Supported", "Values"),
		}},
	}
}

func made(names ...string) []rewrite.Variable {
	return variables(rewrite.Variable{}, names)
}

func filled(names ...string) []rewrite.Variable {
	return variables(rewrite.Variable{Filled: true}, names)
}

func filters(names ...string) []rewrite.Variable {
	return variables(rewrite.Variable{Type: "util.BytesFilter"}, names)
}

func variables(like rewrite.Variable, names []string) []rewrite.Variable {
	all := make([]rewrite.Variable, len(names))
	for i, name := range names {
		all[i] = like
		all[i].Name = name
	}
	return all
}
