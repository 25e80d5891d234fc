package dynamo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/disk"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/wire"
)

const (
	// maxBody bounds a call; DynamoDB takes 16 MB.
	maxBody = 16 << 20

	tablesTarget, streamsTarget = "DynamoDB_20120810.", "DynamoDBStreams_20120810."
	errorPrefix                 = "com.amazonaws.dynamodb.v20120810#"
	contentType                 = "application/x-amz-json-1.0"
)

// handler answers one operation.
type handler func(ctx context.Context, body []byte) (any, error)

// operation makes a handler of a method as the SDK's client has it.
func operation[I, O, P any](do func(context.Context, *I, ...func(*P)) (*O, error)) handler {
	return plain(func(ctx context.Context, in *I) (*O, error) { return do(ctx, in) })
}

func plain[I, O any](do func(context.Context, *I) (*O, error)) handler {
	known := membersOf(reflect.TypeFor[I]())
	return func(ctx context.Context, body []byte) (any, error) {
		in := new(I)
		if err := wire.Decode(body, in); err != nil {
			return nil, &smithy.GenericAPIError{Code: "SerializationException", Message: err.Error()}
		}
		if err := known.check(reflect.ValueOf(in).Elem()); err != nil {
			return nil, err
		}
		return do(ctx, in)
	}
}

func newEngine(db *tables.DB, storage *disk.Storage) *Engine {
	return &Engine{db: db, disk: storage, calls: map[string]handler{
		tablesTarget + "BatchGetItem":       operation(db.BatchGetItem),
		tablesTarget + "BatchWriteItem":     operation(db.BatchWriteItem),
		tablesTarget + "CreateTable":        operation(db.CreateTable),
		tablesTarget + "DeleteItem":         operation(db.DeleteItem),
		tablesTarget + "DeleteTable":        operation(db.DeleteTable),
		tablesTarget + "DescribeTable":      operation(db.DescribeTable),
		tablesTarget + "GetItem":            operation(db.GetItem),
		tablesTarget + "ListTables":         operation(db.ListTables),
		tablesTarget + "PutItem":            operation(db.PutItem),
		tablesTarget + "Query":              operation(db.Query),
		tablesTarget + "Scan":               operation(db.Scan),
		tablesTarget + "TransactGetItems":   operation(db.TransactGetItems),
		tablesTarget + "TransactWriteItems": operation(db.TransactWriteItems),
		tablesTarget + "UpdateItem":         operation(db.UpdateItem),
		streamsTarget + "DescribeStream":    operation(db.DescribeStream),
		streamsTarget + "GetRecords":        plain(db.GetRecords),
		streamsTarget + "GetShardIterator":  operation(db.GetShardIterator),
	}}
}

// ServeHTTP answers a call of DynamoDB's protocol.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	status, answer := e.answer(r.Context(), r.Header.Get("X-Amz-Target"), body)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
	w.WriteHeader(status)
	_, _ = w.Write(answer) //nolint:gosec // no page shows it; and a caller that is gone needs none
}

// RoundTrip answers a call of a client in this process.
func (e *Engine) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	body := []byte{}
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
	}
	status, answer := e.answer(r.Context(), r.Header.Get("X-Amz-Target"), body)
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(bytes.NewReader(answer)), ContentLength: int64(len(answer)), Request: r,
	}, nil
}

// Client calls the engine in this process, for the SDK's HTTPClient.
func (e *Engine) Client() *http.Client { return &http.Client{Transport: e} } //nolint:forbidigo // it goes nowhere

func (e *Engine) answer(ctx context.Context, target string, body []byte) (int, []byte) {
	call := e.calls[target]
	if call == nil {
		return failed(&smithy.GenericAPIError{Code: "UnknownOperationException", Message: "not an operation of the local engine: " + target})
	}
	out, err := call(ctx, body)
	if err != nil {
		return failed(err)
	}
	return http.StatusOK, wire.Encode(out)
}

// failure is an error as DynamoDB writes it.
type failure struct {
	Message             *string
	Item                tables.Item
	CancellationReasons []types.CancellationReason
}

func failed(err error) (int, []byte) {
	status, f := http.StatusBadRequest, failure{}
	api, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		status, api = http.StatusInternalServerError, &smithy.GenericAPIError{Code: "InternalServerError", Message: err.Error()}
	}
	message := api.ErrorMessage()
	f.Message = &message
	if cancelled, ok := errors.AsType[*types.TransactionCanceledException](err); ok {
		f.CancellationReasons = cancelled.CancellationReasons
	}
	if condition, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
		f.Item = condition.Item
	}
	return status, fmt.Appendf(nil, `{"__type":%q,%s`, errorPrefix+api.ErrorCode(), wire.Encode(&f)[1:])
}
