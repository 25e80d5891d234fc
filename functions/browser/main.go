// Command browser shows pages for the workers, which invoke it: it knows no job, no key and no
// table, so that a page that breaks out of Chromium finds none.
package main

import (
	"context"
	"log/slog"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/lambdahost/alone"
	"github.com/quarryapi/quarry/internal/serve/showing"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func main() { alone.Invoke(build) }

func build(log *slog.Logger) (func(context.Context, showing.Request) (invoke.Answer, error), error) {
	c := config.LoadBrowser()
	hosts, err := egress.ParseHosts(c.Hosts)
	if err != nil {
		return nil, err
	}
	pages := browser.New(browser.Config{Path: c.Chromium, Sandbox: chromium.SandboxOff, Hosts: hosts, UserAgent: c.UserAgent, Log: log})
	return showing.NewHandler(pages, log).Handle, nil
}
