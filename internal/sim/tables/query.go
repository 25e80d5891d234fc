package tables

import (
	"context"
	"iter"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// maxPage is the most bytes that one page looks at.
const maxPage = 1 << 20

// page collects rows until it is full.
type page struct {
	limit    int // of rows that are looked at; 0 is none
	filter   *condition
	names    map[string]string
	values   Item
	keysOnly func(Item) Item // nil for whole rows

	items   []Item
	scanned int32
	bytes   int
	last    *row // the last that was looked at, when the page is full
}

// add looks at a row and reports whether there is room for more.
func (p *page) add(r *row) bool {
	p.scanned++
	p.bytes += r.size
	if p.filter.met(r.item, p.names, p.values) {
		if p.keysOnly != nil {
			p.items = append(p.items, p.keysOnly(r.item))
		} else {
			p.items = append(p.items, copied(r.item))
		}
	}
	if p.bytes >= maxPage || (p.limit > 0 && int(p.scanned) >= p.limit) {
		p.last = r
		return false
	}
	return true
}

// Query reads the rows of one partition of a table or of an index, in their order.
func (db *DB) Query(_ context.Context, in *dynamodb.QueryInput, _ ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	x, err := t.index(in.IndexName, aws.ToBool(in.ConsistentRead))
	if err != nil {
		return nil, err
	}
	k := t.keys
	if x != nil {
		k = x.keys
	}
	where, filter, err := db.query(in, k)
	if err != nil {
		return nil, err
	}
	start, err := t.start(x, in.ExclusiveStartKey)
	if err != nil {
		return nil, err
	}
	p := &page{limit: int(aws.ToInt32(in.Limit)), filter: filter, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
	if x != nil && x.projection == types.ProjectionTypeKeysOnly {
		p.keysOnly = func(item Item) Item { return t.keyOf(x, item) }
	}
	down := in.ScanIndexForward != nil && !*in.ScanIndexForward
	for at, r := range t.walk(x, where.from(start, down), down) {
		if at.hash != where.hash {
			break
		}
		if start != nil && start.passed(at, r, down) {
			continue
		}
		if inside, on := where.takes(at.sort, down); !on {
			break
		} else if inside && !p.add(r) {
			break
		}
	}
	out := &dynamodb.QueryOutput{Items: p.items, Count: int32(len(p.items)), ScannedCount: p.scanned} //nolint:gosec // at most a page
	if p.last != nil {
		out.LastEvaluatedKey = t.keyOf(x, p.last.item)
	}
	return out, nil
}

// Scan reads all rows of a table, in no order that means anything.
func (db *DB) Scan(_ context.Context, in *dynamodb.ScanInput, _ ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	filter, err := db.parsed.condition(in.FilterExpression)
	if err == nil {
		err = firstError(check(in.ExpressionAttributeNames, in.ExpressionAttributeValues, filter.usage()), filter.types(in.ExpressionAttributeValues))
	}
	if err != nil {
		return nil, err
	}
	start, err := t.start(nil, in.ExclusiveStartKey)
	if err != nil {
		return nil, err
	}
	p := &page{limit: int(aws.ToInt32(in.Limit)), filter: filter, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
	var from place
	if start != nil {
		from = start.at
	}
	for at, r := range t.walk(nil, from, false) {
		if start != nil && start.passed(at, r, false) {
			continue
		}
		if !p.add(r) {
			break
		}
	}
	out := &dynamodb.ScanOutput{Items: p.items, Count: int32(len(p.items)), ScannedCount: p.scanned} //nolint:gosec // at most a page
	if p.last != nil {
		out.LastEvaluatedKey = t.keyOf(nil, p.last.item)
	}
	return out, nil
}

// index finds an index; nil stands for the table itself.
func (t *table) index(name *string, consistent bool) (*index, error) {
	if name == nil {
		return nil, nil //nolint:nilnil // the table itself
	}
	for _, x := range t.indexes {
		if x.name != *name {
			continue
		}
		if consistent {
			return nil, invalid("Consistent reads are not supported on global secondary indexes")
		}
		return x, nil
	}
	return nil, invalid("The table does not have the specified index: %s", *name)
}

// keyOf is the part of an item that names it, in the table and in the index.
func (t *table) keyOf(x *index, item Item) Item {
	key := Item{}
	keep := func(name string) {
		if v, ok := item[name]; ok && name != "" {
			key[name] = v
		}
	}
	keep(t.hash)
	keep(t.sort)
	if x != nil {
		keep(x.hash)
		keep(x.sort)
	}
	return key
}

// walk goes over the rows of the table, or of an index, from a place on, up or down.
func (t *table) walk(x *index, from place, down bool) iter.Seq2[place, *row] {
	return func(yield func(place, *row) bool) {
		visitRow := func(r *row) bool { return yield(r.place, r) }
		visitEntry := func(e entry) bool { return yield(e.place, e.row) }
		// Below a place with no row's key there is nothing at it, and above the highest key everything is at it.
		switch {
		case x == nil && down:
			t.rows.Descend(&row{place: from}, visitRow)
		case x == nil:
			t.rows.Ascend(&row{place: from}, visitRow)
		case down:
			x.entries.Descend(entry{from, &row{place: place{highest, highest}}}, visitEntry)
		default:
			x.entries.Ascend(entry{from, &row{}}, visitEntry)
		}
	}
}
