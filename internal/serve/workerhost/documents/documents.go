// Package documents gives workers the function that reads PDFs. It is apart from workerhost
// because only the workers that are asked for documents should link its client.
package documents

import (
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/reading"
)

// Provide is a workerhost.Provider of the installation's reader of PDFs.
func Provide(e *lambdahost.Env, p *parts.Parts) {
	parts.Provide(p, func() extract.PDF {
		return reading.NewClient(e.AWS(), e.Config.AWS.LambdaEndpoint, e.Config.PDFFunction, e.Blobs)
	})
}
