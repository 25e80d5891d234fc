// Package durable replaces files so that neither a kill nor a power loss leaves half of one: the content is on the disk before
// the name leads to it, and the name before the call returns. It knows nothing of what the files hold.
package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// Write makes or replaces a file that its owner alone can read.
func Write(path string, content []byte) error {
	file, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) //nolint:gosec // the caller's own folder
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return Rename(file.Name(), path)
}

// Rename has a name lead to a file whose content is on the disk. The folder that it is in exists or is made, in
// one that exists.
func Rename(from, to string) error {
	dir := filepath.Dir(to)
	err := os.Mkdir(dir, 0o700)
	switch {
	case err == nil:
		err = syncDir(filepath.Dir(dir))
	case errors.Is(err, os.ErrExist):
		err = nil
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	if err == nil {
		err = syncDir(dir)
	}
	return err
}

// syncDir brings a folder's names to the disk. Windows has no such call, and its file system orders them itself.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(dir) //nolint:gosec // as above
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
