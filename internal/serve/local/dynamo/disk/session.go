package disk

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// session is a connection with its statements. One call at a time uses it.
type session struct {
	conn       *sql.Conn
	statements [kinds]*sql.Stmt

	// Of the transaction that is under way.
	broken error
	wrote  bool
	undo   []func()
}

// The statements of a session.
const (
	find = iota
	put
	remove
	addEntry
	removeEntry
	rowsUp
	rowsDown
	entriesUp
	entriesDown
	addRecord
	records
	trim
	kinds
)

const entryColumns = "SELECT e.h, e.s, r.h, r.s, r.v FROM entries e JOIN rows r ON r.t = e.t AND r.h = e.rh AND r.s = e.rs WHERE e.t = ? AND e.x = ? AND (e.h, e.s) "

// texts are those statements. The comparisons of pairs go by the indexes' order.
var texts = [kinds]string{ //nolint:gochecknoglobals // never changes
	find:        "SELECT v FROM rows WHERE t = ? AND h = ? AND s = ?",
	put:         "INSERT INTO rows (t, h, s, v) VALUES (?, ?, ?, ?) ON CONFLICT (t, h, s) DO UPDATE SET v = excluded.v",
	remove:      "DELETE FROM rows WHERE t = ? AND h = ? AND s = ?",
	addEntry:    "INSERT INTO entries (t, x, h, s, rh, rs) VALUES (?, ?, ?, ?, ?, ?)",
	removeEntry: "DELETE FROM entries WHERE t = ? AND x = ? AND h = ? AND s = ? AND rh = ? AND rs = ?",
	rowsUp:      "SELECT h, s, h, s, v FROM rows WHERE t = ? AND (h, s) >= (?, ?) ORDER BY h, s",
	rowsDown:    "SELECT h, s, h, s, v FROM rows WHERE t = ? AND (h, s) <= (?, ?) ORDER BY h DESC, s DESC",
	entriesUp:   entryColumns + ">= (?, ?) ORDER BY e.h, e.s, e.rh, e.rs",
	entriesDown: entryColumns + "<= (?, ?) ORDER BY e.h DESC, e.s DESC, e.rh DESC, e.rs DESC",
	addRecord:   "INSERT INTO records (t, at, v) VALUES (?, ?, ?)",
	records:     "SELECT seq, at, v FROM records WHERE t = ? AND seq > ? ORDER BY seq",
	trim: "DELETE FROM records WHERE seq IN (SELECT seq FROM records WHERE at < ? ORDER BY seq LIMIT 1024) " +
		"AND seq < (SELECT max(seq) FROM records)",
}

func newSession(ctx context.Context, conn *sql.Conn) (*session, error) {
	s := &session{conn: conn}
	for i, text := range texts {
		var err error
		if s.statements[i], err = conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *session) close() {
	for _, statement := range s.statements {
		_ = statement.Close()
	}
	_ = s.conn.Close()
}

// read calls fn with what is committed at this moment.
func (s *session) read(fn func(tables.Reader) error) error {
	if err := s.exec("BEGIN"); err != nil {
		return err
	}
	err := fn(s)
	return errors.Join(err, s.exec("COMMIT"))
}

// castagnoli has an instruction of its own on most processors.
var castagnoli = crc32.MakeTable(crc32.Castagnoli) //nolint:gochecknoglobals // never changes

// headerSize is what a stored row has before its item: a checksum of all else that the row is, and the size that DynamoDB counts.
const headerSize = 8

func pack(t int64, r *tables.Row) []byte {
	raw := tables.Encode(make([]byte, headerSize, headerSize+2*r.Size), r.Item)
	binary.LittleEndian.PutUint32(raw[4:], uint32(r.Size)) //nolint:gosec // at most 400 KB
	binary.LittleEndian.PutUint32(raw, sum(t, []byte(r.Hash), []byte(r.Sort), raw[4:]))
	return raw
}

func sum(t int64, parts ...[]byte) uint32 {
	all := crc32.Checksum(binary.LittleEndian.AppendUint64(nil, uint64(t)), castagnoli) //nolint:gosec // only its bits
	for _, part := range parts {
		all = crc32.Update(all, castagnoli, part)
	}
	return all
}

// sumEntry is a number of an index's entry that hardly another one has: two checksums, with the lengths of what they are of.
func sumEntry(t, x int64, h, s, rh, rs []byte) uint64 {
	var lengths []byte
	for _, part := range [][]byte{h, s, rh} {
		lengths = binary.AppendUvarint(lengths, uint64(len(part)))
	}
	return uint64(sum(t, lengths, h, s, rh, rs))<<32 | uint64(sum(x, rs, rh, s, h, lengths))
}

// unpack reads a stored row. An error is one that the disk made.
func unpack(t int64, h, s, raw []byte) (tables.Item, int, error) {
	if len(raw) < headerSize || binary.LittleEndian.Uint32(raw) != sum(t, h, s, raw[4:]) {
		return nil, 0, fmt.Errorf("row %q %q is malformed: its checksum does not hold", h, s)
	}
	item, _, err := tables.Decode(raw[headerSize:])
	return item, int(binary.LittleEndian.Uint32(raw[4:])), err
}

// Find returns the row at a place, or nil.
func (s *session) Find(t *tables.Table, at tables.Place) (*tables.Row, error) {
	var raw sql.RawBytes
	rows, err := s.statements[find].QueryContext(context.Background(), t.ID, []byte(at.Hash), []byte(at.Sort))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	if err := rows.Scan(&raw); err != nil {
		return nil, err
	}
	item, size, err := unpack(t.ID, []byte(at.Hash), []byte(at.Sort), raw)
	if err != nil {
		return nil, err
	}
	return &tables.Row{Place: at, Item: item, Size: size}, nil
}

// Walk visits the rows of a table or of an index in their order.
func (s *session) Walk(t *tables.Table, x *tables.Index, from tables.Place, down bool, visit func(tables.Place, *tables.Row) bool) error {
	which, args := rowsUp, []any{t.ID}
	if x != nil {
		which, args = entriesUp, append(args, x.Number)
	}
	if down {
		which++
	}
	rows, err := s.statements[which].QueryContext(context.Background(), append(args, []byte(from.Hash), []byte(from.Sort))...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var h, sorted, rh, rs, raw sql.RawBytes
		if err := rows.Scan(&h, &sorted, &rh, &rs, &raw); err != nil {
			return err
		}
		item, size, err := unpack(t.ID, rh, rs, raw)
		if err != nil {
			return err
		}
		row := &tables.Row{Place: tables.Place{Hash: string(rh), Sort: string(rs)}, Item: item, Size: size}
		if !visit(tables.Place{Hash: string(h), Sort: string(sorted)}, row) {
			return nil
		}
	}
	return rows.Err()
}

// sumSize is what a stored record has before its change: a checksum of all else that the record is.
const sumSize = 4

func packRecord(t int64, r *tables.Record) []byte {
	raw := r.Encode(make([]byte, sumSize))
	binary.LittleEndian.PutUint32(raw, sumRecord(t, r.At.UnixMilli(), raw[sumSize:]))
	return raw
}

func sumRecord(t, at int64, change []byte) uint32 {
	return sum(t, binary.LittleEndian.AppendUint64(nil, uint64(at)), change) //nolint:gosec // only its bits
}

// unpackRecord reads a stored record. An error is one that the disk made.
func unpackRecord(t, at int64, raw []byte, r *tables.Record) error {
	if len(raw) < sumSize || binary.LittleEndian.Uint32(raw) != sumRecord(t, at, raw[sumSize:]) {
		return fmt.Errorf("record %d is malformed: its checksum does not hold", r.Sequence)
	}
	r.At = time.UnixMilli(at)
	return r.Decode(raw[sumSize:])
}

// Records visits the records of a stream after a number.
func (s *session) Records(t *tables.Table, after int64, visit func(tables.Record) bool) error {
	rows, err := s.statements[records].QueryContext(context.Background(), t.ID, after)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r tables.Record
		var at int64
		var raw sql.RawBytes
		if err := rows.Scan(&r.Sequence, &at, &raw); err != nil {
			return err
		}
		if err := unpackRecord(t.ID, at, raw, &r); err != nil {
			return err
		}
		if !visit(r) {
			return nil
		}
	}
	return rows.Err()
}

// writer is the session of the transaction that is under way.
type writer struct{ *session }

// run makes a change. One that fails breaks the transaction, with the calls before it.
func (w writer) run(which int, args ...any) error {
	_, err := w.statements[which].ExecContext(context.Background(), args...)
	return w.fail(err)
}

func (w writer) fail(err error) error {
	w.wrote = true
	if err != nil && w.broken == nil {
		w.broken = err
	}
	return err
}

func (w writer) Undo(fn func()) { w.undo = append(w.undo, fn) }

func (w writer) Replace(t *tables.Table, old, fresh *tables.Row) error {
	for _, x := range t.Indexes {
		was, is := placeOf(x, old), placeOf(x, fresh)
		if was != nil && is != nil && *was == *is {
			continue
		}
		if was != nil {
			if err := w.run(removeEntry, t.ID, x.Number, []byte(was.Hash), []byte(was.Sort), []byte(old.Hash), []byte(old.Sort)); err != nil {
				return err
			}
		}
		if is != nil {
			if err := w.run(addEntry, t.ID, x.Number, []byte(is.Hash), []byte(is.Sort), []byte(fresh.Hash), []byte(fresh.Sort)); err != nil {
				return err
			}
		}
	}
	if fresh == nil {
		return w.run(remove, t.ID, []byte(old.Hash), []byte(old.Sort))
	}
	return w.run(put, t.ID, []byte(fresh.Hash), []byte(fresh.Sort), pack(t.ID, fresh))
}

func placeOf(x *tables.Index, r *tables.Row) *tables.Place {
	if r == nil {
		return nil
	}
	if at, ok := x.Of(r.Item); ok {
		return &at
	}
	return nil
}

// Record appends to a stream, and now and then removes what is too old. The newest record stays, so that
// numbers grow whatever was removed.
func (w writer) Record(t *tables.Table, r *tables.Record) error {
	result, err := w.statements[addRecord].ExecContext(context.Background(), t.ID, r.At.UnixMilli(), packRecord(t.ID, r))
	if w.fail(err) != nil {
		return err
	}
	if r.Sequence, err = result.LastInsertId(); w.fail(err) != nil {
		return err
	}
	if r.Sequence%256 == 0 {
		return w.run(trim, r.At.Add(-tables.StreamLife).UnixMilli())
	}
	return nil
}

func (w writer) Create(t *tables.Table) error {
	raw, err := json.Marshal(t.Schema)
	if err != nil {
		return err
	}
	result, err := w.conn.ExecContext(context.Background(), "INSERT INTO tables (schema) VALUES (?)", raw)
	if w.fail(err) != nil {
		return err
	}
	t.ID, err = result.LastInsertId()
	return w.fail(err)
}

// Drop removes a table and all that it has.
func (w writer) Drop(t *tables.Table) error {
	for _, from := range []string{"tables WHERE id = ?", "rows WHERE t = ?", "entries WHERE t = ?", "records WHERE t = ?"} {
		if _, err := w.conn.ExecContext(context.Background(), "DELETE FROM "+from, t.ID); w.fail(err) != nil { //nolint:gosec // one of the texts above
			return err
		}
	}
	return nil
}
