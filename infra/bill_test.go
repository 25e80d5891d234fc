package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestBillIsDrawn: the dashboard has every function, table and queue in what a day costs, by searches that
// are short enough, and with the prices of docs/cost.md.
func TestBillIsDrawn(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*synthesis{"as deployed": deployed(t), "furnished": furnished(t)} {
		var body string
		for _, board := range resourcesOf[struct{ DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard") {
			body = string(board.DashboardBody)
		}
		searches := regexp.MustCompile(`SEARCH\('([^']*)'`).FindAllStringSubmatch(body, -1)
		all := ""
		for _, search := range searches {
			if len(search[1]) > 1024 {
				t.Errorf("%s: got a search of %d characters, want at most 1024", name, len(search[1]))
			}
			all += search[1]
		}
		for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
			if n := strings.Count(all, `\\\"`+string(f.FunctionName)+`\\\"`); n != 2 {
				t.Errorf("%s: got %s in %d searches, want its run time and its invocations", name, f.FunctionName, n)
			}
		}
		for _, expression := range regexp.MustCompile(`\\"expression\\":\\"(.*?[^\\])\\"`).FindAllStringSubmatch(body, -1) {
			if n := len(strings.ReplaceAll(expression[1], `\\\"`, `"`)); n > 2048 {
				t.Errorf("%s: got an expression of %d characters, want at most 2048", name, n)
			}
		}
		if n := strings.Count(body, chosen); n != 4 || strings.Contains(all, chosen) {
			t.Errorf("%s: got %s %d times, want it in three metrics and in what chooses", name, chosen, n)
		}
		if !strings.Contains(body, "Cost a day") || strings.Count(body, "ConsumedWriteCapacityUnits") < 4 {
			t.Errorf("%s: got no cost of tables on the dashboard, want one", name)
		}
	}
}

// TestNamesFitIntoExpressions: also those of a stack with the longest name that it may have.
func TestNamesFitIntoExpressions(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"q-", "quarry-staging-", strings.Repeat("q", 44) + "-"} {
		var names []string
		for i := range 40 {
			names = append(names, fmt.Sprintf("%sjobs-kind%d", prefix, i))
		}
		all := ""
		for _, expression := range expressions(names, billedQueues) {
			all += expression
			if len(expression) > 2048 {
				t.Errorf("%s: got an expression of %d characters, want at most 2048", prefix, len(expression))
			}
			for _, search := range regexp.MustCompile(`SEARCH\('([^']*)'`).FindAllStringSubmatch(expression, -1) {
				if len(search[1]) > 1024 {
					t.Errorf("%s: got a search of %d characters, want at most 1024", prefix, len(search[1]))
				}
			}
		}
		for _, name := range names {
			if n := strings.Count(all, `"`+name+`"`); n != 4 {
				t.Errorf("got %s in %d searches, want four", name, n)
			}
		}
	}
}

// TestPricesAreThoseOfTheDocument: two modules, one table.
func TestPricesAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../internal/cmd/cost/price.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, price := range map[string]string{
		"perRequest": perRequest, "perGBSecond": perGBSecond, "perGBSecondX": perGBSecondX, "perCall": perCall,
		"perMessage": perMessage, "perReadUnit": perReadUnit, "perWriteUnit": perWriteUnit,
	} {
		if want := regexp.MustCompile(fmt.Sprintf(`(?m)^\t%s +=? ?%s`, name, regexp.QuoteMeta(price))); !want.Match(table) {
			t.Errorf("got a price %s of %s, want that of internal/cmd/cost/price.go", name, price)
		}
	}
}
