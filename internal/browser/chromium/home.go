package chromium

import (
	"os"
	"path/filepath"
	"time"
)

// home is the folder of one process: profile, caches and temporary files.
type home string

func newHome() (home, error) {
	dir, err := os.MkdirTemp("", "quarry-chromium-")
	return home(dir), err
}

// remove takes the folder away. A process that was just killed may still be writing
// into it, so that a second look is needed at times.
func (h home) remove() {
	for range 10 {
		if os.RemoveAll(string(h)) == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (h home) profile() string { return filepath.Join(string(h), "profile") }

// environ is all that the process knows of its surroundings: none of ours, which
// holds the keys of the function. Libraries and fonts come from beside the binary
// when they were unpacked with it; with no font, text would be silently invisible.
func (h home) environ(binary string) []string {
	env := []string{
		"HOME=" + string(h), "TMPDIR=" + string(h), "XDG_CONFIG_HOME=" + string(h), "XDG_CACHE_HOME=" + string(h),
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
