package deployed_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// rights tries what a worker's role may do and what it may not, as somebody who took it.
func (e *emulator) rights(t *testing.T, outputs map[string]string) {
	t.Helper()
	worker := e.take(t, "quarry-worker-url")
	item := func(key string) map[string]any {
		return map[string]any{"TableName": outputs["EdgeTableName"], "Key": map[string]any{"pk": map[string]any{"S": key}}}
	}
	const get = "DynamoDB_20120810.GetItem"
	for name, c := range map[string]struct {
		try  func() (int, string)
		want bool
	}{
		"read a service's row": {func() (int, string) { return worker.target(t, "dynamodb", get, item("P#host")) }, true},
		"remove a service's row": {func() (int, string) {
			return worker.target(t, "dynamodb", "DynamoDB_20120810.DeleteItem", item("P#host"))
		}, false},
		"store a result":         {func() (int, string) { return worker.put(t, outputs, "results/a") }, true},
		"store a webhook's body": {func() (int, string) { return worker.put(t, outputs, "events/a") }, false},
		"send to its own queue":  {func() (int, string) { return worker.send(t, "quarry-jobs-url") }, true},
		"read a token's row": {func() (int, string) {
			return worker.target(t, "dynamodb", "DynamoDB_20120810.Scan", map[string]any{"TableName": outputs["EdgeTableName"]})
		}, false},
		"list jobs of all": {func() (int, string) {
			return worker.target(t, "dynamodb", "DynamoDB_20120810.Scan", map[string]any{"TableName": outputs["CoreTableName"]})
		}, false},
		"remove a row": {func() (int, string) {
			return worker.target(t, "dynamodb", "DynamoDB_20120810.DeleteItem", map[string]any{
				"TableName": outputs["CoreTableName"], "Key": map[string]any{"pk": map[string]any{"S": "O#x"}, "sk": map[string]any{"S": "ORG"}},
			})
		}, false},
		"delete a result": {func() (int, string) {
			return worker.call(t, "s3", http.MethodDelete, "/"+outputs["ResultsBucketName"]+"/results/a", "", nil)
		}, false},
		"send to another's queue": {func() (int, string) { return worker.send(t, "quarry-jobs-ads") }, false},
		"have a document read":    {func() (int, string) { return worker.invoke(t, "quarry-pdf") }, true},
		"have a page shown":       {func() (int, string) { return worker.invoke(t, "quarry-browser") }, false},
		"grant credits":           {func() (int, string) { return worker.invoke(t, outputs["AdminFunctionName"]) }, false},
	} {
		status, answer := c.try()
		if denied := status == http.StatusForbidden || strings.Contains(answer, "AccessDenied"); denied == c.want || (c.want && status != http.StatusOK) {
			t.Errorf("%s: got status %d, %s; want it allowed: %t", name, status, answer, c.want)
		}
	}
}

// take has the account's root let itself be taken for a function, which Lambda alone may, and
// returns who that is.
func (e *emulator) take(t *testing.T, function string) principal {
	t.Helper()
	status, answer := e.root().call(t, "lambda", http.MethodGet, "/2015-03-31/functions/"+function, "", nil)
	if status != http.StatusOK {
		t.Fatalf("got status %d, %s of %s; want 200", status, answer, function)
	}
	role := read[struct {
		Configuration struct{ Role string }
	}](t, []byte(answer)).Configuration.Role
	impostor := e.user(t, "impostor", policy("sts:AssumeRole", role))
	trust := `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::` + account + `:user/impostor"},"Action":"sts:AssumeRole"}]}`
	e.root().query(t, "iam", iamVersion, "UpdateAssumeRolePolicy", nil, "RoleName", role[strings.LastIndex(role, "/")+1:], "PolicyDocument", trust)
	var taken struct {
		ID     string `xml:"AssumeRoleResult>Credentials>AccessKeyId"`
		Secret string `xml:"AssumeRoleResult>Credentials>SecretAccessKey"`
		Token  string `xml:"AssumeRoleResult>Credentials>SessionToken"`
	}
	impostor.query(t, "sts", "2011-06-15", "AssumeRole", &taken, "RoleArn", role, "RoleSessionName", "impostor")
	return principal{e, aws.Credentials{AccessKeyID: taken.ID, SecretAccessKey: taken.Secret, SessionToken: taken.Token}}
}

func (p principal) put(t *testing.T, outputs map[string]string, key string) (status int, answer string) {
	t.Helper()
	return p.call(t, "s3", http.MethodPut, "/"+outputs["ResultsBucketName"]+"/"+key, "{}", nil)
}

func (p principal) send(t *testing.T, queue string) (status int, answer string) {
	t.Helper()
	return p.target(t, "sqs", "AmazonSQS.SendMessage", map[string]any{
		"QueueUrl": "https://sqs." + region + ".amazonaws.com/" + account + "/" + queue, "MessageBody": "{}",
	})
}

func (p principal) invoke(t *testing.T, function string) (status int, answer string) {
	t.Helper()
	return p.call(t, "lambda", http.MethodPost, "/2015-03-31/functions/"+function+"/invocations", `{"op":"org.list"}`, nil)
}
