package main

import (
	"fmt"
)

type versionCommand struct{}

// Run performs the command.
func (*versionCommand) Run(out streams) error {
	_, err := fmt.Fprintln(out.out, version())
	return err
}
