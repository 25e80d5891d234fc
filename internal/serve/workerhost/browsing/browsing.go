// Package browsing gives workers the function that shows pages. It is apart from workerhost
// because only the workers that need a page should link its client.
package browsing

import (
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/showing"
)

// Provide is a workerhost.Provider of the installation's browser.
func Provide(e *lambdahost.Env, p *parts.Parts) {
	parts.Provide(p, func() visit.Browser {
		return showing.NewClient(e.AWS(), e.Config.AWS.LambdaEndpoint, e.Config.BrowserFunction, e.Blobs)
	})
}
