package collecttest_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
)

func TestCache(t *testing.T) {
	t.Parallel()
	collecttest.Run(t, &collecttest.Cache{})
}
