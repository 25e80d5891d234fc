package admin

import "cmp"

// about are the ids that an act was about or made, and the words that it was given, for the log. No contents are
// among them: no secret of a token, and no name.
func (r Request) about(given any) []any {
	workspace, token, grant, org := r.Workspace, r.Token, r.ID, r.Org
	switch g := given.(type) {
	case Created:
		org, workspace = cmp.Or(g.OrganizationID, org), cmp.Or(g.WorkspaceID, workspace)
	case *Granted:
		grant = g.GrantID
	case *Token:
		token, workspace = g.TokenID, g.WorkspaceID
	}
	var list []any
	for _, id := range [][2]string{
		{"org_id", org}, {"workspace_id", workspace}, {"token_id", token}, {"grant_id", grant}, {"about_job_id", r.Job}, {"reason", r.Reason},
	} {
		if id[1] != "" {
			list = append(list, id[0], id[1])
		}
	}
	if amount := cmp.Or(r.Amount, r.Credits); amount != 0 {
		list = append(list, "amount", amount)
	}
	return append(list, r.set()...)
}

// set is what an act gives an organization. A name is not shown.
func (r Request) set() (list []any) {
	if r.Op == "org.set" && r.Name != nil {
		list = append(list, "renamed", true)
	}
	list = given(list, "in_flight_cap", r.InFlightCap)
	list = given(list, "endpoint_cap", r.EndpointCap)
	list = given(list, "extended_ceilings", r.ExtendedCeilings)
	list = given(list, "deep", r.Deep)
	list = given(list, "wallet_shards", r.WalletShards)
	return list
}

func given[T any](list []any, name string, value *T) []any {
	if value == nil {
		return list
	}
	return append(list, name, *value)
}
