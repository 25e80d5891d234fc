package adlibrary

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// errTooLarge is the API's wish to be asked for less.
var errTooLarge = errors.New("the answer would be too large")

func tooLarge(err error) bool { return errors.Is(err, errTooLarge) }

// meaning is what a refusal of the Graph API means. Its message is kept out: it may name
// the person whose token it is.
func meaning(f *wire.Fault) error {
	cause := fmt.Errorf("code %d, subcode %d, %s", f.Code, f.Subcode, f.Type)
	const name = "The official API of the Meta Ad Library "
	switch f.Code {
	case 190, 102:
		return errs.Wrap(cause, errs.ProviderNotConfigured, name+"does not accept the key: it has expired or was revoked; the operator has to renew it as adlibraryapi in QUARRY_KEYS.")
	case 10, 200, 2332002:
		return errs.Wrap(cause, errs.ProviderNotConfigured, name+"denies access with this key: its owner has to confirm identity and location at facebook.com/ID and to accept the terms of the library's API.")
	case 4, 17, 32, 613:
		return errs.Wrap(cause, errs.UpstreamRateLimited, name+"received too many requests; try again in an hour.")
	case 100:
		return &errs.Error{Code: errs.TargetError, Permanent: true, Err: cause, Message: name + "does not accept this query; try another country, or none."}
	case 1:
		if strings.Contains(f.Message, "reduce the amount of data") {
			cause = errors.Join(cause, errTooLarge)
		}
	}
	if f.Subcode == 2332002 {
		return meaning(&wire.Fault{Code: f.Subcode, Type: f.Type})
	}
	return errs.Wrap(cause, errs.ProviderUnavailable, name+"failed; try again later.")
}
