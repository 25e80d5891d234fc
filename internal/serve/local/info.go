package local

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quarryapi/quarry/internal/serve/local/durable"
)

// Info is what <data>/local.json has about a local service. It holds secrets, so
// only its owner can read the file.
type Info struct {
	BaseURL        string `json:"baseUrl"`
	Token          string `json:"token"`
	DocsURL        string `json:"docsUrl"`    // of the reference page with the token filled in; it works once
	ConsoleURL     string `json:"consoleUrl"` // of the console, signed in; it works once, too
	OrganizationID string `json:"organizationId"`
	DataDir        string `json:"dataDir"`
	AdminURL       string `json:"adminUrl"` // of the Lambda Invoke API, on loopback only
	AdminKey       string `json:"adminKey"` // access key id that it asks for

	// Browser is the program by which it shows pages; empty where it found none at its start.
	Browser string `json:"browser"`

	// FunctionEnv is what a function of the stack needs to work on this
	// service's tables, queues and bucket: sam local passes it on.
	FunctionEnv map[string]string `json:"functionEnv"`

	// What the folder's tables are held against at the next start.
	Tables  string `json:"tables"`  // identity of tables.db
	Engine  string `json:"engine"`  // what wrote it, and in which form
	Running bool   `json:"running"` // and was not closed
}

// errNoInfo is that a folder has no local.json.
var errNoInfo = errors.New("no local service has run")

const infoFile = "local.json"

// ReadInfo reads how to call the local service of a folder.
func ReadInfo(dir string) (*Info, error) {
	raw, err := os.ReadFile(filepath.Join(dir, infoFile)) //nolint:gosec // the user's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w in %s; start one with `make run`, or name its folder with --data", errNoInfo, dir)
	}
	if err != nil {
		return nil, err
	}
	var info Info
	if err := json.Unmarshal(raw, &info); err != nil {
		return nil, fmt.Errorf("%s is broken (%w)", filepath.Join(dir, infoFile), err)
	}
	return &info, nil
}

// write replaces the file at once, so that a reader, a kill and a power loss find the old one or the new.
func (i *Info) write() error {
	raw, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return err
	}
	return durable.Write(filepath.Join(i.DataDir, infoFile), append(raw, '\n'))
}
