#!/bin/bash
# manual.sh - the tables of the vm's manual are what the program prints. With --update
# (`make manual`) it writes them there instead.
#
#	<!-- begin: warpbook vm checks --markdown -->
#	...
#	<!-- end -->
manual=${MANUAL:-$TESTS_DIR/../src/simt/README.md}

# The manual with its tables as the program prints them now.
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
	done <"$manual"
}

if [ "$1" = --update ]; then
	fresh >"$manual.new" && mv "$manual.new" "$manual"
	exit
fi

. "$TESTS_DIR/tap/tap.sh"
fresh >"$scratch/manual"
ok "the tables of the manual are the program's own (else: make manual)" diff "$manual" "$scratch/manual"
is "there are three of them" "$(grep -c '^<!-- begin: ' "$manual")" 3
ok "an entry for every opcode" test "$(grep -c '^| `[a-z0-9]*` | `' "$manual")" -gt 60
tap_done
