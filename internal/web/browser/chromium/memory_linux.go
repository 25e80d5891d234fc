package chromium

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// processData is the most memory of its own that any one process may ask for. An
// allocation beyond it fails at once, however fast a page grows, and ends the
// renderer, not the browser.
const processData = 1536 << 20

// limitMemory sets the limit before the process has children, which inherit it.
func limitMemory(pid int) {
	const resourceData = 2 // RLIMIT_DATA
	limit := syscall.Rlimit{Cur: processData, Max: processData}
	// A system that refuses leaves us with the watch over the sum.
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), resourceData, uintptr(unsafe.Pointer(&limit)), 0, 0, 0) //nolint:gosec // the call takes a pointer
}

// Memory is what a process and its children hold.
type Memory struct {
	Private int64 // bytes that nobody shares
	RSS     int64 // the sum of what each has in memory; what they share counts for each
	Largest int   // pid of the child that holds the most, 0 for none
}

// Memory looks at every process of the group. It is zero when the system does not tell.
func (p *Process) Memory() Memory {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	var sum Memory
	var largest int64
	for _, stat := range stats {
		dir := filepath.Dir(stat)
		if groupOf(stat) != p.pid {
			continue
		}
		resident, shared := pages(filepath.Join(dir, "statm"))
		own := (resident - shared) * int64(os.Getpagesize())
		sum.Private += own
		sum.RSS += resident * int64(os.Getpagesize())
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && pid != p.pid && own > largest {
			largest, sum.Largest = own, pid
		}
	}
	return sum
}

// groupOf reads the fifth field of a stat file; the second may hold anything, but it
// ends with the last parenthesis.
func groupOf(stat string) int {
	text, err := os.ReadFile(stat) //nolint:gosec // a path of /proc
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 3 {
		return 0
	}
	pgid, _ := strconv.Atoi(fields[2]) // always a number
	return pgid
}

func pages(statm string) (resident, shared int64) {
	text, err := os.ReadFile(statm) //nolint:gosec // a path of /proc
	if err != nil {
		return 0, 0
	}
	var size int64
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared); err != nil {
		return 0, 0
	}
	return resident, shared
}

// KillChild ends one child, whose pages are then told to have crashed.
func (p *Process) KillChild(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
