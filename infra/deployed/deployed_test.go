// Package deployed_test deploys the stack to an emulator of AWS that enforces its policies, uses
// it, changes it and removes it. `make deploy-test` runs it.
package deployed_test

import (
	"flag"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

var (
	tools    = flag.String("tools", "", "folder of ministack and of a Python that has standardwebhooks")
	quarry   = flag.String("quarry", "", "the quarry command")
	chromium = flag.String("chromium", "", "Chromium's binary")
)

// TestDeployed is one story, in the order in which an operator meets it.
//
//nolint:paralleltest,tparallel // its parts follow from each other
func TestDeployed(t *testing.T) {
	t.Parallel()
	if *tools == "" {
		t.Skip("no emulator was given: make deploy-test runs this with one")
	}
	receiver := webtest.NewReceiver()
	web := webtest.Start(t, receiver.Site("hooks.test"), mirror, archive, torn)
	e := startEmulator(t, web)
	first := synthesize(t, settings(web))

	// Whoever deploys needs no right of their own but to take the roles of the bootstrap.
	e.root().lacks(t, "make bootstrap")
	e.root().run(t, ".", "make", "--old-file=build", "bootstrap") // quarry is built, and Go's caches are somebody else's
	e.root().lacks(t, "")
	deployer := e.user(t, "deployer", policy("sts:AssumeRole", "arn:aws:iam::*:role/cdk-*"))
	deployer.lacks(t, "") // it may not ask
	outputs := deployer.deploy(t, first)

	o := operator{e.user(t, "operator", policy("lambda:InvokeFunction", "arn:aws:lambda:*:*:function:"+outputs["AdminFunctionName"])), outputs["AdminFunctionName"]}
	c, _ := o.customer(t, outputs["ApiUrl"])
	c.everyWorker(t)
	c.ways(t)
	t.Run("documents", func(t *testing.T) { c.documents(t) })
	t.Run("webhooks", func(t *testing.T) { c.webhooks(t, receiver) })
	t.Run("retried", func(t *testing.T) { o.retried(t, c, receiver) })
	t.Run("died", func(t *testing.T) { o.died(t, c) })
	t.Run("crawls", func(t *testing.T) { c.crawls(t, receiver) })
	t.Run("told", func(t *testing.T) { o.tells(t, c) })
	t.Run("books", func(t *testing.T) { o.balanced(t, c) })
	t.Run("rights", func(t *testing.T) { e.rights(t, outputs) })
	t.Run("updated", func(t *testing.T) { c.updated(t, web, o, deployer) })
	t.Run("rolled back", func(t *testing.T) { c.rolledBack(t, o, deployer, first) })
	t.Run("restored", func(t *testing.T) { c.restored(t, web, deployer, outputs) })
	t.Run("smoked", func(t *testing.T) { o.smoked(t, outputs["ApiUrl"]) })
	t.Run("suspends", func(t *testing.T) { o.suspends(t, outputs["ApiUrl"]) })
	t.Run("ends", func(t *testing.T) { o.ends(t, outputs["ApiUrl"]) })
	t.Run("logged", func(t *testing.T) { e.logged(t) })
	t.Run("destroyed", func(t *testing.T) { c.destroyed(t, deployer, outputs, first) })
	t.Run("adopted", func(t *testing.T) { o.adopted(t, c, deployer, outputs, first) })
}

// mirror is a site that shows how it was asked.
var mirror = webtest.Site{Host: "agent.test", Rest: func(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, r.UserAgent())
}}

// settings are those of the first deployment: the replays of all upstreams.
func settings(web *webtest.Server) map[string]string {
	return map[string]string{"emulated": "true", "dist": "../dist/x86_64", "sources": pairs(web.Web().Sources())}
}

// pairs writes NAME=VALUE,…
func pairs(values map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, name+"="+values[name])
	}
	return strings.Join(list, ",")
}
