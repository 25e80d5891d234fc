package tables

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// maxPage is the most bytes that one page looks at.
const maxPage = 1 << 20

// page collects rows until it is full.
type page struct {
	limit  int // of rows that are looked at; 0 is none
	filter *condition
	names  map[string]string
	values Item
	part   func(Item) Item // of a row that the answer has; nil when rows are only counted

	items   []Item
	count   int32
	scanned int32
	bytes   int
	last    *Row // the last that was looked at, when the page is full
}

// shape decides what of each row the answer has.
func (p *page) shape(t *Table, x *Index, asked *projection, chosen types.Select) {
	if chosen != types.SelectCount {
		p.items = []Item{}
	}
	switch {
	case chosen == types.SelectCount:
	case asked != nil:
		p.part = asked.of
	case x != nil && chosen != types.SelectAllAttributes:
		p.part = func(item Item) Item { return t.projected(x, item) }
	default:
		p.part = copied
	}
}

// add looks at a row and reports whether there is room for more.
func (p *page) add(r *Row) bool {
	p.scanned++
	p.bytes += r.Size
	if p.filter.met(r.Item, p.names, p.values) {
		p.count++
		if p.part != nil {
			p.items = append(p.items, p.part(r.Item))
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
	where, filter, shape, err := db.query(in, k)
	if err != nil {
		return nil, err
	}
	start, err := t.start(x, in.ExclusiveStartKey)
	if err != nil {
		return nil, err
	}
	p := &page{limit: int(aws.ToInt32(in.Limit)), filter: filter, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
	if err := checkPage("Value", "Limit", in.Limit, in.Select, shape, x); err != nil {
		return nil, err
	}
	p.shape(t, x, shape, in.Select)
	down := in.ScanIndexForward != nil && !*in.ScanIndexForward
	err = db.storage.Look(func(r Reader) error {
		return r.Walk(t, x, where.from(start, down), down, func(at Place, r *Row) bool {
			if at.Hash != where.hash {
				return false
			}
			if start != nil && start.passed(at, r, down) {
				return true
			}
			inside, on := where.takes(at.Sort, down)
			return on && (!inside || p.add(r))
		})
	})
	out := &dynamodb.QueryOutput{Items: p.items, Count: p.count, ScannedCount: p.scanned}
	if p.last != nil {
		out.LastEvaluatedKey = t.keyOf(x, p.last.Item)
	}
	return answer(out, err)
}

// Scan reads all rows of a table or of an index, in no order that means anything.
func (db *DB) Scan(_ context.Context, in *dynamodb.ScanInput, _ ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	x, err := t.index(in.IndexName, aws.ToBool(in.ConsistentRead))
	if err != nil {
		return nil, err
	}
	filter, err := db.parsed.condition(filterParameter, in.FilterExpression)
	if err != nil {
		return nil, err
	}
	shape, err := db.parsed.projection(in.ProjectionExpression)
	if err == nil {
		err = firstError(check(in.ExpressionAttributeNames, in.ExpressionAttributeValues, filter.usage(), shape.usage()), filter.types(in.ExpressionAttributeValues))
	}
	if err != nil {
		return nil, err
	}
	start, err := t.start(x, in.ExclusiveStartKey)
	if err != nil {
		return nil, err
	}
	p := &page{limit: int(aws.ToInt32(in.Limit)), filter: filter, names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
	if err := checkPage("Value '0'", "limit", in.Limit, in.Select, shape, x); err != nil {
		return nil, err
	}
	p.shape(t, x, shape.with(in.ExpressionAttributeNames), in.Select)
	if err := checkSegments(in.Segment, in.TotalSegments); err != nil {
		return nil, err
	}
	var from Place
	if start != nil {
		from = start.at
	}
	err = db.storage.Look(func(r Reader) error {
		return r.Walk(t, x, from, false, func(at Place, r *Row) bool {
			return start != nil && start.passed(at, r, false) || p.add(r)
		})
	})
	out := &dynamodb.ScanOutput{Items: p.items, Count: p.count, ScannedCount: p.scanned}
	if p.last != nil {
		out.LastEvaluatedKey = t.keyOf(x, p.last.Item)
	}
	return answer(out, err)
}

// index finds an index; nil stands for the table itself.
func (t *Table) index(name *string, consistent bool) (*Index, error) {
	if name == nil {
		return nil, nil //nolint:nilnil // the table itself
	}
	for _, x := range t.Indexes {
		if x.Name != *name {
			continue
		}
		if consistent && !x.local {
			return nil, invalid("Consistent reads are not supported on global secondary indexes")
		}
		return x, nil
	}
	return nil, invalid("The table does not have the specified index: %s", *name)
}

// keyOf is the part of an item that names it, in the table and in the index.
func (t *Table) keyOf(x *Index, item Item) Item {
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

// projected is what an index has of an item.
func (t *Table) projected(x *Index, item Item) Item {
	if x.projection == nil || x.projection.ProjectionType == types.ProjectionTypeAll {
		return copied(item)
	}
	part := t.keyOf(x, item)
	for _, name := range x.projection.NonKeyAttributes {
		if v, ok := item[name]; ok {
			part[name] = v
		}
	}
	return part
}
