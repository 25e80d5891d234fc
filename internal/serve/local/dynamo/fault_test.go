package dynamo_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/filelayer"
)

// over opens an engine over a file through a layer.
func over(t *testing.T, layer *filelayer.Layer, path string) (*dynamo.Engine, error) {
	t.Helper()
	return dynamo.Open(t.Context(), dynamo.Options{Path: path, Identity: identity, Layer: layer.Name, Check: true})
}

// TestPowerLossAtEachChange: the power goes behind any change of a file that an engine makes in its life, from the making of the
// file over merged logs to its end, and any sectors of what was not synced are lost. What was acknowledged is
// there, nothing is half, and no start is refused.
func TestPowerLossAtEachChange(t *testing.T) {
	t.Parallel()
	layer, path := filelayer.New(t), filepath.Join(t.TempDir(), "core.db")
	engine, err := over(t, layer, path)
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	made := layer.Count()
	createTable(t.Context(), t, client(engine))
	const pairs = 80 // the log is merged and begun again at about 50
	acknowledged := make([]int, pairs)
	for n := range pairs {
		pairOf(t, client(engine), n, 30_000)
		acknowledged[n] = layer.Count()
	}
	if err := engine.Close(); err != nil {
		t.Fatalf("closing the engine: got error %v", err)
	}
	dice := rand.New(rand.NewPCG(9, 10))
	all := layer.Count()
	for turn := range 60 {
		at, lost := dice.IntN(all+1), []int{10, 50, 100}[turn%3]
		if turn < 20 {
			at = turn * (made + 10) / 20
		}
		want := 0
		for want < pairs && acknowledged[want] <= at {
			want++
		}
		dir := t.TempDir()
		if err := layer.Lose(at, lost, dice, dir); err != nil {
			t.Fatal(err)
		}
		image := filepath.Join(dir, "core.db")
		if file, err := dynamo.Inspect(image); want > 0 && (err != nil || file.Identity != identity) {
			t.Errorf("behind change %d of %d, %d of 100 lost: got %+v and error %v, want a sound file", at, all, lost, file, err)
		}
		if got := pairsAfter(t, image, want); got < want || got > want+1 {
			t.Errorf("behind change %d of %d, %d of 100 lost: got %d pairs, want the %d that were acknowledged", at, all, lost, got, want)
		}
	}
}

// pairsAfter opens what a disk kept, and counts its pairs. There is none before the table is.
func pairsAfter(t *testing.T, image string, want int) int {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: image, Identity: identity, Check: true})
	if err != nil {
		t.Errorf("opening what the disk kept: got error %v", err)
		return 0
	}
	defer func() { _ = engine.Close() }()
	if want == 0 {
		return 0
	}
	return pairsOf(t, engine, want)
}

// TestFullDiskAtEachWrite: space is wanting at one write after another, for that one alone. What is refused is not there, what
// is acknowledged is, and the engine goes on.
func TestFullDiskAtEachWrite(t *testing.T) {
	t.Parallel()
	layer, dir := filelayer.New(t), t.TempDir()
	path := filepath.Join(dir, "core.db")
	engine, err := over(t, layer, path)
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	createTable(t.Context(), t, client(engine))
	kept, refused := map[string]bool{}, 0
	for turn := range 150 {
		left := turn % 12
		layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
			if c.Kind != filelayer.Write && c.Kind != filelayer.Truncate {
				return filelayer.None
			}
			left--
			if left != -1 {
				return filelayer.None
			}
			return filelayer.Full
		})
		for i := range 4 {
			key := strconv.Itoa(turn) + "-" + strconv.Itoa(i)
			if err := put(t.Context(), client(engine), key); err != nil {
				refused++
				continue
			}
			kept[key] = true
		}
	}
	layer.Fail(nil)
	if err := errors.Join(engine.Err(), put(t.Context(), client(engine), "after")); err != nil {
		t.Errorf("with space again: got error %v, want none", err)
	}
	kept["after"] = true
	if refused < 50 {
		t.Errorf("got %d refusals, want some fifty at least: the disk is not full", refused)
	}
	image := filepath.Join(t.TempDir(), "core.db")
	p := picture(t, path)
	write(t, image, p.file, p.log)
	if got := count(t.Context(), t, client(open(t, image))); got != len(kept) {
		t.Errorf("got %d rows after a kill, want the %d that were acknowledged", got, len(kept))
	}
	if err := engine.Close(); err != nil {
		t.Errorf("closing the engine: got error %v", err)
	}
}

// TestRetriedAfterAFullDisk: a transaction that found no space is made when it is sent again with its token, and a table likewise.
func TestRetriedAfterAFullDisk(t *testing.T) {
	t.Parallel()
	layer := filelayer.New(t)
	engine, err := over(t, layer, filepath.Join(t.TempDir(), "core.db"))
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	full := func(full bool) {
		layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
			if full && (c.Kind == filelayer.Write || c.Kind == filelayer.Truncate) {
				return filelayer.Full
			}
			return filelayer.None
		})
	}
	db := engine.Direct()
	full(true)
	in := &dynamodb.CreateTableInput{
		TableName: aws.String("core"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}},
	}
	caller := client(engine)
	if _, err := caller.CreateTable(t.Context(), in, once); err == nil {
		t.Fatal("a table without space: got none, want an error")
	}
	full(false)
	if _, err := caller.CreateTable(t.Context(), in, once); err != nil {
		t.Fatalf("the table again: got error %v, want none", err)
	}
	key := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}}
	put := &dynamodb.TransactWriteItemsInput{ClientRequestToken: aws.String("once"), TransactItems: []types.TransactWriteItem{{Put: &types.Put{TableName: aws.String("core"), Item: key}}}}
	full(true)
	if _, err := db.TransactWriteItems(t.Context(), put); err == nil {
		t.Fatal("a transaction without space: got none, want an error")
	}
	full(false)
	if _, err := db.TransactWriteItems(t.Context(), put); err != nil {
		t.Fatalf("the transaction again: got error %v, want none", err)
	}
	if got := count(t.Context(), t, caller); got != 1 {
		t.Errorf("got %d rows after the transaction was made again, want 1", got)
	}
}

// once has the SDK send a call one time.
func once(o *dynamodb.Options) { o.RetryMaxAttempts = 1 }

// TestFullDiskAtTheStart: a start without space fails, says so and not that anything is damaged, and the next one with space finds
// what there was.
func TestFullDiskAtTheStart(t *testing.T) {
	t.Parallel()
	sound := killed(t, identity)
	want := rows(t, sound)
	for n := range 12 {
		layer, dir := filelayer.New(t), t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(sound))); err != nil {
			t.Fatal(err)
		}
		writes := 0
		layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
			if c.Kind != filelayer.Write {
				return filelayer.None
			}
			writes++
			if writes <= n {
				return filelayer.None
			}
			return filelayer.Full
		})
		path := filepath.Join(dir, "core.db")
		engine, err := over(t, layer, path)
		if errors.Is(err, dynamo.ErrDamaged) {
			t.Errorf("no space behind %d writes: got error %v, want one of space", n, err)
		}
		if err == nil {
			_ = engine.Close()
		}
		if got := rows(t, path); got != want {
			t.Errorf("no space behind %d writes: got other rows than were there", n)
		}
	}
}

// TestDiskThatFailsASync: nobody knows what the disk kept, so nothing is written after it; what was acknowledged before is there at the
// next start.
func TestDiskThatFailsASync(t *testing.T) {
	t.Parallel()
	for n := range 6 {
		layer, dir := filelayer.New(t), t.TempDir()
		path := filepath.Join(dir, "core.db")
		engine, err := over(t, layer, path)
		if err != nil {
			t.Fatalf("opening the engine: got error %v", err)
		}
		createTable(t.Context(), t, client(engine))
		syncs := 0
		layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
			if c.Kind == filelayer.Sync {
				syncs++
			}
			if c.Kind == filelayer.Sync && syncs > n {
				return filelayer.Unknown
			}
			return filelayer.None
		})
		kept := 0
		for i := range 20 {
			if put(t.Context(), client(engine), strconv.Itoa(i)) == nil {
				kept++
			}
		}
		if kept != n || engine.Err() == nil {
			t.Errorf("sync %d fails: got %d rows acknowledged and error %v, want %d and the end", n, kept, engine.Err(), n)
		}
		at := layer.Count()
		_ = engine.Close()
		lost := t.TempDir()
		if err := layer.Lose(at, 100, rand.New(rand.NewPCG(11, 12)), lost); err != nil {
			t.Fatal(err)
		}
		if got := count(t.Context(), t, client(open(t, filepath.Join(lost, "core.db")))); got < kept {
			t.Errorf("sync %d fails: got %d rows at the next start, want %d", n, got, kept)
		}
		if _, err := os.Stat(path + "-wal"); err != nil {
			t.Errorf("sync %d fails: got error %v of the log, want it kept", n, err)
		}
	}
}
