package browser

import (
	"context"

	"github.com/go-rod/rod"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Process is the Chromium that takes new visits, nil for none; tests end it.
func (b *Browser) Process() *chromium.Process {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.engine == nil {
		return nil
	}
	return b.engine.process
}

// Act opens a page as Visit does, and hands it over once it is ready instead of reading
// it.
func (b *Browser) Act(ctx context.Context, want shown.Visit, act func(*rod.Page) error) error {
	v, err := prepare(want)
	if err != nil {
		return err
	}
	e, err := b.acquire(ctx)
	if err != nil {
		return err
	}
	defer b.release(e)
	t := newTab(ctx, b, e, v)
	defer t.close()
	for _, step := range []func() error{t.open, t.navigate, t.ready, func() error { return act(t.page) }} {
		if err := step(); err != nil {
			return t.failure(ctx, err)
		}
	}
	return nil
}
