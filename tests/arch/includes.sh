#!/bin/sh
# includes.sh - who may include whom: reads every #include of src and grader and
# holds the house to this table. `base` is open to all and stands in no row.
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
worker     device run cudart words
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
dlfcn.h              src/device/ src/cudart/check/call_place.c src/cudart/check/python.c src/grade/unpack_read.c src/toolchain/native.c
zstd.h               src/cudart/fatbin.c
'

allowed() { echo "$table" | awk -v folder="$1" '$1 == folder { $1 = ""; print }'; }

for folder in base words source ptx toolchain run store script simt debug timeline cudart device worker catalog judge session grade lesson tui cmd; do
	case $folder in
	judge) dir=$top/grader/judge ;;
	*) dir=$top/src/$folder ;;
	esac
	wrong=$(grep -rHoE '^#[[:space:]]*include "[a-z_]+/' "$dir" --include='*.[ch]' --include='*.def' |
		sed 's/:.*"/ /; s,/$,,' | sort -u | while read -r file used; do
		case " $folder base $(allowed "$folder") " in
		*" $used "*) ;;
		*) [ "$folder" != base ] && [ "$used" = base ] || echo "$file includes $used" ;;
		esac
	done)
	is "$folder includes only what its row allows" "$wrong" ""
	unused=$(for used in $(allowed "$folder"); do
		grep -rqE "^#[[:space:]]*include \"$used/" "$dir" --include='*.[ch]' --include='*.def' || echo "$used"
	done)
	is "and its row allows nothing that it does not use" "$unused" ""
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

unopened=$(find "$top/src" "$top/grader" -name '*.[ch]' | while read -r file; do
	head -n 1 "$file" | grep -q '^/\*' || echo "$file"
done)
is "every file opens with why it exists" "$unopened" ""

# What no list names is missing from a release, which `make distcheck` notices minutes later.
listed=$(cat "$top"/src/*/sources.am "$top"/Makefile.am)
unlisted=$(cd "$top" && find src -name '*.[ch]' -o -name '*.def' | while read -r f; do
	case $listed in *"$f"*) ;; *) echo "$f" ;; esac
done)
is "every source and header is in a sources.am" "$unlisted" ""
tap_done
