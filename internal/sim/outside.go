package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// objects are those of the bucket.
type objects map[string][]byte

// bucket is the objects as S3 gives them, with tries of its own.
type bucket struct{ *world }

func (b bucket) outage(ctx context.Context) error {
	a := actorOf(ctx)
	a.step()
	a.dies(faultBefore)
	if a.befalls(faultAway) {
		return errs.Wrap(errors.New("the bucket is away"), errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
	}
	return nil
}

func (b bucket) Put(ctx context.Context, key string, packed []byte) error {
	if err := b.outage(ctx); err != nil {
		return err
	}
	b.objects[key] = packed
	actorOf(ctx).dies(faultAfter)
	return nil
}

func (b bucket) Get(ctx context.Context, key string) ([]byte, error) {
	if err := b.outage(ctx); err != nil {
		return nil, err
	}
	packed, ok := b.objects[key]
	if !ok {
		b.broken("what is named exists", "there is no object %s", key)
		return nil, errs.Of(errs.InternalError)
	}
	return packed, nil
}

func (b bucket) URL(_ context.Context, key string, _ time.Duration) (string, error) {
	return "https://bucket.example/" + key, nil
}

// receivers are the servers behind the endpoints.
type receivers struct{ *world }

// Do posts an event. How a server behaves is the seed's; once all is calm they all work.
func (r receivers) Do(ctx context.Context, in fetch.Request) (*fetch.Response, error) {
	a := actorOf(ctx)
	a.step()
	a.dies(faultBefore)
	host := in.URL
	if u, err := url.Parse(in.URL); err == nil {
		host = u.Host
	}
	r.posts[host]++
	id := in.Header.Get("webhook-id")
	body := sha256.Sum256(in.Body)
	if seen, ok := r.bodies[id]; ok && seen != string(body[:]) {
		r.broken("an event's bytes never change", "%s was posted with two bodies", id)
	}
	r.bodies[id] = string(body[:])
	status := r.behave(host)
	if status == 0 { // hangs
		time.Sleep(in.Timeout)
		a.alive()
		return nil, errs.Of(errs.UpstreamTimeout)
	}
	a.trace(a, "post %s of %s -> %d", host, tail(id), status)
	if status < 300 {
		r.books.delivered(id)
	}
	a.dies(faultAfter)
	return &fetch.Response{Status: status, Header: http.Header{}}, nil
}

func (r receivers) behave(host string) int {
	if r.calm {
		return http.StatusOK
	}
	x := r.draw("post/" + host + "/" + strconv.Itoa(r.posts[host]))
	switch mood := r.pick("mood/"+host, 6); {
	case mood == 0 && x < 0.7, x < 0.1:
		return http.StatusInternalServerError
	case mood == 1 && x < 0.7:
		return http.StatusGone
	case mood == 2 && x < 0.5:
		return 0
	}
	return http.StatusOK
}
