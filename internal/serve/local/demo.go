package local

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/serve/admin"
)

const (
	demoName    = "demo"
	demoCredits = 100_000
)

// introduce starts the admin function and reports how to call the service: as in the
// folder's former runs, or with a demo organization at its first.
func introduce(ctx context.Context, operator *admin.Service, dir string, open *closers) (*Info, error) {
	info, err := ReadInfo(dir)
	if err != nil || info.Token == "" {
		if info, err = demo(ctx, operator); err != nil {
			return nil, err
		}
	}
	info.DataDir = dir
	info.AdminURL, info.AdminKey, err = startInvoke(ctx, operator, open)
	return info, err
}

// demo makes an organization with credits and a token.
func demo(ctx context.Context, operator *admin.Service) (*Info, error) {
	name := demoName
	made, err := operator.Handle(ctx, admin.Request{Op: "org.create", Name: &name, Credits: demoCredits})
	if err != nil {
		return nil, err
	}
	org, ok := made.(admin.Created)
	if !ok {
		return nil, fmt.Errorf("org.create gave a %T", made)
	}
	made, err = operator.Handle(ctx, admin.Request{Op: "token.create", Org: org.OrganizationID, Label: demoName})
	if err != nil {
		return nil, err
	}
	token, ok := made.(*admin.Token)
	if !ok {
		return nil, fmt.Errorf("token.create gave a %T", made)
	}
	return &Info{Token: string(token.Token), OrganizationID: org.OrganizationID}, nil
}
