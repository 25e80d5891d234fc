package dynamo

import (
	"context"
	"fmt"
	"time"
)

const (
	// maxRestarts is how often an engine is started again within restartWindow. One that
	// ends more often has a reason that starting does not mend.
	maxRestarts   = 5
	restartWindow = time.Minute
	// restartPause is the wait before the first start of a window; each further one doubles it.
	restartPause = 50 * time.Millisecond
)

// keep starts the engine again whenever it ends by itself, and closes done at the end.
func (e *Engine) keep() {
	defer close(e.done)
	var starts []time.Time
	for {
		ended := e.child // only keep replaces it
		<-ended.done
		select {
		case <-e.closing:
			return
		default:
		}
		why := ended.why()
		if e.opts.DBPath == "" {
			e.err = fmt.Errorf("the DynamoDB engine ended, and its tables with it: %s", why)
			return
		}
		e.opts.Logger.Error("the DynamoDB engine ended and is started again", "why", why)
		if starts, e.err = e.again(starts, why); e.err != nil {
			e.opts.Logger.Error("the DynamoDB engine is not started again", "error", e.err)
			return
		}
	}
}

// again starts the engine on its old port. It returns when the last starts were.
func (e *Engine) again(starts []time.Time, why string) ([]time.Time, error) {
	for {
		now := time.Now() //nolint:forbidigo // processes live by the real clock
		for len(starts) > 0 && now.Sub(starts[0]) > restartWindow {
			starts = starts[1:]
		}
		if len(starts) >= maxRestarts {
			return starts, fmt.Errorf("the DynamoDB engine ended %d times within %s, at last so: %s", maxRestarts+1, restartWindow, why)
		}
		select {
		case <-e.closing:
			return starts, nil
		case <-time.After(restartPause << len(starts)):
		}
		starts = append(starts, now)
		ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
		next, err := launch(ctx, e.opts, e.host, e.port)
		cancel()
		if err == nil {
			e.replace(next)
			select {
			case e.opts.Restarted <- struct{}{}:
			default: // nobody asks, or has not looked since the start before
			}
			return starts, nil
		}
		why = err.Error()
	}
}

// replace makes a process the engine's, or ends it when the engine was closed meanwhile.
func (e *Engine) replace(next *child) {
	e.mu.Lock()
	e.child = next
	closed := e.closed
	e.mu.Unlock()
	if closed {
		next.end()
	}
}
