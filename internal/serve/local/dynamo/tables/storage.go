package tables

import (
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Storage keeps the rows of tables in the order of their places. It is safe for concurrent use.
type Storage interface {
	// Read calls fn with what is kept at one moment. It returns what fn returns.
	Read(fn func(Reader) error) error
	// Look is Read for an fn that asks one thing of the Reader.
	Look(fn func(Reader) error) error
	// Write calls fn with what is kept after every write before it; one fn runs at a time. It returns what fn
	// returns, once everything that fn saw and wrote is durable. An fn that fails MUST NOT have written. Any error of the
	// storage itself means that nothing of fn is kept.
	Write(fn func(Writer) error) error
	// Schemas are the tables that were created, in that order.
	Schemas() ([]*Table, error)
}

// Reader looks rows up.
type Reader interface {
	// Find returns the row at a place, or nil.
	Find(t *Table, at Place) (*Row, error)
	// Walk visits the rows of the table, or of an index where x is not nil, from a place on, up or down, with their
	// places in that order, until visit returns false. Rows of one place in an index come in the order of the table.
	Walk(t *Table, x *Index, from Place, down bool, visit func(Place, *Row) bool) error
	// Records visits the records of a table's stream after a sequence number.
	Records(t *Table, after int64, visit func(Record) bool) error
}

// Writer changes them, too.
type Writer interface {
	Reader
	// Replace puts a row where old was, in the table and in its indexes; either may be nil, for none.
	Replace(t *Table, old, fresh *Row) error
	// Record appends to a table's stream, and sets the sequence number.
	Record(t *Table, r *Record) error
	// Create and Drop make and remove a table with all that it has.
	Create(t *Table) error
	Drop(t *Table) error
	// Undo has fn called when what was written is lost after all, before any other write begins.
	Undo(fn func())
}

// Place is where a row lies: its keys in a form that compares as DynamoDB orders them.
type Place struct{ Hash, Sort string }

// Compare orders places by hash key and then by sort key.
func (p Place) Compare(o Place) int {
	if c := strings.Compare(p.Hash, o.Hash); c != 0 {
		return c
	}
	return strings.Compare(p.Sort, o.Sort)
}

// Row is an item at its place. Size is the bytes that DynamoDB counts for it.
type Row struct {
	Place

	Item Item
	Size int
}

// Table is a table as it was created.
type Table struct {
	// ID is the storage's own; it sets it in Create.
	ID      int64
	Name    string
	Schema  *dynamodb.CreateTableInput
	Indexes []*Index

	keys

	streams bool
}

// Index is a secondary index. Number is its place among those of the table.
type Index struct {
	Name   string
	Number int

	keys

	projection *types.Projection
	local      bool // its rows are of one partition, and reads of it can be consistent
}

// keys are a table's or an index's two key attributes; sort is "" where there is none.
type keys struct {
	hash, sort         string
	hashType, sortType types.ScalarAttributeType
}

// NewTable reads a table's schema. Errors: ValidationException.
func NewTable(schema *dynamodb.CreateTableInput) (*Table, error) {
	t := &Table{Name: aws.ToString(schema.TableName), Schema: schema}
	var err error
	if t.keys, err = newKeys(schema.KeySchema, schema.AttributeDefinitions); err != nil {
		return nil, err
	}
	for _, given := range schema.GlobalSecondaryIndexes {
		if err := t.add(&Index{Name: aws.ToString(given.IndexName), projection: given.Projection}, given.KeySchema); err != nil {
			return nil, err
		}
	}
	for _, given := range schema.LocalSecondaryIndexes {
		if err := t.add(&Index{Name: aws.ToString(given.IndexName), projection: given.Projection, local: true}, given.KeySchema); err != nil {
			return nil, err
		}
	}
	t.streams = schema.StreamSpecification != nil && aws.ToBool(schema.StreamSpecification.StreamEnabled)
	return t, nil
}

func (t *Table) add(x *Index, schema []types.KeySchemaElement) (err error) {
	x.Number = len(t.Indexes)
	x.keys, err = newKeys(schema, t.Schema.AttributeDefinitions)
	t.Indexes = append(t.Indexes, x)
	return err
}

func newKeys(schema []types.KeySchemaElement, defined []types.AttributeDefinition) (keys, error) {
	var k keys
	for _, e := range schema {
		name := aws.ToString(e.AttributeName)
		i := slices.IndexFunc(defined, func(d types.AttributeDefinition) bool { return aws.ToString(d.AttributeName) == name })
		if i < 0 {
			return k, invalid("One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [%s]", name)
		}
		if e.KeyType == types.KeyTypeHash {
			k.hash, k.hashType = name, defined[i].AttributeType
		} else {
			k.sort, k.sortType = name, defined[i].AttributeType
		}
	}
	if k.hash == "" {
		return k, invalid("One or more parameter values were invalid: Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
	}
	return k, nil
}

// Of is a row's place in the index; false when it has not both keys and so is not in it.
func (x *Index) Of(item Item) (Place, bool) {
	var p Place
	v, ok := item[x.hash]
	if !ok {
		return p, false
	}
	p.Hash, _ = ordered(v)
	if x.sort == "" {
		return p, true
	}
	if v, ok = item[x.sort]; !ok {
		return p, false
	}
	p.Sort, _ = ordered(v)
	return p, true
}
