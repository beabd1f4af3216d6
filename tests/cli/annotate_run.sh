#!/bin/bash
# annotate_run.sh - the findings of check, run and exec become annotations and SARIF, with each compiler. Runs the steps of the
# manual's workflow as printed there.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
unset WARPBOOK_COMPILER WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_SARIF WARPBOOK_DEVICES
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
status() { "$@" >out 2>err; echo $?; }

# ---- from check and run ---------------------------------------------------------------------------------
[ "$(compilers)" ] || { skip "what check and run write is understood" "no compiler"; tap_done; }
cp "$TESTS_DIR/../exercises/01_kernels/add.cu" .
"$w" check --json --no-record add.cu >report.json
like "a wrong answer, which has no line, is said of the file" "$("$w" annotate report.json)" \
	'^::error file=add.cu,title=wrong answer::with n = '
mkdir -p src warpbook
printf '__global__ void k(int *x) { x[threadIdx.x + 1] = 0; }\nint main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaFree(d); }\n' >src/main.cu
ln -s "$TESTS_DIR/../quickstart" warpbook/quickstart
mkdir warpbook/build
ln -s "$w" warpbook/build/warpbook
sed -n 's/^      - run: //p' "$TESTS_DIR/../doc/project.md" | grep -v quickstart >steps
is "the manual's workflow has two steps besides the build" "$(wc -l <steps)" 2
is "the first ends as its program does" "$(status sh -c "$(sed -n 1p steps)")" 0
like "the second shows the finding, and fails" "$(status sh -c "$(sed -n 2p steps)"; cat out)" '^1.*
::error file=src/main.cu,line=1,col=[0-9]+,title=out-of-bounds access::thread \(31,0,0\)'

# ---- SARIF from run and exec --------------------------------------------------------------------------------
summary() { sqlite3 :memory: "select json_extract(readfile('$1'), '\$.version'), json_extract(value, '\$.ruleId'),
	json_extract(value, '\$.locations[0].physicalLocation.artifactLocation.uri'),
	json_extract(value, '\$.locations[0].physicalLocation.region.startLine') from json_each(readfile('$1'), '\$.runs[0].results')"; }
mkdir elsewhere
printf '__global__ void k(int *x) { int unused; x[threadIdx.x + 1] = 0; }\nint main() { int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaFree(d); }\n' >elsewhere/beyond.cu
printf 'int main() { return no_such_thing; }\n' >elsewhere/broken.cu
for c in $(compilers_due toolchain cudart); do
	"$w" run --compiler "$c" src/main.cu --sarif=found.sarif --json=found.json >out 2>err
	is "$c: run writes SARIF, beside JSON" "$(summary found.sarif)" '2.1.0|out-of-bounds|src/main.cu|1'
	is "$c: the same as annotate makes of the JSON" "$("$w" annotate --sarif found.json | cmp - found.sarif)" ""
	like "$c: the reader is reported, too" "$(cat err)" 'thread \(31,0,0\) .*writes'
	"$w" run --compiler "$c" src/main.cu --sarif 2>&1 >/dev/null | sed -n '/^{/,$p' >stderr.sarif
	is "$c: without a file on stderr" "$(summary stderr.sarif)" '2.1.0|out-of-bounds|src/main.cu|1'
	for again in "first" "from the cache"; do
		"$w" run --compiler "$c" -Wall elsewhere/beyond.cu --sarif=warned.sarif >/dev/null 2>err
		like "$c: with the compiler's warnings, $again" "$(summary warned.sarif)" \
			'2.1.0\|out-of-bounds\|elsewhere/beyond.cu\|1
2.1.0\|compiler\|elsewhere/beyond.cu\|1'
		like "$c: which are printed, $again" "$(cat err)" 'unused'
	done
	is "$c: a program that does not build is the learner's" \
		"$(status "$w" run --compiler "$c" elsewhere/broken.cu --sarif=broken.sarif --json=broken.json)" 1
	is "$c: its messages are in the SARIF" "$(summary broken.sarif)" '2.1.0|compiler|elsewhere/broken.cu|1'
	is "$c: and in the JSON" "$("$w" annotate broken.json | grep -c '^::error file=elsewhere/broken.cu,line=1')" 1
	like "$c: and are printed" "$(cat err)" 'broken.cu does not build'
	is "$c: a program without findings has none" \
		"$(printf 'int main() { int *d; cudaMalloc(&d, 128); cudaFree(d); }\n' >fine.cu;
		"$w" run --compiler "$c" fine.cu --sarif=fine.sarif
		sqlite3 :memory: "select json_array_length(readfile('fine.sarif'), '\$.runs[0].results')")" 0
done
WARPBOOK_SARIF=own-%p.sarif "$w" run src/main.cu >/dev/null 2>&1
is "a file for each process" "$(set -- own-*.sarif; test -s "$1" && echo $#)" 1
like "a file that cannot be written is said" "$("$w" run src/main.cu --sarif=/dev/full 2>&1)" \
	'cannot write the findings to /dev/full'
if "$w" cc src/main.cu -o beyond 2>/dev/null; then
	WARPBOOK_SARIF=built.sarif ./beyond >/dev/null 2>&1
	is "a program that cc built writes it" "$(summary built.sarif)" '2.1.0|out-of-bounds|src/main.cu|1'
fi
if compilers | grep -qw nvcc; then
	nvcc -cudart shared -lineinfo -o plain src/main.cu
	"$w" exec --sarif=plain.sarif ./plain >/dev/null 2>&1
	is "exec writes it, too" "$(summary plain.sarif)" '2.1.0|out-of-bounds|src/main.cu|1'
	printf 'int main() { int *d; cudaMalloc(&d, 128); }\n' >leaks.cu
	nvcc -cudart shared -o leaks leaks.cu
	"$w" exec --sarif=plain.sarif ./leaks >/dev/null 2>&1
	is "exec: a finding without a line is at the program" "$(summary plain.sarif)" '2.1.0|never-freed|./leaks|'
fi
tap_done
