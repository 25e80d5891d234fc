package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRolloutMovesAliases: with rollout everything that calls or feeds a function asks its alias, which CodeDeploy
// moves under the eyes of alarms; without it there is none.
func TestRolloutMovesAliases(t *testing.T) {
	t.Parallel()
	s := form(t, asOther)
	groups := resourcesOf[struct {
		AlarmConfiguration        struct{ Alarms []struct{ Name ref } }
		AutoRollbackConfiguration struct{ Events []string }
		DeploymentConfigName      string
	}](t, s, "AWS::CodeDeploy::DeploymentGroup")
	for id, g := range groups {
		if len(g.AlarmConfiguration.Alarms) != len(rollbackAlarms()) || !slices.Contains(g.AutoRollbackConfiguration.Events, "DEPLOYMENT_STOP_ON_ALARM") {
			t.Errorf("%s: got %+v, want it stopped by %q", id, g, rollbackAlarms())
		}
	}
	moved := map[string]bool{}
	for id, r := range s.Resources {
		if r.Type == "AWS::Lambda::Alias" {
			moved[id] = strings.Contains(string(s.raw), `"`+id+`"`) && strings.Contains(string(r.UpdatePolicy), "CodeDeployLambdaAliasUpdate")
			if !moved[id] {
				t.Errorf("%s: got update policy %s, want CodeDeploy's", id, r.UpdatePolicy)
			}
		}
	}
	if want := len(s.workers) + 6; len(moved) != want || len(groups) != want {
		t.Errorf("got %d aliases and %d groups, want %d: workers, both of the API, both of webhooks, the crawler and dead letters", len(moved), len(groups), want)
	}
	for id, source := range resourcesOf[struct{ FunctionName ref }](t, s, "AWS::Lambda::EventSourceMapping") {
		if s.Resources[string(source.FunctionName)].Type != "AWS::Lambda::Alias" {
			t.Errorf("%s: got the function %s, want an alias", id, source.FunctionName)
		}
	}
	for id, integration := range resourcesOf[struct {
		IntegrationURI ref `json:"IntegrationUri"`
	}](t, s, "AWS::ApiGatewayV2::Integration") {
		if s.Resources[string(integration.IntegrationURI)].Type != "AWS::Lambda::Alias" {
			t.Errorf("%s: got %s, want an alias", id, integration.IntegrationURI)
		}
	}
	if strings.Contains(string(deployed(t).raw), "AWS::Lambda::Alias") {
		t.Error("got an alias where nobody asked for a rollout, want none")
	}
}

func TestDomainAndBudget(t *testing.T) {
	t.Parallel()
	s := form(t, asOther)
	_, zone := s.Outputs["DomainTargetZone"]
	if _, told := s.Outputs["DomainTarget"]; !told || !zone || !strings.Contains(string(s.raw), `"DomainName":"api.example.com"`) {
		t.Error("got no domain, or not where it leads, want both")
	}
	for name, want := range map[string]struct {
		closed bool
		url    string
	}{asOther: {true, "https://api.example.com/"}, asFurnished: {false, "execute-api"}, asDeployed: {false, "execute-api"}} {
		s := form(t, name)
		for id, api := range resourcesOf[struct {
			DisableExecuteAPIEndpoint bool `json:"DisableExecuteApiEndpoint"`
		}](t, s, "AWS::ApiGatewayV2::Api") {
			if url := fmt.Sprint(s.Outputs["ApiUrl"].Value); api.DisableExecuteAPIEndpoint != want.closed || !strings.Contains(url, want.url) {
				t.Errorf("%s, %s: got its own address closed: %t, and the address %s; want %t and %s", name, id, api.DisableExecuteAPIEndpoint, url, want.closed, want.url)
			}
		}
	}
	for _, b := range resourcesOf[struct {
		Budget                       struct{ BudgetLimit json.RawMessage }
		NotificationsWithSubscribers []json.RawMessage
	}](t, s, "AWS::Budgets::Budget") {
		if len(b.NotificationsWithSubscribers) != 2 || !strings.Contains(string(b.Budget.BudgetLimit), "50") {
			t.Errorf("got budget %+v, want 50 dollars and two notices", b)
		}
	}
	for id, r := range resourcesOf[struct {
		LogGroupName    string
		RetentionInDays int
	}](t, s, "AWS::Logs::LogGroup") {
		want := 90
		if r.LogGroupName == "/other/admin" {
			want = auditDays
		}
		if r.RetentionInDays != want {
			t.Errorf("%s: got %d days, want %d", id, r.RetentionInDays, want)
		}
	}
}
