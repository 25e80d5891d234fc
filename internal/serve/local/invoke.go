package local

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/aws/aws-lambda-go/lambda/messages"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/guard"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	"github.com/quarryapi/quarry/internal/serve/reading"
	"github.com/quarryapi/quarry/internal/serve/showing"
)

// AdminFunction is the name under which the local service's admin function is
// invoked.
const AdminFunction = "admin"

// invokePrefix is where the Lambda Invoke API has its functions.
const invokePrefix = "/2015-03-31/functions/"

// startInvoke answers the Lambda Invoke API for the admin function, on a port of
// its own on loopback. In AWS IAM decides who may invoke; here only who can read
// local.json knows the access key, so that no web page in a browser can call it.
func startInvoke(ctx context.Context, service *admin.Service, open *closers) (url, key string, err error) {
	key = "QUARRY" + rand.Text()
	server, err := loopback.Serve(ctx, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" || !guard.IsHere(r.Host) {
			refuse(w, http.StatusForbidden, "AccessDeniedException", "web pages may not call this")
			return
		}
		invokeAdmin(w, r, service, key)
	}))
	if err != nil {
		return "", "", err
	}
	open.add(server.Close)
	return server.Endpoint(), key, nil
}

func invokeAdmin(w http.ResponseWriter, r *http.Request, service *admin.Service, key string) {
	if !strings.Contains(r.Header.Get("Authorization"), "Credential="+key+"/") {
		refuse(w, http.StatusForbidden, "AccessDeniedException", "the access key is not that of local.json")
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, invokePrefix)
	if !ok || r.Method != http.MethodPost || name != AdminFunction+"/invocations" {
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "the only function here is "+AdminFunction)
		return
	}
	var request admin.Request
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	d.DisallowUnknownFields()
	if err := d.Decode(&request); err != nil {
		refuse(w, http.StatusBadRequest, "InvalidRequestContentException", err.Error())
		return
	}
	given, err := service.Answer(r.Context(), request)
	respond(w, given, err)
}

// respond answers as Lambda does: 200 also where the function returned an error, which is the payload then.
func respond(w http.ResponseWriter, given any, err error) {
	if err != nil {
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		said, own := errors.AsType[messages.InvokeResponse_Error](err)
		if !own {
			said = messages.InvokeResponse_Error{Message: err.Error(), Type: "Error"}
		}
		given = said
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(given)
}

// serveFunctions answers the Lambda Invoke API for the functions that workers invoke to those who sign with the keys of
// this start, and names them in the configuration: workers that run elsewhere, as in sam's containers, have their
// pages shown and their documents read here.
func serveFunctions(ctx context.Context, e *lambdahost.Env, pages showing.Browser, documents reading.Engine, open *closers) error {
	functions := http.NewServeMux()
	functions.Handle("POST "+invokePrefix+kind.BrowserFunction+"/invocations", answering(showing.NewHandler(pages, e.Log).Handle))
	functions.Handle("POST "+invokePrefix+kind.PDFFunction+"/invocations", answering(reading.NewHandler(documents, e.Log).Handle))
	functions.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "the only functions here are "+kind.BrowserFunction+" and "+kind.PDFFunction)
	})
	endpoint, err := serveGuarded(ctx, e.Config.AWS, "lambda", functions, open)
	if err != nil {
		return err
	}
	e.Config.AWS.LambdaEndpoint, e.Config.BrowserFunction, e.Config.PDFFunction = endpoint, kind.BrowserFunction, kind.PDFFunction
	return nil
}

// answering has a function's handler answer invocations.
func answering[In any](handle func(context.Context, In) (invoke.Answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var request In
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil { // as its caller encodes it
			refuse(w, http.StatusBadRequest, "InvalidRequestContentException", err.Error())
			return
		}
		given, err := handle(r.Context(), request)
		respond(w, given, err)
	}
}

func refuse(w http.ResponseWriter, status int, kind, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Amzn-Errortype", kind)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"Message": message})
}
