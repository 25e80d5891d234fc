package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// use is what a process has used, as Linux counts it.
type use struct {
	cpu      time.Duration // user and system
	resident int64         // bytes
}

// used is what the service has used so far; zero where there is no /proc.
func (s *service) used() use { return usedBy(s.cmd.Process.Pid) }

// stat returns the fields of /proc/PID/stat from the process's state on.
func stat(pid int) []string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name before may have spaces
	return strings.Fields(rest)
}

func usedBy(pid int) use {
	const (
		userTicks, systemTicks, residentPages = 11, 12, 21 // proc(5) counts from 1, and the state is its 3
		tick                                  = 10 * time.Millisecond
	)
	fields := stat(pid)
	if len(fields) <= residentPages {
		return use{}
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		return n
	}
	return use{
		cpu:      time.Duration(number(userTicks)+number(systemTicks)) * tick,
		resident: number(residentPages) * int64(os.Getpagesize()),
	}
}
