// Command release builds what a version of Quarry is published as, into one folder: an archive for each platform with its
// bill of materials, container images that need no daemon to make, a Homebrew formula and the checksums of all. The same commit gives the
// same bytes wherever it is built: no time, path, user or order of this machine is in them.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// program is the package that is built, and what its file is called.
const program, called = "./internal/cmd/quarry", "quarry"

// release is one run.
type release struct {
	root, out, version string
	at                 time.Time // of everything in it: the commit's

	sums []string // a line a file
}

// platform is what a program is built for.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

func main() {
	r := release{}
	flag.StringVar(&r.root, "root", "..", "the repository")
	flag.StringVar(&r.out, "out", "", "the folder to write to; what it has is removed")
	flag.StringVar(&r.version, "version", "", "what is released")
	epoch := flag.Int64("epoch", 0, "when it was committed, in seconds of Unix time")
	only := flag.String("platforms", "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64", "what to build for")
	flag.Parse()
	r.at = time.Unix(*epoch, 0).UTC()
	if err := r.run(context.Background(), *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r *release) run(ctx context.Context, only string) error {
	if r.out == "" || r.version == "" {
		return errors.New("-out and -version are required")
	}
	if err := errors.Join(os.RemoveAll(r.out), os.MkdirAll(r.out, 0o750)); err != nil {
		return err
	}
	archives := map[platform]string{}
	for text := range strings.FieldsSeq(only) {
		system, arch, _ := strings.Cut(text, "/")
		p := platform{system, arch}
		binary, err := r.build(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if archives[p], err = r.publish(p, binary); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		fmt.Fprintln(os.Stderr, p, len(binary)>>20, "MB")
	}
	if err := r.add(called+".rb", formula(r.version, archives)); err != nil {
		return err
	}
	slices.Sort(r.sums)
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(r.sums, "")), 0o600)
}

// publish writes what one platform has, and returns the checksum of its archive.
func (r *release) publish(p platform, binary []byte) (string, error) {
	stem := fmt.Sprintf("%s_%s_%s_%s", called, r.version, p.os, p.arch)
	archive, extension, err := r.archive(p, stem, binary)
	if err != nil {
		return "", err
	}
	bom, err := r.materials(p, binary)
	if err != nil {
		return "", err
	}
	if err := errors.Join(r.add(stem+extension, archive), r.add(stem+".cdx.json", bom)); err != nil {
		return "", err
	}
	if p.os == "linux" {
		if err := r.image(p, stem, binary); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256(archive)), nil
}

// add writes a file of the release and notes its checksum.
func (r *release) add(file string, content []byte) error {
	r.sums = append(r.sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(content), file))
	return os.WriteFile(filepath.Join(r.out, file), content, 0o600)
}
