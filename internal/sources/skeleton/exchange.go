package skeleton

import (
	"bytes"
	"slices"
	"strings"
)

// division stands between the parts of a record of HTTP exchanges: a request, its
// answer, the next request.
const division = "*************vcr*************"

// described are the headers whose values are of the protocol.
var described = []string{
	"accept", "accept-encoding", "accept-ranges", "cache-control", "connection", "content-encoding", "content-type", "transfer-encoding", "vary", "x-content-type-options", "x-frame-options",
}

func (m *mask) exchanges(body []byte) []byte {
	m.stays(division)
	all := bytes.Split(body, []byte(division))
	for i, part := range all {
		head, content, found := bytes.Cut(part, []byte("\r\n\r\n"))
		if !found {
			continue
		}
		all[i] = append(append(m.head(head), "\r\n\r\n"...), m.document(content)...)
	}
	return bytes.Join(all, []byte(division))
}

// head replaces the values of headers, and the address in a request's first line. What
// an answer has for a length is not true any more.
func (m *mask) head(head []byte) []byte {
	lines := strings.Split(string(head), "\r\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), ":")
		return name == "content-length" || name == "set-cookie" || name == "cookie"
	})
	for i, line := range lines {
		name, value, header := strings.Cut(line, ": ")
		switch words := strings.Fields(line); {
		case header && slices.Contains(described, strings.ToLower(name)):
			m.stays(line)
		case header:
			lines[i] = m.stays(name) + ": " + m.str(name, value)
		case len(words) == 3 && strings.HasPrefix(words[2], "HTTP/"):
			lines[i] = m.stays(words[0]) + " " + m.str("", words[1]) + " " + m.stays(words[2])
		default:
			m.stays(line) // the first of an answer
		}
	}
	return []byte(strings.Join(lines, "\r\n"))
}
