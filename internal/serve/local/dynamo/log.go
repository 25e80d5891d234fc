package dynamo

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// walLog is what a write-ahead log will bring into its database: the pages up to the last
// transaction that is whole.
type walLog struct {
	pages    map[uint32]bool
	identity string // of the newest first page, if there is one
	// anew reports that the log was begun again and the first transaction since is not whole. SQLite writes
	// the header of such a log, waits for the disk and only then writes the transaction, and does so only once all that the log
	// had is in the database.
	anew bool
}

// readLog reads a log; one that is missing or empty has nothing.
func readLog(path string, pageSize int64) (walLog, error) {
	log := walLog{pages: map[uint32]bool{}}
	file, err := os.Open(path) //nolint:gosec // the caller's own data folder
	if errors.Is(err, fs.ErrNotExist) {
		return log, nil
	}
	if err != nil {
		return log, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	header := make([]byte, walHeaderSize)
	n, _ := io.ReadFull(in, header)
	if n == 0 || bytes.Equal(header, make([]byte, walHeaderSize)) { // the power went before a new log's header was on the disk
		return log, nil
	}
	order, ok := wordOrder(binary.BigEndian.Uint32(header))
	sum := checksum{order: order}
	if ok {
		sum.add(header[:24])
	}
	if !ok || !sum.is(header[24:]) {
		return log, fmt.Errorf("%s is damaged, or not the log of a database", path)
	}
	if int64(binary.BigEndian.Uint32(header[8:])) != pageSize {
		return log, fmt.Errorf("%s is of another database: its pages have another size", path)
	}
	if err := log.read(in, header, sum, pageSize); err != nil {
		return log, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return log, nil
}

// read takes frame after frame, as long as they are of this log and whole, and keeps those
// of whole transactions. What follows is a transaction that did not end, or of a former use of the file.
func (l *walLog) read(in io.Reader, header []byte, sum checksum, pageSize int64) error {
	f := frame(make([]byte, walFrameHeader+pageSize))
	salts, begun := header[16:24], binary.BigEndian.Uint32(header[12:])
	var open []uint32
	identity := ""
	for {
		if ended, err := f.next(in); ended {
			l.anew = begun > 0 && len(open) > 0 && len(l.pages) == 0
			return err
		}
		if !f.of(salts) || !f.follows(&sum) {
			anew, err := rest(in, f, salts, sum.order)
			l.anew = begun > 0 && len(l.pages) == 0 && (anew || len(open) > 0)
			return err
		}
		if f.page() == 1 {
			identity = identityOf(f[walFrameHeader:])
		}
		open = append(open, f.page())
		if !f.commits() {
			continue
		}
		for _, p := range open {
			l.pages[p] = true
		}
		open, l.identity = open[:0], identity
	}
}

// rest looks at what lies behind the frames that are whole, from the first that is not, and reports whether it can lie behind
// a log that was begun anew: frames of this log or of the one before it. A frame that follows the end of
// a transaction was written after that was on the disk. So a transaction that another one follows was whole once, and
// the disk has lost some of it since; what the power or a kill ends is the last one.
func rest(in io.Reader, f frame, salts []byte, order binary.ByteOrder) (anew bool, err error) {
	before := binary.BigEndian.Uint32(salts) - 1
	for {
		anew = anew || f.of(salts) || binary.BigEndian.Uint32(f[8:]) == before
		ended := f.commits()
		sum := checksum{order, binary.BigEndian.Uint32(f[16:]), binary.BigEndian.Uint32(f[20:])}
		if done, err := f.next(in); done {
			return anew, err
		}
		if ended && f.of(salts) && f.follows(&sum) {
			return anew, errors.New("a transaction before its last one is not whole")
		}
	}
}

// frame is a page as it is in a log, with a header: its number, the size of the database where it ends a transaction, the log's
// salts, and the checksum of all frames up to it.
type frame []byte

// next reads a frame over this one. A part of one is the end, too.
func (f frame) next(in io.Reader) (ended bool, err error) {
	_, err = io.ReadFull(in, f)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true, nil
	}
	return err != nil, err
}

func (f frame) page() uint32         { return binary.BigEndian.Uint32(f) }
func (f frame) commits() bool        { return binary.BigEndian.Uint32(f[4:]) != 0 }
func (f frame) of(salts []byte) bool { return bytes.Equal(f[8:16], salts) }

// follows reports whether the frame goes on from a checksum, which it then is added to.
func (f frame) follows(sum *checksum) bool {
	sum.add(f[:8])
	sum.add(f[walFrameHeader:])
	return sum.is(f[16:24])
}

// checksum is SQLite's of a log: over pairs of words, each frame going on from the one before.
type checksum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

func wordOrder(magic uint32) (binary.ByteOrder, bool) {
	switch magic {
	case walMagic:
		return binary.LittleEndian, true
	case walMagic + 1:
		return binary.BigEndian, true
	default:
		return nil, false
	}
}

func (c *checksum) add(b []byte) {
	for i := 0; i+8 <= len(b); i += 8 {
		c.s0 += c.order.Uint32(b[i:]) + c.s1
		c.s1 += c.order.Uint32(b[i+4:]) + c.s0
	}
}

func (c *checksum) is(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == c.s0 && binary.BigEndian.Uint32(stored[4:]) == c.s1
}
