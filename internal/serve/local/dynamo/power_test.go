package dynamo_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// sector is what a disk writes whole or not at all.
const sector = 512

// pictures are a database's files at a moment: what a sync has brought to the disk, or what the system has on its way there.
type pictures struct{ file, log []byte }

func picture(t *testing.T, path string) pictures {
	t.Helper()
	var p pictures
	var err error
	if p.file, err = os.ReadFile(path); err == nil {
		p.log, err = os.ReadFile(path + "-wal")
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// torn is a file of which the disk had brought only some sectors from its old content to the new when the power
// went: lost of 100 are as they were, and where there was nothing they are zeros or whatever lay on the disk.
func torn(old, fresh []byte, lost int, dice *rand.Rand) []byte {
	size := len(fresh)
	if len(fresh) > len(old) && lost > 0 {
		size = len(old) + dice.IntN(len(fresh)-len(old)+1)
	}
	out := bytes.Clone(fresh[:size])
	for at := 0; at < size; at += sector {
		end := min(at+sector, size)
		switch {
		case dice.IntN(100) >= lost:
		case at < len(old):
			copy(out[at:end], old[at:])
		case dice.IntN(2) == 0:
			clear(out[at:end])
		default:
			for i := at; i < end; i++ {
				out[i] = byte(dice.Uint32())
			}
		}
	}
	return out
}

// pair writes two rows in one transaction, of a size that fills pages.
func pair(t *testing.T, db *dynamodb.Client, n int) { t.Helper(); pairOf(t, db, n, 3000) }

func pairOf(t *testing.T, db *dynamodb.Client, n, size int) {
	t.Helper()
	var in dynamodb.TransactWriteItemsInput
	for _, side := range []string{"left", "right"} {
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Put: &types.Put{TableName: aws.String("core"), Item: map[string]types.AttributeValue{
			"pk": &types.AttributeValueMemberS{Value: fmt.Sprintf("%s %d", side, n)}, "v": &types.AttributeValueMemberS{Value: strings.Repeat("x", size)},
		}}})
	}
	if _, err := db.TransactWriteItems(t.Context(), &in); err != nil {
		t.Fatalf("pair %d: got error %v", n, err)
	}
}

// TestPowerLoss: after each of many transactions the power goes while the next is on its way to the disk, with any of
// its sectors written and any not. What was acknowledged is there, and the next is there whole or not at all.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine := open(t, path)
	db := client(engine)
	createTable(t.Context(), t, db)
	dice := rand.New(rand.NewPCG(1, 2))
	const pairs = 20
	wholes, cuts := 0, []int{0, 5, 50}
	for n := range pairs {
		before := picture(t, path)
		pair(t, db, n)
		after := picture(t, path)
		for _, cut := range cuts {
			at := filepath.Join(t.TempDir(), "core.db")
			write(t, at, before.file, torn(before.log, after.log, cut, dice))
			got := pairsIn(t, at, n)
			if got < n {
				t.Errorf("pair %d, %d of 100 sectors lost: got %d pairs after the power came back, want %d at least", n, cut, got, n)
			}
			wholes += got - n
		}
	}
	if wholes == 0 || wholes == pairs*len(cuts) {
		t.Errorf("got %d of %d transactions that were on their way, want some and not all: the test cuts nothing", wholes, pairs*len(cuts))
	}
}

// TestPowerLossWhileMerging: the log is merged into the file when the engine ends. Until that is on the disk the log is
// there, too, so that a file of which any sectors are old is made whole by it.
func TestPowerLossWhileMerging(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine := open(t, path)
	createTable(t.Context(), t, client(engine))
	const pairs = 30
	for n := range pairs {
		pair(t, client(engine), n)
	}
	before := picture(t, path)
	if err := engine.Close(); err != nil {
		t.Fatal(err)
	}
	merged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(3, 4))
	for cut := range 10 {
		at := filepath.Join(t.TempDir(), "core.db")
		write(t, at, torn(before.file, merged, 50, dice), before.log)
		if got := pairsIn(t, at, pairs); got != pairs {
			t.Errorf("cut %d: got %d pairs, want %d", cut, got, pairs)
		}
	}
}

// TestKillAsTheLogBeginsAnew: when the log is merged while the engine runs, the next transaction begins it again from its header
// on. A kill may leave any part of that, and what was acknowledged is in the file.
func TestKillAsTheLogBeginsAnew(t *testing.T) {
	t.Parallel()
	const header, frame = 32, 24 + 4096
	path := filepath.Join(t.TempDir(), "core.db")
	engine := open(t, path)
	createTable(t.Context(), t, client(engine))
	var before, after pictures
	pairs := 0
	for after = picture(t, path); before.log == nil || bytes.Equal(before.log[:header], after.log[:header]); pairs++ {
		before = after
		pairOf(t, client(engine), pairs, 30_000)
		after = picture(t, path)
	}
	for _, written := range []int{header, header + 10, header + 24, header + 24 + 1000, header + frame, header + 2*frame, header + 2*frame + 100} {
		at := filepath.Join(t.TempDir(), "core.db")
		write(t, at, before.file, append(bytes.Clone(after.log[:written]), before.log[written:]...))
		if file, err := dynamo.Inspect(at); err != nil || !file.Logged {
			t.Errorf("%d bytes of the new log: got %+v and error %v, want a log that is there", written, file, err)
		}
		if got := pairsIn(t, at, pairs); got != pairs-1 {
			t.Errorf("%d bytes of the new log: got %d pairs, want the %d that were acknowledged", written, got, pairs-1)
		}
		write(t, at, before.file, after.log[:header])
		if file, err := dynamo.Inspect(at); err != nil || file.Logged {
			t.Errorf("a log cut off behind its header: got %+v and error %v, want a log that is lost", file, err)
		}
	}
}

func write(t *testing.T, path string, file, log []byte) {
	t.Helper()
	for name, content := range map[string][]byte{path: file, path + "-wal": log} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// pairsIn opens a database and counts its pairs, of which none may be half.
func pairsIn(t *testing.T, path string, most int) int {
	t.Helper()
	engine := open(t, path)
	defer func() { _ = engine.Close() }()
	return pairsOf(t, engine, most)
}

func pairsOf(t *testing.T, engine *dynamo.Engine, most int) int {
	t.Helper()
	found := 0
	for n := range most + 1 {
		sides := 0
		for _, side := range []string{"left", "right"} {
			out, err := client(engine).GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("core"), Key: map[string]types.AttributeValue{
				"pk": &types.AttributeValueMemberS{Value: fmt.Sprintf("%s %d", side, n)},
			}})
			if err != nil {
				t.Fatalf("pair %d: got error %v", n, err)
			}
			if len(out.Item) > 0 {
				sides++
			}
		}
		if sides == 1 {
			t.Errorf("pair %d: got half of it", n)
		}
		found += sides / 2
	}
	return found
}

// TestDamageIsFound: one bit that the disk turned, wherever it is, is found at the start or changes nothing.
func TestDamageIsFound(t *testing.T) {
	t.Parallel()
	path := closed(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sound := rows(t, path)
	dice, refused := rand.New(rand.NewPCG(5, 6)), 0
	const turns = 100
	for range turns {
		at, spoiled := filepath.Join(t.TempDir(), "core.db"), bytes.Clone(raw)
		place := dice.IntN(len(raw) * 8)
		spoiled[place/8] ^= 1 << (place % 8)
		if err := os.WriteFile(at, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := dynamo.Inspect(at); err != nil {
			refused++
			continue
		}
		engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: at, Check: true})
		if err != nil {
			refused++
			continue
		}
		_ = engine.Close()
		if got := rows(t, at); got != sound {
			t.Errorf("bit %d turned: got other rows than were written, want a refusal", place)
		}
	}
	if refused == 0 {
		t.Errorf("got no refusal of %d, want some", turns)
	}
	t.Logf("%d of %d turned bits are refused; the others change no row", refused, turns)
}

// TestDamageOfTheLogIsFound: a bit that the disk turned in the log is found, too, or changes nothing but the last transaction. That one
// cannot be distinguished from one that the power ended.
func TestDamageOfTheLogIsFound(t *testing.T) {
	t.Parallel()
	path := killed(t, identity)
	sound := picture(t, path)
	want := strings.Count(rows(t, path), "\n")
	dice, refused, last := rand.New(rand.NewPCG(7, 8)), 0, 0
	const turns = 150
	for range turns {
		at, spoiled := filepath.Join(t.TempDir(), "core.db"), bytes.Clone(sound.log)
		place := dice.IntN(len(spoiled) * 8)
		spoiled[place/8] ^= 1 << (place % 8)
		write(t, at, sound.file, spoiled)
		if _, err := dynamo.Inspect(at); err != nil {
			refused++
			continue
		}
		switch got := strings.Count(rows(t, at), "\n"); got {
		case want:
		case want - 1:
			last++
		default:
			t.Errorf("bit %d turned: got %d rows of %d, want a refusal", place, got, want)
		}
	}
	if refused < turns*8/10 {
		t.Errorf("got %d refusals of %d, want most", refused, turns)
	}
	t.Logf("%d of %d turned bits are refused, %d took the last transaction", refused, turns, last)
}

// rows are all rows as text.
func rows(t *testing.T, path string) string {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path})
	if err != nil {
		return err.Error()
	}
	defer func() { _ = engine.Close() }()
	out, err := client(engine).Scan(t.Context(), &dynamodb.ScanInput{TableName: aws.String("core")})
	if err != nil {
		return err.Error()
	}
	var all strings.Builder
	for _, row := range out.Items {
		if text, ok := row["pk"].(*types.AttributeValueMemberS); ok {
			all.WriteString(text.Value + "\n")
		}
	}
	return all.String()
}
