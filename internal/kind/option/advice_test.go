package option_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestAdvise(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	slow := &errs.Error{Code: errs.UpstreamTimeout, Message: "too slow; try again later", RetryAfter: time.Second, Err: cause}
	cases := map[string]struct {
		err  error
		code errs.Code
		want string
	}{
		"login":   {errs.New(errs.LoginRequired, "closed"), errs.LoginRequired, "closed; if the account is yours, send its Authorization or Cookie in options.headers"},
		"timeout": {slow, errs.UpstreamTimeout, "too slow; try again later, or allow more by options.timeoutMs"},
		"wrapped": {fmt.Errorf("step: %w", slow), errs.UpstreamTimeout, "too slow; try again later, or allow more by options.timeoutMs"},
		"a wall":  {errs.New(errs.UpstreamBlocked, "a wall"), errs.UpstreamBlocked, "a wall"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if e := errs.As(option.Advise(c.err)); e.Code != c.code || e.Message != c.want {
				t.Errorf("got %+v", e)
			}
		})
	}
	if e := errs.As(option.Advise(slow)); e.RetryAfter != time.Second || !errors.Is(e, cause) {
		t.Errorf("%+v has lost something", e)
	}
	if slow.Message != "too slow; try again later" {
		t.Error("the error itself was changed")
	}
	if err := option.Advise(nil); err != nil {
		t.Errorf("%v of nothing", err)
	}
	if err := option.Advise(cause); err != cause { //nolint:errorlint // the very same is meant
		t.Errorf("got %v", err)
	}
}
