//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// costOf reads what the system noted of a process that has ended.
func costOf(ended *os.ProcessState, took time.Duration) startCost {
	c := startCost{cpu: ended.UserTime() + ended.SystemTime(), took: took}
	if usage, ok := ended.SysUsage().(*syscall.Rusage); ok {
		c.faults = int64(usage.Minflt) //nolint:unconvert // narrower on other systems
	}
	return c
}
