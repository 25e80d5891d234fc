package filelayer

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// sector is what a disk writes whole or not at all.
const sector = 512

// stored is a file as the system has it, and what of that is not on the disk yet.
type stored struct {
	kept    []byte // on the disk
	pending []Change
}

// disk is what the changes so far have made of one.
type disk struct {
	files map[string]*stored
	named map[string]bool    // whose names are on the disk
	gone  map[string]*stored // whose names are on the disk and were removed since
}

// Lose writes into a folder what a disk has after the power went behind the first n changes. What was synced is there. Of
// the rest each sector is there or not, in any order: lost of 100 are not.
func (l *Layer) Lose(n, lost int, dice *rand.Rand, dir string) error {
	l.mu.Lock()
	changes := l.changes[:n]
	l.mu.Unlock()
	d := disk{files: map[string]*stored{}, named: map[string]bool{}, gone: map[string]*stored{}}
	for _, c := range changes {
		d.make(c)
	}
	for _, name := range slices.Sorted(maps.Keys(d.gone)) {
		if d.files[name] == nil && dice.IntN(100) < lost {
			d.files[name], d.named[name] = d.gone[name], true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		if !d.named[name] && dice.IntN(100) < lost {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), d.files[name].after(lost, dice), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (d *disk) make(c Change) {
	f := d.files[c.Name]
	if f == nil {
		f = &stored{}
		d.files[c.Name] = f
	}
	switch c.Kind {
	case Open:
	case Write, Truncate:
		f.pending = append(f.pending, c)
	case Sync:
		for _, p := range f.pending {
			f.kept = apply(f.kept, p)
		}
		f.pending = nil
	case Delete:
		delete(d.files, c.Name)
		if d.named[c.Name] {
			d.gone[c.Name] = f
		}
		delete(d.named, c.Name)
	}
	if !c.Names {
		return
	}
	clear(d.gone)
	for name := range d.files {
		d.named[name] = true
	}
}

func apply(content []byte, c Change) []byte {
	if c.Kind == Truncate {
		if c.At < int64(len(content)) {
			return content[:c.At]
		}
		return content
	}
	end := c.At + int64(len(c.Data))
	if end > int64(len(content)) {
		content = append(content, make([]byte, end-int64(len(content)))...)
	}
	copy(content[c.At:], c.Data)
	return content
}

// after is a file with those of its changes that reached the disk.
func (f *stored) after(lost int, dice *rand.Rand) []byte {
	content := append([]byte(nil), f.kept...)
	for _, c := range f.pending {
		if c.Kind == Truncate {
			if dice.IntN(100) >= lost {
				content = apply(content, c)
			}
			continue
		}
		for from := int64(0); from < int64(len(c.Data)); {
			to := min(int64(len(c.Data)), (c.At+from)/sector*sector+sector-c.At)
			if dice.IntN(100) >= lost {
				content = apply(content, Change{Kind: Write, At: c.At + from, Data: c.Data[from:to]})
			}
			from = to
		}
	}
	return content
}
