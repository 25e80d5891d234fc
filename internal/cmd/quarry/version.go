package main

import "fmt"

type versionCommand struct {
	JSON bool `help:"Print JSON."`
}

// Run performs the command.
func (c *versionCommand) Run(out streams) error {
	if c.JSON {
		return out.json(map[string]string{"version": version(), "built": made()})
	}
	_, err := fmt.Fprintln(out.out, program())
	return err
}
