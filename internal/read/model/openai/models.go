package openai

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Models returns the ids of the models that the provider has: the one call that costs
// nothing. Errors are as of Ask; parse_failed for an answer that lists none.
func (p *Provider) Models(ctx context.Context) ([]string, error) {
	if err := p.Ready(); err != nil {
		return nil, err
	}
	resp, err := p.up.Do(ctx, upstream.Call{Path: "/models", Header: header(p.config), Timeout: timeout, MaxBytes: maxBytes, Final: refusals()})
	if err != nil {
		return nil, err
	}
	if resp.Status >= http.StatusBadRequest {
		return nil, faultOf(resp.Status, resp.Body).err(resp.Header, modelSetting)
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	var ids []string
	if json.Unmarshal(resp.Body, &list) == nil {
		for _, m := range list.Data {
			if m.ID != "" {
				ids = append(ids, m.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil, errs.New(errs.ParseFailed, "The model's provider listed no models.").Later()
	}
	return ids, nil
}
