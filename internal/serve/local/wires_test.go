package local_test

import (
	"log/slog"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
	"github.com/quarryapi/quarry/internal/serve/workerhost/documents"
)

// TestWires builds every worker as its function does, with what the kind declares that it
// needs and nothing more, and holds it to the actions that the function performs.
func TestWires(t *testing.T) {
	t.Parallel()
	e, err := lambdahost.NewEnv(config.Config{CursorKey: "sample"}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatalf("making the environment: %v", err)
	}
	all := local.Wires()
	for _, d := range kinds.All() {
		for _, f := range d.Functions {
			var with []workerhost.Provider
			if f.Browser {
				with = append(with, browsing.Provide)
			}
			if f.Documents {
				with = append(with, documents.Provide)
			}
			if f.Model {
				with = append(with, modelprovider.Provide)
			}
			wire, ok := all[f.Name]
			if !ok {
				t.Errorf("%s has no wiring; run make generate", f.Name)
				continue
			}
			runner := wire(workerhost.Parts(e, workerhost.Fetch(e), with...))
			for _, call := range d.Calls {
				for _, action := range call.Actions() {
					if d.FunctionOf(action).Name == f.Name && !runner.Performs(action) {
						t.Errorf("the worker of %s does not perform %s", f.Name, action)
					}
				}
			}
		}
	}
}
