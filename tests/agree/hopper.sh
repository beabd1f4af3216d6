#!/bin/bash
# hopper.sh - each form of wgmma, of bulk and tensor copies and of st.async and red.async has a program in hopper.txt that compares it with
# the host and ran on an H100, or a reason.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
table=$TESTS_DIR/agree/hopper.txt
programs=$TESTS_DIR/programs
forms=$(for op in wgmma cp st red; do "$WARPBOOK_BIN" vm ops $op --json; done |
	sed -nE 's/^ *"((wgmma|cp\.(reduce\.)?async\.bulk|st\.async|red\.async)[^"]*)".*/\1/p')
ok "there are forms" test "$(wc -l <<<"$forms")" -gt 25

lacking() { # FORMS: those without a row
	while IFS= read -r form; do cut -f1 "$table" | grep -qxF -- "$form" || echo "no program, and no reason: $form";
		done <<<"$1"
}
is "each form has a program or a reason" "$(lacking "$forms")" ""
is "each row is of a form" "$(grep -v '^#' "$table" | cut -f1 | grep -vxF "$forms")" ""
is "a new form is missed" "$(lacking 'wgmma.new D, A')" "no program, and no reason: wgmma.new D, A"

if ! has_compiler nvcc; then
	skip "the programs have these forms" "no nvcc"
else
	names=$(grep -v '^#' "$table" | cut -f2 | tr ' ' '\n' | sort -u)
	cd "$scratch" || exit 99
	for name in $names; do
		"$WARPBOOK_BIN" nvcc -std=c++17 -arch=sm_90a -ptx -o "$name.ptx" "$programs/$name.cu" >"$name.said" 2>&1 ||
			echo "# $name: $(head -3 "$name.said")"
	done
	while IFS=$'\t' read -r form names patterns; do
		[[ $form != \#* ]] || continue
		if [ -z "$names" ]; then ok "$form: a reason" test -n "$patterns"; continue; fi
		absent=
		for pattern in $patterns; do
			for name in $names; do cat "$name.ptx"; done | grep -qE -- "$pattern" || absent+=" $pattern"
		done
		is "$form: $names" "$absent" ""
		for name in $names; do [ -s "$programs/$name.expected" ] || is "$name has an expected output" "" "one"; done
	done <"$table"
fi
tap_done
