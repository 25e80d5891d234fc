// Command pdf reads PDFs for the workers, which invoke it: it knows no job, no key and no table, and a document that
// takes all of its memory or its time takes none of theirs.
package main

import (
	"context"
	"log/slog"

	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/lambdahost/alone"
	"github.com/quarryapi/quarry/internal/serve/reading"
)

func main() { alone.Invoke(build) }

func build(log *slog.Logger) (func(context.Context, reading.Request) (invoke.Answer, error), error) {
	return reading.NewHandler(pdfium.New(1), log).Handle, nil
}
