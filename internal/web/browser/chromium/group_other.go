//go:build !unix

package chromium

import (
	"os"
	"os/exec"
)

// Find finds nothing on these systems, so that none of this is ever called.

func ownGroup(*exec.Cmd) {}

func killGroup(int) {}

func reapGroup(int) {}

func hold(*os.File) bool { return false }
