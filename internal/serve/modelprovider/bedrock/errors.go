package bedrock

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// invalid is what a ValidationException says, in lower case; "" for other errors.
func invalid(err error) string {
	if e, ok := errors.AsType[*types.ValidationException](err); ok {
		return strings.ToLower(e.ErrorMessage())
	}
	return ""
}

// refusal is an error of the SDK as package model wants it, where setting names the
// model. Its text stays inside: only the code of the service is kept for the log.
func refusal(err error, setting string) error {
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		return errs.Wrap(err, errs.ProviderUnavailable, "Amazon Bedrock could not be reached; try again later.")
	}
	cause := errors.New(api.ErrorCode())
	switch api.ErrorCode() {
	case "ThrottlingException", "ModelNotReadyException", "TooManyRequestsException":
		e := errs.Wrap(cause, errs.UpstreamRateLimited, "Amazon Bedrock rate-limits requests; try again later.")
		e.RetryAfter = retryAfter(err)
		return e
	case "ServiceQuotaExceededException":
		e := errs.Wrap(cause, errs.ProviderUnavailable, "The installation's quota with Amazon Bedrock is used up; the operator has to raise it.")
		e.Permanent = true
		return e
	case "AccessDeniedException", "UnrecognizedClientException", "ExpiredTokenException", "InvalidSignatureException":
		return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock denies this installation access to the model; the operator has to request access to it.")
	case "ResourceNotFoundException":
		return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock does not know the model in this region; the operator should check "+setting+".")
	case "ValidationException":
		return mistake(cause, invalid(err), setting)
	default:
		return errs.Wrap(cause, errs.ProviderUnavailable, "Amazon Bedrock failed; try again later.")
	}
}

// mistake is a call that the service does not take, by what it says, in lower case.
func mistake(cause error, said, setting string) error {
	for _, words := range []string{"too long", "too many input tokens", "context window", "maximum context length"} {
		if strings.Contains(said, words) {
			return tooLong(cause, setting)
		}
	}
	if strings.Contains(said, "model identifier") || strings.Contains(said, "on-demand") {
		return errs.Wrap(cause, errs.ProviderNotConfigured, "Amazon Bedrock does not accept the model's id; the operator should check "+setting+"; newer models need a prefix such as eu. or global.")
	}
	e := errs.Wrap(cause, errs.ProviderUnavailable, "Amazon Bedrock rejects the call; the operator should check "+setting+" and the log.")
	e.Permanent = true
	return e
}

func tooLong(cause error, setting string) error {
	e := errs.Wrap(cause, errs.ProviderUnavailable, "The texts are too long for the installation's model; the operator has to name one that takes more in "+setting+".")
	e.Permanent = true
	return e
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
