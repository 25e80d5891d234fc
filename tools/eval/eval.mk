# Comparing the extractor with others; the Makefile at the root includes this file.

EVAL := tools/eval/node_modules/.package-lock.json
$(EVAL): tools/eval/package.json tools/eval/package-lock.json
	npm ci --prefix tools/eval --no-audit --no-fund --ignore-scripts
	@touch $@

# SETS='dev,even'       some sets of even, odd, dev, test, traf; without it those for selection
# FINAL=1               the held-out sets, too
# ONLY=quality,speed    some parts of quality, speed, hostile
# WAYS='go-traf,defud'  some of the others, by the beginnings of their names; WAYS=none for none
# META=1                metadata, too
# OUT=figures.json      the figures for machines
DATA ?=
SETS ?=
FINAL ?=
ONLY ?=
WAYS ?=
META ?=
OUT ?=

.PHONY: eval
eval: $(EVAL) ## compare main content with that of others (DATA=<folder>, see docs/extraction.md)
	@[[ -d "$(DATA)" ]] || { echo 'name the folder of the sets, laid out as docs/extraction.md says: make eval DATA=<folder>'; exit 1; }
	@go -C tools/eval build -o "$(CURDIR)/bin/" . ./readhostile
	@bin/eval -data "$(DATA)" -node tools/eval -sets "$(SETS)" -only "$(ONLY)" -ways "$(WAYS)" \
		$(if $(FINAL),-final) $(if $(OUT),-o "$(OUT)")
	@$(if $(META),$(eval-meta))

# What metadata says of the same pages.
eval-meta = go run ./internal/cmd/evalmeta -data "$(DATA)" $(if $(FINAL),-test)
