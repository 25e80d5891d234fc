// Package tables is DynamoDB in memory: tables, indexes, conditions, updates and transactions
// with the answers that DynamoDB gives, for the operations and the expression language that
// package store uses. One call takes some microseconds. It must not know what the rows mean.
//
// Values are shared with callers and between rows, not copied: who hands one in or gets one
// MUST NOT change what it points to. The maps themselves are the caller's own.
package tables

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/tidwall/btree"
)

// Item is a row as DynamoDB has it.
type Item = map[string]types.AttributeValue

// Change is what one call, or one action of a transaction, made of a row. Old is nil when there was none, New
// when it was deleted.
type Change struct {
	Table    string
	Old, New Item
	// Sequence grows with each change.
	Sequence int64
}

// DB is a set of tables. It is safe for concurrent use: one call at a time reads or writes.
type DB struct {
	mu       sync.Mutex
	now      func() time.Time
	tables   map[string]*table
	parsed   parser
	tokens   map[string]sentToken
	sequence int64
	watch    func([]Change)
	changes  []Change // of the call that is under way
}

// New returns empty tables as they would be created. now tells how old a transaction's
// token is; nil is time.Now.
func New(now func() time.Time, schemas ...*dynamodb.CreateTableInput) *DB {
	if now == nil {
		now = time.Now
	}
	db := &DB{now: now, tables: map[string]*table{}, tokens: map[string]sentToken{}, parsed: newParser()}
	for _, schema := range schemas {
		db.tables[aws.ToString(schema.TableName)] = newTable(schema)
	}
	return db
}

// Watch calls fn with the changes of each later call that made some, in the order in which
// they are made. It is called within the write, so it must not call the DB.
func (db *DB) Watch(fn func([]Change)) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.watch = fn
}

// table holds the rows of one table in the order of their keys.
type table struct {
	name string
	keys
	rows    *btree.BTreeG[*row]
	indexes []*index
}

// keys are a table's or an index's two key attributes; sort is "" where there is none.
type keys struct {
	hash, sort         string
	hashType, sortType types.ScalarAttributeType
}

// place is where a row lies: its keys in a form that compares as DynamoDB orders them.
type place struct{ hash, sort string }

func (p place) compare(o place) int {
	if c := compareStrings(p.hash, o.hash); c != 0 {
		return c
	}
	return compareStrings(p.sort, o.sort)
}

type row struct {
	place
	item Item
	size int
}

// index is a global secondary index.
type index struct {
	name string
	keys
	projection types.ProjectionType
	entries    *btree.BTreeG[entry]
}

// entry is a row at its place in an index.
type entry struct {
	place
	row *row
}

func newTable(schema *dynamodb.CreateTableInput) *table {
	t := &table{
		name: aws.ToString(schema.TableName), keys: newKeys(schema.KeySchema, schema.AttributeDefinitions),
		rows: btree.NewBTreeGOptions(func(a, b *row) bool { return a.compare(b.place) < 0 }, btree.Options{NoLocks: true}),
	}
	for _, given := range schema.GlobalSecondaryIndexes {
		x := &index{name: aws.ToString(given.IndexName), keys: newKeys(given.KeySchema, schema.AttributeDefinitions)}
		if given.Projection != nil {
			x.projection = given.Projection.ProjectionType
		}
		x.entries = btree.NewBTreeGOptions(func(a, b entry) bool {
			if c := a.compare(b.place); c != 0 {
				return c < 0
			}
			return a.row.compare(b.row.place) < 0
		}, btree.Options{NoLocks: true})
		t.indexes = append(t.indexes, x)
	}
	return t
}

func newKeys(schema []types.KeySchemaElement, defined []types.AttributeDefinition) keys {
	var k keys
	for _, e := range schema {
		name := aws.ToString(e.AttributeName)
		i := slices.IndexFunc(defined, func(d types.AttributeDefinition) bool { return aws.ToString(d.AttributeName) == name })
		if i < 0 {
			panic(fmt.Sprintf("tables: the key %s has no attribute definition", name))
		}
		if e.KeyType == types.KeyTypeHash {
			k.hash, k.hashType = name, defined[i].AttributeType
		} else {
			k.sort, k.sortType = name, defined[i].AttributeType
		}
	}
	return k
}

// table finds a table. Errors: ResourceNotFoundException.
func (db *DB) table(name *string) (*table, error) {
	if t, ok := db.tables[aws.ToString(name)]; ok {
		return t, nil
	}
	return nil, &types.ResourceNotFoundException{Message: aws.String("Requested resource not found")}
}

// find returns the row at a place, or nil.
func (t *table) find(at place) *row {
	found, _ := t.rows.Get(&row{place: at})
	return found
}

// replace puts a row where old was; either may be nil, for none.
func (db *DB) replace(t *table, old, fresh *row) {
	for _, x := range t.indexes {
		x.replace(old, fresh)
	}
	c := Change{Table: t.name}
	if old != nil {
		c.Old = old.item
	}
	if fresh == nil {
		t.rows.Delete(old)
	} else {
		c.New = fresh.item
		t.rows.Set(fresh)
	}
	db.sequence++
	c.Sequence = db.sequence
	if db.watch != nil {
		db.changes = append(db.changes, c)
	}
}

// announce hands the changes of the call that ends to who watches.
func (db *DB) announce() {
	if len(db.changes) > 0 {
		changes := db.changes
		db.changes = nil
		db.watch(changes)
	}
}

func (x *index) replace(old, fresh *row) {
	if old != nil {
		if at, ok := x.of(old.item); ok {
			x.entries.Delete(entry{at, old})
		}
	}
	if fresh != nil {
		if at, ok := x.of(fresh.item); ok {
			x.entries.Set(entry{at, fresh})
		}
	}
}

// of is a row's place in the index; false when it has not both keys and so is not in it.
func (x *index) of(item Item) (place, bool) {
	var p place
	v, ok := item[x.hash]
	if !ok {
		return p, false
	}
	p.hash, _ = ordered(v)
	if x.sort == "" {
		return p, true
	}
	if v, ok = item[x.sort]; !ok {
		return p, false
	}
	p.sort, _ = ordered(v)
	return p, true
}
