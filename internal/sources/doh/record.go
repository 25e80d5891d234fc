package doh

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/miekg/dns"
)

// Record is one record of an answer, whatever dialect it came in.
type Record struct {
	TTL uint32 // seconds
	// Text is the value of a TXT record: its strings joined, escapes undone, valid UTF-8.
	Text string
	// RR is a record of any other type.
	RR dns.RR
}

// record reads the data of a record, which is in presentation form or, for types that
// the resolver does not know, in that of RFC 3597: `\# 4 c0000201`.
func (r rawRecord) record() (Record, error) {
	if strings.ContainsFunc(r.Data, func(c rune) bool { return c < ' ' && c != '\t' }) {
		return Record{}, errors.New("control character") // a new line would begin another record
	}
	generic := strings.HasPrefix(r.Data, `\#`)
	if r.Type == dns.TypeTXT && !generic {
		return Record{TTL: r.TTL, Text: joinText(r.Data)}, nil
	}
	rr, err := parseRR(r.Type, r.Data)
	if err != nil {
		return Record{}, err
	}
	switch rr := rr.(type) {
	case *dns.TXT:
		return Record{TTL: r.TTL, Text: unescape(strings.Join(rr.Txt, ""))}, nil
	case *dns.CAA:
		rr.Value = unescape(rr.Value)
	}
	return Record{TTL: r.TTL, RR: rr}, nil
}

// parseRR reads presentation form. The parser is not allowed to include files.
func parseRR(kind uint16, data string) (dns.RR, error) {
	if kind == dns.TypeDNSKEY {
		data = numericAlgorithm(data)
	}
	text := fmt.Sprintf(". 0 IN TYPE%d %s\n", kind, data)
	parser := dns.NewZoneParser(strings.NewReader(text), ".", "")
	rr, ok := parser.Next()
	switch {
	case parser.Err() != nil:
		return nil, parser.Err()
	case !ok || data == "":
		return nil, errors.New("no data")
	}
	return rr, nil
}

// numericAlgorithm replaces the name of a key's algorithm, which some resolvers write,
// by its number, which alone the parser reads.
func numericAlgorithm(data string) string {
	fields := strings.Fields(data)
	if len(fields) > 3 {
		if n, ok := dns.StringToAlgorithm[strings.ToUpper(fields[2])]; ok {
			fields[2] = strconv.Itoa(int(n))
			return strings.Join(fields, " ")
		}
	}
	return data
}

// joinText joins the strings of a TXT record. Cloudflare quotes each of them, Google
// joins them and quotes nothing.
func joinText(data string) string {
	if !strings.HasPrefix(data, `"`) {
		return strings.ToValidUTF8(data, "\uFFFD")
	}
	var joined strings.Builder
	for rest := data; rest != ""; rest = strings.TrimLeft(rest, " \t") {
		n := quotedLength(rest)
		if n == 0 {
			return strings.ToValidUTF8(data, "\uFFFD") // a text that only begins with a quotation mark
		}
		joined.WriteString(rest[1 : n-1])
		rest = rest[n:]
	}
	return unescape(joined.String())
}

// quotedLength is the length of the quoted string that s begins with, 0 for none.
func quotedLength(s string) int {
	if s[0] != '"' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// unescape undoes \X and \DDD (RFC 1035, section 5.1).
func unescape(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		if n, err := strconv.ParseUint(s[i:min(i+3, len(s))], 10, 8); err == nil && i+3 <= len(s) {
			out.WriteByte(byte(n))
			i += 2
			continue
		}
		out.WriteByte(s[i])
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD")
}
