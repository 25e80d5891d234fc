package egress

import (
	"context"
	"maps"
	"slices"
)

// namedKey is the context's key of the hosts that the work was asked for with.
type namedKey struct{}

// Naming returns a context for work that somebody asked for with these URLs or host
// names: the caller of a job, or the operator who set the address of an upstream. It opens
// the mapped names among them, see Hosts. What is neither a URL nor a name is left out,
// and what a page names MUST NOT be given here.
func Naming(ctx context.Context, targets ...string) context.Context {
	named := map[string]bool{}
	maps.Copy(named, namedIn(ctx))
	for _, target := range targets {
		if host := hostOf(target); host != "" {
			named[host] = true
		}
	}
	return context.WithValue(ctx, namedKey{}, named)
}

// Named lists the hosts that a context names, to name them where it cannot be handed to.
func Named(ctx context.Context) []string { return slices.Sorted(maps.Keys(namedIn(ctx))) }

// namedIn is the set of hosts that a context names. It is not changed any more.
func namedIn(ctx context.Context) map[string]bool {
	named, _ := ctx.Value(namedKey{}).(map[string]bool)
	return named
}

// hostOf is the host of a URL, or a host that is written alone; "" for anything else.
func hostOf(target string) string {
	if u, err := Parse(target); err == nil {
		return u.Hostname()
	}
	if len(target) > maxName {
		return ""
	}
	host, err := canonicalHost(target)
	if err != nil {
		return ""
	}
	return host
}
