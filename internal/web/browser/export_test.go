package browser

import "github.com/quarryapi/quarry/internal/web/browser/chromium"

// Process is the Chromium that takes new visits, nil for none; tests end it.
func (b *Browser) Process() *chromium.Process {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.engine == nil {
		return nil
	}
	return b.engine.process
}
