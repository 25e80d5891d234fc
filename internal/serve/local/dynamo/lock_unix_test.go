//go:build unix

package dynamo //nolint:testpackage // the lock is not exported

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestReleaseFreesTheLockFromCopies keeps a copy of the lock's file open, as a process
// that is just being started does: a release must free the lock all the same.
func TestReleaseFreesTheLockFromCopies(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	held, err := acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := acquire(path)
	if err == nil {
		second.release()
		t.Fatal("a held lock was taken")
	}
	dup, err := syscall.Dup(int(held.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Close(dup) }()
	held.release()
	again, err := acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	again.release()
}
