package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
)

// capacity is what DynamoDB bills: units of on-demand tables.
type capacity struct{ reads, writes float64 }

// meter stands before an engine and adds up what DynamoDB would bill of each call, by the rules of
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html: a read unit for 4 KB, half of
// one where it need not be consistent; a write unit for 1 KB of the larger of the row before and after; both
// twice in a transaction; and a unit for each entry that comes to or goes from an index of keys.
type meter struct {
	engine http.Handler
	calls  atomic.Int64 // but those of streams and of the sweeper's index, which come all the time
	crawls atomic.Int64 // rows of crawls that were written, and not those of their pages' jobs

	mu    sync.Mutex
	total capacity
	kept  float64 // bytes that rows have grown by
}

type row = map[string]json.RawMessage

// keyed names a row.
type keyed struct {
	TableName string `json:"TableName"`
	Key       row    `json:"Key"`
	Item      row    `json:"Item"`
}

func (k keyed) key() row {
	if k.Key != nil {
		return k.Key
	}
	key := row{}
	for _, name := range []string{"pk", "sk"} {
		if v, ok := k.Item[name]; ok {
			key[name] = v
		}
	}
	return key
}

// call is what is read of a request.
type call struct {
	keyed
	ConsistentRead bool   `json:"ConsistentRead"`
	IndexName      string `json:"IndexName"`
	RequestItems   map[string]struct {
		Keys           []row `json:"Keys"`
		ConsistentRead bool  `json:"ConsistentRead"`
	} `json:"RequestItems"`
	TransactItems []map[string]*keyed `json:"TransactItems"` // Put, Update, Delete or ConditionCheck
}

// ServeHTTP implements http.Handler.
func (m *meter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	var c call
	_ = json.Unmarshal(body, &c) // the engine says what is wrong with it
	if c.IndexName != "due" && !strings.HasPrefix(r.Header.Get("X-Amz-Target"), "DynamoDBStreams") {
		m.calls.Add(1)
	}
	written := c.written(operation)
	before := m.rows(written)
	status, answer := m.ask(r.Header.Get("X-Amz-Target"), body)
	after := m.rows(written)
	m.add(capacity{c.reads(operation, answer), m.writes(operation, written, before, after)}, growth(before, after))
	for _, k := range written {
		if pk := string(k.key()["pk"]); status == http.StatusOK && strings.Contains(pk, "#CR#") { // a refused transaction writes nothing
			m.crawls.Add(1)
		}
	}
	w.Header().Set("Content-Type", r.Header.Get("Content-Type"))
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

func (m *meter) add(used capacity, kept float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total.reads += used.reads
	m.total.writes += used.writes
	m.kept += kept
}

// grown is what rows have grown by since the last call.
func (m *meter) grown() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.kept
	m.kept = 0
	return kept
}

// sum is what was used since take was called.
func (m *meter) sum() capacity {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.total
}

// take returns what was used since the last call.
func (m *meter) take() capacity {
	m.mu.Lock()
	defer m.mu.Unlock()
	used := m.total
	m.total = capacity{}
	return used
}

func (m *meter) ask(target string, body []byte) (int, []byte) {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/", strings.NewReader(string(body)))
	r.Header.Set("X-Amz-Target", target)
	w := httptest.NewRecorder()
	m.engine.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// rows reads rows as they are; nil for absent ones.
func (m *meter) rows(of []keyed) []row {
	all := make([]row, len(of))
	for i, k := range of {
		query, err := json.Marshal(map[string]any{"TableName": k.TableName, "Key": k.key(), "ConsistentRead": true})
		if err != nil {
			continue
		}
		var found struct {
			Item row `json:"Item"`
		}
		if _, answer := m.ask("DynamoDB_20120810.GetItem", query); json.Unmarshal(answer, &found) == nil {
			all[i] = found.Item
		}
	}
	return all
}

// written are the rows that a call may write, or hold to a condition.
func (c *call) written(operation string) (all []keyed) {
	switch operation {
	case "PutItem", "UpdateItem", "DeleteItem":
		return []keyed{c.keyed}
	case "TransactWriteItems":
		for _, item := range c.TransactItems {
			for _, k := range item {
				all = append(all, *k)
			}
		}
	}
	return all
}

func (m *meter) writes(operation string, of []keyed, before, after []row) (units float64) {
	factor := 1.0
	if operation == "TransactWriteItems" {
		factor = 2
	}
	for i := range of {
		units += factor * math.Max(1, math.Ceil(math.Max(size(before[i]), size(after[i]))/1024))
		for _, index := range [][2]string{{"duePk", "dueAt"}, {"recentPk", "recentId"}} {
			units += entries(index, before[i], after[i])
		}
	}
	return units
}

// entries are the writes to an index of keys: one to make or remove an entry, both to move it.
func entries(index [2]string, before, after row) (units float64) {
	was, is := string(before[index[0]])+string(before[index[1]]), string(after[index[0]])+string(after[index[1]])
	if was == is {
		return 0
	}
	if len(before[index[0]]) > 0 {
		units++
	}
	if len(after[index[0]]) > 0 {
		units++
	}
	return units
}

// reads are the units of what an answer has. What a sweep reads of its index is idle cost, and no job's.
func (c *call) reads(operation string, answer []byte) (units float64) {
	var a struct {
		Item      row             `json:"Item"`
		Items     []row           `json:"Items"`
		Responses json.RawMessage `json:"Responses"` // a list by table, or a list
	}
	_ = json.Unmarshal(answer, &a)
	switch operation {
	case "GetItem":
		return readUnits(size(a.Item), c.ConsistentRead)
	case "Query":
		if c.IndexName == "due" {
			return 0
		}
		var sum float64
		for _, item := range a.Items {
			sum += size(item)
		}
		return readUnits(sum, c.ConsistentRead)
	case "BatchGetItem":
		var byTable map[string][]row
		_ = json.Unmarshal(a.Responses, &byTable)
		for table, asked := range c.RequestItems {
			for i := range asked.Keys {
				var bytes float64
				if i < len(byTable[table]) {
					bytes = size(byTable[table][i])
				}
				units += readUnits(bytes, asked.ConsistentRead)
			}
		}
	}
	return units
}

func readUnits(bytes float64, consistent bool) float64 {
	units := math.Max(1, math.Ceil(bytes/4096))
	if consistent {
		return units
	}
	return units / 2
}

// size is what DynamoDB takes a row for: names, and values without their types.
func size(r row) (bytes float64) {
	for name, value := range r {
		bytes += float64(len(name)) + valueSize(value)
	}
	return bytes
}

// growth is by how much more is stored after a call than before.
func growth(before, after []row) (bytes float64) {
	for i := range before {
		bytes += stored(after[i]) - stored(before[i])
	}
	return bytes
}

// overhead is what DynamoDB adds to each row and to each entry of an index.
const overhead = 100

// stored is what a row is billed for as long as it is there: itself, and an entry with its keys in each index that has it.
func stored(r row) float64 {
	if r == nil {
		return 0
	}
	bytes := size(r) + overhead
	for _, index := range [][2]string{{"duePk", "dueAt"}, {"recentPk", "recentId"}} {
		if len(r[index[0]]) == 0 {
			continue
		}
		entry := row{}
		for _, name := range []string{"pk", "sk", index[0], index[1]} {
			entry[name] = r[name]
		}
		bytes += size(entry) + overhead
	}
	return bytes
}

func valueSize(value json.RawMessage) float64 {
	var v map[string]json.RawMessage
	if json.Unmarshal(value, &v) != nil {
		return 0
	}
	for kind, raw := range v {
		switch kind {
		case "S", "N":
			var text string
			_ = json.Unmarshal(raw, &text)
			if kind == "N" {
				return math.Ceil(float64(len(text))/2) + 1
			}
			return float64(len(text))
		case "B":
			var text string
			_ = json.Unmarshal(raw, &text)
			return float64(base64.StdEncoding.DecodedLen(len(text)))
		case "M":
			var members row
			_ = json.Unmarshal(raw, &members)
			return 3 + float64(len(members)) + size(members)
		case "L":
			var members []json.RawMessage
			_ = json.Unmarshal(raw, &members)
			bytes := 3 + float64(len(members))
			for _, member := range members {
				bytes += valueSize(member)
			}
			return bytes
		case "SS":
			var members []string
			_ = json.Unmarshal(raw, &members)
			return float64(len(strings.Join(members, "")))
		}
	}
	return 1
}
