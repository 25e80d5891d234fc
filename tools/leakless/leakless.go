// Package leakless takes the place of github.com/ysmood/leakless, which rod links by its
// launcher and which holds an executable for each platform: 2.5 MB in every function that
// shows pages, more than Lambda takes beside the browser's layer. The launcher asks
// Support first and then starts the browser without it; we never call the launcher.
package leakless

import "os/exec"

// Launcher guards a process; this one guards none.
type Launcher struct{}

// New is for rod's launcher.
func New() *Launcher { return &Launcher{} }

// Support reports whether a process can be guarded.
func Support() bool { return false }

// LockPort keeps downloads of browsers apart elsewhere; here nothing is downloaded.
func LockPort(int) func() { return func() {} }

// Command is the process, unguarded.
func (*Launcher) Command(name string, arg ...string) *exec.Cmd { return exec.Command(name, arg...) }

// Pid is for rod's launcher, which is never handed one.
func (*Launcher) Pid() chan int { return nil }

// Err is for rod's launcher.
func (*Launcher) Err() string { return "" }
