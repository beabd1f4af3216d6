#!/bin/bash
# doctor.sh - the problems that `warpbook doctor` finds; an error in a header of ours is reported as ours, wherever it occurs.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang
w=$WARPBOOK_BIN
top=$TESTS_DIR/..

status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
said() { cat "$scratch/out" "$scratch/err" | joined; }

is "parts can be asked for" "$("$w" doctor compiler cache | awk 'NR > 2 && /^[a-zI]/ { print $2 }' | joined)" "compiler cache "
is "a part that there is not is wrong usage" "$(status "$w" doctor heart)" 2
like "it says how a notebook loads warpbook" "$("$w" doctor notebook)" \
	'^ok +notebook .*sys.path.append.*/notebook.*%load_ext warpbook'
if ! has_compiler clang; then
	skip "a header of ours that does not compile" "clang is not here"
	tap_done
fi
is "a whole program builds and runs here" "$(status "$w" doctor program)" 0

# A copy of the content whose headers do not suit this machine's: what glibc 2.41 was to us.
mkdir -p "$scratch/data/src/toolchain" "$scratch/data/src/cudart"
for part in lessons exercises solutions; do ln -s "$(realpath "$top")/$part" "$scratch/data/$part"; done
cp -r "$top/src/toolchain/device_headers" "$scratch/data/src/toolchain"
cp -r "$top/src/cudart/include" "$scratch/data/src/cudart"
export WARPBOOK_DATA=$scratch/data
header=$scratch/data/src/toolchain/device_headers/warpbook_program.h
echo 'static double sqrt(double x) { return x; }' >>"$header"
printf '#include <cstdio>\nint main() { return 0; }\n' >"$scratch/mine.cu"

is "doctor sees that programs cannot be built" "$(status "$w" doctor program)" 4
like "and in which line of which header" "$(said)" \
	'ILL program .*warpbook_program.h:[0-9]+: one of warpbook.s headers does not compile with clang [0-9.]+: .*sqrt'
is "kernels do not need it" "$(status "$w" doctor compile)" 0
is "for \`run\` it is a bug of ours" "$(status "$w" run "$scratch/mine.cu")" 5
like "not of the file" "$(said)" 'your file is not at fault'
is "and for a host exercise" "$(status "$w" check --no-record --plain "$top/solutions/02_grids/error_check.cu" \
	--as error_check)" 5
like "which says so" "$(said)" 'the cause is warpbook itself'
is "a macro of one's own that spoils a header is one's own" "$(cp "$top/src/toolchain/device_headers/warpbook_program.h" "$header"
	status "$w" run -Dfdividef=2 "$scratch/mine.cu")" 1
echo '#error worn out' >>"$scratch/data/src/toolchain/device_headers/cuda_runtime.h"
is "a header for kernels is ours too" "$(status "$w" check --no-record --plain "$top/solutions/01_kernels/add.cu" --as add)" 5
like "with the compiler's own words" "$(said)" 'worn out'
tap_done
