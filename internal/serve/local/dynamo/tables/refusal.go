package tables

import (
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// What DynamoDB refuses before it looks at a row, in its own words where programs are known to compare them.

// unmet is a member that is not what DynamoDB's model of it says.
func unmet(value, member, constraint string) error {
	return invalid("1 validation error detected: Value %s at '%s' failed to satisfy constraint: %s", value, member, constraint)
}

// checkName refuses what no table is called.
func checkName(name *string, least int) error {
	if name == nil {
		return unmet("null", "tableName", "Member must not be null")
	}
	quoted := "'" + *name + "'"
	switch {
	case len(*name) < least:
		return unmet(quoted, "tableName", "Member must have length greater than or equal to "+strconv.Itoa(least))
	case len(*name) > 255:
		return unmet(quoted, "tableName", "Member must have length less than or equal to 255")
	case strings.ContainsFunc(*name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_.-", r)
	}):
		return unmet(quoted, "tableName", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+")
	}
	return nil
}

// checkPage refuses a limit, and a choice of attributes that the other parameters do not fit. What DynamoDB calls the limit
// differs.
func checkPage(value, member string, limit *int32, chosen types.Select, shape *projection, x *Index) error {
	if limit != nil && *limit < 1 {
		return invalid("1 validation error detected: %s at '%s' failed to satisfy constraint: Member must have value greater than or equal to 1", value, member)
	}
	switch {
	case chosen == "":
		return nil
	case !slices.Contains(chosen.Values(), chosen):
		return unmet("'"+string(chosen)+"'", "select", "Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]")
	case (chosen == types.SelectSpecificAttributes) != (shape != nil):
		return invalid("A ProjectionExpression is for SPECIFIC_ATTRIBUTES, and that takes one; Select is %s", chosen)
	case chosen == types.SelectAllProjectedAttributes && x == nil:
		return invalid("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
	}
	return nil
}

// checkSegments refuses parallel scans, which are not served, and what DynamoDB refuses of their parameters.
func checkSegments(segment, of *int32) error {
	switch {
	case segment == nil && of == nil:
		return nil
	case of == nil:
		return invalid("The TotalSegments parameter is required but was not present in the request when Segment parameter is present")
	case segment == nil:
		return invalid("The Segment parameter is required but was not present in the request when parameter TotalSegments is present")
	case *segment >= *of:
		return invalid("The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: %d is not less than TotalSegments: %d", *segment, *of)
	}
	return invalid("parallel scans are not served by the local engine")
}

// checkSchema refuses what no table can be like; NewTable refuses the rest.
func checkSchema(schema *dynamodb.CreateTableInput) error {
	if schema.TableName == nil {
		return invalid("The parameter 'TableName' is required but was not present in the request")
	}
	if err := firstError(checkName(schema.TableName, 3), checkMembers(schema)); err != nil {
		return err
	}
	used, names := map[string]bool{}, map[string]bool{}
	use := func(keys []types.KeySchemaElement) {
		for _, key := range keys {
			used[aws.ToString(key.AttributeName)] = true
		}
	}
	use(schema.KeySchema)
	for _, x := range schema.LocalSecondaryIndexes {
		use(x.KeySchema)
		switch name := aws.ToString(x.IndexName); {
		case len(schema.KeySchema) < 2:
			return invalid("One or more parameter values were invalid: Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex")
		case len(x.KeySchema) < 2 || aws.ToString(x.KeySchema[0].AttributeName) != aws.ToString(schema.KeySchema[0].AttributeName):
			return invalid("One or more parameter values were invalid: Index KeySchema does not have the hash key of the table and a range key: %s", name)
		case names[name]:
			return errSameName(name)
		default:
			names[name] = true
		}
	}
	for _, x := range schema.GlobalSecondaryIndexes {
		use(x.KeySchema)
		if name := aws.ToString(x.IndexName); names[name] {
			return errSameName(name)
		}
		names[aws.ToString(x.IndexName)] = true
	}
	for _, defined := range schema.AttributeDefinitions {
		if !used[aws.ToString(defined.AttributeName)] {
			return invalid("One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions")
		}
	}
	return nil
}

func errSameName(name string) error {
	return invalid("One or more parameter values were invalid: Duplicate index name: %s", name)
}

// checkMembers holds the key's members to DynamoDB's model.
func checkMembers(schema *dynamodb.CreateTableInput) error {
	if len(schema.KeySchema) > 2 {
		var all []string
		for _, key := range schema.KeySchema {
			all = append(all, "KeySchemaElement(attributeName="+aws.ToString(key.AttributeName)+", keyType="+string(key.KeyType)+")")
		}
		return unmet("'["+strings.Join(all, ", ")+"]'", "keySchema", "Member must have length less than or equal to 2")
	}
	for i, key := range schema.KeySchema {
		if !slices.Contains(key.KeyType.Values(), key.KeyType) {
			return unmet("'"+string(key.KeyType)+"'", "keySchema."+strconv.Itoa(i+1)+".member.keyType", "Member must satisfy enum value set: [HASH, RANGE]")
		}
		if i > 0 && aws.ToString(key.AttributeName) == aws.ToString(schema.KeySchema[0].AttributeName) {
			return invalid("Invalid KeySchema: Some index key attribute have no definition")
		}
	}
	for i, defined := range schema.AttributeDefinitions {
		if !slices.Contains(defined.AttributeType.Values(), defined.AttributeType) {
			return unmet("'"+string(defined.AttributeType)+"'", "attributeDefinitions."+strconv.Itoa(i+1)+".member.attributeType", "Member must satisfy enum value set: [B, N, S]")
		}
	}
	return nil
}
