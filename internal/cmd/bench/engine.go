package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// engineRounds is how often each engine is measured, in turns, so that what else the machine does meets both.
	engineRounds = 5
	engineFor    = 700 * time.Millisecond
)

// engineUnderTest opens an engine over a file.
type engineUnderTest struct {
	name string
	open func(ctx context.Context, path string) (*opened, error)
}

// opened is an engine that runs: how tables are made in it, how a service's store reaches it, and its end.
type opened struct {
	client *dynamodb.Client
	rows   store.DB
	end    func() error
}

// measureEngine holds the engine inside to dynoxide, which it replaced, each over a file of its own.
func measureEngine(ctx context.Context, shop *workshop) error {
	ours := engineUnderTest{"the engine", openOurs}
	theirs := engineUnderTest{"dynoxide", openDynoxide}
	if _, err := os.Stat(dynoxideProgram); err != nil {
		fmt.Println("the engine inside: SKIP, dynoxide is not installed; `make engine` does it on Linux on x86_64")
		return nil
	}
	fmt.Printf("the engine inside and dynoxide, both over a file: medians of %d rounds in turns, and the median of their ratios\n", engineRounds)
	fmt.Println("| | the engine | dynoxide | ratio |\n|---|---|---|---|")
	both := [2]engineUnderTest{ours, theirs}
	if err := compareStarts(ctx, shop, both); err != nil {
		return err
	}
	var dbs [2]store.DB
	for i, e := range both {
		one, err := e.open(ctx, filepath.Join(shop.dir, "calls-"+strconv.Itoa(i)))
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		defer func() { _ = one.end() }()
		if err := store.CreateTables(ctx, one.client, "core", "edge"); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		dbs[i] = one.rows
	}
	for _, c := range []struct {
		what string
		call func(context.Context, store.DB, int) error
	}{{"transactions of 3 rows of 600 bytes", writeThree}, {"reads of a row", readOne}} {
		for _, callers := range []int{1, 8, 32} {
			if err := compareCalls(ctx, dbs, c.what, callers, c.call); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareStarts opens a new file and the same again, until the first answer.
func compareStarts(ctx context.Context, shop *workshop, both [2]engineUnderTest) error {
	var fresh, existing [2][]float64
	for round := range engineRounds {
		for i, e := range both {
			path := filepath.Join(shop.dir, fmt.Sprintf("start-%d-%d", i, round))
			for again, into := range []*[]float64{&fresh[i], &existing[i]} {
				took, err := startOf(ctx, e, path, again == 0)
				if err != nil {
					return fmt.Errorf("%s: %w", e.name, err)
				}
				*into = append(*into, took)
			}
		}
	}
	row("start over a new file, ms", fresh)
	row("start over an existing one, ms", existing)
	return nil
}

// startOf is how long an engine takes to its first answer, in milliseconds. A new file then gets tables.
func startOf(ctx context.Context, e engineUnderTest, path string, fresh bool) (took float64, err error) {
	begin := time.Now()
	one, err := e.open(ctx, path)
	if err != nil {
		return 0, err
	}
	_, err = one.client.ListTables(ctx, &dynamodb.ListTablesInput{})
	took = float64(time.Since(begin).Microseconds()) / 1000
	if err == nil && fresh {
		err = store.CreateTables(ctx, one.client, "core", "edge")
	}
	return took, errors.Join(err, one.end())
}

// compareCalls prints how many calls a second so many callers get, and how long the slower of them wait.
func compareCalls(ctx context.Context, dbs [2]store.DB, what string, callers int, call func(context.Context, store.DB, int) error) error {
	var rates, waits [2][]float64
	for round := range engineRounds {
		for i, db := range dbs {
			rate, wait, err := throughput(ctx, callers, round, func(n int) error { return call(ctx, db, n) })
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			rates[i], waits[i] = append(rates[i], rate), append(waits[i], wait)
		}
	}
	row(fmt.Sprintf("%s a second, callers: %d", what, callers), rates)
	row("their 95th percentile, ms", waits)
	return nil
}

func throughput(ctx context.Context, callers, round int, call func(n int) error) (rate, wait float64, err error) {
	var mu sync.Mutex
	var took []float64
	var group sync.WaitGroup
	begin := time.Now()
	for caller := range callers {
		group.Go(func() {
			for i := 0; time.Since(begin) < engineFor && ctx.Err() == nil; i++ {
				from := time.Now()
				failure := call(round*1_000_000 + caller*10_000 + i)
				mu.Lock()
				took = append(took, float64(time.Since(from).Microseconds())/1000)
				err = errors.Join(err, failure)
				mu.Unlock()
				if failure != nil {
					return
				}
			}
		})
	}
	group.Wait()
	if err != nil || len(took) == 0 {
		return 0, 0, errors.Join(err, ctx.Err())
	}
	slices.Sort(took)
	return float64(len(took)) / time.Since(begin).Seconds(), took[len(took)*95/100], nil
}

// row prints the medians of two engines, and that of their ratios within a round.
func row(what string, of [2][]float64) {
	var ratios []float64
	for i := range of[0] {
		ratios = append(ratios, of[0][i]/of[1][i])
	}
	middle := func(all []float64) float64 { return slices.Sorted(slices.Values(all))[len(all)/2] }
	fmt.Printf("| %s | %.1f | %.1f | %.2f |\n", what, middle(of[0]), middle(of[1]), middle(ratios))
}

func writeThree(ctx context.Context, db store.DB, n int) error {
	var in dynamodb.TransactWriteItemsInput
	for part := range 3 {
		in.TransactItems = append(in.TransactItems, types.TransactWriteItem{Put: &types.Put{TableName: aws.String("core"), Item: map[string]types.AttributeValue{
			"pk": &types.AttributeValueMemberS{Value: "P#" + strconv.Itoa(n)}, "sk": &types.AttributeValueMemberS{Value: strconv.Itoa(part)},
			"v": &types.AttributeValueMemberS{Value: strings.Repeat("x", 600)},
		}}})
	}
	_, err := db.TransactWriteItems(ctx, &in)
	return err
}

func readOne(ctx context.Context, db store.DB, n int) error {
	_, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("core"), ConsistentRead: aws.Bool(true), Key: map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "P#" + strconv.Itoa(n%10)}, "sk": &types.AttributeValueMemberS{Value: "0"},
	}})
	return err
}

func clientOf(endpoint string, way aws.HTTPClient) *dynamodb.Client {
	return dynamodb.NewFromConfig(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""), BaseEndpoint: &endpoint, HTTPClient: way,
	})
}

// openOurs opens the engine as a service does, with its whole check.
func openOurs(ctx context.Context, path string) (*opened, error) {
	engine, err := dynamo.Open(ctx, dynamo.Options{Path: path, Check: true})
	if err != nil {
		return nil, err
	}
	return &opened{clientOf("http://engine.invalid", engine.Client()), engine.Direct(), engine.Close}, nil
}

const dynoxideProgram = "tools/engine/node_modules/@dynoxide/linux-x64/dynoxide"

// openDynoxide starts a process and waits until it listens.
func openDynoxide(ctx context.Context, path string) (*opened, error) {
	free, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	_ = free.Close()
	cmd := exec.CommandContext(ctx, dynoxideProgram, "serve", "--host", "127.0.0.1", "--port", port, "--db-path", path) //nolint:gosec // a folder of our own
	cmd.Env = []string{"RUST_LOG=error"}
	said, out := io.Pipe()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() { _ = out.CloseWithError(cmd.Wait()); close(ended) }()
	lines := bufio.NewScanner(said)
	for lines.Scan() && !strings.Contains(lines.Text(), "listening on") {
		continue
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	client := clientOf("http://"+address, nil)
	return &opened{client, client, func() error {
		err := cmd.Process.Kill()
		<-ended
		return err
	}}, nil
}
