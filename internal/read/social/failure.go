package social

import "github.com/quarryapi/quarry/internal/core/errs"

// Failure is an upstream that was asked in vain before another one answered.
type Failure struct {
	Source string    `json:"source" doc:"The upstream"`
	Code   errs.Code `json:"code" doc:"The error code, from the codes of failed jobs"`
}
