//go:build unix

package chromium

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ownGroup puts the process at the head of a group, so that all that it starts can
// be ended with it and a Ctrl-C at the terminal does not reach it before us.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup fails only when nobody is left to kill.
func killGroup(pgid int) { _ = syscall.Kill(-pgid, syscall.SIGKILL) }

// reapGroup takes leave of killed grandchildren, which become ours when we are the
// first process of a container; otherwise there are none, and it returns at once.
func reapGroup(pgid int) {
	for range 100 {
		pid, err := syscall.Wait4(-pgid, nil, syscall.WNOHANG, nil)
		if err != nil {
			return
		}
		if pid == 0 {
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// hold locks a file for this process, unless another holds it. The lock ends with the
// process, or when the file is closed.
func hold(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
