package local

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

const (
	tablesFile = "tables.db"
	// tablesFormat is what the tables are written by and in which form. Another form has another number.
	tablesFormat = "quarry 2"
)

// damagedError is the refusal of a data folder that lost something. It is better not to
// start than to start with less than there was, or with another organization.
type damagedError struct{ dir, what string }

func (d *damagedError) Error() string {
	return fmt.Sprintf("the data folder %[1]s is damaged: %[2]s. Put the whole folder back from a copy that was made "+
		"while the service was stopped (%[3]s and %[3]s-wal belong together), or move it away to start over", d.dir, d.what, tablesFile)
}

// openState reads what a folder says of itself and holds it against its tables, before
// anything opens them. A folder that nothing was kept in yet gets an identity.
func openState(dir string, own bool) (*Info, error) {
	path := filepath.Join(dir, tablesFile)
	info, err := ReadInfo(dir)
	switch {
	case errors.Is(err, errNoInfo):
		if _, err := os.Stat(path); own && !errors.Is(err, fs.ErrNotExist) {
			return nil, &damagedError{dir, infoFile + " is missing, though there are tables"}
		}
		id := make([]byte, 8)
		_, _ = rand.Read(id) // never fails
		info = &Info{DataDir: dir, Tables: hex.EncodeToString(id)}
		return info, info.write()
	case err != nil:
		return nil, &damagedError{dir, err.Error()}
	}
	info.DataDir = dir
	if own && info.Tables == "" {
		return nil, &damagedError{dir, infoFile + " does not say which tables are its own"}
	}
	if !own || info.Token == "" { // the tables are elsewhere, or the first start did not end
		return info, nil
	}
	file, err := dynamo.Inspect(path)
	switch {
	case err != nil:
		return nil, &damagedError{dir, err.Error()}
	case file.Identity != info.Tables:
		return nil, &damagedError{dir, tablesFile + " is that of another folder"}
	case info.Running && !file.Logged:
		return nil, &damagedError{dir, tablesFile + "-wal is missing or empty, and with it what was written before the service was killed " +
			"(if another program has opened the tables since, it merged the log and nothing is lost: set \"running\" to false in " + infoFile + ")"}
	}
	return info, nil
}

// checkFormat refuses tables of a form that this program does not read, before anything opens them.
func (i *Info) checkFormat() error {
	if i.Engine != "" && i.Engine != tablesFormat {
		return fmt.Errorf("the data folder %s has tables of %q, and this program reads %q alone: use it with the program that wrote it, "+
			"or move it away to start over", i.DataDir, i.Engine, tablesFormat)
	}
	i.Engine = tablesFormat
	return nil
}

// mark writes whether a service runs over the folder. While one does, its last writes are
// in the log beside the tables.
func (i *Info) mark(running bool) error {
	i.Running = running
	return i.write()
}
