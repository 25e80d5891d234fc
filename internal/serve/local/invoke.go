package local

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local/guard"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
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
		invoke(w, r, service, key)
	}))
	if err != nil {
		return "", "", err
	}
	open.add(server.Close)
	return server.Endpoint(), key, nil
}

func invoke(w http.ResponseWriter, r *http.Request, service *admin.Service, key string) {
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
	given, err := service.Handle(r.Context(), request)
	if err != nil {
		// As a function that returns an error answers: 200, and the error as payload.
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		given = map[string]string{"errorMessage": err.Error(), "errorType": "Error"}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(given)
}

func refuse(w http.ResponseWriter, status int, kind, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Amzn-Errortype", kind)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"Message": message})
}
