#!/bin/bash
# covered.sh - whoever adds a row to one of these tables adds a test: each kind of finding, each call of the runtime and each option of
# a command is in a test, or in a program that tests run. Opcodes have tests/unit/simt_arith.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..
export LC_ALL=C

# Everything that is tested, as text. names.txt lists every call, tested or not.
(cd "$top" && find tests exercises solutions lessons -type f ! -name '*.ptx' ! -path tests/cudart/names.txt \
	! -path 'tests/arch/*' -exec cat {} +) |
	tr -d '\0' >"$scratch/tests"
ok "there are tests" test "$(wc -l <"$scratch/tests")" -gt 100000

# A finding is known by its name, or, where people read it, by its headline.
is "each kind of finding has a test" "$(sed -nE 's/^FINDING\([A-Z_0-9]+, "([^"]+)", [A-Z]+, [A-Z_]+, "([^"]+)",$/\1|\2/p' \
	"$top/src/words/findings.def" |
	while IFS='|' read -r name headline; do
		grep -qE "(^|[^a-z-])$name([^a-z-]|$)" "$scratch/tests" || grep -qF "$headline" "$scratch/tests" || echo "$name"
	done)" ""

calls=$(tr '\n' ' ' <"$top/src/cudart/api.def" | sed -E 's/ (CALL|STREAMED|RETURNS|HIDDEN)\(/\n\1(/g' |
	grep -E '^(CALL|STREAMED|RETURNS)\(.*[, ]DONE,' |
		sed -E 's/^RETURNS\([^,]*, /CALL(/; s/^[A-Z]+\(([A-Za-z0-9_]+).*/\1/' | sort -u)
ok "there are calls" test "$(echo "$calls" | wc -l)" -gt 200
grep -oE '(__)?cuda[A-Za-z0-9_]+' "$scratch/tests" | sort -u >"$scratch/named"
is "each call of the runtime that is done has a test" "$(echo "$calls" | comm -23 - "$scratch/named")" ""

# Libraries: each function of a table, under its name or the one that programs write (cublasSgemm for cublasSgemm_v2). The forms for sizes
# of 64 bits, and those of the other types, are made from the same rows: one type is enough.
for library in cublas cublaslt cufft curand cusolver cusparse; do
	header=$(sed -n "s|.*include \"../libs/$library.def\".*|&|p" "$top"/src/cudart/include/*.h | wc -l)
	ok "$library.def is in a header" test "$header" -gt 0
	sed -nE 's/^(CUBLAS|CUBLASLT|CUFFT|CURAND|CUSOLVER|CUSPARSE)(_ANSWER|_CALL)?\(([A-Za-z0-9_]+),.*/\3/p' \
		"$top/src/cudart/libs/$library.def" |
		sed 's/_v2$//' | grep -vx name | sort -u >"$scratch/rows"
	is "each function of $library.def has a test" \
		"$(grep -oE '(cublas|cufft|curand|cusolver|cusparse)[A-Za-z0-9_]+' "$scratch/tests" | sed 's/_v2$//' | sort -u |
		comm -13 - "$scratch/rows")" ""
done

# An option in its long form, or, behind the command's name, in its short one.
is "each option of a command has a test" "$(sed -n 's/^COMMAND(\(.*\))$/\1/p' "$top/src/cmd/commands.def" |
	while read -r command; do
	{ # its own, and those of its commands
		"$WARPBOOK_BIN" help "$command" 2>/dev/null
		"$WARPBOOK_BIN" help "$command" 2>/dev/null | sed -nE 's/^  ([a-z]+) .*/\1/p' | while read -r sub; do
			"$WARPBOOK_BIN" "$command" "$sub" --help 2>/dev/null
		done
	} | sed -nE 's/^ +((-[a-zA-Z]), +)?(--[a-z][a-z-]+).*/\3 \2/p' | while read -r long short; do
		grep -qE -- "$long([^a-z-]|$)" "$scratch/tests" || { [ "$short" ] &&
			grep -qE -- "$command\"? .*$short " "$scratch/tests"; } || echo "$command $long"
	done
done)" ""
is "tests/README.md says what each folder proves" \
	"$(cd "$top/tests" && for folder in */; do grep -qE "^\|.*\`${folder%/}\`.*\|.*\|" README.md || echo "$folder"; done)" ""
tap_done
