# Comparing the extractor with others; the Makefile at the root includes this file.

EVAL := tools/eval/node_modules/.package-lock.json
$(EVAL): tools/eval/package.json tools/eval/package-lock.json
	npm ci --prefix tools/eval --no-audit --no-fund --ignore-scripts
	@touch $@

EVAL_PYTHON := tools/eval/.venv/bin/python
$(EVAL_PYTHON): tools/eval/requirements.txt | $(UV)
	$(call venv,tools/eval)
	@touch $@

EVAL_RUST := tools/eval/rust/target/release/quarry-eval
$(EVAL_RUST): tools/eval/rust/Cargo.toml tools/eval/rust/Cargo.lock tools/eval/rust/src/main.rs
	cargo build --quiet --release --locked --manifest-path tools/eval/rust/Cargo.toml
	@touch $@

# SETS='dev,even'       some sets of even, odd, dev, test, traf, dragnet, dragnet-odd, cleaneval, cleaneval-odd; without it those for selection
# FINAL=1               the held-out sets, too
# ONLY=quality,speed    some parts of quality, comments, speed, hostile
# WAYS='go-traf,defud'  some of the others, by the beginnings of their names; WAYS=none for none
# META=1                metadata, too
# OUT=figures.json      the figures for machines
# DOC=docs/extraction.md  a document whose tables of all sets are replaced by those of this run
# KEPT=                 ask the others again; what they found on pages is kept in tools/eval/.kept else
DATA ?=
SETS ?=
FINAL ?=
ONLY ?=
WAYS ?=
META ?=
OUT ?=
DOC ?=
KEPT ?= tools/eval/.kept

.PHONY: eval
eval: $(EVAL) $(if $(filter none,$(WAYS)),,$(EVAL_PYTHON) $(EVAL_RUST)) ## compare main content with that of others (DATA=<folder>, see docs/extraction.md)
	@[[ -d "$(DATA)" ]] || { echo 'name the folder of the sets, laid out as docs/extraction.md says: make eval DATA=<folder>'; exit 1; }
	@go -C tools/eval build -o "$(CURDIR)/bin/" . ./readhostile
	@bin/eval -data "$(DATA)" -programs tools/eval -sets "$(SETS)" -only "$(ONLY)" -ways "$(WAYS)" -kept "$(KEPT)" \
		$(if $(FINAL),-final) $(if $(OUT),-o "$(OUT)") $(if $(DOC),-document "$(DOC)")
	@$(if $(META),$(eval-meta))

# What metadata says of the same pages.
eval-meta = go run ./internal/cmd/evalmeta -data "$(DATA)" $(if $(FINAL),-test)
