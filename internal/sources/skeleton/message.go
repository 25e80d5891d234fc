package skeleton

import (
	"encoding/base64"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// encoded is what may be a message of protocol buffers in base64, as upstreams put it
// into addresses and continuations.
var encoded = regexp.MustCompile(`^([A-Za-z0-9_/+-]{12,})((?:=|%3D){0,2})$`)

// message replaces the texts and large numbers within such a message, each by one of the
// same length, so that whoever takes it apart finds the same fields; ok is false for
// another text.
func (m *mask) message(s string) (replaced string, ok bool) {
	found := encoded.FindStringSubmatch(s)
	if found == nil {
		return "", false
	}
	encoding := base64.RawURLEncoding
	if strings.ContainsAny(found[1], "+/") {
		encoding = base64.RawStdEncoding
	}
	raw, err := encoding.DecodeString(found[1])
	if err != nil {
		return "", false
	}
	out, texts := m.fields(raw)
	if texts == 0 {
		return "", false // any bytes may look like numbers
	}
	return encoding.EncodeToString(out) + found[2], true
}

// fields replaces what stands in a message. Texts says how many there are; it is 0 for
// bytes that are no message.
func (m *mask) fields(raw []byte) (out []byte, texts int) {
	for len(raw) > 0 {
		number, kind, n := protowire.ConsumeTag(raw)
		size := protowire.ConsumeFieldValue(number, kind, raw[max(n, 0):])
		if n < 0 || size < 0 || kind == protowire.StartGroupType || number > 1<<16 && kind != protowire.BytesType {
			return nil, 0
		}
		out = append(out, raw[:n]...)
		value := raw[n : n+size]
		raw = raw[n+size:]
		if kind != protowire.BytesType {
			out = append(out, scramble(value, kind)...)
			continue
		}
		content, _ := protowire.ConsumeBytes(value)
		changed, found := m.content(content)
		out = append(append(out, value[:len(value)-len(content)]...), changed...)
		texts += found
	}
	return out, texts
}

// content replaces a text, a message or bytes within a message.
func (m *mask) content(b []byte) (out []byte, texts int) {
	if out, texts := m.fields(b); texts > 0 {
		return out, texts
	}
	if s := string(b); len(b) > 1 && utf8.Valid(b) && !strings.ContainsFunc(s, unicode.IsControl) {
		if changed := m.scalar(s); len(changed) == len(s) {
			return []byte(changed), 1
		}
		return []byte(m.prose(s, true)), 1
	}
	d := diceOf("bytes", string(b))
	out = make([]byte, len(b))
	for i := range b {
		out[i] = b[i]
		if len(b) > short {
			out[i] = d.byte()
		}
	}
	return out, 0
}

// scramble replaces numbers that are not small by others of as many bytes.
func scramble(value []byte, kind protowire.Type) []byte {
	out := append([]byte(nil), value...)
	if len(value) < short {
		return out
	}
	d := diceOf("varint", string(value))
	for i := range len(out) - 1 {
		if kind == protowire.VarintType {
			out[i] = out[i]&0x80 | d.byte()&0x7f
		} else {
			out[i] = d.byte()
		}
	}
	return out
}
