package tables

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

// parser parses each expression once. It is safe for concurrent use.
type parser struct {
	conditions memo[condition]
	updates    memo[update]
	shapes     memo[projection]
}

// memo remembers what was parsed.
type memo[T any] struct {
	mu   sync.RWMutex
	made map[source]*T
}

// source is what is parsed: a text, and the parameter that it was given as.
type source struct {
	as   parameter
	text string
}

// parameter is one that takes an expression.
type parameter string

const (
	conditionParameter  parameter = "ConditionExpression"
	filterParameter     parameter = "FilterExpression"
	keyParameter        parameter = "KeyConditionExpression"
	updateParameter     parameter = "UpdateExpression"
	projectionParameter parameter = "ProjectionExpression"
)

// name has an error of an expression name the parameter, as DynamoDB's do.
func (p parameter) name(err error) error {
	const unnamed = "Invalid expression: "
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok || !strings.HasPrefix(api.ErrorMessage(), unnamed) {
		return err
	}
	return invalid("Invalid %s: %s", p, api.ErrorMessage()[len(unnamed):])
}

// get returns what a text was parsed to, and parses it at first. Errors name the parameter.
func (m *memo[T]) get(as parameter, text string, parse func(parameter, string) (*T, error)) (*T, error) {
	given := source{as, text}
	m.mu.RLock()
	found := m.made[given]
	m.mu.RUnlock()
	if found != nil {
		return found, nil
	}
	parsed, err := parse(as, text)
	if err != nil {
		return nil, as.name(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil || len(m.made) >= maxParsed {
		m.made = map[source]*T{}
	}
	m.made[given] = parsed
	return parsed, nil
}

// maxParsed bounds what a parser remembers. A service has some dozens of expressions.
const maxParsed = 10_000

func newParser() *parser { return &parser{} }

// used are the placeholders that an expression mentions.
type used struct {
	as            parameter
	names, values []string
}

// scope is what an expression is evaluated on: an item and what its placeholders stand for.
type scope struct {
	item   Item
	names  map[string]string
	values Item
}

// column is the name of the attribute that a path means.
func (s *scope) column(path string) string {
	if strings.HasPrefix(path, "#") {
		return s.names[path]
	}
	return path
}

// check refuses placeholders that are used and not given, or given and not used.
func check(names map[string]string, values Item, all ...used) error {
	for _, u := range all {
		for _, name := range u.names {
			if _, ok := names[name]; !ok {
				return invalid("Invalid %s: An expression attribute name used in the document path is not defined; attribute name: %s", u.as, name)
			}
		}
		for _, value := range u.values {
			if _, ok := values[value]; !ok {
				return invalid("Invalid %s: An expression attribute value used in expression is not defined; attribute value: %s", u.as, value)
			}
		}
	}
	for name := range names {
		if !slices.ContainsFunc(all, func(u used) bool { return slices.Contains(u.names, name) }) {
			return invalid("Value provided in ExpressionAttributeNames unused in expressions: keys: {%s}", name)
		}
	}
	for value := range values {
		if !slices.ContainsFunc(all, func(u used) bool { return slices.Contains(u.values, value) }) {
			return invalid("Value provided in ExpressionAttributeValues unused in expressions: keys: {%s}", value)
		}
	}
	return nil
}

// cursor walks the tokens of one expression.
type cursor struct {
	list []string
	at   int
	used
}

func newCursor(as parameter, list []string) *cursor { return &cursor{list: list, used: used{as: as}} }

func (c *cursor) peek() string {
	if c.at < len(c.list) {
		return c.list[c.at]
	}
	return ""
}

func (c *cursor) next() string {
	token := c.peek()
	c.at++
	return token
}

// is consumes a keyword or sign when it is next.
func (c *cursor) is(token string) bool {
	if strings.EqualFold(c.peek(), token) {
		c.at++
		return true
	}
	return false
}

func (c *cursor) want(token string) error {
	if !c.is(token) {
		return c.syntax()
	}
	return nil
}

func (c *cursor) syntax() error {
	near := strings.Join(c.list[max(0, min(c.at-1, len(c.list))):min(len(c.list), c.at+2)], " ")
	token := c.peek()
	if token == "" {
		token = "<EOF>"
	}
	return invalid("Invalid expression: Syntax error; token: %q, near: %q", token, near)
}

// path reads the name of an attribute. Paths into lists and maps are not supported, as package
// store uses none.
func (c *cursor) path() (string, error) {
	word := c.peek()
	if word == "" || !isWord(word) || word[0] == ':' {
		return "", c.syntax()
	}
	c.at++
	if word[0] == '#' {
		c.names = append(c.names, word)
	} else if reserved()[strings.ToUpper(word)] {
		return "", invalid("Invalid expression: Attribute name is a reserved keyword; reserved keyword: %s", word)
	}
	if next := c.peek(); next == "." || next == "[" {
		return "", invalid("Invalid expression: paths into a document are not supported; token: %q", next)
	}
	return word, nil
}

func isWord(token string) bool { return wordLength(token) == len(token) }

// operand is one side of a comparison, or what an update sets.
type operand interface {
	// value is nil for an attribute that is absent.
	value(s *scope) types.AttributeValue
}

type (
	pathOperand  string
	valueOperand string
	sizeOperand  string
)

func (o pathOperand) value(s *scope) types.AttributeValue {
	if v, ok := s.item[s.column(string(o))]; ok {
		return v
	}
	return nil
}

func (o sizeOperand) value(s *scope) types.AttributeValue {
	var n int
	switch v := pathOperand(o).value(s).(type) {
	case *types.AttributeValueMemberSS:
		n = len(v.Value)
	case *types.AttributeValueMemberNS:
		n = len(v.Value)
	case *types.AttributeValueMemberBS:
		n = len(v.Value)
	case *types.AttributeValueMemberL:
		n = len(v.Value)
	case *types.AttributeValueMemberM:
		n = len(v.Value)
	case *types.AttributeValueMemberB:
		n = len(v.Value)
	case *types.AttributeValueMemberS:
		n = len(v.Value)
	default:
		return nil
	}
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}

func (o valueOperand) value(s *scope) types.AttributeValue { return s.values[string(o)] }

func (c *cursor) operand() (operand, error) {
	if word := c.peek(); strings.HasPrefix(word, ":") {
		c.at++
		c.values = append(c.values, word)
		return valueOperand(word), nil
	}
	if strings.EqualFold(c.peek(), "size") && c.at+1 < len(c.list) && c.list[c.at+1] == "(" {
		c.at += 2
		p, err := c.path()
		if err != nil {
			return nil, err
		}
		return sizeOperand(p), c.want(")")
	}
	p, err := c.path()
	return pathOperand(p), err
}
