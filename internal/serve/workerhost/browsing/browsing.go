// Package browsing makes the browser of a worker. It is apart from workerhost because
// only the workers that show pages should link the browser's client.
package browsing

import (
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/web/browser"
)

// New returns the browser of one process, which starts Chromium with the first visit.
// A function lives as long as its browser; others MUST close it.
func New(p *workerhost.Parts) *browser.Browser {
	return browser.New(browser.Config{
		Path: p.Config.Chromium, Hosts: p.Hosts, UserAgent: p.Config.UserAgent, Log: p.Log, Now: p.Now,
	})
}
