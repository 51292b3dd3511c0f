# cs-mem, every task. Needs Rust, JDK 17 or later, Maven and Python 3; everything built goes to target/.
#
#   make demo                 the sample: learn a task once, replay it with no planner call
#   make demo DUMPS=folder    the same library over a folder of recorded uiautomator dumps
#   make test                 every test
#
# PROFILE=dev puts the debug library into jar and wheel: quicker turns while writing Kotlin or Python.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

comma := ,
PROFILE ?= release
# more options for the JMH harness, e.g. JMH='-f 3'
JMH ?=
DUMPS ?=
DIR ?=
SCENARIOS ?=

# The host, as JNA names it.
OS := $(shell uname -s)
CPU := $(subst arm64,aarch64,$(subst _,-,$(shell uname -m)))
ifeq ($(OS),Darwin)
PLATFORM := darwin-$(CPU)
LIBRARY := libcs_mem.dylib
else
PLATFORM := linux-$(CPU)
LIBRARY := libcs_mem.so
endif

# One crate type at a time: cargo does no link-time optimisation for several. The linker folds functions that are equal.
FOLD := $(if $(filter linux-x86-64,$(PLATFORM)),-C link-arg=-Wl$(comma)--icf=all)

BUILT := target/$(subst dev,debug,$(PROFILE))/$(LIBRARY)
NATIVE := target/natives/$(PLATFORM)/$(LIBRARY)
SYMBOLS := target/dist/symbols/$(PLATFORM)/$(LIBRARY).debug
BINDINGS := target/bindings/.stamp
BINDGEN := target/tool/uniffi-bindgen
VENV := target/venv
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)

# Quiet but for warnings and the tests' own lines.
MVN := mvn -B -ntp -f bindings/kotlin -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
	-Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.surefire=info
say = @printf '\n== %s\n'

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- for users

.PHONY: demo
demo: natives bindings ## the sample on a scripted phone; DUMPS=folder replays recorded dumps instead
	$(say) "building the jar and the sample"
	@$(MVN) package -DskipTests -pl ../../kotlin-sample -am
	$(say) "running the sample"
	@java -cp "target/kotlin/kotlin-sample/kotlin-sample-$(VERSION).jar:$$(cat target/kotlin/kotlin-sample/classpath.txt)" \
		dev.csmem.sample.MainKt $(if $(DUMPS),"$(DUMPS)")

.PHONY: test
test: test-rust test-kotlin test-consumer test-python test-swift ## every test

.PHONY: bench
bench: bench-rust bench-kotlin ## ratios against references, also in target/bench/summary.json

# ---- figures: what README states, made anew

.PHONY: corpus
corpus: ## how real screens are read and told apart; DIR=folder for your own
	@$(if $(DIR),DIR="$(abspath $(DIR))") cargo test --quiet --test corpus_screens -- --nocapture

.PHONY: immune
immune: ## attacks admitted and honest screens refused; DIR=folder for your own
	@$(if $(DIR),DIR="$(abspath $(DIR))") cargo test --quiet --test immune -- --nocapture

.PHONY: lab
lab: ## replay on drifted screens: right, wrong taps, false aborts, beside two baselines; SCENARIOS=folder for your own
	@cargo test --quiet --test lab $(if $(SCENARIOS),-- "$(abspath $(SCENARIOS))")

.PHONY: topology
topology: ## how well elements are found again after an upgrade
	@cargo test --quiet --test topology -- --nocapture

# ---- tests, one language each

.PHONY: test-rust
test-rust: ## Rust: unit, integration and doc tests
	$(say) "Rust tests"
	@cargo test --quiet

.PHONY: test-kotlin
test-kotlin: natives bindings ## Kotlin: the jar's tests, with the library that ships
	$(say) "Kotlin tests"
	@python3 bindings/snippets.py README.md target/snippets
	@$(MVN) package

.PHONY: test-consumer
test-consumer: natives bindings ## Kotlin: an app outside the tree, on a plain JVM and shrunk, with and without our rules
	$(say) "a consumer of the published jar"
	@bash bindings/kotlin/consumer/run.sh $(VERSION)

.PHONY: api-dump
api-dump: natives bindings ## rewrite bindings/kotlin/api after a change of the Kotlin API that is meant
	@$(MVN) test -pl cs-mem-testing -am -Dtest=ApiDumpTest -Dsurefire.failIfNoSpecifiedTests=false -Dcsmem.api.update=true

.PHONY: test-python
test-python: wheel ## Python: the wheel, in a clean environment
	$(say) "Python tests"
	@rm -rf target/venv-clean
	@python3 -m venv target/venv-clean
	@target/venv-clean/bin/pip install --quiet --disable-pip-version-check pytest target/dist/cs_mem-$(VERSION)-*.whl
	@cd bindings/python/tests && ../../../target/venv-clean/bin/python -m pytest -q -p no:cacheprovider .

.PHONY: test-swift
test-swift: bindings $(VENV) ## Swift: compiled where swiftc is, else read with the real grammar
	$(say) "Swift"
	@if command -v swift >/dev/null; then bash bindings/swift/build.sh test; \
	else $(VENV)/bin/python bindings/swift/parse.py bindings/swift target/bindings/swift; fi

# ---- what is shipped

.PHONY: bindings
bindings: $(BINDINGS) ## generate Kotlin, Swift and Python into target/bindings

.PHONY: natives
natives: $(NATIVE) ## the library for this machine, stripped; its symbols go to target/dist/symbols

.PHONY: jar
jar: natives bindings ## jar, sources jar and documentation jar, into target/dist
	$(say) "building the jars"
	@$(MVN) package -DskipTests -pl cs-mem,cs-mem-testing -Ppublish -Dorg.slf4j.simpleLogger.log.org.jetbrains.dokka=warn >target/jar.log 2>&1 \
		|| { cat target/jar.log; exit 1; }
	@# every public symbol has a KDoc, but for what the language itself adds
	@! grep 'Undocumented:' target/jar.log | grep -vE '/(values|valueOf|getEntries|getMessage)/#|\.Companion/'
	@mkdir -p target/dist
	@rm -f target/dist/cs-mem*.jar
	@cp target/kotlin/cs-mem/cs-mem-$(VERSION)*.jar target/kotlin/cs-mem-testing/cs-mem-testing-$(VERSION)*.jar target/dist/
	@ls -l target/dist/*.jar

.PHONY: wheel
wheel: natives bindings $(VENV) ## the Python wheel, into target/dist
	$(say) "building the wheel"
	@rm -f target/dist/cs_mem-*.whl
	@CS_MEM_LIBRARY="$(CURDIR)/$(NATIVE)" $(VENV)/bin/python -m build --wheel --no-isolation --outdir target/dist bindings/python >target/wheel.log \
		|| { cat target/wheel.log; exit 1; }
	@ls -l target/dist/*.whl

# ---- checks

.PHONY: check
check: check-rust check-versions check-tree ## format, lints, documentation, versions, dependency tree

.PHONY: check-rust
check-rust: ## cargo fmt, clippy and rustdoc with warnings denied
	$(say) "format, lints, documentation"
	@cargo fmt --all --check
	@cargo clippy --quiet --all-targets -- -D warnings
	@RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps

.PHONY: check-versions
check-versions: ## one version everywhere
	$(say) "versions"
	@python3 bindings/versions.py "$(VERSION)"

.PHONY: check-tree
check-tree: ## the generator is not among the library's dependencies
	$(say) "dependency tree"
	@! cargo tree --quiet -p cs-mem -e normal --prefix none | grep -E '^(uniffi_bindgen|clap|askama) '
	@echo "no generator in $$(cargo tree --quiet -p cs-mem -e normal --prefix none | sort -u | wc -l) crates"

.PHONY: size
size: $(NATIVE) ## the stripped library is under 4 MB
	@bytes=$$(wc -c <$(NATIVE)); echo "$(NATIVE): $$bytes bytes"; test "$$bytes" -lt 4000000

# ---- benches

.PHONY: bench-rust
bench-rust:
	$(say) "Rust benches"
	@cargo bench --quiet

.PHONY: bench-kotlin
bench-kotlin: natives bindings
	$(say) "JMH: what a call from Kotlin costs"
	@$(MVN) package -DskipTests -Pbench -pl cs-mem-bench -am
	@mkdir -p target/bench
	@java -cp "target/kotlin/cs-mem-bench/classes:$$(cat target/kotlin/cs-mem-bench/classpath.txt)" \
		org.openjdk.jmh.Main -foe true -rf json -rff target/bench/jmh.json $(JMH)
	@python3 bindings/kotlin/cs-mem-bench/summary.py target/bench/jmh.json target/bench/summary.json

.PHONY: clean
clean: ## remove everything built
	@rm -rf target

# ---- files

# Cargo knows what is out of date; the stamp follows the library it built.
$(BINDINGS): target/debug/$(LIBRARY) $(BINDGEN) bindings/tidy.py uniffi.toml
	$(say) "generating the bindings"
	@rm -rf target/bindings
	@for language in kotlin swift python; do \
		$(BINDGEN) generate target/debug/$(LIBRARY) --language $$language --out-dir target/bindings/$$language --no-format >/dev/null; \
	done
	@python3 bindings/tidy.py target/bindings
	@touch $@

# The library keeps all symbols here: the generator reads the API from them.
target/debug/$(LIBRARY): always
	@cargo build --quiet --lib

$(BINDGEN): bindings/uniffi-bindgen/Cargo.toml bindings/uniffi-bindgen/src/main.rs Cargo.lock
	$(say) "building the generator"
	@cargo build --quiet --package uniffi-bindgen --profile tool
	@touch $@

$(NATIVE): $(BUILT)
	@mkdir -p $(dir $@) $(dir $(SYMBOLS))
ifeq ($(OS),Darwin)
	@cp $< $@ && strip -x $@
else
	@objcopy --only-keep-debug $< $(SYMBOLS)
	@strip --strip-unneeded -o $@ $<
	@objcopy --add-gnu-debuglink=$(SYMBOLS) $@
endif

ifneq ($(BUILT),target/debug/$(LIBRARY))
$(BUILT): always
	@echo "== the library ($(PROFILE))"
	@cargo rustc --lib --profile $(PROFILE) --quiet --crate-type cdylib -- $(FOLD)
endif

# Tools for the wheel and the Swift grammar, in versions that are tried.
$(VENV): bindings/python/requirements-dev.txt
	$(say) "Python tools"
	@rm -rf $@
	@python3 -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check -r $<

.PHONY: always
always:
