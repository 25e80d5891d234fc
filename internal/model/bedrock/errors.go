package bedrock

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/quarryapi/quarry/internal/errs"
)

// invalid is what a ValidationException says, in lower case; "" for other errors.
func invalid(err error) string {
	if e, ok := errors.AsType[*types.ValidationException](err); ok {
		return strings.ToLower(e.ErrorMessage())
	}
	return ""
}

// refusal is an error of the SDK as package model wants it. Its text stays inside:
// only the code of the service is kept for the log.
func refusal(err error) error {
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		return errs.Wrap(err, errs.ProviderUnavailable, "Amazon Bedrock could not be reached; try again later.")
	}
	cause := errors.New(api.ErrorCode())
	switch api.ErrorCode() {
	case "ThrottlingException", "ModelNotReadyException", "TooManyRequestsException":
		e := errs.Wrap(cause, errs.UpstreamRateLimited, "Amazon Bedrock limits how often it is asked; try again later.")
		e.RetryAfter = retryAfter(err)
		return e
	case "ServiceQuotaExceededException":
		e := errs.Wrap(cause, errs.ProviderUnavailable, "The installation's quota with Amazon Bedrock is used up; the operator looks after it.")
		e.Permanent = true
		return e
	case "AccessDeniedException", "UnrecognizedClientException", "ExpiredTokenException", "InvalidSignatureException":
		return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock does not let this installation use the model; the operator asks for access to it.")
	case "ResourceNotFoundException":
		return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock does not know the model in this region; the operator checks QUARRY_MODEL.")
	case "ValidationException":
		if strings.Contains(invalid(err), "model identifier") || strings.Contains(invalid(err), "on-demand") {
			return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock does not take the model's id; the operator checks QUARRY_MODEL, newer models need a prefix such as eu. or global.")
		}
		e := errs.Wrap(cause, errs.ProviderUnavailable, "Amazon Bedrock refuses the call; the operator looks at QUARRY_MODEL and the log.")
		e.Permanent = true
		return e
	default:
		return errs.Wrap(cause, errs.ProviderUnavailable, "Amazon Bedrock failed; try again later.")
	}
}

func retryAfter(err error) time.Duration {
	resp, ok := errors.AsType[*smithyhttp.ResponseError](err)
	if !ok || resp.Response == nil {
		return 0
	}
	n, parseErr := strconv.Atoi(resp.Response.Header.Get("Retry-After"))
	if parseErr != nil || n < 0 {
		return 0
	}
	return time.Duration(n) * time.Second
}
