package tables

import (
	_ "embed"
	"strings"
	"sync"
)

// reservedWords are what no expression may have as the name of an attribute, whatever their case; an attribute of such a name has a
// placeholder. From DynamoDB's developer guide.
//
//go:embed reserved.txt
var reservedWords string

var reserved = sync.OnceValue(func() map[string]bool { //nolint:gochecknoglobals // never changes
	words := map[string]bool{}
	for word := range strings.FieldsSeq(reservedWords) {
		words[word] = true
	}
	return words
})
