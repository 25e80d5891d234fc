// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-reddit performs jobs of kind reddit.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/redditrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(reddit.Function(), redditrun.Wire)
}
