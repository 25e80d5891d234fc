// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-channel performs jobs of kind channel.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(channel.Function(), channelrun.Wire)
}
