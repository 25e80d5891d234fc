package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
)

// sniffed is how much of a body is looked at when its type is not declared.
const sniffed = 512

// Stream is an answer whose body is read as it comes, decompressed and within the
// limits of its Request, so that a large one takes no more memory than a small one.
// Of its Response, Body is nil, Duration ends with the headers, and Truncated is set
// once the body has been read to MaxBytes. One goroutine at a time may use it.
type Stream struct {
	Response

	body   *bodyReader // nil when there is none to read
	reader io.Reader   // of body

	timely  func(error) error // puts a limit of time that has passed in an error's place
	failure func(error) error // gives an error its public meaning
	release []func()          // what to do at the end, the last first
}

// Read implements io.Reader. Its errors are those of Client.Do, or io.EOF.
func (s *Stream) Read(p []byte) (int, error) {
	if s.body == nil {
		return 0, io.EOF
	}
	n, err := s.reader.Read(p)
	s.Truncated = s.body.cut
	if err != nil && !errors.Is(err, io.EOF) {
		err = s.failure(s.timely(err))
	}
	return n, err
}

// Close gives the turn at the host back, and the connection when the body was read
// to its end. Calling it again does nothing, and it never fails.
func (s *Stream) Close() error {
	s.finish()
	s.body = nil
	return nil
}

// finish leaves what was read in place.
func (s *Stream) finish() {
	for _, f := range slices.Backward(s.release) {
		f()
	}
	s.release = nil
}

// open prepares the body.
func (s *Stream) open(raw *http.Response, r Request) error {
	body, err := newBody(raw, r)
	if err != nil {
		return err
	}
	s.body, s.reader = body, body
	if s.describe(nil); s.MediaType == "" {
		buffered := bufio.NewReaderSize(body, sniffed)
		head, _ := buffered.Peek(sniffed) // an error comes again when it is read
		s.describe(head)
		s.reader = buffered
	}
	return nil
}

// load reads the body into the Response. Memory stays within a small multiple of
// MaxBytes whatever is sent.
func (s *Stream) load() error {
	if s.body == nil {
		return nil
	}
	body := s.body
	s.body = nil
	var buf bytes.Buffer
	buf.Grow(int(max(512, min(body.length, body.most)+bytes.MinRead)))
	_, err := buf.ReadFrom(s.reader)
	s.Body, s.Truncated = buf.Bytes(), body.cut
	return err
}
