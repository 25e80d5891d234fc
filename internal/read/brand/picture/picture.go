// Package picture detects from a file's first bytes whether it is an image that a
// browser shows, and how large it is. It decodes none.
package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/gif" // their headers are read
	_ "image/jpeg"
	_ "image/png"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// Format is a file format, by its usual ending.
type Format string

// The formats.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	GIF  Format = "gif"
	WebP Format = "webp"
	AVIF Format = "avif"
	ICO  Format = "ico"
	SVG  Format = "svg"
)

// Picture is an image. Width and Height are pixels, 0 when the header does not have it;
// those of an icon file are of its largest image.
type Picture struct {
	Format        Format
	Width, Height int
}

// Sniff looks at a file. ok is false for whatever is no image, such as the page that
// some servers send for a missing file.
func Sniff(file []byte) (p Picture, ok bool) {
	switch {
	case bytes.HasPrefix(file, []byte("\x89PNG\r\n\x1a\n")):
		return sized(PNG, file), true
	case bytes.HasPrefix(file, []byte("\xff\xd8\xff")):
		return sized(JPEG, file), true
	case bytes.HasPrefix(file, []byte("GIF87a")), bytes.HasPrefix(file, []byte("GIF89a")):
		return sized(GIF, file), true
	case len(file) >= 12 && string(file[:4]) == "RIFF" && string(file[8:12]) == "WEBP":
		return webp(file), true
	case len(file) >= 12 && string(file[4:8]) == "ftyp" && (string(file[8:12]) == "avif" || string(file[8:12]) == "avis"):
		return Picture{Format: AVIF}, true
	case len(file) >= 22 && bytes.HasPrefix(file, []byte{0, 0, 1, 0}):
		return icon(file)
	}
	return drawing(file)
}

// sized reads the header only.
func sized(f Format, file []byte) Picture {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Picture{Format: f}
	}
	return Picture{Format: f, Width: cfg.Width, Height: cfg.Height}
}

// webp reads the three forms of its header: lossy, lossless, extended.
func webp(file []byte) Picture {
	p := Picture{Format: WebP}
	if len(file) < 30 {
		return p
	}
	switch string(file[12:16]) {
	case "VP8 ":
		p.Width, p.Height = int(binary.LittleEndian.Uint16(file[26:])&0x3fff), int(binary.LittleEndian.Uint16(file[28:])&0x3fff)
	case "VP8L":
		bits := binary.LittleEndian.Uint32(file[21:])
		p.Width, p.Height = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
	case "VP8X":
		p.Width = 1 + int(file[24]) + int(file[25])<<8 + int(file[26])<<16
		p.Height = 1 + int(file[27]) + int(file[28])<<8 + int(file[29])<<16
	}
	return p
}

// icon reads the directory of an ICO file, where 0 stands for 256.
func icon(file []byte) (Picture, bool) {
	p := Picture{Format: ICO}
	count := int(binary.LittleEndian.Uint16(file[4:]))
	for i := range count {
		at := 6 + 16*i
		if at+16 > len(file) {
			break
		}
		width, height := int(file[at]), int(file[at+1])
		if width == 0 {
			width = 256
		}
		if height == 0 {
			height = 256
		}
		if width > p.Width {
			p.Width, p.Height = width, height
		}
	}
	return p, p.Width > 0
}

var (
	// What may stand before the element: byte order mark, declaration, comments, doctype.
	beginning = pattern.Of(`^\x{FEFF}?\s*(?:<\?xml[^>]*>\s*|<!--(?s:.*?)-->\s*|<!DOCTYPE svg(?s:[^>\[]*(?:\[.*?\])?)>\s*)*<svg[\s>]`)
	viewBox   = pattern.Of(`<svg[^>]*?\sviewBox=["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)`)
)

// drawing knows an SVG file by its first element.
func drawing(file []byte) (Picture, bool) {
	const looked = 16 << 10
	head := file[:min(len(file), looked)]
	if !beginning.Match(head) {
		return Picture{}, false
	}
	p := Picture{Format: SVG}
	if m := viewBox.FindSubmatch(head); m != nil {
		width, errW := strconv.ParseFloat(string(m[1]), 64)
		height, errH := strconv.ParseFloat(string(m[2]), 64)
		if errW == nil && errH == nil && width < 1e6 && height < 1e6 {
			p.Width, p.Height = int(width+0.5), int(height+0.5)
		}
	}
	return p, true
}
