package blob

import (
	"context"
	"fmt"
)

// Parcel is a value as a row keeps it: packed in the row itself, or, when it is too
// large for one, as the key of the object that holds it.
type Parcel struct {
	Body []byte
	Key  string
}

// Objects holds what is too large for rows.
type Objects interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, packed []byte) error
}

// Wrap packs a value. What has more than most bytes then is stored as the object key.
func Wrap(ctx context.Context, objects Objects, key string, most int, value []byte) (Parcel, error) {
	packed := Pack(value)
	if len(packed) <= most {
		return Parcel{Body: packed}, nil
	}
	return Parcel{Key: key}, objects.Put(ctx, key, packed)
}

// Unwrap is the reverse of Wrap.
func Unwrap(ctx context.Context, objects Objects, p Parcel) ([]byte, error) {
	packed := p.Body
	if p.Key != "" {
		var err error
		if packed, err = objects.Get(ctx, p.Key); err != nil {
			return nil, err
		}
	}
	value, err := Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("parcel %s: %w", p.Key, err)
	}
	return value, nil
}
