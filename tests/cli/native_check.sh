#!/bin/bash
# native_check.sh - native execution in check, bench and demo changes only the time: the reports are the same, whatever happens to the
# compiler. And the worker does run the translation: a compiler that compiles something else makes a difference.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child simt toolchain device worker bench attempt src/cmd/inspect/bench src/cmd/inspect/demo
export NO_COLOR=1
unset WARPBOOK_WORKSPACE WARPBOOK_NATIVE WARPBOOK_COMPILER
w=$WARPBOOK_BIN
top=$TESTS_DIR/..
cd "$scratch" || exit 1

clang=
for name in clang-19 clang-18 clang-17 clang-16 clang-15 clang clang-14; do
	[ -n "$clang" ] || clang=$(command -v $name)
done
if [ -z "$clang" ] || ! has_compiler "$clang"; then
	skip "native execution in a check" "clang is not here"
	tap_done
	exit 0
fi
if ! grep -q -w avx2 /proc/cpuinfo || ! grep -q -w fma /proc/cpuinfo; then
	skip "native execution in a check" "this processor has no AVX2 or no FMA"
	tap_done
	exit 0
fi

entries() { ls "$XDG_CACHE_HOME/warpbook/artifacts" 2>/dev/null | wc -l; }
# A check's report but for times.
report() { # WARPBOOK_NATIVE, exercise, file
	WARPBOOK_NATIVE=$1 "$w" check --no-record --as "$2" --seed 11 --compiler "$clang" --json "$3" 2>&1 |
		sed -E 's/"([a-z]+_seconds)": *[-+.0-9e]+/"\1": 0/; s/"compile_cached": *[a-z]+/"compile_cached": 0/'
}
same() { # exercise, file
	local before

	report never "$1" "$2" >interpreted
	like "$3: it has a verdict" "$(cat interpreted)" '"verdict"'
	is "$3: the same report" "$(report always "$1" "$2")" "$(cat interpreted)"
}

# ---- the same reports --------------------------------------------------------------------------------
export XDG_CACHE_HOME=$scratch/cache
s=$top/solutions m=$top/tests/mutants
same 10_matmul/matmul_tiled "$s/10_matmul/matmul_tiled.cu" "a product"
# For the learner's file and the reference: the C, and what it makes of the image.
ok "both were compiled" test "$(ls -l "$XDG_CACHE_HOME/warpbook/artifacts" | awk '$5 > 12000' | wc -l)" -ge 2
same 08_reduce_scan/block_scan "$s/08_reduce_scan/block_scan.cu" "a scan"
same 07_atomics/histogram "$s/07_atomics/histogram.cu" "a histogram"
for lesson in 10_matmul/matmul_tiled 12_stencils/heat_step; do
	for file in $(ls "$m/$lesson"/wrong_*.cu | head -n 3); do
		same $lesson "$file" "${file##*/} of $lesson"
	done
done

# ---- bench and demo ------------------------------------------------------------------------------------
cp "$s/10_matmul/matmul_naive.cu" .
bench() { WARPBOOK_NATIVE=$1 "$w" bench matmul_naive.cu --sweep n=96,128 --compiler "$clang" --json 2>&1; }
like "bench runs" "$(bench never)" '"instructions"'
is "bench says the same" "$(bench always)" "$(bench never)"
is "with one thread of the vm, too" "$(WARPBOOK_VM_THREADS=1 bench always)" "$(WARPBOOK_VM_THREADS=3 bench never)"
demo() { WARPBOOK_NATIVE=$1 "$w" demo 12_stencils/heat_step --compiler "$clang" --json 2>&1 |
	sed -E 's/"seconds": *[-+.0-9e]+/"seconds": 0/'; }
like "a demo runs" "$(demo never)" '"figures"'
is "a demo shows the same" "$(demo always)" "$(demo never)"

# ---- it is the translation that runs ---------------------------------------------------------------------
mkdir bin
path=$PATH
compiler() { rm -rf bin/* "$XDG_CACHE_HOME"; printf '#!/bin/bash\n%s\n' "$1" >bin/clang-19; chmod +x bin/clang-19; }
try() { PATH=$scratch/bin:$path report always 10_matmul/matmul_tiled "$s/10_matmul/matmul_tiled.cu"; }
report never 10_matmul/matmul_tiled "$s/10_matmul/matmul_tiled.cu" >interpreted
compiler "case \$1 in --version) exec '$clang' --version;; esac
sed 's/(f8)b, (f8)c)/(f8)b, (f8)c + 1.0f)/g' | exec '$clang' \"\$@\""
ok "a compiler that changes a product changes the verdict" test "$(try)" != "$(cat interpreted)"

# ---- a compiler that fails -----------------------------------------------------------------------------
compiler 'exit 1'
is "one that fails" "$(try)" "$(cat interpreted)"
compiler 'case $1 in --version) echo version 19; exit 0;; esac; kill -KILL $$'
is "one that is killed" "$(try)" "$(cat interpreted)"
compiler 'case $1 in --version) echo version 19; exit 0;; esac; cat >/dev/null'
is "one that compiles nothing" "$(try)" "$(cat interpreted)"
compiler 'case $1 in --version) echo version 19; exit 0;; esac; head -c 70000 /dev/urandom >object.so'
is "one that makes rubbish" "$(try)" "$(cat interpreted)"
compiler "case \$1 in --version) exec '$clang' --version;; esac; exec '$clang' \"\$@\" -Dwarpbook_native=something_else"
is "one whose object lacks the table" "$(try)" "$(cat interpreted)"
compiler "exec '$clang' \"\$@\""
is "a scratch folder that is not there" "$(TMPDIR=$scratch/nowhere try)" \
	"$(TMPDIR=$scratch/nowhere report never 10_matmul/matmul_tiled "$s/10_matmul/matmul_tiled.cu")"
is "a cache that cannot be written" "$(XDG_CACHE_HOME=/proc try)" "$(cat interpreted)"
is "few descriptors" "$(ulimit -n 200; try)" "$(cat interpreted)"
rm -rf "$XDG_CACHE_HOME"
try >first
is "a translation" "$(cat first)" "$(cat interpreted)"
for f in "$XDG_CACHE_HOME"/warpbook/artifacts/*; do printf 'damage' | dd of="$f" bs=1 seek=3000 conv=notrunc 2>/dev/null; done
is "damaged entries are made again" "$(try)" "$(cat interpreted)"
tap_done
