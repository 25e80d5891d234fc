package tables

import (
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// highest sorts after every key: no key begins with a byte that UTF-8 has not, and binary keys are
// not this long.
var highest = strings.Repeat("\xff", maxHashKey+1) //nolint:gochecknoglobals // never changes

// span is the part of a partition that a query asks for.
type span struct {
	hash      string
	low, high string // bounds of the sort key; high "" is none
	openLow   bool   // low itself is not in it
	openHigh  bool
	prefix    bool // high is not a bound: low is what the sort keys begin with
}

// from is where a walk over the span begins.
func (s *span) from(start *start, down bool) Place {
	switch {
	case start != nil:
		return start.at
	case !down:
		return Place{s.hash, s.low}
	case s.prefix:
		return Place{s.hash, s.low + highest}
	case s.high != "":
		return Place{s.hash, s.high}
	}
	return Place{s.hash, highest}
}

// takes reports whether a sort key is in the span, and whether a walk goes on after it.
func (s *span) takes(sort string, down bool) (in, on bool) {
	if s.prefix {
		in = strings.HasPrefix(sort, s.low)
		return in, in || (!down && sort < s.low) || (down && sort > s.low)
	}
	below := sort < s.low || (s.openLow && sort == s.low)
	above := s.high != "" && (sort > s.high || (s.openHigh && sort == s.high))
	return !below && !above, (down && !below) || (!down && !above)
}

// query parses what a query asks for: the span of its key condition, and the filter.
func (db *DB) query(in *dynamodb.QueryInput, k keys) (span, *condition, *projection, error) {
	if in.KeyConditionExpression == nil {
		return span{}, nil, nil, invalid("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")
	}
	c, err := db.parsed.condition(keyParameter, in.KeyConditionExpression)
	if err != nil {
		return span{}, nil, nil, err
	}
	filter, err := db.parsed.condition(filterParameter, in.FilterExpression)
	if err != nil {
		return span{}, nil, nil, err
	}
	shape, err := db.parsed.projection(in.ProjectionExpression)
	if err != nil {
		return span{}, nil, nil, err
	}
	values := in.ExpressionAttributeValues
	err = firstError(check(in.ExpressionAttributeNames, values, c.used, filter.usage(), shape.usage()), c.types(values), filter.types(values))
	if err != nil {
		return span{}, nil, nil, err
	}
	s := &scope{names: in.ExpressionAttributeNames, values: values}
	where, err := k.span(c.root, s)
	return where, filter, shape.with(in.ExpressionAttributeNames), err
}

// span reads a key condition: the hash key's value and at most one condition of the sort key.
func (k keys) span(root test, s *scope) (span, error) {
	var where span
	parts := []test{root}
	if both, ok := root.(both); ok {
		parts = []test{both.a, both.b}
	}
	hashed, sorted := false, false
	for _, part := range parts {
		name, ok := subject(part, s)
		var err error
		switch {
		case ok && name == k.hash && !hashed:
			hashed = true
			where.hash, err = k.equals(part, s)
		case ok && name == k.sort && k.sort != "" && !sorted:
			sorted = true
			err = where.sorted(part, s)
		case ok && len(parts) == 1:
			continue // what is missing is the hash key
		default:
			return where, invalid("Query key condition not supported")
		}
		if err != nil {
			return where, err
		}
	}
	if !hashed {
		return where, invalid("Query condition missed key schema element: %s", k.hash)
	}
	return where, nil
}

// subject is the attribute that a part of a key condition is about.
func subject(part test, s *scope) (string, bool) {
	var of operand
	switch part := part.(type) {
	case compare:
		of = part.a
	case between:
		of = part.of
	case begins:
		of = part.of
	}
	path, ok := of.(pathOperand)
	return s.column(string(path)), ok
}

func (k keys) equals(part test, s *scope) (string, error) {
	c, ok := part.(compare)
	if !ok || c.sign != "=" {
		return "", invalid("Query key condition not supported")
	}
	v := c.b.value(s)
	if typeName(v) != string(k.hashType) {
		return "", invalid("One or more parameter values were invalid: Condition parameter type does not match schema type")
	}
	return ordered(v)
}

// sorted takes over the condition of the sort key.
func (s *span) sorted(part test, in *scope) error {
	bound := func(o operand) (string, error) { return ordered(o.value(in)) }
	var err error
	switch part := part.(type) {
	case begins:
		s.prefix = true
		s.low, err = bound(part.prefix)
	case between:
		if s.low, err = bound(part.low); err == nil {
			s.high, err = bound(part.high)
		}
	case compare:
		var at string
		if at, err = bound(part.b); err != nil {
			return err
		}
		switch part.sign {
		case "=":
			s.low, s.high = at, at
		case "<", "<=":
			s.high, s.openHigh = at, part.sign == "<"
		case ">", ">=":
			s.low, s.openLow = at, part.sign == ">"
		default:
			return invalid("Unsupported operator on KeyCondition: Operator: %s", part.sign)
		}
	}
	return err
}

// start is where an earlier page ended.
type start struct {
	at  Place // in the walk's order
	row Place // in the table
}

// start reads an ExclusiveStartKey; nil is the beginning.
func (t *Table) start(x *Index, key Item) (*start, error) {
	if len(key) == 0 {
		return nil, nil //nolint:nilnil // the beginning
	}
	own := Item{}
	for name, v := range key {
		if name == t.hash || name == t.sort {
			own[name] = v
		}
	}
	at, err := t.place(own, true)
	if err != nil {
		return nil, invalid("The provided starting key is invalid")
	}
	if x == nil {
		return &start{at, at}, nil
	}
	walked, ok := x.Of(key)
	if !ok {
		return nil, invalid("The provided starting key is invalid")
	}
	return &start{walked, at}, nil
}

// passed reports whether a row lies at the start or before it, in the walk's direction.
func (s *start) passed(at Place, r *Row, down bool) bool {
	c := at.Compare(s.at)
	if c == 0 {
		c = r.Compare(s.row)
	}
	return c == 0 || (c < 0) != down
}
