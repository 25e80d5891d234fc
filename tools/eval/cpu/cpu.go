// Package cpu reports what a process has taken.
package cpu

import (
	"syscall"
	"time"
)

// Time is the CPU time of this process so far, that of its garbage collector included.
func Time() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
