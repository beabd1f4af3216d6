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

# An old clang does not finish with Thrust: a stand-in that ends as one that used up its time.
printf '#!/bin/sh\ncase $1 in --version) echo "Debian clang version 14.0.6" ;; *) kill -XCPU $$ ;; esac\n' >clang-14
chmod +x clang-14
printf '#include <cstdio>\n  # include <thrust/sort.h>\nint main() {}\n' >sorts.cu
"$WARPBOOK_BIN" cc --compiler "$PWD/clang-14" --json -o sorts sorts.cu >said 2>&1
like "a clang that does not finish with Thrust: told at the line" "$(tr -d '\n' <said)" \
	'"line": 2,.*clang 14 does not finish with Thrust within.*clang-19'
printf 'int main() {}\n' >sorts.cu
"$WARPBOOK_BIN" cc --compiler "$PWD/clang-14" --json -o sorts sorts.cu >said 2>&1
like "without Thrust it is the usual sentence" "$(cat said)" 'the compiler did not finish within'
ok "the table is read" test "$n" -eq "$(grep -c "^LACKS(" "$table")"
tap_done
