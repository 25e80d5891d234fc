//go:build !linux

package chromium

func limitMemory(int) {}

// Memory is what a process and its children hold.
type Memory struct {
	Private int64 // bytes that nobody shares
	RSS     int64 // the sum of what each has in memory; what they share counts for each
	Largest int   // pid of the child that holds the most, 0 for none
}

// Memory is zero: this system does not tell.
func (p *Process) Memory() Memory { return Memory{} }

// KillChild does nothing, as nobody is ever the largest.
func (p *Process) KillChild(int) {}
