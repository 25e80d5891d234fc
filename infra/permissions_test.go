package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type policyDocument struct {
	Statement []struct {
		Effect    string
		Action    list[string]
		Resource  list[json.RawMessage]
		Condition map[string]map[string]list[json.RawMessage]
	}
}

type role struct {
	ManagedPolicyArns []json.RawMessage
	Policies          []struct{ PolicyDocument policyDocument }
}

// TestRoles: a function has a role that no other has, made of named actions on
// named resources.
func TestRoles(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	owner := map[ref]ref{}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		if other, taken := owner[f.Role]; taken {
			t.Errorf("%s and %s share a role", f.FunctionName, other)
		}
		owner[f.Role] = f.FunctionName
	}
	if len(owner) != len(roles) {
		t.Errorf("%d functions but %d roles", len(owner), len(roles))
	}
	for id, r := range roles {
		if len(r.ManagedPolicyArns) > 0 {
			t.Errorf("%s carries a policy that is not ours: %s", id, r.ManagedPolicyArns)
		}
		for _, p := range r.Policies {
			checkPolicy(t, id, p.PolicyDocument)
		}
	}
}

// TestWhoMayQuery: a query reads whole partitions, such as all endpoints of an organization with their secrets. Who posts
// to them reads the one that a delivery names.
func TestWhoMayQuery(t *testing.T) {
	t.Parallel()
	want := []string{"admin", "api-read", "api-submit", "crawler", "sweeper"}
	var got []string
	for _, fn := range fleet(kinds.All()) {
		for _, g := range permissions(fn) {
			if strings.Contains(g.actions, "dynamodb:Query") && !slices.Contains(got, fn.name) {
				got = append(got, fn.name)
			}
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("functions that may query mismatch (-want +got):\n%s", diff)
	}
}

// TestWhoChecks: a transaction that only asks after a row needs a right of its own, which no other part of it shows. Workers keep
// progress on the condition that the job is still theirs, and who delivers ends attempts on that of their endpoint.
func TestWhoChecks(t *testing.T) {
	t.Parallel()
	want := map[string]bool{"api-submit": true, "crawler": true, "webhook-stream": true, "webhook-retry": true}
	for _, fn := range fleet(kinds.All()) {
		got := false
		for _, g := range permissions(fn) {
			got = got || g.on == onCore && slices.Contains(strings.Fields(g.actions), "dynamodb:ConditionCheckItem")
		}
		if wants := want[fn.name] || fn.worker != ""; got != wants {
			t.Errorf("%s: got the right to check rows %t, want %t", fn.name, got, wants)
		}
	}
}

// TestFailuresOfTheStreamHaveAPlace: Lambda refuses the mapping's destination unless the function's role may list the bucket and put
// into it.
func TestFailuresOfTheStreamHaveAPlace(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		if f.FunctionName != "quarry-webhook-stream" {
			continue
		}
		got := map[string]string{}
		for _, statement := range roles[string(f.Role)].Policies[0].PolicyDocument.Statement {
			for _, action := range statement.Action {
				if action == "s3:ListBucket" || action == "s3:PutObject" {
					got[action] += string(statement.Resource[0])
				}
			}
		}
		if !strings.Contains(got["s3:ListBucket"], `"results`) || strings.Contains(got["s3:ListBucket"], "/") || !strings.Contains(got["s3:PutObject"], "/aws/lambda/") {
			t.Errorf("got rights %v on the bucket, want it listed, and written to where Lambda writes", got)
		}
	}
}

// TestNoOtherPolicies: what lies beside the roles only lets others in where that
// is its purpose, and never by a wildcard.
func TestNoOtherPolicies(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	for id, r := range s.Resources {
		switch r.Type {
		case "AWS::IAM::Policy", "AWS::IAM::ManagedPolicy", "AWS::IAM::UserPolicy", "AWS::IAM::RolePolicy":
			t.Errorf("%s gives rights outside of the table in permissions.go", id)
		case "AWS::S3::BucketPolicy", "AWS::SQS::QueuePolicy", "AWS::SNS::TopicPolicy":
			p, err := parse[struct{ PolicyDocument policyDocument }](r.Properties)
			if err != nil {
				t.Fatal(err)
			}
			checkPolicy(t, id, p.PolicyDocument)
		}
	}
}

func checkPolicy(t *testing.T, id string, document policyDocument) {
	t.Helper()
	for _, statement := range document.Statement {
		if statement.Effect != "Allow" {
			continue // denying everything without TLS is what we want
		}
		for _, action := range statement.Action {
			if strings.Contains(action, "*") {
				t.Errorf("%s allows %s", id, action)
			}
		}
		for _, resource := range statement.Resource {
			if string(resource) == `"*"` {
				t.Errorf("%s allows %s on everything", id, statement.Action)
			}
		}
	}
}

// TestWorkersReadNoTokens: what workers share about services and hosts lies beside the rows of
// tokens, and their roles reach only the former.
func TestWorkersReadNoTokens(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	workers, held := 0, 0
	for id, r := range resourcesOf[role](t, s, "AWS::IAM::Role") {
		if !strings.HasPrefix(id, "worker") {
			continue
		}
		workers++
		for _, statement := range r.Policies[0].PolicyDocument.Statement {
			if !strings.Contains(string(statement.Resource[0]), `"edge`) {
				continue
			}
			keys := statement.Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
			if len(keys) != 1 || string(keys[0]) != `"`+store.TurnPrefix+`*"` {
				t.Errorf("%s: got a right on the edge table for the keys %s, want only %s*", id, keys, store.TurnPrefix)
			}
			held++
		}
	}
	if workers == 0 || held != workers {
		t.Errorf("got %d rights on the edge table that are held to %s*, want one for each of %d workers", held, store.TurnPrefix, workers)
	}
}

// TestRolesKeepToTheirPartitions: who visits sites, posts events or sweeps reaches neither organizations and tokens
// nor grants, and settles by rows of jobs, wallets and usage alone. That no function asks for more, the simulation
// shows.
func TestRolesKeepToTheirPartitions(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		name := strings.TrimPrefix(string(f.FunctionName), "quarry-")
		want := store.Partitions(name)
		if strings.HasPrefix(name, "worker-") {
			want = store.Partitions("worker")
		}
		for _, statement := range roles[string(f.Role)].Policies[0].PolicyDocument.Statement {
			if on := string(statement.Resource[0]); !strings.Contains(on, `"core`) || !slices.Contains(statement.Action, "dynamodb:GetItem") {
				continue
			}
			var got []string
			for _, key := range statement.Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"] {
				got = append(got, strings.Trim(string(key), `"`))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: partitions of the core table mismatch (-want +got):\n%s", name, diff)
			}
		}
		if want == nil && !slices.Contains([]string{"admin", "api-read", "api-submit", "browser", "pdf"}, name) {
			t.Errorf("%s: got no partitions, want those that it has to do with", name)
		}
	}
}

// TestWhatWorkersInvokeFindsNothing: a page that breaks out of Chromium, and a document that gets out of its engine, are in
// functions that may write their own logs and nothing else, and whose environments name nothing of the installation.
func TestWhatWorkersInvokeFindsNothing(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	told := map[ref][]string{"quarry-browser": {"QUARRY_USER_AGENT"}, "quarry-pdf": {"GOMEMLIMIT"}}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		if len(f.Layers) > 0 && f.FunctionName != "quarry-browser" {
			t.Errorf("got %s with a layer, want Chromium in one function", f.FunctionName)
		}
		want, ok := told[f.FunctionName]
		if !ok {
			continue
		}
		delete(told, f.FunctionName)
		equal(t, want, slices.Sorted(maps.Keys(f.Environment.Variables)))
		statements := roles[string(f.Role)].Policies[0].PolicyDocument.Statement
		if len(statements) != 1 {
			t.Fatalf("%s: got %d statements in its role, want one for its log", f.FunctionName, len(statements))
		}
		equal(t, list[string]{"logs:CreateLogStream", "logs:PutLogEvents"}, statements[0].Action)
	}
	equal(t, 0, len(told))
}

// TestWhoInvokes: only the workers that have pages shown may invoke the browser and are told its name, and only those that
// have documents read the function that does; both may read and write what is too large for a call.
func TestWhoInvokes(t *testing.T) {
	t.Parallel()
	type rights struct{ shows, knowsBrowser, reads, knowsPDF, hands bool }
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	needs := map[string]rights{}
	for _, w := range s.workers {
		needs["quarry-worker-"+w.Name] = rights{w.Browser, w.Browser, w.Documents, w.Documents, w.Browser || w.Documents}
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		var got rights
		for _, statement := range roles[string(f.Role)].Policies[0].PolicyDocument.Statement {
			invokes := slices.Contains(statement.Action, "lambda:InvokeFunction")
			for _, resource := range statement.Resource {
				got.shows = got.shows || invokes && strings.Contains(string(resource), `"browser`)
				got.reads = got.reads || invokes && strings.Contains(string(resource), `"pdf`)
				got.hands = got.hands || strings.Contains(string(resource), "/pages/*")
			}
		}
		_, got.knowsBrowser = f.Environment.Variables["QUARRY_BROWSER_FUNCTION"]
		_, got.knowsPDF = f.Environment.Variables["QUARRY_PDF_FUNCTION"]
		if want := needs[string(f.FunctionName)]; got != want {
			t.Errorf("%s: got %+v, want %+v", f.FunctionName, got, want)
		}
	}
}

// TestCrawlsGoOn: of the workers only those that perform jobs of crawls may have these go on.
func TestCrawlsGoOn(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[role](t, s, "AWS::IAM::Role")
	sends := map[string]bool{"quarry-api-submit": true, "quarry-crawler": true, "quarry-sweeper": true}
	for _, w := range s.workers {
		sends["quarry-worker-"+w.Name] = w.Crawls
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		got := false
		for _, statement := range roles[string(f.Role)].Policies[0].PolicyDocument.Statement {
			for _, resource := range statement.Resource {
				got = got || slices.Contains(statement.Action, "sqs:SendMessage") && strings.Contains(string(resource), `"crawls`)
			}
		}
		if want := sends[string(f.FunctionName)]; got != want {
			t.Errorf("%s: got the right to have crawls go on %t, want %t", f.FunctionName, got, want)
		}
	}
}

// TestEveryFunctionHasItsRights: a new function without a line in the table
// would be deployed and fail at its first call.
func TestEveryFunctionHasItsRights(t *testing.T) {
	t.Parallel()
	for _, fn := range fleet(kinds.All()) {
		if len(permissions(fn)) == 0 && fn.name != kind.BrowserFunction && fn.name != kind.PDFFunction {
			t.Errorf("%s has no line in permissions.go", fn.name)
		}
	}
}
