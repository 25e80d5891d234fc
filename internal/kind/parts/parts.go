// Package parts is what workers are built of: the ways out to the web and to upstream
// services, what an organization's jobs share, and the clock. It must not know AWS, nor
// any kind; whoever starts workers fills it in.
package parts

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Parts are the parts of one process. They are filled in before the first worker is
// built and not changed after that.
type Parts struct {
	Web       *fetch.Client
	Upstreams *upstream.Set
	Documents DocumentCache
	Cursors   cursor.Sealer
	Now       func() time.Time
	Log       *slog.Logger

	heavy map[reflect.Type]func() any
}

// DocumentCache keeps what one job of an organization has read for its later ones. No
// organization sees another's.
type DocumentCache interface {
	// Find returns what is kept under URLs and is at most so old, by URL. Beside an error
	// it returns what could be read.
	Find(ctx context.Context, org string, urls []string, maxAge time.Duration) (map[string]json.RawMessage, error)
	// Put keeps a document in place of an earlier one of its URL.
	Put(ctx context.Context, org, url string, body json.RawMessage) error
}

// Provide gives the parts something that only some workers need and others should not
// link, such as a browser. It is made when Get first asks for it, once for the process.
func Provide[T any](p *Parts, build func() T) {
	if p.heavy == nil {
		p.heavy = map[reflect.Type]func() any{}
	}
	p.heavy[reflect.TypeFor[T]()] = sync.OnceValue(func() any { return build() })
}

// Get returns what Provide was given for the type. It panics when there is nothing: the
// function was started without what its kind.Function declares.
func Get[T any](p *Parts) T {
	build, ok := p.heavy[reflect.TypeFor[T]()]
	if !ok {
		panic(fmt.Sprintf("parts: nobody provided %s: the kind's Function must declare that its worker needs it", reflect.TypeFor[T]()))
	}
	return build().(T) //nolint:forcetypeassert,errcheck // keyed by the type
}
