package ads_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/quarryapi/quarry/internal/kind/kindtest"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
)

func decode(t *testing.T, input string) *adskind.Args {
	t.Helper()
	var args adskind.Args
	if err := json.Unmarshal([]byte(input), &args); err != nil {
		t.Fatal(err)
	}
	return &args
}

func TestDocumented(t *testing.T) {
	t.Parallel()
	kindtest.Documented(t,
		reflect.TypeFor[adskind.Args](), reflect.TypeFor[adskind.Options](), reflect.TypeFor[adskind.Result](), reflect.TypeFor[adskind.Outcome](),
		reflect.TypeFor[ads.Ad](), reflect.TypeFor[ads.Advertiser](), reflect.TypeFor[ads.Candidate](), reflect.TypeFor[ads.Variation](), reflect.TypeFor[ads.Media](),
		reflect.TypeFor[ads.Range](), reflect.TypeFor[ads.Money](), reflect.TypeFor[ads.Audience](), reflect.TypeFor[ads.Share](), reflect.TypeFor[ads.Reach]())
}
