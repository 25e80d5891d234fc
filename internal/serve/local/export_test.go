package local

import (
	"context"
	"time"
)

// Wires is what TestWires holds to the kinds.
var Wires = wires

// Workers is how many jobs of a kind run at once.
const Workers = workers

// Expire removes what has expired by then.
func Expire(ctx context.Context, s *Service, by time.Time) { s.engines.expire(ctx, by) }
