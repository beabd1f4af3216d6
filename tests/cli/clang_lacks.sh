#!/bin/bash
# clang_lacks.sh - src/toolchain/clang_lacks.def lists what clang lacks: each program in it fails to compile, and the error
# comes with the advice of its row.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
unset WARPBOOK_COMPILER
table=$TESTS_DIR/../src/toolchain/clang_lacks.def
compiler=$(compilers | grep clang | tail -n 1)
[ "$compiler" ] || { echo "1..0 # SKIP no clang on this machine"; exit 0; }
mkdir "$scratch/work"
cd "$scratch/work" || exit 99

# A row in two lines: LACKS("WHAT", "SOURCE",<newline> "PATTERN", "ADVICE")
n=0
while IFS= read -r row; do
	what=$(sed -E 's/^LACKS\("([^"]*)", "([^"]*)",.*/\1/' <<<"$row")
	sed -E 's/^LACKS\("([^"]*)", "([^"]*)",.*/\2/' <<<"$row" | tr '|' '\n' >lack.cu
	advice=$(sed -E 's/.*, "([^"]*)"\)$/\1/' <<<"$row")
	"$WARPBOOK_BIN" cc --compiler "$compiler" --json -o lack lack.cu >said 2>&1
	status=$?
	is "$what: does not compile with $compiler" $status 1
	grep -qF -- "\"hint\": \"$advice\"" said
	tap_report $? "$what: $advice"
	n=$((n + 1))
done < <(sed -n '/^LACKS(/,/)$/p' "$table" | paste -d' ' - - | tr -s '\t ' ' ')
ok "the table is read" test "$n" -eq "$(grep -c "^LACKS(" "$table")"
tap_done
