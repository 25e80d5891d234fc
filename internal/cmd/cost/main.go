// Command cost writes docs/cost.md: what a call, a job and an idle month cost, from what is measured on
// this machine and the price table below. `make generate` runs it as a test.
//
//	go run ./internal/cmd/cost
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	document, err := generate(context.Background())
	if err != nil {
		fmt.Fprintf(os.Stderr, "cost: %v\n", err)
		os.Exit(1)
	}
	fmt.Print(document)
}

func generate(ctx context.Context) (string, error) {
	f, err := measure(ctx)
	if err != nil {
		return "", err
	}
	return document(f), nil
}
