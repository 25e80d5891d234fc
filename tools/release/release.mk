# What is published; the Makefile at the root includes this file.

PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
VERSION ?= $(shell git describe --tags --always 2>/dev/null || echo v0.0.0)
release = go run -C tools ./release -root $(CURDIR) -version '$(VERSION)' -epoch "$$(git log -1 --format=%ct)"

.PHONY: cross release release-check

cross: ## build quarry for all six platforms, and keep nothing of it
	@for platform in $(PLATFORMS); do \
		CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} go build -trimpath -o /dev/null ./internal/cmd/quarry && echo "$$platform builds"; done

release: ## archives for six platforms, bills of materials, images, a formula and checksums in dist/release (VERSION=v1.2.3)
	@git diff --quiet HEAD || { echo 'the tree has changes that are in no commit: commit them, or stash them, so that a release is what its commit says'; exit 1; }
	@$(release) -out $(CURDIR)/dist/release -platforms '$(PLATFORMS)'
	@cd dist/release && sha256sum --check --quiet SHA256SUMS && ls -l

# The program of the second build is compiled from a copy of the sources elsewhere, without what the first one left in Go's cache.
release-check: ## start what `make release` built on an empty root, the README with Go alone, and build it again to compare the bytes (AGAIN=linux/amd64)
	@tools/release/try dist/release
	@tools/release/alone
	@tools/release/again dist/release '$(VERSION)' '$(or $(AGAIN),$(PLATFORMS))'
