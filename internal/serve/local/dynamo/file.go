package dynamo

import (
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
	// Logged reports whether the write-ahead log is there: it has transactions, or it begins
	// anew, which it does when all that it had is in the database.
	Logged bool
}

// Inspect reads the files of a database that no engine has open. It fails when they
// cannot be what an engine left there, however it ended: the file is missing, empty, cut
// off or no database, or its log is of another one or damaged before its last transaction. What
// was overwritten in the middle of the file shows only when the engine reads it.
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
	return File{Identity: identityOf(header), Logged: len(log.pages) > 0 || log.anew}, nil
}

func identityOf(header []byte) string {
	return hex.EncodeToString(header[atUserVersion:atUserVersion+4]) + hex.EncodeToString(header[atApplication:atApplication+4])
}
