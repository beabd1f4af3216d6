#!/bin/sh
# includes.sh - who may include whom: reads every #include of src and grader and checks it against this table.
# Every folder may include `base`, which has no row.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..

table='
words
source
ptx
toolchain
run        words timeline ptx
store      words
script
simt       ptx words
timeline   simt
debug      simt ptx
cudart     simt ptx toolchain timeline words source
device     simt ptx words
worker     device run cudart simt words
catalog    script words timeline
judge      catalog run words
session    toolchain run store catalog judge ptx words source timeline simt debug
grade      script catalog session store toolchain ptx source
lesson     script catalog session words timeline
tui        lesson grade session store catalog words
cmd        cudart tui worker device grade session store catalog toolchain run lesson simt ptx script words source timeline
'
# Headers of other libraries, and the only files that may include them.
fences='
curses.h|ncurses.h   src/tui/term.c src/tui/draw.c
sqlite3.h            src/store/
lua.h|lauxlib.h|lualib.h  src/script/ src/catalog/ src/lesson/
dlfcn.h              src/device/ src/cudart/check/call_place.c src/cudart/check/python.c src/grade/in/unpack_read.c src/toolchain/native.c src/worker/translations.c
zstd.h               src/cudart/fatbin.c
'

# Each file with the folder that it includes from, once: PLACE FILE USED.
(cd "$top" && grep -rHoE '^#[[:space:]]*include "[a-z_]+/' src grader/judge --include='*.[ch]' --include='*.def') |
	sed 's/:.*"/ /; s,/$,,' | sort -u | sed -E 's,^(src|grader)/([^/]+)/,\2 &,' >"$scratch/uses"
allowed() { echo "$table" | awk -v folder="$1" '$1 == folder { $1 = ""; print }'; }

for folder in base words source ptx toolchain run store script simt debug timeline cudart device worker catalog judge session grade lesson tui cmd; do
	row=$(allowed "$folder")
	[ "$folder" = base ] || row="$row base"
	is "$folder includes only what its row allows" "$(awk -v folder="$folder" -v row=" $folder $row " \
		'$1 == folder && !index(row, " " $3 " ") { print $2 " includes " $3 }' "$scratch/uses")" ""
	is "and its row allows nothing that it does not use" "$(awk -v folder="$folder" -v row="$(allowed "$folder")" \
		'$1 == folder { used[$3] = 1 } END { n = split(row, all, " "); for (i = 1; i <= n; i++) if (!(all[i] in used)) print all[i] }' \
		"$scratch/uses")" ""
done

echo "$fences" | while read -r headers places; do
	[ -n "$headers" ] || continue
	for place in $places; do
		grep -rqE "#[[:space:]]*include <($(echo "$headers" | sed 's/\./\\./g'))>" "$top/$place" || echo "$place needs none of $headers"
	done
	grep -rlE "#[[:space:]]*include <($(echo "$headers" | sed 's/\./\\./g'))>" "$top/src" "$top/grader" --include='*.[ch]' |
		sed "s,^$top/,," | while read -r file; do
		inside=no
		for place in $places; do
			case $file in "$place"*) inside=yes ;; esac
		done
		[ $inside = yes ] || echo "$file includes one of $headers"
	done
done >"$scratch/fences"
is "curses, SQLite, Lua and dlfcn stay behind their fences" "$(cat "$scratch/fences")" ""

long=$(find "$top/src" "$top/grader" -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 900 { print $2 ": " $1 }')
is "no file has grown past 900 lines" "$long" ""

unopened=$(find "$top/src" "$top/grader" -name '*.[ch]' -exec awk 'FNR == 1 && !/^\/\*/ { print FILENAME }' {} +)
is "every file opens with why it exists" "$unopened" ""

# What no list names is missing from a release, which `make distcheck` notices minutes later.
unlisted=$(cd "$top" && find src -name '*.[ch]' -o -name '*.def' | awk -v lists="$(echo src/*/sources.am Makefile.am)" '
	BEGIN { n = split(lists, list, " "); for (i = 1; i <= n; i++) while ((getline line <list[i]) > 0) listed = listed line "\n" }
	!index(listed, $0)')
is "every source and header is in a sources.am" "$unlisted" ""
tap_done
