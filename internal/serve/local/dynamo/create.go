package dynamo

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// template is an empty database as dynoxide 1.2.1 creates it, with the statements
// of engine.sql applied (see engine.sql and tools/engine/template.py).
//
// Without the index the engine scans all stream records at each write of a table
// that has a stream and at each poll. Without the triggers it keeps the records
// for ever. SQLite runs both inside the engine, so that no SQLite is linked here.
//
//go:embed engine.db.gz
var template []byte

// create writes the template, with an identity, where there is no database yet. It comes into being
// under its name only when complete, so that a crash leaves no half of it.
func create(path, identity string) error {
	_, err := os.Stat(path)
	if err == nil {
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(template))
	if err != nil {
		return fmt.Errorf("unpack the empty database: %w", err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		return fmt.Errorf("unpack the empty database: %w", err)
	}
	if identity != "" {
		if err := identify(content, identity); err != nil {
			return err
		}
	}
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o600); err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("the data folder cannot be written: %w", err)
	}
	return nil
}
