package differential_test

import "syscall"

// tethered has a child end when its parent does.
func tethered() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
