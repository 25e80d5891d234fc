// Package disk keeps the tables of the local engine in an SQLite database. What was written is on the disk before
// the write returns, and calls that come while the disk writes share the next commit. It must not know what
// the rows mean, nor what an expression is.
package disk

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// schema is that of a new database. Rows have an order of their own, because they grow to 400 KB and an index over large
// rows would hold few of them a page.
const schema = `
CREATE TABLE tables (id INTEGER PRIMARY KEY, schema BLOB NOT NULL);
CREATE TABLE rows (t INTEGER NOT NULL, h BLOB NOT NULL, s BLOB NOT NULL, v BLOB NOT NULL);
CREATE UNIQUE INDEX places ON rows (t, h, s);
CREATE TABLE entries (t INTEGER, x INTEGER, h BLOB, s BLOB, rh BLOB, rs BLOB, PRIMARY KEY (t, x, h, s, rh, rs)) WITHOUT ROWID;
CREATE TABLE records (seq INTEGER PRIMARY KEY, t INTEGER NOT NULL, at INTEGER NOT NULL, v BLOB NOT NULL);
CREATE INDEX streams ON records (t, seq);`

// readers is how many calls read at once.
const readers = 4

// ErrFailed is wrapped by the errors of all writes after one whose outcome on the disk is not known.
var ErrFailed = errors.New("the tables cannot be written any more")

// ErrDamaged is wrapped by the errors of a database that has not what was written to it.
var ErrDamaged = errors.New("the tables are damaged")

// Options say how to open a database.
type Options struct {
	// Path is the file; it is made when it is missing, in a folder that exists.
	Path string
	// Identity is written into a file that is made: 8 bytes as hexadecimal digits. Empty is none.
	Identity string
	// Layer is the name of the file layer that SQLite writes through; empty is the system's.
	Layer string
}

// Storage is an open database. It is a tables.Storage.
type Storage struct {
	db     *sql.DB
	idle   chan *session
	calls  chan *call
	failed chan struct{}
	// sign writes the database's first page again, so that every log has it and with it the identity: a log of another
	// database is distinguished by that.
	sign    string
	failure error // written before failed closes
	ended   chan struct{}

	mu     sync.RWMutex // of closed, so that no call comes after the last
	closed bool
}

// Open opens a database, or makes one. Errors are one line each.
func Open(ctx context.Context, o Options) (*Storage, error) {
	connections, err := newKeeper(o)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connections)
	db.SetMaxIdleConns(readers + 1)
	s := &Storage{
		db: db, idle: make(chan *session, readers), calls: make(chan *call), failed: make(chan struct{}), ended: make(chan struct{}),
	}
	w, err := s.open(ctx, o.Identity)
	if err != nil {
		return nil, damage(errors.Join(err, db.Close()))
	}
	own(o.Path)
	go s.commit(w)
	return s, nil
}

// open makes the tables and the sessions: one that writes and those that read.
func (s *Storage) open(ctx context.Context, identity string) (*session, error) {
	sessions := make([]*session, 0, readers+1)
	fail := func(err error) (*session, error) {
		for _, one := range sessions {
			one.close()
		}
		return nil, err
	}
	for len(sessions) <= readers {
		conn, err := s.db.Conn(ctx)
		if err != nil {
			return fail(err)
		}
		if len(sessions) == 0 {
			s.sign, err = prepare(ctx, conn, identity)
		}
		var one *session
		if err == nil {
			one, err = newSession(ctx, conn)
		}
		if err != nil {
			return fail(errors.Join(err, conn.Close()))
		}
		sessions = append(sessions, one)
	}
	for _, reader := range sessions[1:] {
		s.idle <- reader
	}
	return sessions[0], nil
}

// prepare makes what a new database has, and returns the statement that signs a commit. Its identity is in two numbers of the
// header that SQLite leaves to programs.
func prepare(ctx context.Context, conn *sql.Conn, identity string) (sign string, err error) {
	var tables int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return "", err
	}
	var statements []string
	if tables == 0 { // with a rollback journal, so that the identity is in the file itself from the start
		first, second, err := numbers(identity)
		if err != nil {
			return "", err
		}
		statements = append(statements, "BEGIN IMMEDIATE", schema,
			fmt.Sprintf("PRAGMA user_version = %d", first), fmt.Sprintf("PRAGMA application_id = %d", second), "COMMIT")
	}
	for _, statement := range append(statements, "PRAGMA journal_mode = WAL") {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return "", err
		}
	}
	var half int32
	err = conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&half)
	return fmt.Sprintf("PRAGMA user_version = %d", half), err
}

// numbers are the two of an identity.
func numbers(identity string) (first, second int32, err error) {
	if identity == "" {
		return 0, 0, nil
	}
	raw, err := hex.DecodeString(identity)
	if err != nil || len(raw) != 8 {
		return 0, 0, fmt.Errorf("an identity is 8 bytes as hexadecimal digits, not %q", identity)
	}
	return int32(binary.BigEndian.Uint32(raw)), int32(binary.BigEndian.Uint32(raw[4:])), nil //nolint:gosec // only their bits
}

// Close ends the calls that are under way, merges the log into the database and closes it. The log
// of one that failed stays.
func (s *Storage) Close() error { return s.end(true) }

// Leave closes a database as Close does, and its log stays.
func (s *Storage) Leave() error { return s.end(false) }

func (s *Storage) end(well bool) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.calls)
	s.mu.Unlock()
	<-s.ended
	for range readers {
		(<-s.idle).close()
	}
	close(s.idle)
	var err error
	if well && s.Err() == nil {
		err = letGo(s.db)
	}
	return errors.Join(err, s.db.Close())
}

// Failed is closed when nothing can be written any more; Err then says why.
func (s *Storage) Failed() <-chan struct{} { return s.failed }

// Err is why nothing can be written any more; nil as long as it can.
func (s *Storage) Err() error {
	select {
	case <-s.failed:
		return s.failure
	default:
		return nil
	}
}

// Schemas are the tables that were created.
func (s *Storage) Schemas() ([]*tables.Table, error) {
	rows, err := s.db.QueryContext(context.Background(), "SELECT id, schema FROM tables ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []*tables.Table
	for rows.Next() {
		var id int64
		var raw []byte
		if err := rows.Scan(&id, &raw); err != nil {
			return nil, err
		}
		t, err := readSchema(raw)
		if err != nil {
			return nil, fmt.Errorf("%w: the schema of table %d: %w", ErrDamaged, id, err)
		}
		t.ID = id
		all = append(all, t)
	}
	return all, rows.Err()
}

// Read calls fn with what was committed last.
func (s *Storage) Read(fn func(tables.Reader) error) error {
	return s.reading(func(r *session) error { return r.read(fn) })
}

// Look calls fn, which asks one thing: what one statement sees was committed at one moment.
func (s *Storage) Look(fn func(tables.Reader) error) error {
	return s.reading(func(r *session) error { return fn(r) })
}

func (s *Storage) reading(fn func(*session) error) error {
	r, ok := <-s.idle
	if !ok {
		return sql.ErrConnDone
	}
	defer func() { s.idle <- r }()
	return fn(r)
}

// Check reads the whole database: the pages, the checksums of rows and records, and what each index says of its table. Errors: ErrDamaged.
func (s *Storage) Check(ctx context.Context) error { return damage(s.check(ctx)) }

func (s *Storage) check(ctx context.Context) error {
	var said string
	if err := s.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, strings.Join(strings.Fields(said), " "))
	}
	all, err := s.Schemas()
	if err != nil {
		return err
	}
	return errors.Join(s.checkRows(ctx, all), s.checkRecords(ctx))
}

// checkRows holds each row to its checksum, and the entries of indexes to those that the rows are to have: sums of both, in whatever order.
func (s *Storage) checkRows(ctx context.Context, all []*tables.Table) error {
	indexes := map[int64][]*tables.Index{}
	for _, t := range all {
		indexes[t.ID] = t.Indexes
	}
	var wanted, there uint64
	err := s.each(ctx, "SELECT t, h, s, v FROM rows", func(rows *sql.Rows) error {
		var t int64
		var h, sorted, v sql.RawBytes
		if err := rows.Scan(&t, &h, &sorted, &v); err != nil {
			return err
		}
		item, _, err := unpack(t, h, sorted, v)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		for _, x := range indexes[t] {
			if at, ok := x.Of(item); ok {
				wanted += sumEntry(t, int64(x.Number), []byte(at.Hash), []byte(at.Sort), h, sorted)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = s.each(ctx, "SELECT t, x, h, s, rh, rs FROM entries", func(rows *sql.Rows) error {
		var t, x int64
		var h, sorted, rh, rs sql.RawBytes
		if err := rows.Scan(&t, &x, &h, &sorted, &rh, &rs); err != nil {
			return err
		}
		there += sumEntry(t, x, h, sorted, rh, rs)
		return nil
	})
	if err == nil && wanted != there {
		return fmt.Errorf("%w: the indexes are not those of the rows", ErrDamaged)
	}
	return err
}

// checkRecords holds each record of a stream to its checksum.
func (s *Storage) checkRecords(ctx context.Context) error {
	return s.each(ctx, "SELECT seq, t, at, v FROM records", func(rows *sql.Rows) error {
		var r tables.Record
		var t, at int64
		var v sql.RawBytes
		if err := rows.Scan(&r.Sequence, &t, &at, &v); err != nil {
			return err
		}
		if err := unpackRecord(t, at, v, &r); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return nil
	})
}

func (s *Storage) each(ctx context.Context, query string, visit func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// damage marks an error of SQLite that says that the file is not what it was.
func damage(err error) error {
	coded, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, ErrDamaged) {
		return err
	}
	switch coded.Code() {
	case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_ERROR: // a page, or a table of ours, is not there
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	switch coded.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

func readSchema(raw []byte) (*tables.Table, error) {
	var in dynamodb.CreateTableInput
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	return tables.NewTable(&in)
}
