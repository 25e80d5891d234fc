package option

import "github.com/quarryapi/quarry/internal/core/errs"

// Advise adds to an error what a caller can do about it by the options headers and
// timeoutMs. It is for the kinds that have both: what fetches knows no kind, and most
// kinds have neither. Errors of other codes, and what is no *errs.Error, stay as they are.
func Advise(err error) error {
	e := errs.As(err)
	if e == nil {
		return nil
	}
	advised := *e
	switch e.Code {
	case errs.LoginRequired:
		advised.Message += "; if the account is yours, send its Authorization or Cookie in options.headers"
	case errs.UpstreamTimeout:
		advised.Message += ", or allow more by options.timeoutMs"
	default:
		return err
	}
	return &advised
}
