#!/bin/bash
# book.sh - the book covers the program: every command, exit status and environment variable, every column of the
# views, every folder of the source.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$(cd "$TESTS_DIR/.." && pwd)
learner=$top/doc/learner.md instructor=$top/doc/instructor.md

# Lines of the first list that the second lacks.
lacks() { comm -23 <(sort -u <<<"$1") <(sort -u <<<"$2"); }

commands=$("$WARPBOOK_BIN" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
rows=$(sed -n 's/^| `warpbook \([a-z]*\).*/\1/p' "$learner")
is "the learners' chapter has a row for every command" "$(lacks "$commands" "$rows")" ""
is "and none for what is no command" "$(lacks "$rows" "$commands")" ""
ok "there are some" test "$(wc -l <<<"$commands")" -ge 16

statuses=$("$WARPBOOK_BIN" help | tr '\n' ' ' | sed 's/.*exit status://' | grep -oE '\b[0-9]+ ' | tr -d ' ')
is "every exit status is there" "$(lacks "$statuses" "$(sed -n 's/^| \([0-9]*\) |.*/\1/p' "$learner")")" ""

read_in_source=$(grep -rhoE '"WARPBOOK_[A-Z_]+"' "$top/src" "$top/grader" --include='*.[ch]' | tr -d '"' | grep -vE '_H$')
named=$(grep -hoE '^\| .*\bWARPBOOK_[A-Z_]+.* \|' "$top"/doc/*.md | grep -oE 'WARPBOOK_[A-Z_]+')
is "every environment variable has a row in a chapter" "$(lacks "$read_in_source" "$named")" ""
read_by_scripts=$(grep -rhoE '\bWARPBOOK_[A-Z_]+' "$top/quickstart" "$top/tests/content" "$top/tests/machines" "$top/doc" \
	--include='*.sh' --include=run --include=quickstart)
is "and no row is of one that nothing reads" "$(lacks "$named" "$read_in_source"$'\n'"$read_by_scripts")" ""

if command -v sqlite3 >/dev/null 2>&1; then
	WARPBOOK_WORKSPACE=$scratch/class "$WARPBOOK_BIN" init "$scratch/class" >/dev/null
	WARPBOOK_WORKSPACE=$scratch/class "$WARPBOOK_BIN" hint 01_kernels/add >/dev/null
	for view in attempt_view metric_view time_view grade_view; do
		columns=$(sqlite3 "$scratch/class/.warpbook/warpbook.db" "select name from pragma_table_info('$view')")
		ok "$view has columns" test -n "$columns"
		is "which the instructors' chapter names" \
			"$(lacks "$columns" "$(grep -oE '`[a-z_0-9]+`' "$instructor" | tr -d '`')")" ""
	done
else
	skip "the views' columns" "sqlite3 is missing"
fi

installed=$(sed -n '/^nobase_dist_doc_DATA/,/[^\\]$/p' "$top/doc/sources.am" | grep -oE '[A-Za-z_/]+\.[a-z]+')
links() { # of the installed pages: to files of the tree, from its top
	local page target
	for page in $(grep '\.md$' <<<"$installed"); do
		for target in $(grep -oE '\]\([^)#:]+' "$top/$page" | sed 's/^](//'); do
			realpath -m --relative-to="$top" "$top/$(dirname "$page")/$target"
		done
	done
}
is "an installed page has no link to a file that is not installed" "$(lacks "$(links)" "$installed")" ""

folders=$(cd "$top" && find src -mindepth 1 -maxdepth 1 -type d)
is "the chapter on how it works has every folder" \
	"$(lacks "$folders" "$(grep -oE '`src/[a-z]+`' "$top/doc/internals.md" | tr -d '`')")" ""
tap_done
