package local

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/serve/admin"
)

const (
	demoName    = "demo"
	demoCredits = 100_000
	// demoLimit is how many calls a minute the token may make: the machine is its owner's.
	demoLimit = 1_000_000
)

// introduce starts the admin function, which is the operator's, and completes how to call the service: as in the
// folder's former runs, or with a demo organization at its first, which is no act of the operator.
func introduce(ctx context.Context, maker, operator *admin.Service, info *Info, open *closers) error {
	if info.Token == "" {
		if err := demo(ctx, maker, info); err != nil {
			return err
		}
	} else if _, err := maker.Handle(ctx, admin.Request{Op: "org.show", Org: info.OrganizationID}); err != nil {
		return &damagedError{info.DataDir, fmt.Sprintf("its organization %s is not in the tables (%v)", info.OrganizationID, err)}
	}
	var err error
	info.AdminURL, info.AdminKey, err = startInvoke(ctx, operator, open)
	return err
}

// demo makes an organization with credits and a token.
func demo(ctx context.Context, operator *admin.Service, info *Info) error {
	name := demoName
	made, err := operator.Handle(ctx, admin.Request{Op: "org.create", Name: &name, Credits: demoCredits})
	if err != nil {
		return err
	}
	org, ok := made.(admin.Created)
	if !ok {
		return fmt.Errorf("org.create gave a %T", made)
	}
	made, err = operator.Handle(ctx, admin.Request{Op: "token.create", Org: org.OrganizationID, Label: demoName, CreateLimit: demoLimit, PollLimit: demoLimit})
	if err != nil {
		return err
	}
	token, ok := made.(*admin.Token)
	if !ok {
		return fmt.Errorf("token.create gave a %T", made)
	}
	info.Token, info.OrganizationID = string(token.Token), org.OrganizationID
	return nil
}
