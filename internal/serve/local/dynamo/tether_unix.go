//go:build unix && !linux

package dynamo

import (
	"os/exec"
	"syscall"
)

// watchdog runs the engine and kills it when standard input ends, which is when
// this process dies in whatever way. The engine's exit ends the shell, too. The
// second wait is for the engine after a signal interrupted the first.
const watchdog = `exec 3<&0
"$0" "$@" 3<&- </dev/null & engine=$!
{ read _ <&3; kill -9 $engine; } 2>/dev/null & guard=$!
trap 'kill $engine' TERM
wait $engine; status=$?
wait $engine 2>/dev/null
kill $guard 2>/dev/null
exit $status`

// tether makes the child die with this process and shields it from the
// terminal's Ctrl-C. There is no parent-death signal here, so a shell holds the
// other end of a pipe; cmd keeps our end open until the child has ended.
func tether(cmd *exec.Cmd) (release func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Args = append([]string{"sh", "-c", watchdog, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	// It fails only for a command whose Stdin is set, which ours is not.
	_, _ = cmd.StdinPipe()
	return func() {}
}
