//go:build !unix

package main

import (
	"os"
	"time"
)

// costOf reads what the system noted of a process that has ended.
func costOf(ended *os.ProcessState, took time.Duration) startCost {
	return startCost{cpu: ended.UserTime() + ended.SystemTime(), took: took}
}
