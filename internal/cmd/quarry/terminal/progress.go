package terminal

import (
	"fmt"
	"sync"
	"time"
)

// Progress is a line of the standard error that says how far something is. On a terminal it is
// written over; elsewhere nothing is written but by Say.
type Progress struct {
	streams Streams
	live    bool
	start   time.Time
	mu      sync.Mutex
	text    string
	shown   bool
	turn    int
	stop    chan struct{}
	done    sync.WaitGroup
}

// beat is how often the line moves.
const beat = 120 * time.Millisecond

// Start begins a line. now is when it began.
func (s Streams) Start(text string, now time.Time) *Progress {
	p := &Progress{streams: s, live: IsTerminal(s.Err), start: now, text: text, stop: make(chan struct{})}
	if !p.live {
		return p
	}
	p.done.Go(func() {
		ticker := time.NewTicker(beat)
		defer ticker.Stop()
		for {
			select {
			case <-p.stop:
				return
			case at := <-ticker.C:
				p.draw(at)
			}
		}
	})
	return p
}

// Set changes what the line says.
func (p *Progress) Set(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// Say writes a line that stays, on terminals and elsewhere.
func (p *Progress) Say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintln(p.streams.Err, text)
}

// Above has something printed that stays, above the line.
func (p *Progress) Above(give func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return give()
}

// End takes the line away. It can be called more than once.
func (p *Progress) End() {
	p.mu.Lock()
	select {
	case <-p.stop:
		p.mu.Unlock()
		return
	default:
	}
	close(p.stop)
	p.mu.Unlock()
	p.done.Wait()
	p.clear()
}

func (p *Progress) clear() {
	if p.shown {
		fmt.Fprint(p.streams.Err, "\r\x1b[K")
		p.shown = false
	}
}

func (p *Progress) draw(at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	frames := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
	p.turn++
	style := p.streams.ErrStyle()
	line := Cut(p.text, max(20, p.streams.errWidth()-14))
	fmt.Fprintf(p.streams.Err, "\r\x1b[K%s %s %s", style.Cyan(string(frames[p.turn%len(frames)])), line, style.Dim(fmt.Sprintf("%.0f s", at.Sub(p.start).Seconds())))
	p.shown = true
}

func (s Streams) errWidth() int { return Streams{Out: s.Err}.Width() }
