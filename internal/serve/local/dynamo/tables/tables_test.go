package tables_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
)

func setup(t testing.TB) *tables.DB {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return tables.New(func() time.Time { return at }, store.Tables("core", "edge")...)
}

// item reads an item from JSON; numbers are numbers.
func item(t testing.TB, text string) tables.Item {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	converted, err := attributevalue.MarshalMap(m)
	if err != nil {
		t.Fatal(err)
	}
	return converted
}

// shown is an item as JSON's types are.
func shown(t testing.TB, i tables.Item) map[string]any {
	t.Helper()
	m := map[string]any{}
	if err := attributevalue.UnmarshalMap(i, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func put(t testing.TB, db *tables.DB, text string) {
	t.Helper()
	if _, err := db.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("core"), Item: item(t, text)}); err != nil {
		t.Fatal(err)
	}
}

// textOf is what a string or a number is written as.
func textOf(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return ""
}

func code(err error) string {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return api.ErrorCode()
	}
	return ""
}

func TestUpdates(t *testing.T) {
	t.Parallel()
	const before = `{"pk":"a","sk":"1","n":5,"s":"x","l":1}`
	for name, c := range map[string]struct {
		set, condition, values string
		want                   map[string]any // nil when it is refused
		code                   string
	}{
		"set, add and remove": {
			"SET n = n + :one, m = n - :one, o = if_not_exists(zz, :one), p = if_not_exists(n, :one) REMOVE s, absent ADD l :one, k :one", "", `{":one":1}`,
			map[string]any{"pk": "a", "sk": "1", "n": 6.0, "m": 4.0, "o": 1.0, "p": 5.0, "l": 2.0, "k": 1.0},
			"",
		},
		"a condition that holds": {
			"SET s = :y", "n = :five AND (s <> :y OR zz = :y) AND NOT attribute_exists(zz) AND begins_with(s, :x) AND n IN (:one, :five) AND n BETWEEN :one AND :five",
			`{":y":"y",":x":"x",":five":5,":one":1}`,
			map[string]any{"pk": "a", "sk": "1", "n": 5.0, "s": "y", "l": 1.0},
			"",
		},
		"what is absent differs":          {"SET s = :y", "zz <> :y", `{":y":"y"}`, map[string]any{"pk": "a", "sk": "1", "n": 5.0, "s": "y", "l": 1.0}, ""},
		"what is absent is not less":      {"SET s = :y", "zz < :y", `{":y":"y"}`, nil, "ConditionalCheckFailedException"},
		"types that differ have no order": {"SET s = :y", "n < :y", `{":y":"y"}`, nil, "ConditionalCheckFailedException"},
		"AND binds before OR":             {"SET s = :y", "n = :y OR s = :y AND n = :y", `{":y":"y"}`, nil, "ConditionalCheckFailedException"},
		"of an absent number":             {"SET n = zz + :one", "", `{":one":1}`, nil, "ValidationException"},
		"of a text":                       {"SET n = s + :one", "", `{":one":1}`, nil, "ValidationException"},
		"of the key":                      {"SET pk = :one", "", `{":one":"1"}`, nil, "ValidationException"},
		"of one column twice":             {"SET n = :one REMOVE n", "", `{":one":1}`, nil, "ValidationException"},
		"with a value too many":           {"SET n = :one", "", `{":one":1,":two":2}`, nil, "ValidationException"},
		"with a value missing":            {"SET n = :two", "n = :one", `{":one":1}`, nil, "ValidationException"},
		"an order of truths":              {"SET n = :one", "n < :yes", `{":one":1,":yes":true}`, nil, "ValidationException"},
		"an index key of another type":    {"SET dueAt = :x", "", `{":x":"x"}`, nil, "ValidationException"},
		"nonsense":                        {"SET n = = :x", "", `{":x":"x"}`, nil, "ValidationException"},
	} {
		db := setup(t)
		put(t, db, before)
		in := &dynamodb.UpdateItemInput{
			TableName: aws.String("core"), Key: item(t, `{"pk":"a","sk":"1"}`), UpdateExpression: &c.set,
			ExpressionAttributeValues: item(t, c.values), ReturnValues: types.ReturnValueAllNew,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}
		if c.condition != "" {
			in.ConditionExpression = &c.condition
		}
		res, err := db.UpdateItem(t.Context(), in)
		if code(err) != c.code {
			t.Errorf("%s: got error %v, want the code %q", name, err, c.code)
			continue
		}
		if failed, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
			if diff := cmp.Diff(shown(t, item(t, before)), shown(t, failed.Item)); diff != "" {
				t.Errorf("%s: item of the failure mismatch (-want +got):\n%s", name, diff)
			}
		}
		if err == nil {
			if diff := cmp.Diff(c.want, shown(t, res.Attributes)); diff != "" {
				t.Errorf("%s: item mismatch (-want +got):\n%s", name, diff)
			}
		}
	}
}

func TestTransactions(t *testing.T) {
	t.Parallel()
	db := setup(t)
	put(t, db, `{"pk":"a","sk":"1","n":5}`)
	update := func(sk, set, condition string) types.TransactWriteItem {
		u := &types.Update{
			TableName: aws.String("core"), Key: item(t, `{"pk":"a","sk":"`+sk+`"}`), UpdateExpression: &set,
			ExpressionAttributeValues:           item(t, `{":one":1}`),
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}
		if condition != "" {
			u.ConditionExpression = &condition
		}
		return types.TransactWriteItem{Update: u}
	}
	send := func(token string, actions ...types.TransactWriteItem) error {
		in := &dynamodb.TransactWriteItemsInput{TransactItems: actions}
		if token != "" {
			in.ClientRequestToken = &token
		}
		_, err := db.TransactWriteItems(t.Context(), in)
		return err
	}
	read := func(sk string) map[string]any {
		res, err := db.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("core"), Key: item(t, `{"pk":"a","sk":"`+sk+`"}`)})
		if err != nil {
			t.Fatal(err)
		}
		return shown(t, res.Item)
	}
	err := send("", update("2", "SET n = :one", ""), update("1", "SET n = n + :one", "n = :one"), update("3", "SET n = n + :one", ""))
	cancelled, ok := errors.AsType[*types.TransactionCanceledException](err)
	if !ok {
		t.Fatalf("got error %v, want a cancelled transaction", err)
	}
	var codes []string
	for _, r := range cancelled.CancellationReasons {
		codes = append(codes, *r.Code)
	}
	if diff := cmp.Diff([]string{"None", "ConditionalCheckFailed", "ValidationError"}, codes); diff != "" {
		t.Errorf("reasons mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"pk": "a", "sk": "1", "n": 5.0}, shown(t, cancelled.CancellationReasons[1].Item)); diff != "" {
		t.Errorf("item of the reason mismatch (-want +got):\n%s", diff)
	}
	if got := read("2"); len(got) > 0 {
		t.Errorf("got %v of a cancelled transaction, want nothing", got)
	}
	for range 2 { // the second is the first again
		if err := send("t1", update("1", "SET n = n + :one", "")); err != nil {
			t.Fatal(err)
		}
	}
	if got := read("1")["n"]; got != 6.0 {
		t.Errorf("got n %v after one transaction was sent twice, want 6", got)
	}
	if err := send("t1", update("1", "SET n = n - :one", "")); code(err) != "IdempotentParameterMismatchException" {
		t.Errorf("got error %v of a token with other parameters, want a mismatch", err)
	}
	if err := send("", update("1", "SET n = :one", ""), update("1", "SET m = :one", "")); code(err) != "ValidationException" {
		t.Errorf("got error %v of two actions on one item, want a ValidationException", err)
	}
	many := make([]types.TransactWriteItem, 101)
	for i := range many {
		many[i] = update(string(rune('a'+i)), "SET n = :one", "")
	}
	if err := send("", many...); code(err) != "ValidationException" {
		t.Errorf("got error %v of 101 actions, want a ValidationException", err)
	}
}

func TestQueriesOfAnIndex(t *testing.T) {
	t.Parallel()
	db := setup(t)
	var seen []string
	db.Watch(func(changes []tables.Change) {
		for _, c := range changes {
			seen = append(seen, textOf(c.New["sk"]))
		}
	})
	for _, row := range []string{
		`{"pk":"a","sk":"1","duePk":"D","dueAt":-20,"x":1}`, `{"pk":"a","sk":"2","duePk":"D","dueAt":-3.5}`, `{"pk":"a","sk":"3","duePk":"D","dueAt":0}`,
		`{"pk":"a","sk":"4","duePk":"D","dueAt":7}`, `{"pk":"b","sk":"5","duePk":"D","dueAt":7}`, `{"pk":"b","sk":"6","duePk":"D","dueAt":1000}`,
		`{"pk":"b","sk":"7","duePk":"E","dueAt":1}`, `{"pk":"b","sk":"8","duePk":"D"}`,
	} {
		put(t, db, row)
	}
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5", "6", "7", "8"}, seen); diff != "" {
		t.Errorf("changes mismatch (-want +got):\n%s", diff)
	}
	for name, c := range map[string]struct {
		condition, values string
		down              bool
		limit             int32
		want              []string
	}{
		"all":           {"duePk = :d", `{":d":"D"}`, false, 100, []string{"1", "2", "3", "4", "5", "6"}},
		"all, by pages": {"duePk = :d", `{":d":"D"}`, false, 1, []string{"1", "2", "3", "4", "5", "6"}},
		"down":          {"duePk = :d", `{":d":"D"}`, true, 100, []string{"6", "5", "4", "3", "2", "1"}},
		"down by pages": {"duePk = :d", `{":d":"D"}`, true, 2, []string{"6", "5", "4", "3", "2", "1"}},
		"up to":         {"duePk = :d AND dueAt <= :n", `{":d":"D",":n":7}`, false, 2, []string{"1", "2", "3", "4", "5"}},
		"below, down":   {"duePk = :d AND dueAt < :n", `{":d":"D",":n":7}`, true, 100, []string{"3", "2", "1"}},
		"above":         {"duePk = :d AND dueAt > :n", `{":d":"D",":n":-3.50}`, false, 100, []string{"3", "4", "5", "6"}},
		"between":       {"duePk = :d AND dueAt BETWEEN :n AND :m", `{":d":"D",":n":0,":m":7}`, false, 100, []string{"3", "4", "5"}},
	} {
		pages := dynamodb.NewQueryPaginator(db, &dynamodb.QueryInput{
			TableName: aws.String("core"), IndexName: aws.String("due"), KeyConditionExpression: &c.condition,
			ExpressionAttributeValues: item(t, c.values), Limit: &c.limit, ScanIndexForward: aws.Bool(!c.down),
		})
		var got []string
		for pages.HasMorePages() {
			page, err := pages.NextPage(t.Context())
			if err != nil {
				t.Fatalf("%s: got error %v, want none", name, err)
			}
			for _, i := range page.Items {
				if _, whole := i["x"]; whole {
					t.Errorf("%s: got a whole row of an index of keys", name)
				}
				got = append(got, textOf(i["sk"]))
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: rows mismatch (-want +got):\n%s", name, diff)
		}
	}
}

func TestQueriesOfTheTableAndScans(t *testing.T) {
	t.Parallel()
	db := setup(t)
	for _, row := range []string{`{"pk":"a","sk":"x1"}`, `{"pk":"a","sk":"y1"}`, `{"pk":"a","sk":"y2","f":true}`, `{"pk":"a","sk":"z"}`, `{"pk":"b","sk":"y"}`} {
		put(t, db, row)
	}
	res, err := db.Query(t.Context(), &dynamodb.QueryInput{
		TableName: aws.String("core"), KeyConditionExpression: aws.String("pk = :p AND begins_with(sk, :y)"), ScanIndexForward: aws.Bool(false),
		FilterExpression: aws.String("attribute_not_exists(f)"), ExpressionAttributeValues: item(t, `{":p":"a",":y":"y"}`),
	})
	if err != nil || len(res.Items) != 1 || res.ScannedCount != 2 {
		t.Errorf("got %v, error %v; want one row of two", res, err)
	}
	pages, n := dynamodb.NewScanPaginator(db, &dynamodb.ScanInput{TableName: aws.String("core"), Limit: aws.Int32(2)}), 0
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n += len(page.Items)
	}
	if n != 5 {
		t.Errorf("got %d rows of a scan, want 5", n)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1": "1", "-0": "0", "007": "7", "1.50": "1.5", "1e3": "1000", "12E-3": "0.012", "-12.5e1": "-125",
		"99999999999999999999999999999999999999":  "99999999999999999999999999999999999999",
		"999999999999999999999999999999999999999": "", "1e126": "", "1e-131": "", "x": "", "": "", "1_0": "", "0x1": "",
	} {
		db := setup(t)
		_, err := db.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("core"), Item: tables.Item{
			"pk": &types.AttributeValueMemberS{Value: "a"}, "sk": &types.AttributeValueMemberS{Value: "b"}, "n": &types.AttributeValueMemberN{Value: text},
		}})
		if (err == nil) != (want != "") {
			t.Errorf("%q: got error %v, want %q", text, err, want)
			continue
		}
		if err != nil {
			continue
		}
		res, err := db.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("core"), Key: item(t, `{"pk":"a","sk":"b"}`)})
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(res.Item["n"]); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
