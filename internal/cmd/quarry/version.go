package main

import (
	"fmt"
	"strings"
)

type versionCommand struct {
	JSON bool `help:"Print JSON."`
}

// Run performs the command.
func (c *versionCommand) Run(out streams) error {
	if c.JSON {
		number, rest, _ := strings.Cut(strings.TrimPrefix(version(), "quarry "), ", ")
		return out.json(map[string]string{"version": number, "built": rest})
	}
	_, err := fmt.Fprintln(out.out, version())
	return err
}
