package tables

import (
	"slices"
	"sync"

	"github.com/tidwall/btree"
)

// memory keeps rows in memory.
type memory struct {
	mu       sync.Mutex
	tables   map[int64]*kept
	made     int64
	sequence int64
}

// kept is what a table has.
type kept struct {
	table   *Table
	rows    *btree.BTreeG[*Row]
	indexes []*btree.BTreeG[entry]
	records []Record
}

// entry is a row at its place in an index.
type entry struct {
	Place

	row *Row
}

func newMemory() *memory { return &memory{tables: map[int64]*kept{}} }

func (m *memory) Schemas() ([]*Table, error) { return nil, nil }

func (m *memory) Read(fn func(Reader) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fn(m)
}

// Look is Read.
func (m *memory) Look(fn func(Reader) error) error { return m.Read(fn) }

func (m *memory) Write(fn func(Writer) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fn(m)
}

// Undo has nothing to do: what was written is never lost.
func (*memory) Undo(func()) {}

func (m *memory) Create(t *Table) error {
	m.made++
	t.ID = m.made
	k := &kept{
		table: t, rows: btree.NewBTreeGOptions(func(a, b *Row) bool { return a.Compare(b.Place) < 0 }, btree.Options{NoLocks: true}),
	}
	for range t.Indexes {
		k.indexes = append(k.indexes, btree.NewBTreeGOptions(func(a, b entry) bool {
			if c := a.Compare(b.Place); c != 0 {
				return c < 0
			}
			return a.row.Compare(b.row.Place) < 0
		}, btree.Options{NoLocks: true}))
	}
	m.tables[t.ID] = k
	return nil
}

func (m *memory) Drop(t *Table) error {
	delete(m.tables, t.ID)
	return nil
}

func (m *memory) Find(t *Table, at Place) (*Row, error) {
	found, _ := m.tables[t.ID].rows.Get(&Row{Place: at})
	return found, nil
}

func (m *memory) Walk(t *Table, x *Index, from Place, down bool, visit func(Place, *Row) bool) error {
	k := m.tables[t.ID]
	visitRow := func(r *Row) bool { return visit(r.Place, r) }
	visitEntry := func(e entry) bool { return visit(e.Place, e.row) }
	// Below a place with no row's key there is nothing at it, and above the highest key everything is at it.
	switch {
	case x == nil && down:
		k.rows.Descend(&Row{Place: from}, visitRow)
	case x == nil:
		k.rows.Ascend(&Row{Place: from}, visitRow)
	case down:
		k.indexes[x.Number].Descend(entry{from, &Row{Place: Place{highest, highest}}}, visitEntry)
	default:
		k.indexes[x.Number].Ascend(entry{from, &Row{}}, visitEntry)
	}
	return nil
}

func (m *memory) Replace(t *Table, old, fresh *Row) error {
	k := m.tables[t.ID]
	for i, x := range t.Indexes {
		if old != nil {
			if at, ok := x.Of(old.Item); ok {
				k.indexes[i].Delete(entry{at, old})
			}
		}
		if fresh != nil {
			if at, ok := x.Of(fresh.Item); ok {
				k.indexes[i].Set(entry{at, fresh})
			}
		}
	}
	if fresh == nil {
		k.rows.Delete(old)
	} else {
		k.rows.Set(fresh)
	}
	return nil
}

func (m *memory) Record(t *Table, r *Record) error {
	m.sequence++
	r.Sequence = m.sequence
	k := m.tables[t.ID]
	k.records = append(k.records, *r)
	return nil
}

func (m *memory) Records(t *Table, after int64, visit func(Record) bool) error {
	records := m.tables[t.ID].records
	at, _ := slices.BinarySearchFunc(records, after+1, func(r Record, want int64) int { return int(r.Sequence - want) })
	for _, r := range records[at:] {
		if !visit(r) {
			break
		}
	}
	return nil
}
