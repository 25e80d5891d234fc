package local

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

const tablesFile = "tables.db"

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

// checkEngine refuses an engine that is older than the one that wrote the tables.
func (i *Info) checkEngine(version string) error {
	if slices.Compare(numbers(version), numbers(i.Engine)) < 0 {
		return fmt.Errorf("the tables of %s were written by %s, and this engine is %s: install the newer one again (make engine), or move the folder away",
			i.DataDir, i.Engine, version)
	}
	i.Engine = version
	return nil
}

// numbers reads the version out of a program's name and version.
func numbers(version string) []int {
	var parts []int
	words := strings.Fields(version)
	if len(words) == 0 {
		return nil
	}
	for part := range strings.SplitSeq(words[len(words)-1], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		parts = append(parts, n)
	}
	return parts
}

// checkTables reads every row of the tables that a former start made. The engine finds
// what was overwritten in the middle of its file only by reading it.
func (i *Info) checkTables(ctx context.Context, db *dynamodb.Client) error {
	if i.Token == "" {
		return nil
	}
	for _, table := range []string{coreTable, edgeTable} {
		pages := dynamodb.NewScanPaginator(db, &dynamodb.ScanInput{TableName: &table, Select: types.SelectCount})
		for pages.HasMorePages() {
			if _, err := pages.NextPage(ctx); err != nil {
				return &damagedError{i.DataDir, fmt.Sprintf("its table %s cannot be read (%v)", table, err)}
			}
		}
	}
	return nil
}

// mark writes whether a service runs over the folder. While one does, its last writes are
// in the log beside the tables.
func (i *Info) mark(running bool) error {
	i.Running = running
	return i.write()
}
