// Package tables is DynamoDB: tables, indexes, conditions, updates, transactions and streams with the answers
// that DynamoDB gives, for the operations and the expression language that package store uses. Rows are
// kept by a Storage: in memory, where one call takes some microseconds, or elsewhere. It must not
// know what the rows mean.
//
// Values are shared with callers and between rows, not copied: who hands one in or gets one
// MUST NOT change what it points to. The maps themselves are the caller's own.
package tables

import (
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
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

// DB is a set of tables. It is safe for concurrent use.
type DB struct {
	now     func() time.Time
	storage Storage
	parsed  *parser

	catalog sync.RWMutex
	tables  map[string]*Table

	// What only writes touch, of which the storage makes one at a time.
	tokens   map[string]sentToken
	sequence int64
	watch    func([]Change)
	changes  []Change // of the call that is under way
}

// New returns empty tables in memory as they would be created. now says how old a transaction's
// token is; nil is time.Now. A schema that cannot be is the caller's mistake and panics.
func New(now func() time.Time, schemas ...*dynamodb.CreateTableInput) *DB {
	db, err := Open(newMemory(), now)
	for i := 0; i < len(schemas) && err == nil; i++ {
		err = db.create(schemas[i])
	}
	if err != nil {
		panic("tables: " + err.Error())
	}
	return db
}

// Open returns the tables that a storage has.
func Open(storage Storage, now func() time.Time) (*DB, error) {
	if now == nil {
		now = time.Now
	}
	db := &DB{now: now, storage: storage, tables: map[string]*Table{}, tokens: map[string]sentToken{}, parsed: newParser()}
	made, err := storage.Schemas()
	for _, t := range made {
		db.tables[t.Name] = t
	}
	return db, err
}

// Watch calls fn with the changes of each later call that made some, in the order in which
// they are made. It is called within the write, so it must not call the DB.
func (db *DB) Watch(fn func([]Change)) {
	_ = db.storage.Write(func(Writer) error { // it writes nothing, so nothing fails
		db.watch = fn
		return nil
	})
}

// table finds a table. Errors: ResourceNotFoundException.
func (db *DB) table(name *string) (*Table, error) {
	db.catalog.RLock()
	defer db.catalog.RUnlock()
	if t, ok := db.tables[aws.ToString(name)]; ok {
		return t, nil
	}
	if err := checkName(name, 1); err != nil {
		return nil, err
	}
	return nil, &types.ResourceNotFoundException{Message: aws.String("Requested resource not found")}
}

// replace puts a row where old was; either may be nil, for none.
func (db *DB) replace(w Writer, t *Table, old, fresh *Row) error {
	if err := w.Replace(t, old, fresh); err != nil {
		return err
	}
	c := Change{Table: t.Name}
	if old != nil {
		c.Old = old.Item
	}
	if fresh != nil {
		c.New = fresh.Item
	}
	if db.watch != nil {
		db.sequence++
		c.Sequence = db.sequence
		db.changes = append(db.changes, c)
		return nil // who watches needs no stream
	}
	if !t.streams || c.same() {
		return nil
	}
	return w.Record(t, db.record(t, c))
}

// announce hands the changes of the call that ends to who watches.
func (db *DB) announce() {
	if len(db.changes) > 0 {
		changes := db.changes
		db.changes = nil
		db.watch(changes)
	}
}
