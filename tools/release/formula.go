package main

import (
	"fmt"
	"strings"
)

// published is where the archives of a version are.
const published = "https://github.com/quarryapi/quarry/releases/download"

// formula is for Homebrew, on macOS and Linux.
func formula(version string, sums map[platform]string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `class Quarry < Formula
  desc "Open, self-hosted web-data API"
  homepage "https://github.com/quarryapi/quarry"
  version "%s"
  license "Apache-2.0"
`, strings.TrimPrefix(version, "v"))
	for _, system := range []struct{ block, os string }{{"on_macos", "darwin"}, {"on_linux", "linux"}} {
		fmt.Fprintf(&b, "\n  %s do\n", system.block)
		for _, arch := range []struct{ block, arch string }{{"on_arm", "arm64"}, {"on_intel", "amd64"}} {
			if sum := sums[platform{system.os, arch.arch}]; sum != "" {
				fmt.Fprintf(&b, "    %s do\n      url \"%s/%s/%s_%s_%s_%s.tar.gz\"\n      sha256 \"%s\"\n    end\n",
					arch.block, published, version, called, version, system.os, arch.arch, sum)
			}
		}
		b.WriteString("  end\n")
	}
	b.WriteString(`
  def install
    bin.install "quarry"
  end

  service do
    run [opt_bin/"quarry", "local", "--data", var/"quarry"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/quarry --version")
  end
end
`)
	return []byte(b.String())
}
