package firecrawl

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// A batch of theirs has more URLs than one of the API may have. It is then several, whose ids together are its id, so that
// nothing has to be kept for it.
const (
	partSize  = 50 // URLs that a batch of the API may have
	mostParts = 20
	between   = "." // ids
	behind    = "~" // the number of a part, in a cursor
)

// isBatch reports whether an id is one of a batch.
func isBatch(id string) bool { return strings.HasPrefix(id, ident.Batch) }

// partsOf are the batches that a path names. What has no form of these is none that there is; see idOf.
func partsOf(r *http.Request) []string {
	ids := strings.Split(r.PathValue("id"), between)
	if len(ids) > mostParts || slices.ContainsFunc(ids, func(id string) bool { return !ident.Valid(ident.Batch, id) }) {
		return []string{"none"}
	}
	return ids
}

// startParts makes the batches that a call stands for, all or none: where one is refused those before it are cancelled,
// and refunded as far as nothing was read. With an idempotency key they stay, since the same call finds them again.
func (f *face) startParts(w http.ResponseWriter, r *http.Request, ask asked.Call, call batchCall) (id string, err error) {
	if len(call.URLs) > partSize*mostParts {
		return "", &invalid{"urls", fmt.Sprintf("has more than %d URLs; send the others in another batch", partSize*mostParts)}
	}
	var ids []string
	n := 0
	ask.Whole = call.URLs
	for urls := range slices.Chunk(call.URLs, partSize) {
		n++
		call.URLs = urls
		var made struct {
			BatchID string `json:"batchId"`
		}
		ask.Key, ask.Body = keyFor(partOf(n), keyOf(r)), call
		answer, err := f.api.Do(r, ask, &made)
		asked.Relay(w, answer)
		if err != nil {
			return "", f.undo(w, r, ids, err)
		}
		if made.BatchID != "" {
			ids = append(ids, made.BatchID)
		}
	}
	return strings.Join(ids, between), nil
}

// partOf tells the keys of a call's parts apart; the first has the call's own.
func partOf(n int) string {
	if n == 1 {
		return ""
	}
	return strconv.Itoa(n)
}

// keyFor is the key of a part of a call that is a job or a batch of its own, for the call's own key. A key that is as long
// as one may be stays so.
func keyFor(part, key string) string {
	if key == "" || part == "" {
		return key
	}
	if own := key + "#" + part; len(own) <= mostKey {
		return own
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:]) + "#" + part
}

// mostKey is the most bytes that every key of the API may have.
const mostKey = 255

// undo cancels the batches that were made before one was refused, and returns why it was and what became of them.
func (f *face) undo(w http.ResponseWriter, r *http.Request, ids []string, why error) error {
	refused, ok := errors.AsType[*asked.RefusedError](why)
	if !ok || len(ids) == 0 {
		return why
	}
	known := *refused
	known.Message += fmt.Sprintf(" The first %d URLs were made before that", partSize*len(ids))
	if keyOf(r) != "" {
		known.Message += ", as " + strings.Join(ids, between) + ", and go on: the same call with the same key makes the others."
		return &known
	}
	known.Message += ", and cancelled."
	var spent int64
	for _, id := range ids {
		if err := f.api.Cancel(r, "/batches/"+id); err != nil {
			known.Message += " " + id + " could not be cancelled, and goes on."
		}
		if b, err := f.batchAt(w, r, id, url.Values{"limit": {"1"}}); err == nil {
			spent += b.CreditsCharged - b.CreditsRefunded
		}
	}
	w.Header().Set(charged, strconv.FormatInt(spent, 10))
	return &known
}

// placeOf is the part of a batch that a cursor is in, and the cursor within it.
func placeOf(cursor string) (part int, within string) {
	n, rest, ok := strings.Cut(cursor, behind)
	part, err := strconv.Atoi(n)
	if !ok || err != nil || part < 0 {
		return 0, cursor
	}
	return part, rest
}

// placed is the cursor of what follows a page of a part; empty at the end of the last one.
func placed(part, parts int, next string) string {
	switch {
	case parts == 1:
		return next
	case next != "":
		return strconv.Itoa(part) + behind + next
	case part+1 < parts:
		return strconv.Itoa(part+1) + behind
	}
	return ""
}

// batchAt reads a page of a batch.
func (f *face) batchAt(w http.ResponseWriter, r *http.Request, id string, query url.Values) (*batchPage, error) {
	b := &batchPage{}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/batches/" + id, Query: query}, b)
	asked.Relay(w, answer)
	return b, err
}

// add has a batch be another one, too.
func (b *batchPage) add(o *batchPage) {
	if b.Status == "" || o.Status != "finished" {
		b.Status = o.Status
	}
	b.Counts.Total += o.Counts.Total
	b.Counts.Invalid += o.Counts.Invalid
	b.Counts.Succeeded += o.Counts.Succeeded
	b.Counts.Failed += o.Counts.Failed
	b.Counts.Cancelled += o.Counts.Cancelled
	b.CreditsCharged += o.CreditsCharged
	b.CreditsRefunded += o.CreditsRefunded
	b.ExpiresAt = cmp.Or(b.ExpiresAt, o.ExpiresAt)
}
