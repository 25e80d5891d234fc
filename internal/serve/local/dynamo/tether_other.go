//go:build !unix

package dynamo

import "os/exec"

// tether does nothing here: a child that outlives a killed parent keeps no lock
// and no known port, so the next start is not disturbed by it.
func tether(*exec.Cmd) (release func()) { return func() {} }
