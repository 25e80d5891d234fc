package brandrun_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// bundle runs bodies of the kind's two calls on the sample web.
type bundle struct {
	basic kindtest.Runs[brand.Args, brand.Result]
	full  kindtest.Runs[brand.FullArgs, brand.FullResult]
	other *brandrun.Basic // as other kinds have it
	web   *webtest.Web
}

// setup gives workers without a browser, with the replay's model of this id; "" is an
// installation without a model.
func setup(t *testing.T, id string) bundle {
	t.Helper()
	sample := webclient.Start(t)
	m := model.New(nil, "")
	if id != "" {
		c := sample.Upstreams(t, nil).Client("model")
		m = model.New(openai.New(c.Config, c), id)
	}
	g := gather.New(sample.Web, nil)
	basic := brandrun.NewBasic(g)
	return bundle{
		basic: kindtest.Runs[brand.Args, brand.Result]{Call: brand.Basic(), Worker: basic},
		full:  full(brandrun.NewFull(g, m)),
		other: basic, web: sample.Server.Web(),
	}
}

func full(f *brandrun.Full) kindtest.Runs[brand.FullArgs, brand.FullResult] {
	return kindtest.Runs[brand.FullArgs, brand.FullResult]{Call: brand.Full(), Worker: f}
}

const body = `{"url":"http://company.test"}`

func TestBasic(t *testing.T) {
	t.Parallel()
	b := setup(t, "")
	var last []byte
	for range 3 {
		out, err := b.basic.Output(t.Context(), t, body)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]any{"evidence": gather.Facts{Stylesheets: 3}}, out.Meta); diff != "" {
			t.Errorf("Meta mismatch (-want +got):\n%s", diff)
		}
		got, err := json.Marshal(out.Result)
		if err != nil {
			t.Fatal(err)
		}
		if last != nil && !bytes.Equal(last, got) {
			t.Fatalf("once %s\nonce %s", last, got)
		}
		last = got
	}
	const want = `{"url":"http://company.test/","company_name":"Marrowfen","company_name_confidence":0.9,"logo_url":"http://company.test/brand/logo.svg","logo_confidence":0.9,"favicon_url":"http://company.test/brand/mark.svg",` +
		`"palette":{"primary":"#0b5d5b","secondary":"#2f4b6a","accent":"#e2703a","background":"#fbfaf5","text":"#1c2b2a"},"typography":{"heading":"Vollkorn","body":"Work Sans"},` +
		`"business_type":"","business_subtype":"","visual_tone":"","confidence":null}`
	if string(last) != want {
		t.Errorf("got %s", last)
	}
	again, err := b.other.Profile(t.Context(), "http://company.test/")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(again); err != nil || string(got) != want {
		t.Errorf("other kinds get %s, %v", got, err)
	}
	if n := b.web.Hits("model.upstream.test"); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestBasicOfNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, "")
	got, err := json.Marshal(b.basic.Must(t, `{"url":"http://slow.test/?ms=1"}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"url":"http://slow.test/?ms=1","company_name":"Slow","company_name_confidence":0.2,"logo_confidence":0,"palette":{},"typography":{},` +
		`"business_type":"","business_subtype":"","visual_tone":"","confidence":null}`
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestFull(t *testing.T) {
	t.Parallel()
	b := setup(t, "sample")
	out, err := b.full.Output(t.Context(), t, body)
	if err != nil {
		t.Fatal(err)
	}
	got := out.Result
	if got.CompanyName != "Marrowfen" || got.BusinessType == "" || got.VisualTone == "" || got.Description == "" || got.Confidence <= 0 || got.Confidence > 1 {
		t.Errorf("got %+v", got)
	}
	usage, ok := out.Meta["model"].(model.Usage)
	if !ok || usage.Provider != "openai" || usage.Model != "sample" || usage.InputTokens == 0 || usage.OutputTokens == 0 || usage.Calls != 1 {
		t.Errorf("usage %+v", out.Meta["model"])
	}
}

func TestFullFailures(t *testing.T) {
	t.Parallel()
	for id, code := range map[string]errs.Code{
		"":          errs.ProviderNotConfigured,
		"throttled": errs.ProviderUnavailable,
		"off":       errs.ProviderNotConfigured,
		"malformed": errs.ParseFailed,
	} {
		t.Run("model "+id, func(t *testing.T) {
			t.Parallel()
			b := setup(t, id)
			_, err := b.full.Run(t.Context(), t, body)
			if !errs.Is(err, code) {
				t.Errorf("got %v", err)
			}
			if n := b.web.Hits("company.test"); (n == 0) != (id == "") {
				t.Errorf("the site was visited %d times", n)
			}
		})
	}
}

// useless is a model that takes tokens for an answer that is of no use.
type useless struct{ model.Usage }

func (useless) Ready() error { return nil }

func (u useless) Generate(context.Context, model.Request) (model.Answer, error) {
	return model.Answer{Usage: u.Usage}, errs.New(errs.ParseFailed, "The model answered twice in a form that does not fit.")
}

func TestUsageOfFailures(t *testing.T) {
	t.Parallel()
	m := useless{model.Usage{Provider: "test", Model: "writer", InputTokens: 40, OutputTokens: 2, Calls: 2}}
	out, err := full(brandrun.NewFull(gather.New(webclient.Start(t).Web, nil), m)).Output(t.Context(), t, body)
	if !errs.Is(err, errs.ParseFailed) || out.Meta["model"] != m.Usage || out.Meta["evidence"] == nil {
		t.Errorf(`got error %v, meta %+v; want error "parse_failed", model %+v, evidence not nil`, err, out.Meta, m.Usage)
	}
}

func TestBlockedSite(t *testing.T) {
	t.Parallel()
	b := setup(t, "sample")
	const walled = `{"url":"http://wall.test/"}`
	if _, err := b.basic.Run(t.Context(), t, walled); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("basic: %v", err)
	}
	if _, err := b.full.Run(t.Context(), t, walled); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("full: %v", err)
	}
}

// A job that is stopped from outside tells nothing of its own.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	b := setup(t, "sample")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	if _, err := b.full.Run(ctx, t, body); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	for args, want := range map[kind.Args]credit.Quote{
		&brand.Args{URL: "HTTPS://Example.com"}:     {Action: "brand.basic", Units: 1, Credits: 5},
		&brand.FullArgs{URL: "https://example.com"}: {Action: "brand.full", Units: 1, Credits: 15},
	} {
		plan, err := args.Prepare(kind.Caller{})
		if err != nil || plan.Quote != want || plan.Target != "https://example.com/" {
			t.Errorf(`got plan %+v, error %v; want no error, Quote %+v, Target "https://example.com/"`, plan, err, want)
		}
	}
	for _, args := range []kind.Args{&brand.Args{URL: "ftp://x"}, &brand.FullArgs{}} {
		if _, err := args.Prepare(kind.Caller{}); !errs.Is(err, errs.InvalidURL) || !strings.HasPrefix(errs.As(err).Message, "url: ") {
			t.Errorf(`%+v: got error %v, want error "invalid_url", Message beginning with "url: "`, args, err)
		}
	}
}
