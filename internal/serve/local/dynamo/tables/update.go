package tables

import (
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// update is a parsed update expression.
type update struct {
	sets    []setting
	removes []string
	adds    []addition
	deletes []addition
	used
}

type setting struct {
	path string
	to   operand
}

// addition is what ADD adds to a column, and DELETE takes from it.
type addition struct {
	path  string
	value valueOperand
}

// fallback is if_not_exists(path, otherwise).
type fallback struct {
	path      pathOperand
	otherwise operand
}

func (o fallback) value(s *scope) types.AttributeValue {
	if v := o.path.value(s); v != nil {
		return v
	}
	return o.otherwise.value(s)
}

// arithmetic is a + b or a - b; setting evaluates it itself, as it can fail.
type arithmetic struct {
	a, b  operand
	minus bool
}

func (o arithmetic) value(*scope) types.AttributeValue { return nil }

// apply returns the item as the update makes it. Everything is evaluated on the item before.
func (u *update) apply(old Item, s *scope) (Item, error) {
	fresh := maps.Clone(old)
	for _, set := range u.sets {
		v, err := set.evaluate(s)
		if err != nil {
			return nil, err
		}
		fresh[s.column(set.path)] = v
	}
	for _, path := range u.removes {
		delete(fresh, s.column(path))
	}
	for _, a := range u.adds {
		name := s.column(a.path)
		v, err := added(old[name], a.value.value(s))
		if err != nil {
			return nil, err
		}
		fresh[name] = v
	}
	for _, d := range u.deletes {
		if err := d.from(fresh, s); err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

func (set setting) evaluate(s *scope) (types.AttributeValue, error) {
	absent := invalid("The provided expression refers to an attribute that does not exist in the item")
	calculation, ok := set.to.(arithmetic)
	if !ok {
		if v := set.to.value(s); v != nil {
			return v, nil
		}
		return nil, absent
	}
	a, b := calculation.a.value(s), calculation.b.value(s)
	if a == nil || b == nil {
		return nil, absent
	}
	x, ok1 := a.(*types.AttributeValueMemberN)
	y, ok2 := b.(*types.AttributeValueMemberN)
	if !ok1 || !ok2 {
		return nil, invalid("An operand in the update expression has an incorrect data type")
	}
	return sum(x.Value, y.Value, calculation.minus)
}

// added is what ADD makes of a number or of a set.
func added(old, more types.AttributeValue) (types.AttributeValue, error) {
	if old == nil {
		return more, nil
	}
	switch more := more.(type) {
	case *types.AttributeValueMemberN:
		if old, ok := old.(*types.AttributeValueMemberN); ok {
			return sum(old.Value, more.Value, false)
		}
	case *types.AttributeValueMemberSS:
		if old, ok := old.(*types.AttributeValueMemberSS); ok {
			return &types.AttributeValueMemberSS{Value: union(old.Value, more.Value)}, nil
		}
	case *types.AttributeValueMemberNS:
		if old, ok := old.(*types.AttributeValueMemberNS); ok {
			return &types.AttributeValueMemberNS{Value: union(old.Value, more.Value)}, nil
		}
	}
	return nil, invalid("An operand in the update expression has an incorrect data type")
}

// from takes texts out of a set. A set is never empty: its attribute goes with the last.
func (a addition) from(item Item, s *scope) error {
	name := s.column(a.path)
	if item[name] == nil {
		return nil
	}
	set, ok := item[name].(*types.AttributeValueMemberSS)
	less, is := a.value.value(s).(*types.AttributeValueMemberSS)
	if !ok || !is {
		return invalid("An operand in the update expression has an incorrect data type")
	}
	left := slices.DeleteFunc(slices.Clone(set.Value), func(text string) bool { return slices.Contains(less.Value, text) })
	if item[name] = (&types.AttributeValueMemberSS{Value: left}); len(left) == 0 {
		delete(item, name)
	}
	return nil
}

func union(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// check refuses updates of the key and two of one attribute.
func (u *update) check(k keys, s *scope) error {
	seen := make(map[string]bool, len(u.sets)+len(u.removes)+len(u.adds))
	see := func(path string) error {
		name := s.column(path)
		if name == k.hash || name == k.sort {
			return invalid("One or more parameter values were invalid: Cannot update attribute %s. This attribute is part of the key", name)
		}
		if seen[name] {
			return invalid("Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [%s], path two: [%s]", name, name)
		}
		seen[name] = true
		return nil
	}
	for _, set := range u.sets {
		if err := see(set.path); err != nil {
			return err
		}
	}
	for _, path := range u.removes {
		if err := see(path); err != nil {
			return err
		}
	}
	for _, change := range []struct {
		name  string
		of    []addition
		takes []string
	}{{"ADD", u.adds, []string{"N", "SS", "NS"}}, {"DELETE", u.deletes, []string{"SS"}}} {
		for _, a := range change.of {
			if err := see(a.path); err != nil {
				return err
			}
			if kind := typeName(s.values[string(a.value)]); !slices.Contains(change.takes, kind) {
				return invalid("Invalid UpdateExpression: Incorrect operand type for operator or function; operator: %s, operand type: %s", change.name, kind)
			}
		}
	}
	return nil
}

// columns are those that the update names.
func (u *update) columns(s *scope) []string {
	names := make([]string, 0, len(u.sets)+len(u.removes)+len(u.adds)+len(u.deletes))
	for _, set := range u.sets {
		names = append(names, s.column(set.path))
	}
	for _, path := range u.removes {
		names = append(names, s.column(path))
	}
	for _, a := range slices.Concat(u.adds, u.deletes) {
		names = append(names, s.column(a.path))
	}
	return names
}

// update parses an update expression.
func (p *parser) update(text string) (*update, error) {
	return p.updates.get(updateParameter, text, parseUpdate)
}

func parseUpdate(as parameter, text string) (*update, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	c, u := newCursor(as, list), &update{}
	if len(list) == 0 {
		return nil, invalid("Invalid UpdateExpression: The expression can not be empty;")
	}
	clauses := map[string]bool{}
	for c.at < len(c.list) {
		name := strings.ToUpper(c.next())
		if !slices.Contains([]string{"SET", "REMOVE", "ADD", "DELETE"}, name) {
			c.at--
			return nil, c.syntax()
		}
		if clauses[name] {
			return nil, invalid("Invalid UpdateExpression: The %q section can only be used once in an update expression;", name)
		}
		clauses[name] = true
		if err := c.clause(u, name); err != nil {
			return nil, err
		}
	}
	u.used = c.used
	return u, nil
}

// clause reads the parts of one clause.
func (c *cursor) clause(u *update, name string) error {
	for {
		path, err := c.path()
		if err != nil {
			return err
		}
		switch name {
		case "SET":
			to, err := c.setting()
			if err != nil {
				return err
			}
			u.sets = append(u.sets, setting{path, to})
		case "REMOVE":
			u.removes = append(u.removes, path)
		case "ADD", "DELETE":
			o, err := c.operand()
			if err != nil {
				return err
			}
			value, ok := o.(valueOperand)
			if !ok {
				return c.syntax()
			}
			if name == "ADD" {
				u.adds = append(u.adds, addition{path, value})
			} else {
				u.deletes = append(u.deletes, addition{path, value})
			}
		}
		if !c.is(",") {
			return nil
		}
	}
}

func (c *cursor) setting() (operand, error) {
	if err := c.want("="); err != nil {
		return nil, err
	}
	left, err := c.term()
	if err != nil {
		return nil, err
	}
	if minus := c.peek() == "-"; minus || c.peek() == "+" {
		c.at++
		right, err := c.term()
		return arithmetic{left, right, minus}, err
	}
	return left, nil
}

func (c *cursor) term() (operand, error) {
	if c.at+1 >= len(c.list) || c.list[c.at+1] != "(" {
		return c.operand()
	}
	if name := c.next(); name != "if_not_exists" {
		return nil, invalid("Invalid UpdateExpression: Invalid function name; function: %s", name)
	}
	c.at++ // the bracket
	path, err := c.path()
	if err != nil {
		return nil, err
	}
	if err := c.want(","); err != nil {
		return nil, err
	}
	otherwise, err := c.operand()
	if err != nil {
		return nil, err
	}
	return fallback{pathOperand(path), otherwise}, c.want(")")
}
