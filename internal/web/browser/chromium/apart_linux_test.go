package chromium_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// TestApart holds that whatever runs in Chromium cannot look into the process that
// started it, has bounded memory, and comes after it, in every way to start it.
func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range chromium.SandboxAuto.Confinements() {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			t.Parallel()
			if c.Demoted && privateTemp(t) {
				t.Skip("the folder for temporary files is not for others")
			}
			p := confine(t, fake(t, "echo ready >&4; cat <&3"), c)
			if line, err := bufio.NewReader(p.Out).ReadString('\n'); line != "ready\n" {
				t.Fatalf("got %q, error %v, want it to run; it said %s", line, err, p.Said())
			}
			apart(t, p)
			if c.Demoted {
				if status := read(t, p, "status"); !strings.Contains(status, "Uid:\t65534\t65534\t65534\t65534") {
					t.Errorf("got the status %s, want the user 65534", status)
				}
			}
		})
	}
}

func apart(t *testing.T, p *chromium.Process) {
	t.Helper()
	const getDumpable = 3 // PR_GET_DUMPABLE
	if dumpable, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, getDumpable, 0, 0); errno != 0 || dumpable != 0 {
		t.Errorf("this process: got dumpable %d, error %d; want 0", dumpable, errno)
	}
	if score := strings.TrimSpace(read(t, p, "oom_score_adj")); score != "800" {
		t.Errorf("oom_score_adj of the process: got %q, want 800", score)
	}
	if limits := read(t, p, "limits"); !regexp.MustCompile(`Max data size +1610612736 `).MatchString(limits) {
		t.Errorf("got the limits %s, want 1610612736 bytes of data", limits)
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

func read(t *testing.T, p *chromium.Process, name string) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.PID(), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// privateTemp is true where nobody cannot reach what a test writes.
func privateTemp(t *testing.T) bool {
	t.Helper()
	look := exec.CommandContext(t.Context(), "/bin/ls", t.TempDir())
	look.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return look.Run() != nil
}
