package dynamo

import (
	"os/exec"
	"runtime"
	"syscall"
)

// tether makes the child die with this process, even by kill -9, and shields it
// from the terminal's Ctrl-C. The caller must start and wait for the child on
// the same goroutine and call the returned function afterwards.
func tether(cmd *exec.Cmd) (release func()) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	return runtime.UnlockOSThread
}
