package chromium_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestApart holds that whatever runs in Chromium cannot look into the process that
// started it, and comes after it.
func TestApart(t *testing.T) {
	t.Parallel()
	p := start(t, fake(t, "cat <&3"))
	const getDumpable = 3 // PR_GET_DUMPABLE
	if dumpable, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, getDumpable, 0, 0); errno != 0 || dumpable != 0 {
		t.Errorf("this process: got dumpable %d, error %d; want 0", dumpable, errno)
	}
	score, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", p.PID()))
	if err != nil || strings.TrimSpace(string(score)) != "800" {
		t.Errorf("oom_score_adj of the process: got %q, error %v; want 800", score, err)
	}
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, p.PID())
	if err != nil || priority >= own && own > 1 { // the system call gives 20 less the niceness
		t.Errorf("priority of the process: got %d, error %v; want less than ours of %d", priority, err, own)
	}
}
