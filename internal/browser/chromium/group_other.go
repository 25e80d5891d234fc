//go:build !unix

package chromium

import "os/exec"

// Find finds nothing on these systems, so that none of this is ever called.

func ownGroup(*exec.Cmd) {}

func killGroup(int) {}

func reapGroup(int) {}
