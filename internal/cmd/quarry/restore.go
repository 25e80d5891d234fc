package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type copyCommand struct {
	Core  string `required:"" help:"The table of everything but tokens, as it was restored." placeholder:"TABLE"`
	Edge  string `required:"" help:"The table of tokens, as it was restored." placeholder:"TABLE"`
	Again bool   `help:"Go on after a copy that did not end: the tables have rows of it."`
}

// Help is what the help says at its end.
func (*copyCommand) Help() string {
	return "The installation is that of the admin function. It is to be deployed with the setting paused: what moves money while rows are copied is overwritten by them."
}

// Run performs the command with the rights of whoever calls it: the admin function serves no tables.
func (c *copyCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	told, err := a.call(ctx, admin.Request{Op: "installation.show"})
	if err != nil {
		return err
	}
	var to admin.Installation
	if err := json.Unmarshal(told, &to); err != nil {
		return err
	}
	if !to.Paused {
		return fmt.Errorf("the installation %s is at work, and what it writes meanwhile would be lost: deploy it with the setting paused first", to.Stack)
	}
	cfg, err := configured(ctx)
	if err != nil {
		return err
	}
	pairs := [][2]string{{c.Core, to.CoreTable}, {c.Edge, to.EdgeTable}}
	for _, pair := range pairs { // all of them before anything is written
		from, table := pair[0], pair[1]
		err := store.MayCopy(ctx, cfg, from, table, c.Again)
		switch {
		case errors.Is(err, store.ErrRowsThere):
			return errors.New(table + " has rows: copy to tables of a new stack, or go on with --again where a copy was cut off")
		case errors.Is(err, store.ErrOtherKeys):
			return fmt.Errorf("%s was not restored from a table like %s: --core and --edge each name the copy of another table", from, table)
		case err != nil:
			return fmt.Errorf("nothing was copied; compare %s and %s: %w", from, table, err)
		}
	}
	rows := map[string]int{}
	for _, pair := range pairs {
		from, table := pair[0], pair[1]
		n, err := store.CopyTable(ctx, cfg, from, table)
		if err != nil {
			return fmt.Errorf("copy %s to %s, go on with --again: %w", from, table, err)
		}
		rows[table] = n
	}
	payload, err := json.Marshal(map[string]any{"stack": to.Stack, "rows": rows})
	if err != nil {
		return err
	}
	return a.print(out, payload)
}
