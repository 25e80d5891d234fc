package sim

import (
	"context"
	"path"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// functionOf is whose role an actor has.
func functionOf(role string) string {
	switch role {
	case "job":
		return "worker" // dead letters are its, too, and need less
	case "dlv":
		return "webhook-retry"
	case "stream":
		return "webhook-stream"
	case "crawl":
		return "crawler"
	case "sweep":
		return "sweeper"
	}
	return ""
}

// held breaks a schedule in which a function asks for rows of the core table that its role keeps from it.
func (d database) held(ctx context.Context, table *string, keys ...tables.Item) {
	a := actorOf(ctx)
	if a == nil || aws.ToString(table) != core {
		return
	}
	forms := store.Partitions(functionOf(a.role))
	for _, key := range keys {
		if len(forms) > 0 && !matches(forms, text(key, "pk")) {
			d.broken("functions keep to the partitions of their roles", "%s asked for %s", a.role, keyText(key))
		}
	}
}

func matches(forms []string, pk string) bool {
	for _, form := range forms {
		if ok, err := path.Match(form, pk); ok && err == nil {
			return true
		}
	}
	return false
}

func tableOf(action types.TransactWriteItem) *string {
	switch {
	case action.Put != nil:
		return action.Put.TableName
	case action.Update != nil:
		return action.Update.TableName
	case action.Delete != nil:
		return action.Delete.TableName
	}
	return action.ConditionCheck.TableName
}

func keyOf(action types.TransactWriteItem) tables.Item {
	switch {
	case action.Put != nil:
		return action.Put.Item
	case action.Update != nil:
		return action.Update.Key
	case action.Delete != nil:
		return action.Delete.Key
	}
	return action.ConditionCheck.Key
}
