package chromium

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// homes is what the folders of all processes are called.
const homes = "quarry-chromium-"

// home is the folder of one process: profile, caches and temporary files.
type home struct {
	dir  string
	lock *os.File // held for as long as we live, however we end
}

// newHome makes a folder, and removes those whose owners were killed. It gets its name
// when its lock is held: before that, another's sweep would take it for one that is left.
func newHome() (*home, error) {
	sweep()
	made, err := os.MkdirTemp("", "new-"+homes)
	if err != nil {
		return nil, err
	}
	lock, err := os.Create(filepath.Join(made, lockName)) //nolint:gosec // in the folder just made
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(made))
	}
	dir := filepath.Join(filepath.Dir(made), strings.TrimPrefix(filepath.Base(made), "new-"))
	if !hold(lock) {
		err = errors.New(made + " cannot be locked")
	} else {
		err = os.Rename(made, dir)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close(), os.RemoveAll(made))
	}
	return &home{dir, lock}, nil
}

const lockName = "lock"

// sweep removes the folders that nobody holds any more. What cannot be removed is
// somebody else's.
func sweep() {
	locks, _ := filepath.Glob(filepath.Join(os.TempDir(), homes+"*", lockName)) // the pattern is sound
	for _, path := range locks {
		lock, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // only its lock is looked at
		if err != nil {
			continue
		}
		if hold(lock) {
			_ = os.RemoveAll(filepath.Dir(path))
		}
		_ = lock.Close()
	}
}

// remove takes the folder away. A process that was just killed may still be writing
// into it, so that a second look is needed at times.
func (h *home) remove() {
	for range 10 {
		if os.RemoveAll(h.dir) == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = h.lock.Close()
}

func (h *home) profile() string { return filepath.Join(h.dir, "profile") }

// environ is all that the process knows of its surroundings: none of ours, which
// holds the keys of the function. Libraries and fonts come from beside the binary
// when they were unpacked with it; with no font, text would be silently invisible.
func (h *home) environ(binary string) []string {
	env := []string{
		"HOME=" + h.dir, "TMPDIR=" + h.dir, "XDG_CONFIG_HOME=" + h.dir, "XDG_CACHE_HOME=" + h.dir,
		"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=en_US.UTF-8", "TZ=UTC",
	}
	root := filepath.Dir(filepath.Dir(binary))
	if conf := filepath.Join(root, "fonts", "fonts.conf"); isFile(conf) {
		env = append(env, "LD_LIBRARY_PATH="+filepath.Join(root, "lib"), "FONTCONFIG_FILE="+conf, "FONTCONFIG_PATH="+filepath.Dir(conf))
	}
	return env
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
