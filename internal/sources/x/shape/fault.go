package shape

import (
	"errors"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Why something cannot be read, as the surfaces name it between them.
const (
	Deleted     = "deleted"
	Suspended   = "suspended"
	Private     = "private"
	Blocked     = "blocked"
	Unavailable = "unavailable"
	Adult       = "adult"
)

// NoPost is the error when a post cannot be read, and why.
func NoPost(id, why string) error {
	switch why {
	case Deleted:
		return permanent("Post %s of X was deleted.", id)
	case Suspended:
		return permanent("Post %s of X is by an account that is suspended.", id)
	case Private:
		return errs.Newf(errs.LoginRequired, "Post %s of X is by a protected account; only its approved followers can read it.", id)
	case Adult:
		return errs.Newf(errs.LoginRequired, "X shows post %s only to users who are logged in.", id)
	case Blocked:
		return errs.Newf(errs.UpstreamBlocked, "X blocks access to post %s.", id)
	}
	return permanent("There is no public post %s on X; it may be deleted, protected or withheld.", id)
}

// NoAccount is the error when there is no such account.
func NoAccount(handle string) error {
	return permanent("There is no account %q on X; check the spelling.", handle)
}

// SuspendedAccount is the error when X has taken an account away.
func SuspendedAccount(handle string) error {
	return permanent("X has suspended the account %q.", handle)
}

// ProtectedAccount is the error when an account's posts are for its followers.
func ProtectedAccount(handle string) error {
	return errs.Newf(errs.LoginRequired, "The account %q is protected: only its approved followers can read its posts.", handle)
}

// StaleToken is the error when a surface does not take its own token any more.
func StaleToken() error {
	return errs.New(errs.InvalidCursor, "X no longer accepts this cursor; start again without it.")
}

// errRejected marks what one surface does not take, and another may.
var errRejected = errors.New("the surface does not take the question")

// Rejected is the error of a question that a surface does not take, such as a query that X
// blocks: it will not take it later either.
func Rejected(name, said string) error {
	e := errs.Wrap(errRejected, errs.TargetError, fmt.Sprintf("%s rejected the request: %.200s", name, said))
	e.Permanent = true
	return e
}

// IsRejected matches errors of Rejected.
func IsRejected(err error) bool { return errors.Is(err, errRejected) }

// Unreadable is the error of an answer that is not in the form that its surface has.
func Unreadable(name, what string) error {
	return errs.Newf(errs.ParseFailed, "%s responded %s", name, what).Later()
}

// EmptyWall is the error of an empty list where there must be posts: X answers so to those
// whom it does not let in.
func EmptyWall(name string) error {
	return errs.Newf(errs.UpstreamBlocked, "%s returned an empty list of posts for an account that has some, as it does when it blocks access.", name)
}

func permanent(format, name string) error {
	e := errs.Newf(errs.TargetError, format, name)
	e.Permanent = true
	return e
}
