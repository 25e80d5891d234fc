package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// materials is the bill of materials of a program in CycloneDX's JSON: the modules that are linked into it, as the program itself says, and the
// compiler. It has no serial number and the commit's time, so that it is the same each time.
func (r *release) materials(p platform, binary []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return nil, err
	}
	bom := cdx.NewBOM()
	self := cdx.Component{
		BOMRef: "pkg:golang/" + info.Main.Path + "@" + r.version, Type: cdx.ComponentTypeApplication, Name: info.Main.Path, Version: r.version,
		PackageURL: "pkg:golang/" + info.Main.Path + "@" + r.version + "?goos=" + p.os + "&goarch=" + p.arch,
		Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
	}
	bom.Metadata = &cdx.Metadata{Timestamp: r.at.Format(time.RFC3339), Component: &self}
	compiler := cdx.Component{
		BOMRef: "pkg:golang/std@" + info.GoVersion, Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion,
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
	}
	components, refs := []cdx.Component{compiler}, []string{compiler.BOMRef}
	for _, module := range info.Deps {
		c := component(module)
		components, refs = append(components, c), append(refs, c.BOMRef)
	}
	bom.Components, bom.Dependencies = &components, &[]cdx.Dependency{{Ref: self.BOMRef, Dependencies: &refs}}
	var out bytes.Buffer
	err = cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}

func component(module *debug.Module) cdx.Component {
	if module.Replace != nil {
		module = module.Replace
	}
	c := cdx.Component{Type: cdx.ComponentTypeLibrary, Name: module.Path, Version: module.Version, PackageURL: "pkg:golang/" + module.Path + "@" + module.Version}
	c.BOMRef = c.PackageURL
	// A module's sum is of a list of its files; scanners know it as its SHA-256.
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(module.Sum, "h1:")); err == nil && len(raw) > 0 {
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
	}
	return c
}
