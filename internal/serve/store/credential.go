package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Workspace groups an organization's tokens.
type Workspace struct {
	ID        string
	OrgID     string
	Name      string
	CreatedAt time.Time
}

type workspaceItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	ID        string `dynamodbav:"id"`
	Org       string `dynamodbav:"org"`
	Name      string `dynamodbav:"name"`
	CreatedAt int64  `dynamodbav:"createdAt"`
}

// CreateWorkspace stores a workspace of an organization. Errors: not_found when
// there is no such organization, invalid_request when it was deleted.
func (s *Store) CreateWorkspace(ctx context.Context, w *Workspace) error {
	if _, err := s.openOrg(ctx, w.OrgID); err != nil {
		return err
	}
	k := workspaceKey(w.OrgID, w.ID)
	_, err := s.put(ctx, workspaceItem{
		PK: k.pk, SK: k.sk, Entity: "workspace", ID: w.ID, Org: w.OrgID, Name: w.Name, CreatedAt: millis(s.now()),
	}, absent)
	return err
}

// Workspaces lists an organization's workspaces, oldest first.
func (s *Store) Workspaces(ctx context.Context, org string) ([]Workspace, error) {
	var rows []workspaceItem
	if err := s.queryOrg(ctx, org, "WS#", &rows); err != nil {
		return nil, err
	}
	list := make([]Workspace, len(rows))
	for i, r := range rows {
		list[i] = Workspace{ID: r.ID, OrgID: r.Org, Name: r.Name, CreatedAt: fromMillis(r.CreatedAt)}
	}
	return list, nil
}

// Credential is what is kept of a token besides its row in the edge table: enough
// to list and revoke it, and never the token itself.
type Credential struct {
	ID          string
	Hash        string
	OrgID       string
	WorkspaceID string
	Label       string
	Scopes      []string
	Status      string
	CreateLimit int
	PollLimit   int
	CreatedAt   time.Time
	RevokedAt   time.Time
}

type credentialItem struct {
	PK          string   `dynamodbav:"pk"`
	SK          string   `dynamodbav:"sk"`
	Entity      string   `dynamodbav:"entity"`
	ID          string   `dynamodbav:"id"`
	Hash        string   `dynamodbav:"hash"`
	Org         string   `dynamodbav:"org"`
	Workspace   string   `dynamodbav:"workspace"`
	Label       string   `dynamodbav:"label,omitempty"`
	Scopes      []string `dynamodbav:"scopes"`
	Status      string   `dynamodbav:"status"`
	CreateLimit int      `dynamodbav:"createLimit"`
	PollLimit   int      `dynamodbav:"pollLimit"`
	CreatedAt   int64    `dynamodbav:"createdAt"`
	RevokedAt   int64    `dynamodbav:"revokedAt,omitempty"`
}

// CreateToken stores a token for an organization in both tables at once. Errors:
// not_found when there is no such organization, invalid_request when it was deleted.
func (s *Store) CreateToken(ctx context.Context, c *Credential) error {
	o, err := s.openOrg(ctx, c.OrgID)
	if err != nil {
		return err
	}
	k := tokenRowKey(c.OrgID, c.ID)
	listed, err1 := putAction(s.core, credentialItem{
		PK: k.pk, SK: k.sk, Entity: "token", ID: c.ID, Hash: c.Hash, Org: c.OrgID, Workspace: c.WorkspaceID, Label: c.Label,
		Scopes: c.Scopes, Status: TokenActive, CreateLimit: c.CreateLimit, PollLimit: c.PollLimit, CreatedAt: millis(s.now()),
	}, absent, nil)
	live, err2 := putAction(s.edge, tokenItem{
		PK: TokenPrefix + c.Hash, ID: c.ID, Org: c.OrgID, Workspace: c.WorkspaceID, Label: c.Label, Scopes: c.Scopes,
		Status: TokenActive, Extended: o.Grants.ExtendedCeilings, Deep: o.Grants.Deep, Shards: o.Shards, Suspended: !o.SuspendedAt.IsZero(),
		CreateLimit: c.CreateLimit, PollLimit: c.PollLimit,
	}, absent, nil)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return s.transact(ctx, []types.TransactWriteItem{listed, live})
}

// Tokens lists an organization's tokens, oldest first.
func (s *Store) Tokens(ctx context.Context, org string) ([]Credential, error) {
	var rows []credentialItem
	if err := s.queryOrg(ctx, org, "TOK#", &rows); err != nil {
		return nil, err
	}
	list := make([]Credential, len(rows))
	for i, r := range rows {
		list[i] = Credential{
			ID: r.ID, Hash: r.Hash, OrgID: r.Org, WorkspaceID: r.Workspace, Label: r.Label, Scopes: r.Scopes, Status: r.Status,
			CreateLimit: r.CreateLimit, PollLimit: r.PollLimit, CreatedAt: fromMillis(r.CreatedAt), RevokedAt: fromMillis(r.RevokedAt),
		}
	}
	return list, nil
}

// RevokeToken ends a token: the next request with it is refused. Errors:
// not_found.
func (s *Store) RevokeToken(ctx context.Context, id string) error {
	var row credentialItem
	err := s.scan(ctx, "#entity = :token AND #id = :id", values{":token": "token", ":id": id}, func(found item) error {
		return decode(found, &row)
	})
	if err != nil {
		return err
	}
	if row.ID == "" {
		return errs.Newf(errs.NotFound, "There is no token %s; `token list` shows what there is.", id)
	}
	return s.transact(ctx, []types.TransactWriteItem{
		change{
			key: tokenRowKey(row.Org, row.ID).item(), set: "SET #status = :revoked, #revokedAt = if_not_exists(#revokedAt, :now)",
			values: values{":revoked": TokenRevoked, ":now": millis(s.now())},
		}.action(s.core),
		change{
			key: tokenKey(row.Hash), set: "SET #status = :revoked", values: values{":revoked": TokenRevoked},
		}.action(s.edge),
	})
}

// queryOrg reads the rows under an organization whose sort key begins so.
func (s *Store) queryOrg(ctx context.Context, org, prefix string, into any) error {
	var all []item
	pages := dynamodb.NewQueryPaginator(s.db, &dynamodb.QueryInput{
		TableName: &s.core, ConsistentRead: new(true),
		KeyConditionExpression:    new("#pk = :pk AND begins_with(#sk, :prefix)"),
		ExpressionAttributeNames:  columnNames(nil, "#pk #sk"),
		ExpressionAttributeValues: encodeValues(values{":pk": orgKey(org).pk, ":prefix": prefix}),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return unavailable(err)
		}
		all = append(all, page.Items...)
	}
	if err := attributevalue.UnmarshalListOfMaps(all, into); err != nil {
		return errs.Internal(err)
	}
	return nil
}

// scan reads the whole core table and calls each for every row that the filter
// keeps. It is for operators: it costs a read of every row.
func (s *Store) scan(ctx context.Context, filter string, v values, each func(item) error) error {
	pages := dynamodb.NewScanPaginator(s.db, &dynamodb.ScanInput{
		TableName: &s.core, ConsistentRead: new(true), FilterExpression: &filter,
		ExpressionAttributeNames: columnNames(nil, filter), ExpressionAttributeValues: encodeValues(v),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return unavailable(err)
		}
		for _, row := range page.Items {
			if err := each(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanOnce reads the rows of an organization in one page of a scan behind a place, and returns the place behind it.
func (s *Store) scanOnce(ctx context.Context, org, after string) (rows []item, next string, err error) {
	const own = "#pk = :own OR begins_with(#pk, :below)"
	in := &dynamodb.ScanInput{
		TableName: &s.core, ConsistentRead: new(true), FilterExpression: new(own),
		ExpressionAttributeNames: columnNames(nil, own), ExpressionAttributeValues: encodeValues(values{":own": orgKey(org).pk, ":below": orgKey(org).pk + "#"}),
	}
	if pk, sk, found := strings.Cut(after, placeMark); found {
		in.ExclusiveStartKey = key{pk, sk}.item()
	}
	page, err := s.db.Scan(ctx, in)
	if err != nil {
		return nil, "", unavailable(err)
	}
	if last := page.LastEvaluatedKey; len(last) > 0 {
		next = text(last, "pk") + placeMark + text(last, "sk")
	}
	return page.Items, next, nil
}

// placeMark is between the two parts of a key that names a place in a scan.
const placeMark = "\n"
