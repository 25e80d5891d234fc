package filelayer

import (
	"errors"
	"path/filepath"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite is C compiled to Go: its structs lie outside Go's memory, at addresses that are numbers, and a pointer to a function is
// that of Go's own value for it.

// at is what lies at an address of SQLite's memory.
func at[T any](address uintptr) *T {
	return *(**T)(unsafe.Pointer(&address)) //nolint:gosec // SQLite's memory is not Go's, so it does not move
}

// call is the function that SQLite has at an address.
func call[F any](address uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ uintptr }{address})) //nolint:gosec // as above
}

// address is where SQLite finds a function. It MUST be one of a package, which is never collected.
func address[F any](fn F) uintptr {
	return *(*uintptr)(unsafe.Pointer(&fn)) //nolint:gosec // as above
}

// layers are those that are registered, by the address of SQLite's struct.
var layers sync.Map //nolint:gochecknoglobals // SQLite's registry of layers is the process's, too

// layerAt is the layer of one of SQLite's structs, which calls with those alone that were registered.
func layerAt(vfs uintptr) *Layer {
	stored, _ := layers.Load(vfs)
	l, _ := stored.(*Layer)
	return l
}

func systemLayer(tls *libc.TLS) uintptr { return sqlite3.Xsqlite3_vfs_find(tls, 0) }

func (l *Layer) register() error {
	tls := libc.NewTLS()
	defer tls.Close()
	name, err := libc.CString(l.Name)
	if err != nil {
		return err
	}
	l.vfs = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{})))
	if l.vfs == 0 {
		return errors.New("no memory for a file layer")
	}
	v := at[sqlite3.Tsqlite3_vfs](l.vfs)
	*v = *at[sqlite3.Tsqlite3_vfs](systemLayer(tls))
	v.FpNext, v.FzName, v.FxOpen, v.FxDelete = 0, name, address(openFile), address(deleteFile)
	layers.Store(l.vfs, l)
	if sqlite3.Xsqlite3_vfs_register(tls, l.vfs, 0) != sqlite3.SQLITE_OK {
		return errors.New("SQLite refuses a file layer")
	}
	return nil
}

func (l *Layer) unregister() {
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_vfs_unregister(tls, l.vfs)
	layers.Delete(l.vfs)
	libc.Xfree(tls, at[sqlite3.Tsqlite3_vfs](l.vfs).FzName)
	libc.Xfree(tls, l.vfs)
}

// methodsLike are the methods of a file with ours among them. They stay, as long as the process: a few for each file.
func methodsLike(system sqlite3.Tsqlite3_io_methods) uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	ours := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(system)))
	system.FxClose, system.FxWrite = address(closeFile), address(writeFile)
	system.FxTruncate, system.FxSync = address(truncateFile), address(syncFile)
	*at[sqlite3.Tsqlite3_io_methods](ours) = system
	return ours
}

func openFile(tls *libc.TLS, vfs, path, id uintptr, flags int32, outFlags uintptr) int32 {
	return layerAt(vfs).open(tls, path, id, flags, outFlags)
}

func deleteFile(tls *libc.TLS, vfs, path uintptr, syncFolder int32) int32 {
	c := Change{Kind: Delete, Name: filepath.Base(libc.GoString(path)), Names: syncFolder != 0}
	if rc := layerAt(vfs).note(c); rc != sqlite3.SQLITE_OK {
		return rc
	}
	system := at[sqlite3.Tsqlite3_vfs](systemLayer(tls))
	return call[func(*libc.TLS, uintptr, uintptr, int32) int32](system.FxDelete)(tls, vfs, path, 0)
}

func closeFile(tls *libc.TLS, id uintptr) int32 {
	f := of(id)
	opened.Delete(id)
	return call[func(*libc.TLS, uintptr) int32](f.system.FxClose)(tls, id)
}

func writeFile(tls *libc.TLS, id, from uintptr, n int32, offset int64) int32 {
	return of(id).write(tls, id, from, n, offset)
}

func truncateFile(tls *libc.TLS, id uintptr, size int64) int32 { return of(id).truncate(tls, id, size) }

func syncFile(_ *libc.TLS, id uintptr, _ int32) int32 { return of(id).sync() }
