//go:build !linux

package chromium

import "os/exec"

func canDemote() bool { return false }

func (Confinement) demote(*exec.Cmd, string) error { return nil }
