package tables

import (
	"bytes"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// condition is a parsed condition, filter or key condition.
type condition struct {
	root test
	used
}

// test is a node of a condition.
type test interface {
	holds(s *scope) bool
	// check refuses values of types that the operator does not take.
	check(values Item) error
}

type (
	both    struct{ a, b test }
	either  struct{ a, b test }
	not     struct{ of test }
	compare struct {
		sign string
		a, b operand
	}
	between struct{ of, low, high operand }
	among   struct {
		of   operand
		list []operand
	}
	exists struct {
		path pathOperand
		want bool
	}
	begins struct {
		of     pathOperand
		prefix operand
	}
	contains struct { // of a set, a list or a text
		of   pathOperand
		text operand
	}
)

func (t both) holds(s *scope) bool    { return t.a.holds(s) && t.b.holds(s) }
func (t either) holds(s *scope) bool  { return t.a.holds(s) || t.b.holds(s) }
func (t not) holds(s *scope) bool     { return !t.of.holds(s) }
func (t exists) holds(s *scope) bool  { return (t.path.value(s) != nil) == t.want }
func (t compare) holds(s *scope) bool { return compares(t.sign, t.a.value(s), t.b.value(s)) }

func compares(sign string, a, b types.AttributeValue) bool {
	if a == nil || b == nil {
		return sign == "<>" // what is absent differs from everything
	}
	switch sign {
	case "=":
		return equal(a, b)
	case "<>":
		return !equal(a, b)
	}
	c, ok := order(a, b)
	switch {
	case !ok:
		return false
	case sign == "<":
		return c < 0
	case sign == "<=":
		return c <= 0
	case sign == ">":
		return c > 0
	default:
		return c >= 0
	}
}

func (t between) holds(s *scope) bool {
	v := t.of.value(s)
	return compares(">=", v, t.low.value(s)) && compares("<=", v, t.high.value(s))
}

func (t among) holds(s *scope) bool {
	v := t.of.value(s)
	return v != nil && slices.ContainsFunc(t.list, func(o operand) bool { return compares("=", v, o.value(s)) })
}

func (t begins) holds(s *scope) bool {
	switch v := t.of.value(s).(type) {
	case *types.AttributeValueMemberS:
		p, ok := t.prefix.value(s).(*types.AttributeValueMemberS)
		return ok && strings.HasPrefix(v.Value, p.Value)
	case *types.AttributeValueMemberB:
		p, ok := t.prefix.value(s).(*types.AttributeValueMemberB)
		return ok && bytes.HasPrefix(v.Value, p.Value)
	}
	return false
}

func (t contains) holds(s *scope) bool {
	part := t.text.value(s)
	text, is := part.(*types.AttributeValueMemberS)
	switch of := t.of.value(s).(type) {
	case *types.AttributeValueMemberSS:
		return is && slices.Contains(of.Value, text.Value)
	case *types.AttributeValueMemberS:
		return is && strings.Contains(of.Value, text.Value)
	case *types.AttributeValueMemberL:
		return part != nil && slices.ContainsFunc(of.Value, func(v types.AttributeValue) bool { return equal(v, part) })
	case *types.AttributeValueMemberNS:
		number, ok := part.(*types.AttributeValueMemberN)
		return ok && slices.ContainsFunc(of.Value, func(v string) bool { return compareNumbers(v, number.Value) == 0 })
	}
	return false
}

func (t both) check(v Item) error   { return firstError(t.a.check(v), t.b.check(v)) }
func (t either) check(v Item) error { return firstError(t.a.check(v), t.b.check(v)) }
func (t not) check(v Item) error    { return t.of.check(v) }
func (exists) check(Item) error     { return nil }
func (among) check(Item) error      { return nil }
func (contains) check(Item) error   { return nil }

func (t compare) check(v Item) error {
	if t.sign == "=" || t.sign == "<>" {
		return nil
	}
	return firstError(inOrder(t.sign, t.a, v), inOrder(t.sign, t.b, v))
}

func (t between) check(v Item) error {
	return firstError(inOrder("BETWEEN", t.low, v), inOrder("BETWEEN", t.high, v))
}

func (t begins) check(v Item) error {
	name, ok := t.prefix.(valueOperand)
	if !ok {
		return nil
	}
	if kind := typeName(v[string(name)]); kind != "S" && kind != "B" {
		return wrongOperand("operator or function: begins_with, operand type: " + kind)
	}
	return nil
}

// inOrder refuses a value that has no order.
func inOrder(sign string, o operand, values Item) error {
	name, ok := o.(valueOperand)
	if !ok {
		return nil
	}
	switch kind := typeName(values[string(name)]); kind {
	case "S", "N", "B":
		return nil
	default:
		return wrongOperand("operator: " + sign + ", operand type: " + kind)
	}
}

func wrongOperand(what string) error {
	return invalid("Invalid expression: Incorrect operand type for operator or function; %s", what)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// condition parses a condition, or returns the one that holds always for none.
func (p *parser) condition(as parameter, text *string) (*condition, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // no condition is a condition, too
	}
	return p.conditions.get(as, *text, parseCondition)
}

func parseCondition(as parameter, text string) (*condition, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, invalid("Invalid expression: The expression can not be empty;")
	}
	c := newCursor(as, list)
	root, err := c.either()
	if err == nil && c.at < len(c.list) {
		err = c.syntax()
	}
	if err != nil {
		return nil, err
	}
	return &condition{root, c.used}, nil
}

// usage is what the condition mentions; nil mentions nothing.
func (c *condition) usage() used {
	if c == nil {
		return used{}
	}
	return c.used
}

// met evaluates the condition; nil is always met.
func (c *condition) met(item Item, names map[string]string, values Item) bool {
	return c == nil || c.root.holds(&scope{item, names, values})
}

// types refuses values of types that the condition does not take.
func (c *condition) types(values Item) error {
	if c == nil {
		return nil
	}
	if err := c.root.check(values); err != nil {
		return c.as.name(err)
	}
	return nil
}

func (c *cursor) either() (test, error) {
	left, err := c.both()
	for err == nil && c.is("OR") {
		var right test
		if right, err = c.both(); err == nil {
			left = either{left, right}
		}
	}
	return left, err
}

func (c *cursor) both() (test, error) {
	left, err := c.not()
	for err == nil && c.is("AND") {
		var right test
		if right, err = c.not(); err == nil {
			left = both{left, right}
		}
	}
	return left, err
}

func (c *cursor) not() (test, error) {
	if c.is("NOT") {
		of, err := c.not()
		return not{of}, err
	}
	if c.is("(") {
		inner, err := c.either()
		if err == nil {
			err = c.want(")")
		}
		return inner, err
	}
	if c.at+1 < len(c.list) && c.list[c.at+1] == "(" && !strings.EqualFold(c.peek(), "size") {
		return c.function()
	}
	return c.comparison()
}

func (c *cursor) function() (test, error) {
	name := c.next()
	c.at++ // the bracket
	path, err := c.path()
	if err != nil {
		return nil, err
	}
	var made test
	switch name {
	case "attribute_exists", "attribute_not_exists":
		made = exists{pathOperand(path), name == "attribute_exists"}
	case "begins_with":
		if err := c.want(","); err != nil {
			return nil, err
		}
		prefix, err := c.operand()
		if err != nil {
			return nil, err
		}
		made = begins{pathOperand(path), prefix}
	case "contains":
		if err := c.want(","); err != nil {
			return nil, err
		}
		text, err := c.operand()
		if err != nil {
			return nil, err
		}
		made = contains{pathOperand(path), text}
	default:
		return nil, invalid("Invalid expression: Invalid function name; function: %s", name)
	}
	return made, c.want(")")
}

func (c *cursor) comparison() (test, error) {
	left, err := c.operand()
	if err != nil {
		return nil, err
	}
	switch sign := c.next(); {
	case slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, sign):
		right, err := c.operand()
		return compare{sign, left, right}, err
	case strings.EqualFold(sign, "BETWEEN"):
		return c.between(left)
	case strings.EqualFold(sign, "IN"):
		return c.among(left)
	}
	c.at--
	return nil, c.syntax()
}

func (c *cursor) between(of operand) (test, error) {
	low, err := c.operand()
	if err != nil {
		return nil, err
	}
	if err := c.want("AND"); err != nil {
		return nil, err
	}
	high, err := c.operand()
	return between{of, low, high}, err
}

func (c *cursor) among(of operand) (test, error) {
	if err := c.want("("); err != nil {
		return nil, err
	}
	t := among{of: of}
	for {
		o, err := c.operand()
		if err != nil {
			return nil, err
		}
		t.list = append(t.list, o)
		if c.is(")") {
			return t, nil
		}
		if err := c.want(","); err != nil {
			return nil, err
		}
	}
}
