// Package browsing makes the browser of a process. It is apart from workerhost because
// only the functions that show pages should link the browser's client.
package browsing

import (
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// New returns the browser of one process, which starts Chromium with the first visit.
// A function lives as long as its browser; others MUST close it.
func New(e *lambdahost.Env, sandbox chromium.Sandbox) *browser.Browser {
	return browser.New(browser.Config{
		Path: e.Config.Chromium, Sandbox: sandbox, Hosts: e.Hosts, UserAgent: e.Config.UserAgent, Log: e.Log, Now: e.Now,
	})
}

// Provide is a workerhost.Provider of the process's browser.
func Provide(e *lambdahost.Env, p *parts.Parts) {
	parts.Provide(p, func() *browser.Browser { return New(e, chromium.SandboxOff) })
}
