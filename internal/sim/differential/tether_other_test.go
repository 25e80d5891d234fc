//go:build !linux

package differential_test

import "syscall"

// tethered does nothing here: the engine is installed on Linux alone.
func tethered() *syscall.SysProcAttr { return nil }
