package chromium

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

const (
	// niceness is how much more than we the process yields to what else the machine does: the service
	// answers while a page computes.
	niceness = 5
	// firstToGo has the system end pages before the service when memory runs out. The
	// highest value is 1000.
	firstToGo = "800"
)

// hide keeps the memory, the environment and the open files of this process from others of
// its user, by ptrace and by /proc: a page that breaks out of Chromium is one. It holds for
// the life of the process and also ends its core dumps. Children have it reset by exec.
func hide() error {
	const setDumpable = 4 // PR_SET_DUMPABLE
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setDumpable, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// yield puts the process and the children that it will have behind others. A system that
// refuses leaves them as they are.
func yield(pid int) {
	if raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0); err == nil { // 20 less our niceness
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, min(20-raw+niceness, 19))
	}
	_ = os.WriteFile(filepath.Join("/proc", strconv.Itoa(pid), "oom_score_adj"), []byte(firstToGo), 0)
}
