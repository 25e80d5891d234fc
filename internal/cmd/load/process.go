package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// use is what a process has used, as Linux counts it.
type use struct {
	cpu      time.Duration // user and system
	resident int64         // bytes
}

// used is what the service and its engine have used so far; zero where there is no /proc.
func (s *service) used() (service, engine use) {
	service = usedBy(s.cmd.Process.Pid)
	for _, pid := range children(s.cmd.Process.Pid) {
		u := usedBy(pid)
		engine.cpu += u.cpu
		engine.resident += u.resident
	}
	return service, engine
}

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

// children are the processes that another started.
func children(parent int) []int {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	var list []int
	for _, p := range paths {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(p)))
		if fields := stat(pid); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			list = append(list, pid)
		}
	}
	return list
}
