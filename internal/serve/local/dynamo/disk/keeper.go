package disk

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"os"
	"runtime"
	"strings"

	"modernc.org/sqlite"
)

// keeper opens connections that keep the log: SQLite would remove it with the last connection, also
// after a start that failed or a disk that did, and the log is what says that nothing was lost.
type keeper struct{ driver.Connector }

func newKeeper(o Options) (keeper, error) {
	c, err := sqlite.NewConnector(dsn(o))
	return keeper{c}, err
}

// own takes the rights to a database from all but its owner. A file system that has no rights keeps none.
func own(path string) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Chmod(path+suffix, 0o600)
	}
}

// Connect opens a connection.
func (k keeper) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := keepLog(conn, 1); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func keepLog(conn any, keep int) error {
	file, ok := conn.(sqlite.FileControl)
	if !ok {
		return driver.ErrBadConn
	}
	_, err := file.FileControlPersistWAL("main", keep)
	return err
}

// letGo has the last connection of a database remove the log when it closes, once it has merged it.
func letGo(db *sql.DB) error {
	db.SetMaxIdleConns(1)
	last, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	err = last.Raw(func(conn any) error { return keepLog(conn, 0) })
	_ = last.Close()
	return err
}

// escaped is a path within an address: what has a meaning there would name another file.
var escaped = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// dsn names the file and what every connection sets. A commit is synced to the disk before it counts, by what macOS needs for
// that, too.
func dsn(o Options) string {
	address := "file:" + escaped.Replace(o.Path) + "?_pragma=busy_timeout(10000)&_pragma=synchronous(full)&_pragma=cache_size(-16384)"
	if runtime.GOOS == "darwin" {
		address += "&_pragma=fullfsync(1)&_pragma=checkpoint_fullfsync(1)"
	}
	if o.Layer != "" {
		address += "&vfs=" + o.Layer
	}
	return address
}
