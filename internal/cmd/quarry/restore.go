package main

import (
	"context"
	"encoding/json"
	"errors"

	awsconfig "github.com/aws/aws-sdk-go-v2/config"

	"github.com/quarryapi/quarry/internal/serve/store"
)

type copyCommand struct {
	From  string `required:"" help:"The table that was restored." placeholder:"TABLE"`
	To    string `required:"" help:"A table of a new stack." placeholder:"TABLE"`
	Again bool   `help:"Go on after a copy that did not end: the table has rows of it."`
}

// Run performs the command with the rights of whoever calls it: the admin function serves no tables.
func (c *copyCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	cfg, err := awsconfig.LoadDefaultConfig(ctx)
	if err != nil {
		return err
	}
	rows, err := store.CopyTable(ctx, cfg, c.From, c.To, c.Again)
	if errors.Is(err, store.ErrRowsThere) {
		return errors.New(c.To + " has rows: copy to a table of a new stack, or go on with --again where a copy was cut off")
	}
	if err != nil {
		return err
	}
	payload, err := json.Marshal(map[string]any{"from": c.From, "to": c.To, "rows": rows})
	if err != nil {
		return err
	}
	return a.print(out, payload)
}
