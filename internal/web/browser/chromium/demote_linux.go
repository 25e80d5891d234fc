package chromium

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// nobody is the user and the group without files, by the kernel's own default.
const nobody = 65534

// humbly bounds memory and priority and becomes the program. The new user does it to itself:
// a root without further rights, as containers have it, may not do it to another's process.
const humbly = `ulimit -d $1; echo $2 >/proc/self/oom_score_adj; yielding=$3; shift 3; exec nice -n $yielding "$@"`

// canDemote is true for root, who alone may become another user.
func canDemote() bool { return isRoot() }

// demote has the command run as nobody, who gets the folder.
func (c Confinement) demote(cmd *exec.Cmd, dir string) error {
	if !c.Demoted {
		return nil
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	cmd.Args = append([]string{"sh", "-c", humbly, "sh", strconv.Itoa(processData >> 10), firstToGo, strconv.Itoa(niceness)}, cmd.Args...)
	cmd.Path = "/bin/sh"
	return os.Chown(dir, nobody, nobody)
}
