package chromium

import (
	"fmt"
	"os"
)

// Sandbox says whether Chromium runs in its own sandbox, where a page that breaks out of the
// renderer has neither files nor network nor processes.
type Sandbox string

// What an installation may ask for.
const (
	SandboxAuto     Sandbox = "auto"     // where it can start
	SandboxRequired Sandbox = "required" // or no page is shown
	SandboxOff      Sandbox = "off"      // never tried: a Lambda function has none to give
)

// ParseSandbox reads a setting; empty is SandboxAuto.
func ParseSandbox(text string) (Sandbox, error) {
	switch s := Sandbox(text); s {
	case "":
		return SandboxAuto, nil
	case SandboxAuto, SandboxRequired, SandboxOff:
		return s, nil
	default:
		return "", fmt.Errorf("QUARRY_CHROMIUM_SANDBOX is %q, not one of %s, %s, %s", text, SandboxAuto, SandboxRequired, SandboxOff)
	}
}

// Remedy says how a machine comes to have a sandbox, for the log.
const Remedy = "let it make user namespaces: on Ubuntu `sysctl kernel.apparmor_restrict_unprivileged_userns=0` or an AppArmor profile for the " +
	"binary, in Docker `--security-opt seccomp=` with a profile that allows clone and unshare; or install Chromium's setuid helper " +
	"chrome-sandbox beside the binary. As root, the binary and its folders must be readable by others"

// Confinement is how a Chromium is kept apart from the machine.
type Confinement struct {
	Sandbox bool // its own
	// Demoted has it run as nobody in the place of root, who may not start the sandbox
	// and could read every file without it.
	Demoted bool
}

// Confinements lists the ways to start Chromium here, the best first.
func (s Sandbox) Confinements() []Confinement {
	var list []Confinement
	for _, sandbox := range []bool{true, false} {
		if sandbox && s == SandboxOff || !sandbox && s == SandboxRequired {
			continue
		}
		if canDemote() {
			list = append(list, Confinement{Sandbox: sandbox, Demoted: true})
		}
		if !sandbox || !isRoot() {
			list = append(list, Confinement{Sandbox: sandbox})
		}
	}
	return list
}

// flags are those that say how much is confined. Without them a Chromium that cannot make its
// sandbox ends at once, so that one that answers has it.
func (c Confinement) flags() []string {
	if c.Sandbox {
		return nil
	}
	return bare
}

func isRoot() bool { return os.Geteuid() == 0 }
