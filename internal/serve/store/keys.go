package store

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The indexes and the stream's filter are named in the stack as well; infra's
// tests hold both against these.
const (
	// IndexDue holds, keys only, everything that has a next moment: duePk, dueAt
	// (Unix milliseconds).
	IndexDue = "due"
	// IndexRecent holds, keys only, what is listed newest first: recentPk, recentId.
	IndexRecent = "recent"
	// EntityDelivery marks the rows that the stream sends to webhook-stream.
	EntityDelivery = "delivery"

	dueShards    = 16
	recentShards = 4
)

// key is a primary key of the core table. The organization is in every partition
// key, so a foreign id misses.
type key struct{ pk, sk string }

func (k key) item() item {
	return item{
		"pk": &types.AttributeValueMemberS{Value: k.pk},
		"sk": &types.AttributeValueMemberS{Value: k.sk},
	}
}

func orgKey(org string) key           { return key{"O#" + org, "ORG"} }
func workspaceKey(org, id string) key { return key{"O#" + org, "WS#" + id} }
func tokenRowKey(org, id string) key  { return key{"O#" + org, "TOK#" + id} }
func grantKey(org, id string) key     { return key{"O#" + org + "#G", id} }

func walletKey(org string, shard int) key {
	return key{"O#" + org + "#W#" + strconv.Itoa(shard), "W"}
}

// usageKey is a day's row of one wallet shard, so that a busy organization's
// shards do not meet in one usage row.
func usageKey(org string, day time.Time, shard int) key {
	return key{"O#" + org + "#U", day.UTC().Format(time.DateOnly) + "#" + strconv.Itoa(shard)}
}

// idempotencyKey and batchKeyKey begin with words of their own, so that no key of one
// kind, whatever bytes it has, is a key of the other.
func idempotencyKey(org, k string) key { return key{"O#" + org + "#I#" + digest("job\x00"+k), "I"} }

func batchKeyKey(org, k string) key { return key{"O#" + org + "#I#" + digest("batch\x00"+k), "I"} }
func jobKey(org, id string) key     { return key{"O#" + org + "#J#" + id, "J"} }
func batchKey(org, id string) key   { return key{"O#" + org + "#B#" + id, "B"} }

// tallyKey is apart from the batch's own row, so that each end of a job writes few bytes.
func tallyKey(org, id string) key { return key{"O#" + org + "#B#" + id, "T"} }

func ledgerKey(org, job, what string) key {
	return key{"O#" + org + "#J#" + job, "L#" + what}
}

func resultKey(org, job string, fence int64) key {
	return key{"O#" + org + "#J#" + job, "R#" + strconv.FormatInt(fence, 10)}
}
func progressKey(org, job string) key  { return key{"O#" + org + "#J#" + job, "P"} }
func documentKey(org, name string) key { return key{"O#" + org + "#DOC#" + digest(name), "DOC"} }
func cacheKey(org, hash string) key    { return key{"O#" + org + "#C#" + hash, "C"} }
func endpointKey(org, id string) key   { return key{"O#" + org + "#E", id} }
func endpointURLKey(org, url string) key {
	return key{"O#" + org + "#EU#" + digest(url), "EU"}
}

func receiverKey(org, receiver string) key {
	return key{"O#" + org + "#RC#" + digest(receiver), "RC"}
}

// hostKey is that of a host whose domain has responded with 2xx.
func hostKey(org string, e *Endpoint) key {
	return receiverKey(org, e.Receiver()+"#"+e.hostname())
}

// testsKey is that of the tests which a domain, address or host was sent.
func testsKey(org, of string) key { return receiverKey(org, "tests#"+of) }

func deliveryKey(org, id string) key { return key{"O#" + org + "#D#" + id, "D"} }
func eventKey(org, id string) key    { return key{"O#" + org + "#EV#" + id, "EV"} }

// duePartition spreads a lane of the due index over dueShards partitions by the id.
func duePartition(lane Lane, shard int) string { return string(lane) + "#" + strconv.Itoa(shard) }

func dueShard(lane Lane, id string) string { return duePartition(lane, int(spread(id)%dueShards)) }

func recentPartition(org, list string, shard int) string {
	return "O#" + org + "#" + list + "#" + strconv.Itoa(shard)
}

func recentShard(org, list, id string) string {
	return recentPartition(org, list, int(spread(id)%recentShards))
}

// The lists of IndexRecent.
const (
	listJobs       = "RJ"
	listDeliveries = "RD"
	listBatches    = "RB" // of their tallies, which have what the filters ask for
	listCrawls     = "RC" // of their states, as above
)

func spread(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // never fails
	return h.Sum32()
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
