// Package blob is Amazon S3 for one machine: gofakes3 speaks the protocol, and the
// objects of its one bucket are files. It knows nothing of what they hold.
//
// gofakes3's own backends that outlive a restart were tried and left: the one on
// afero writes objects in place, so that a kill leaves half of one, and holds one
// lock while a client sends; the one on bolt takes twice the time and two modules
// more. Who may call is package guard's affair.
package blob

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/johannesboyne/gofakes3"
)

// New serves the bucket, whose objects are kept below dir. An object is on disk before
// its PUT is answered. Versions, lifecycle rules and further buckets are not
// served.
func New(dir, bucket string) (http.Handler, error) {
	// What a killed process was writing was never answered for.
	parts := filepath.Join(dir, partsDir)
	if err := os.RemoveAll(parts); err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := os.MkdirAll(parts, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	return gofakes3.New(&files{dir: dir, bucket: bucket}, gofakes3.WithTimeSkewLimit(0)).Server(), nil
}
