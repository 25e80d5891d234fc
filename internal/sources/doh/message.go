package doh

import (
	"bytes"
	"encoding/json"
	"errors"
)

// message is the JSON of an answer. The question, which some resolvers give as an
// object instead of a list, and comments, which are a text or a list of texts, are
// not needed and not read.
type message struct {
	Status    *int      `json:"Status"`
	AD        bool      `json:"AD"`
	Answer    recordSet `json:"Answer"`
	Authority recordSet `json:"Authority"`
}

type rawRecord struct {
	Name string `json:"name"`
	Type uint16 `json:"type"`
	TTL  uint32 `json:"TTL"`
	Data string `json:"data"`
}

// recordSet is a list of records, or one record by itself.
type recordSet []rawRecord

// UnmarshalJSON implements json.Unmarshaler.
func (s *recordSet) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		*s = make(recordSet, 1)
		return json.Unmarshal(data, &(*s)[0])
	}
	return json.Unmarshal(data, (*[]rawRecord)(s))
}

func decode(body []byte) (*message, error) {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, err
	}
	if m.Status == nil {
		return nil, errors.New("no status")
	}
	return &m, nil
}
