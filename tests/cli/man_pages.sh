#!/bin/bash
# man_pages.sh - warpbook(1) and warpbook-exercises(7), as the program prints them: both formatters accept
# them without a warning, and they contain what the tables and the sources have.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
src=$TESTS_DIR/../src

shown() { mandoc -T utf8 -O width=78 "$1" | sed 's/.\x08//g'; }

for page in warpbook.1 warpbook-exercises.7; do
	ok "the program prints $page" sh -c '"$1" manual "$2" >"$3/$2"' sh "$w" "$page" "$scratch"
	ok "make has written its current form" cmp "$BUILD_DIR/packaging/$page" "$scratch/$page"
	if command -v man >/dev/null; then
		is "man takes $page without a warning" "$(man --warnings=w -l "$scratch/$page" 2>&1 >/dev/null)" ""
	else
		skip "man takes $page without a warning" "man is not installed"
	fi
	if command -v mandoc >/dev/null; then
		is "mandoc has nothing against $page" "$(mandoc -T lint "$scratch/$page" 2>&1 | grep -v 'missing date')" ""
	else
		skip "mandoc has nothing against $page" "mandoc is not installed"
	fi
done
is "another page is wrong usage" "$($w manual warpbook.3 2>/dev/null; echo $?)" 2

if ! command -v mandoc >/dev/null; then
	skip "the contents of the pages" "mandoc is not installed"
	tap_done
fi
shown "$scratch/warpbook.1" >"$scratch/1"
shown "$scratch/warpbook-exercises.7" >"$scratch/7"

# ---- commands and options: as help and --help list them -------------------------------------
words() { sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p'; }
for c in $($w help | words); do
	subs=$($w "$c" --help | grep -q "^usage: warpbook $c COMMAND" && $w "$c" --help | words)
	for sub in '' $subs; do
		[ -z "$subs" ] || [ -n "$sub" ] || continue
		sed -n "/^   warpbook $c${sub:+ $sub}\( \|\$\)/,/^   *warpbook [a-z]* *[a-z[]/p" "$scratch/1" >"$scratch/section"
		missing=$(for option in $($w "$c" $sub --help | sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p'); do
			grep -q -- "^       \(-[a-z], \)\{0,1\}$option\b" "$scratch/1" || echo "$option"
		done)
		like "warpbook $c${sub:+ $sub} has a section" "$(head -n 1 "$scratch/section")" "warpbook $c"
		is "with all its options" "$missing" ""
	done
done
unlike "hidden commands have none" "$(cat "$scratch/1")" '^   warpbook (worker|manual|complete)'

# ---- keys ------------------------------------------------------------------------------------
missing=$(sed -n 's/^REQUEST(.*, *"\([^"]*\)", *"[^"]*", *"\([^"]*\)")$/\1|\2/p' "$src/tui/requests.def" |
	while IFS='|' read -r keys help; do
	tr -s ' \n' '  ' <"$scratch/1" | grep -qF -- " ${keys// /, } $help" || echo "$keys: $help"
done)
is "each key of requests.def is there with its help" "$missing" ""

# ---- exit statuses, environment ---------------------------------------------------------------
for status in 0 1 2 3 4 5 130; do
	like "exit status $status is reported" "$(sed -n '/^EXIT STATUS/,/^ENVIRONMENT/p' "$scratch/1")" "^       $status "
done
missing=$(sed -n 's/^VARIABLE("\([A-Z_]*\)".*/\1/p' "$src"/cmd/variables.def | while read -r name; do
	grep -rqF "\"$name\"" "$src" --include='*.[ch]' || echo "$name"
done)
is "each variable that the page names is read somewhere" "$missing" ""
missing=$(grep -rhoE 'getenv\("WARPBOOK_[A-Z_]*"' "$src" | sed 's/.*"\(.*\)"/\1/' | sort -u | while read -r name; do
	grep -q "^       $name\b" "$scratch/1" || echo "$name"
done)
is "and each that the program reads is named" "$missing" ""

# ---- the exercises' page: rows of the tables ----------------------------------------------------
row_names() { sed -n "s/^$1([A-Za-z_]*, *\"\([a-z_-]*\)\".*/\1/p" "$2"; }
listed() { # description, names
	missing=$(for name in $2; do grep -q "^       $name\b" "$scratch/7" || echo "$name"; done)
	is "$1" "$missing" ""
}
listed "each rule is listed" "$(row_names RULE "$src/catalog/rules.def")"
listed "each verdict" "$(row_names VERDICT "$src/worker/verdict.def")"
listed "each kind of finding" "$(row_names FINDING "$src/words/findings.def")"
listed "each metric" "$(sed -n 's/^METRIC(\([a-z_]*\),.*/\1/p' "$(find "$src" -name metrics.def)")"
listed "each field that the reader accepts" "$(sed -n 's/^[A-Z]*("\([a-z]*\)".*/\1/p' "$src/catalog/fields.def")"
tap_done
