package main

import (
	"bytes"
	"io"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// nobody is whom the program runs as in a container, and whose its folder for data is.
const nobody = 65532

// image writes an image of the program and nothing else, as `docker load`, podman and skopeo read it: no shell, no
// distribution. Certificates are in the program, see internal/cmd/quarry.
func (r *release) image(p platform, stem string, binary []byte) error {
	image, err := mutate.ConfigFile(empty.Image, &v1.ConfigFile{
		OS: p.os, Architecture: p.arch, Created: v1.Time{Time: r.at}, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			Entrypoint: []string{"/quarry"}, Cmd: []string{"local", "--listen", "0.0.0.0:8080", "--data", "/data"}, User: "65532:65532",
			ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}}, WorkingDir: "/",
			Labels: map[string]string{"org.opencontainers.image.version": r.version, "org.opencontainers.image.licenses": "Apache-2.0"},
		},
	})
	if err != nil {
		return err
	}
	for _, layer := range []struct {
		owner   int
		entries []entry
	}{
		{0, []entry{{"tmp/", 0o1777, nil}, {"quarry", 0o755, binary}}},
		{nobody, []entry{{"data/", 0o700, nil}}},
	} {
		if image, err = r.with(image, layer.owner, layer.entries); err != nil {
			return err
		}
	}
	tag, err := name.NewTag("quarry:"+r.version, name.WithDefaultRegistry(""))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := tarball.Write(tag, image, &out); err != nil {
		return err
	}
	return r.add(stem+".image.tar", out.Bytes())
}

// with is the image with a layer of files that are one user's.
func (r *release) with(image v1.Image, owner int, entries []entry) (v1.Image, error) {
	var raw bytes.Buffer
	if err := r.tar(&raw, entries, owner); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw.Bytes())), nil })
	if err != nil {
		return nil, err
	}
	return mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.at}, CreatedBy: "make release"}})
}
