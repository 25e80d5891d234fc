//go:build unix

package dynamo

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// fileLock is held by one process at a time; the system frees it when that
// process ends, however it ends.
type fileLock struct{ file *os.File }

func acquire(path string) (*fileLock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the caller's own data folder
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &fileLock{file}, nil
	}
	_ = file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s is held by another process: stop the service that uses this data folder, or choose another folder", path)
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

func (l *fileLock) release() {
	// Closing alone would free the lock only once every copy of the file is closed,
	// and a process that is being started at this moment has one until it runs its
	// own program.
	_ = syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
	_ = l.file.Close()
}
