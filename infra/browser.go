package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
)

// scratchMB is a browser's /tmp: profiles, its shared memory and the fonts' cache.
// The 512 MB that a function has anyway are not much for several tabs.
const scratchMB = 1024

// unpackedLimit is the most that Lambda takes of a function and its layers together, and
// headroom what must be left of it: a newer Chromium is larger, and is to be noticed before it
// cannot be deployed. (The 50 MB of a zipped package are for uploads; the CDK goes by a bucket.)
const (
	unpackedLimit = 250 << 20
	headroom      = 5 << 20
)

// layerDir is the folder below dist whose content becomes /opt.
const layerDir = "layer"

// addBrowser gives Chromium to a function. It is a layer, so that the binary of the
// function stays small and a new version of it does not upload the browser again.
func (s *service) addBrowser(props *awslambda.FunctionProps) {
	if s.chromium == nil {
		s.chromium = awslambda.NewLayerVersion(s.stack, jsii.String("chromium"), &awslambda.LayerVersionProps{
			LayerVersionName:        jsii.String(s.settings.prefix() + "chromium"),
			Description:             jsii.String("Headless Chromium with its libraries and fonts"),
			Code:                    awslambda.Code_FromAsset(jsii.String(s.settings.dist+"/"+layerDir), nil),
			CompatibleArchitectures: &[]awslambda.Architecture{awslambda.Architecture_X86_64()},
			CompatibleRuntimes:      &[]awslambda.Runtime{awslambda.Runtime_PROVIDED_AL2023()},
		})
	}
	props.Layers = &[]awslambda.ILayerVersion{s.chromium}
	props.EphemeralStorageSize = awscdk.Size_Mebibytes(jsii.Number(scratchMB))
}

// browserEnvironment is all that the browser's function is told: a page that breaks out of
// Chromium finds no key and no name in it.
func (s *service) browserEnvironment() *map[string]*string {
	env := map[string]*string{}
	if s.settings.userAgent != "" {
		env["QUARRY_USER_AGENT"] = jsii.String(s.settings.userAgent)
	}
	return &env
}

// checkLayer finds a browser that is not there, or too large to be deployed with a
// function.
func (s settings) checkLayer(functions []function) error {
	for _, fn := range functions {
		if fn.name != kind.BrowserFunction {
			continue
		}
		layer := filepath.Join(s.dist, layerDir)
		if _, err := os.Stat(filepath.Join(layer, "bin")); err != nil {
			return fmt.Errorf("no browser in %s: run make layer", layer)
		}
		size := sizeOf(layer) + sizeOf(filepath.Join(s.dist, fn.name))
		if size > unpackedLimit-headroom {
			return fmt.Errorf("%s and %s have %d bytes unpacked, %d less than Lambda takes: leave at least %d, see tools/chromium/fonts.mjs",
				layer, fn.name, size, unpackedLimit-size, headroom)
		}
	}
	return nil
}

// sizeOf adds up the files below a folder that can be read.
func sizeOf(dir string) int64 {
	var size int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what is missing is reported elsewhere
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size
}
