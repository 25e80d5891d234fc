package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// entry is a file of an archive.
type entry struct {
	name    string
	mode    int64
	content []byte
}

// archive packs the program with what belongs to it, in a folder of the archive's name: a zip for Windows, else a tar.
func (r *release) archive(p platform, stem string, binary []byte) (raw []byte, extension string, err error) {
	entries := []entry{{called, 0o755, binary}}
	if p.os == "windows" {
		entries[0].name += ".exe"
	}
	files := []string{"LICENSE", "NOTICE", "README.md"}
	if p.os == "linux" {
		files = append(files, "tools/release/quarry.service")
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(r.root, file)) //nolint:gosec // of the repository
		if err != nil {
			return nil, "", err
		}
		entries = append(entries, entry{filepath.Base(file), 0o644, content})
	}
	for i := range entries {
		entries[i].name = stem + "/" + entries[i].name
	}
	if p.os == "windows" {
		raw, err = r.zipped(entries)
		return raw, ".zip", err
	}
	raw, err = r.tarred(entries)
	return raw, ".tar.gz", err
}

// tarred is a compressed tar whose files are root's and of the release's time. A name that ends with a slash is a folder.
func (r *release) tarred(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(r.tar(packed, entries, 0), packed.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (r *release) tar(to io.Writer, entries []entry, owner int) error {
	w := tar.NewWriter(to)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Mode: e.mode, Size: int64(len(e.content)), ModTime: r.at, Uid: owner, Gid: owner, Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
		if e.name[len(e.name)-1] == '/' {
			header.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	return w.Close()
}

func (r *release) zipped(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: r.at}
		header.SetMode(os.FileMode(e.mode)) //nolint:gosec // one of those above
		to, err := w.CreateHeader(header)
		if err == nil {
			_, err = to.Write(e.content)
		}
		if err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
