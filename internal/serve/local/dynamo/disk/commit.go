package disk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// maxGroup is the most calls of one commit, so that the first of them does not wait for long.
const maxGroup = 256

// call is a write that waits for its commit.
type call struct {
	fn   func(tables.Writer) error
	err  error
	done chan struct{}
}

// Write calls fn within a transaction and returns once that is on the disk. Calls that come while an earlier
// transaction is written share the next one, and what each sees has what those before it wrote. Where the
// transaction fails, none of its calls has written anything, and each has the error.
func (s *Storage) Write(fn func(tables.Writer) error) error {
	c := &call{fn: fn, done: make(chan struct{})}
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return sql.ErrConnDone
	}
	s.calls <- c
	s.mu.RUnlock()
	<-c.done
	return c.err
}

// commit takes all calls that wait, and makes one transaction of them, until there are no more.
func (s *Storage) commit(w *session) {
	defer close(s.ended)
	defer w.close()
	for first := range s.calls {
		group := []*call{first}
		if err := s.Err(); err != nil {
			answer(group, fmt.Errorf("%w: %w", ErrFailed, err))
			continue
		}
		answer(s.together(w, group))
	}
}

func answer(group []*call, err error) {
	for _, c := range group {
		if err != nil {
			c.err = err
		}
		close(c.done)
	}
}

// together runs calls in one transaction: the first, and those that come before it is written.
func (s *Storage) together(w *session, group []*call) ([]*call, error) {
	w.broken, w.wrote, w.undo = nil, false, w.undo[:0]
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return group, err
	}
	for at := 0; ; at++ {
		group[at].err = group[at].fn(writer{w})
		if w.broken != nil || at+1 == maxGroup {
			break
		}
		if next := s.waiting(); next != nil {
			group = append(group, next)
			continue
		}
		break
	}
	err := w.broken
	if err == nil && w.wrote {
		err = w.exec(s.sign)
	}
	if err == nil {
		err = w.exec("COMMIT")
	}
	if err != nil {
		s.rollback(w, err)
	}
	return group, err
}

// waiting is a call that waits already, or nil.
func (s *Storage) waiting() *call {
	select {
	case c := <-s.calls:
		return c
	default:
		return nil
	}
}

// rollback takes back what a transaction that failed has done. Where the disk did not fail for want of space, nobody knows
// what it kept, so that nothing is written after it.
func (s *Storage) rollback(w *session, why error) {
	for _, undo := range slices.Backward(w.undo) {
		undo()
	}
	_ = w.exec("ROLLBACK") // SQLite has done it where it has to
	if coded, ok := errors.AsType[*sqlite.Error](why); ok && lasting(coded.Code()) {
		s.failure = why
		close(s.failed)
	}
}

// lasting reports whether an error of SQLite does not go away by itself.
func lasting(code int) bool {
	switch code & 0xff {
	case sqlite3.SQLITE_IOERR:
		// A write that finds no space is one of these, too, on some systems; a sync or a read that fails is not.
		return code == sqlite3.SQLITE_IOERR_FSYNC || code == sqlite3.SQLITE_IOERR_DIR_FSYNC || code == sqlite3.SQLITE_IOERR_READ
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

func (s *session) exec(statement string) error {
	_, err := s.conn.ExecContext(context.Background(), statement)
	return err
}
