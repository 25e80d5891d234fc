package dynamo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The template is binary, so this is what tells that it was made from engine.sql:
// SQLite keeps the text of each statement.
func TestNewDatabaseHasTheStatementsOfEngineSQL(t *testing.T) {
	t.Parallel()
	statements, err := os.ReadFile("engine.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "core.db")
	start(t, path).Close()
	database, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for statement := range strings.SplitSeq(string(statements), ";\n\n") {
		statement = strings.TrimRight(statement, ";\n")
		if !bytes.Contains(database, []byte(statement)) {
			t.Errorf("the database lacks this statement; run tools/engine/template.py:\n%s", statement)
		}
	}
}
