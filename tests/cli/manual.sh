#!/bin/bash
# manual.sh - the pages of tables in the book equal the program's output. With --update (`make
# manual`) it writes them there instead.
#
#	<!-- begin: warpbook vm checks --markdown -->
#	...
#	<!-- end -->
manuals=${MANUAL:-$(grep -l "^<!-- begin: warpbook " "$TESTS_DIR"/../doc/*.md)}

# The manual $1 with its tables as the program prints them now.
fresh() {
	while IFS= read -r line; do
		printf '%s\n' "$line"
		case $line in
		'<!-- begin: warpbook '*)
			command=${line#'<!-- begin: warpbook '}
			read -ra words <<<"${command%' -->'}"
			"$WARPBOOK_BIN" "${words[@]}" || echo "the command fails: ${words[*]}"
			while IFS= read -r line && [ "$line" != '<!-- end -->' ]; do :; done
			printf '%s\n' "$line" ;;
		esac
	done <"$1"
}

if [ "$1" = --update ]; then
	for manual in $manuals; do
		fresh "$manual" >"$manual.new" && mv "$manual.new" "$manual"
	done
	exit
fi

. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
for manual in $manuals; do
	fresh "$manual" >"$scratch/manual"
	ok "the tables of ${manual#"$TESTS_DIR/../"} are the program's own (else: make manual)" diff "$manual" "$scratch/manual"
done
is "there are five" "$(wc -w <<<"$manuals")" 5
ok "an entry for every opcode" test "$(grep -c '^| `[a-z0-9]*` | `' "$TESTS_DIR/../doc/instructions.md")" -gt 60
tap_done
