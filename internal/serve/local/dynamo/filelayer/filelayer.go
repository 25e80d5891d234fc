// Package filelayer puts itself between SQLite and the file system in tests: it notes each change of a file in order, makes those
// fail that a test wants to, and makes the disk that a loss of power at any of them leaves. It knows nothing of what the files hold.
package filelayer

import (
	"bytes"
	"path/filepath"
	"sync"
	"testing"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/quarryapi/quarry/internal/core/ident"
)

// Kind is what a change does.
type Kind string

// The changes of files that SQLite makes.
const (
	Open     Kind = "open"
	Write    Kind = "write"
	Truncate Kind = "truncate"
	Sync     Kind = "sync"
	Delete   Kind = "delete"
)

// Change is one of them. Names are of the files alone, without their folder.
type Change struct {
	Kind Kind
	Name string
	At   int64  // where it writes, or the size that it truncates to
	Data []byte // what it writes
	// Names reports whether a sync brings the folder's names to the disk, too.
	Names bool
}

// Fault is how a change fails.
type Fault int32

// The faults of a disk.
const (
	None    Fault = sqlite3.SQLITE_OK
	Full    Fault = sqlite3.SQLITE_FULL
	Unknown Fault = sqlite3.SQLITE_IOERR_FSYNC // of syncs: nobody knows what was kept
	Broken  Fault = sqlite3.SQLITE_IOERR_WRITE
)

// Layer is a file layer that SQLite knows by a name. It is safe for concurrent use.
type Layer struct {
	Name string

	mu      sync.Mutex
	changes []Change
	fault   func(n int, c Change) Fault
	vfs     uintptr
}

// New registers a layer over the system's until the test ends. What is open through it MUST be closed before.
func New(t testing.TB) *Layer {
	t.Helper()
	l := &Layer{Name: ident.New("layer")}
	if err := l.register(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.unregister)
	return l
}

// Fail has fn decide of each change, by its number, how it fails.
func (l *Layer) Fail(fn func(n int, c Change) Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = fn
}

// Count is how many changes there were.
func (l *Layer) Count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.changes)
}

// note keeps a change, and returns how it fails. One that fails is not made and not kept.
func (l *Layer) note(c Change) int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		if fault := l.fault(len(l.changes), c); fault != None {
			return int32(fault)
		}
	}
	l.changes = append(l.changes, c)
	return sqlite3.SQLITE_OK
}

// file is an open one.
type file struct {
	layer *Layer
	name  string
	// Until its first sync a new log or journal may have no name on the disk; that sync brings it there.
	unnamed bool
	system  sqlite3.Tsqlite3_io_methods
}

// opened are the files of all layers by the address of SQLite's own struct.
var opened sync.Map //nolint:gochecknoglobals // SQLite's registry of layers is the process's, too

func (l *Layer) open(tls *libc.TLS, path, id uintptr, flags int32, outFlags uintptr) int32 {
	system := at[sqlite3.Tsqlite3_vfs](systemLayer(tls))
	if rc := call[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](system.FxOpen)(tls, l.vfs, path, id, flags, outFlags); rc != sqlite3.SQLITE_OK {
		return rc
	}
	if path == 0 { // for what fits in no memory; it goes with its connection
		return sqlite3.SQLITE_OK
	}
	const journals = sqlite3.SQLITE_OPEN_WAL | sqlite3.SQLITE_OPEN_MAIN_JOURNAL
	f := &file{layer: l, name: filepath.Base(libc.GoString(path)), unnamed: flags&journals != 0 && flags&sqlite3.SQLITE_OPEN_CREATE != 0}
	f.system = *at[sqlite3.Tsqlite3_io_methods](at[sqlite3.Tsqlite3_file](id).FpMethods)
	opened.Store(id, f)
	at[sqlite3.Tsqlite3_file](id).FpMethods = methodsLike(f.system)
	_ = l.note(Change{Kind: Open, Name: f.name})
	return sqlite3.SQLITE_OK
}

// of is an open file. SQLite calls with those alone that open stored.
func of(id uintptr) *file {
	stored, _ := opened.Load(id)
	f, _ := stored.(*file)
	return f
}

func (f *file) write(tls *libc.TLS, id, from uintptr, n int32, offset int64) int32 {
	data := bytes.Clone(libc.GoBytes(from, int(n)))
	if rc := f.layer.note(Change{Kind: Write, Name: f.name, At: offset, Data: data}); rc != sqlite3.SQLITE_OK {
		return rc
	}
	return call[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](f.system.FxWrite)(tls, id, from, n, offset)
}

func (f *file) truncate(tls *libc.TLS, id uintptr, size int64) int32 {
	if rc := f.layer.note(Change{Kind: Truncate, Name: f.name, At: size}); rc != sqlite3.SQLITE_OK {
		return rc
	}
	return call[func(*libc.TLS, uintptr, int64) int32](f.system.FxTruncate)(tls, id, size)
}

// sync notes and does not wait: the disk that matters here is the one that Lose makes.
func (f *file) sync() int32 {
	rc := f.layer.note(Change{Kind: Sync, Name: f.name, Names: f.unnamed})
	if rc == sqlite3.SQLITE_OK {
		f.unnamed = false
	}
	return rc
}
