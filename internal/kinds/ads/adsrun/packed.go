package adsrun

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"

	"github.com/quarryapi/quarry/internal/read/ads"
)

// packed are ads as deflated JSON, a tenth of their size: a walk holds thousands of them
// until it ends, and keeps all of them after every load.
type packed []byte

// maxPacked bounds what one load's ads unpack to.
const maxPacked = 64 << 20

func pack(all []ads.Ad) (packed, error) {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(z).Encode(all); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

func (p packed) open() (all []ads.Ad, err error) {
	if err := json.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(p)), maxPacked)).Decode(&all); err != nil {
		return nil, fmt.Errorf("kept ads: %w", err)
	}
	return all, nil
}

// pack puts away what the last load gave.
func (w *walk) pack() error {
	if len(w.Ads) == 0 {
		return nil
	}
	p, err := pack(w.Ads)
	w.Packed, w.Ads, w.after = append(w.Packed, p), nil, nil
	return err
}

// ads are all that a trip has, by archives.
func (t *trip) ads() ([]ads.Ad, error) {
	all := make([]ads.Ad, 0, t.count())
	for _, w := range t.Walks {
		for _, p := range w.Packed {
			some, err := p.open()
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		all = append(all, w.Ads...)
	}
	return all, nil
}

func (t *trip) count() (n int64) {
	for _, w := range t.Walks {
		n += w.Count
	}
	return n
}
