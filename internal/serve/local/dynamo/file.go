package dynamo

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A file of the engine is an SQLite database with a write-ahead log beside it. What the
// log has is not in the database until it is copied there, so one without the other is an older
// state, or none. Nothing here changes a file; https://sqlite.org/fileformat2.html.
const (
	headerSize     = 100
	headerMagic    = "SQLite format 3\x00"
	walHeaderSize  = 32
	walFrameHeader = 24
	walMagic       = 0x377f0682 // and one more where checksums are of big-endian words
)

// The places of the header's fields. Neither SQLite nor the engine uses the two that the
// identity is written in.
const (
	atPageSize, atChange, atPages, atUserVersion, atApplication, atValidFor = 16, 24, 28, 60, 68, 92
)

// File is what a database's files say of themselves.
type File struct {
	// Identity is what Options.Identity was when the database was created.
	Identity string
	// Logged reports whether the write-ahead log has anything.
	Logged bool
}

// Inspect reads the files of a database that no engine has open. It fails when they
// cannot be what an engine left there, however it ended: the file is missing, empty, cut
// off or no database, or its log is of another one. What was overwritten in the middle
// shows only when the engine reads it.
func Inspect(path string) (File, error) {
	file, err := os.Open(path) //nolint:gosec // the caller's own data folder
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, fmt.Errorf("%s is missing", path)
	}
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return File{}, err
	}
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(file, header); err != nil {
		return File{}, fmt.Errorf("%s is empty or cut off: it has %d bytes", path, info.Size())
	}
	if string(header[:len(headerMagic)]) != headerMagic {
		return File{}, fmt.Errorf("%s is not a database", path)
	}
	pageSize := int64(binary.BigEndian.Uint16(header[atPageSize:]))
	if pageSize == 1 {
		pageSize = 1 << 16
	}
	log, err := readLog(path+"-wal", pageSize)
	if err != nil {
		return File{}, err
	}
	if log.identity != "" && log.identity != identityOf(header) {
		return File{}, fmt.Errorf("%s-wal is of another database than %s", path, path)
	}
	if binary.BigEndian.Uint32(header[atChange:]) == binary.BigEndian.Uint32(header[atValidFor:]) {
		pages := int64(binary.BigEndian.Uint32(header[atPages:]))
		for page := info.Size()/pageSize + 1; page <= pages; page++ {
			if !log.pages[uint32(page)] { //nolint:gosec // SQLite numbers pages by 32 bits
				return File{}, fmt.Errorf("%s is cut off: it has %d bytes and should have %d", path, info.Size(), pages*pageSize)
			}
		}
	}
	return File{Identity: identityOf(header), Logged: len(log.pages) > 0}, nil
}

func identityOf(header []byte) string {
	return hex.EncodeToString(header[atUserVersion:atUserVersion+4]) + hex.EncodeToString(header[atApplication:atApplication+4])
}

// walLog is what a write-ahead log will bring into its database: the pages up to the last
// transaction that is whole.
type walLog struct {
	pages    map[uint32]bool
	identity string // of the newest first page, if there is one
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
	if n, _ := io.ReadFull(in, header); n == 0 {
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
	err = log.read(in, header[16:24], sum, pageSize)
	return log, err
}

// read takes frame after frame, as long as they are of this log and whole, and keeps those
// of whole transactions. What follows is of a former use of the file.
func (l *walLog) read(in io.Reader, salts []byte, sum checksum, pageSize int64) error {
	frame := make([]byte, walFrameHeader+pageSize)
	var open []uint32
	identity := ""
	for {
		_, err := io.ReadFull(in, frame)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
		sum.add(frame[:8])
		sum.add(frame[walFrameHeader:])
		if string(frame[8:16]) != string(salts) || !sum.is(frame[16:24]) {
			return nil
		}
		page := binary.BigEndian.Uint32(frame)
		if page == 1 {
			identity = identityOf(frame[walFrameHeader:])
		}
		open = append(open, page)
		if binary.BigEndian.Uint32(frame[4:]) == 0 {
			continue // its transaction goes on
		}
		for _, p := range open {
			l.pages[p] = true
		}
		open, l.identity = open[:0], identity
	}
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
