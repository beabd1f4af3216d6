#!/bin/sh
# includes.sh - the house: its rooms, who may include whom, and through which door. It reads every #include of src and
# compares it with the two tables below.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..

# A room, a folder of src | the rooms below it that it may include; `base` is open to all | its doors: the headers that other rooms may
# include. A room can only include rooms above its own row, so that no two depend on each other.
house='
base      | | catalogue.h language.h array.h order.h table.h path.h buf.h source.h text.h thread.h arena.h elf.h error.h hash.h clock.h json.h version.h foreign_path.h limits.h link.h backtrace.h ratio.h signal_stack.h
child     | | memory.h proc.h sandbox.h shell_limits.h proc_seed.h proc_child.h spaces.h
words     | | dim.h finding.h remark.h metric.h observed.h journal.h annotation.h finding_json.h card.h python.h texture.h kinds.h findings.def
source    | | learner_source.h normal.h mutate.h hints.h mend.h
ptx       | | ptx.h syntax.h ir.h matrix.h inline_asm.h dwarf.h
simt      | words ptx | simt.h reserve.h counts.h written.h counters.def mem/texture.h narrow.h tensor_map.h ieee.h
timeline  | | timeline.h timeline_draw.h
cost      | simt timeline | cost.h gpu.def
profile   | words simt timeline cost | columns.h speed.h waste.h
toolchain | child source | python/numba.h toolchain.h program/program.h native.h cache.h python/python.h program/program_cache.h request.h python/numba_ready.h program/program_file.h command.h messages.h
cudart    | child words source ptx simt timeline cost profile toolchain | groups.def observe.h api.def errors.def
device    | words ptx simt | device.h
store     | child words | store.h grades.h comments.h carry.h
script    | | nearest.h script.h
hand      | words source ptx simt toolchain device script | file.h args.h machine.h
catalog   | words cost script | catalog.h course.h overlay.h gpu.h experiment.h image.h ladder.h
worker    | child words ptx simt timeline cost cudart device | verdict.h box.h record.h modelled.h gpus.h timing.h card.h try_sandbox.h worker.h host.h
judge     | words catalog worker | judge.h
bench     | child source ptx simt toolchain catalog worker judge | target.h bench.h native_box.h kernel_case.h expectations.h host_program.h build.h
draw      | child words simt timeline cost profile toolchain catalog worker judge bench | profile.h program.h picture.h gantt.h image.h
attempt   | child words source toolchain store catalog worker judge bench draw | attempt.h diagnostic_json.h
debug     | child words source ptx simt toolchain judge bench | debugger.h
sweep     | child timeline cost toolchain catalog worker judge bench draw | demo.h sweep.h experiment.h
prove     | child source toolchain catalog worker bench attempt | prove.h
desk      | child toolchain script catalog | workspace.h packs.h notes.h speech.h ready.h watch.h bookmark.h
lesson    | words timeline cost script catalog draw sweep desk | lesson.h library.h glossary.h
grade     | child source ptx toolchain store script catalog bench draw attempt | classroom.h slurm/slurm.h book.h in/csv.h in/pseudonym.h out/out.h out/out_course.h out/pictures.h in/unpack.h in/archive_write.h similar/similar.h
lsp       | child words source cudart catalog lesson | lsp.h
tui       | child words store catalog draw attempt debug desk lesson grade | requests.h tui.h
cmd       | child words source ptx simt timeline cost toolchain cudart store script hand catalog worker bench draw attempt debug sweep prove desk lesson grade lsp tui | cmd.h help.h workbook.h
'
# The rooms within a room, and what each may include of its neighbours. All may include the headers beside them.
inner='
simt/check         mem
simt/exec          check mem
simt/lower         exec ops
simt/mem
simt/native        exec
simt/ops           exec mem
toolchain/program
toolchain/python   program
cudart/audit
cudart/check       launch memory streams
cudart/device      check memory streams
cudart/driver      check device graph launch memory streams textures
cudart/graph       check launch memory streams
cudart/launch      check device memory streams
cudart/libs        check driver memory
cudart/memory      check launch streams textures
cudart/streams     check graph launch memory
cudart/textures    check launch memory
grade/in
grade/out          in
grade/similar      in
grade/slurm
tui/pages
cmd/author
cmd/exercise
cmd/grade
cmd/inspect        program
cmd/pack           author
cmd/program
cmd/vm
'
# Headers of other libraries, and the only files that may include them.
fences='
curses.h|ncurses.h   src/tui/term.c src/tui/draw.c
sqlite3.h            src/store/
lua.h|lauxlib.h|lualib.h  src/script/ src/catalog/ src/lesson/
dlfcn.h              src/device/ src/cudart/audit/audit.c src/cudart/check/call_place.c src/cudart/check/python.c src/cudart/libs/solver.c src/grade/in/archive_library.h src/toolchain/native.c src/worker/translations.c
zstd.h|lz4.h         src/cudart/fatbin.c
'

# Each include of another folder, once: the file, its room, its inner room or "-"; the header, its room, its inner room or "-".
(cd "$top" && grep -rHoE '^#[[:space:]]*include "[a-z_]+/[^"]+' src --include='*.[ch]' --include='*.def') |
	sed 's/:[^"]*"/ /; s,^src/,,' | sort -u | awk '
		{ n = split($1, from, "/"); k = split($2, to, "/") }
		{ print $1, (n > 1 ? from[1] : "main"), (n > 2 ? from[2] : "-"), $2, to[1], (k > 2 ? to[2] : "-") }' >"$scratch/uses"
column() { echo "$house" | awk -F'|' -v n="$1" -v room="$2" '{ name = $1; gsub(" ", "", name) } name == room { print $n }'; }

below=
for room in $(echo "$house" | cut -d'|' -f1); do
	row=$(column 2 "$room")
	is "$room includes only rooms that its row allows" "$(awk -v room="$room" -v row=" base $room $row " \
		'$2 == room && !index(row, " " $5 " ") { print $1 " includes " $4 }' "$scratch/uses")" ""
	is "the row of $room allows nothing that $room does not use" "$(awk -v room="$room" -v row="$row" \
		'$2 == room { used[$5] = 1 } END { n = split(row, all, " "); for (i = 1; i <= n; i++) if (!(all[i] in used)) print all[i] }' \
		"$scratch/uses")" ""
	is "the rooms that $room includes stand above it" "$(for other in $row; do
		case " $below " in *" $other "*) ;; *) echo "$other" ;; esac
	done)" ""
	is "other rooms enter $room by its doors alone" "$(awk -v room="$room" -v doors=" $(column 3 "$room") " '
		$5 == room && $2 != room { door = substr($4, length(room) + 2); if (!index(doors, " " door " ")) print $1 " includes " $4 }' \
		"$scratch/uses")" ""
	is "each door of $room is used" "$(awk -v room="$room" -v doors="$(column 3 "$room")" '
		$5 == room && $2 != room { used[substr($4, length(room) + 2)] = 1 }
		END { n = split(doors, all, " "); for (i = 1; i <= n; i++) if (!(all[i] in used)) print all[i] }' "$scratch/uses")" ""
	below="$below $room"
done

is "a room within a room includes only the neighbours that its row allows" "$(awk -v rows="$inner" '
	BEGIN { n = split(rows, line, "\n"); for (i = 1; i <= n; i++) { k = split(line[i], word, " +"); for (j = 2; j <= k; j++) allowed[word[1], word[j]] = 1 } }
	$2 == $5 && $3 != "-" && $6 != "-" && $3 != $6 && $6 != "include" && !(($2 "/" $3, $6) in allowed) { print $1 " includes " $4 }' \
	"$scratch/uses")" ""
is "and its row allows nothing that it does not use" "$(awk -v rows="$inner" '
	$2 == $5 && $3 != $6 { used[$2 "/" $3, $6] = 1 }
	END { n = split(rows, line, "\n")
		for (i = 1; i <= n; i++) { k = split(line[i], word, " +"); for (j = 2; j <= k; j++) if (!((word[1], word[j]) in used)) print word[1], word[j] } }' \
	"$scratch/uses")" ""

# A prototype begins in the first column.
is "a header has at most 25 functions" "$(find "$top/src" -name '*.h' ! -path '*/include/*' ! -path '*/device_headers/*' | while read -r header; do
	n=$(grep -cE '^[a-z][a-z0-9_ *]*[ *][a-z0-9_]+\(' "$header") || continue
	[ "$n" -le 25 ] || echo "${header#"$top"/src/} has $n functions"
done)" ""
is "a folder has at most 28 .c files" "$(cd "$top/src" && find . -name '*.c' | sed 's,^\./,,; s,/[^/]*$,,' | sort | uniq -c |
	awk '$1 > 28 { print $2 " has " $1 }')" ""

echo "$fences" | while read -r headers places; do
	[ -n "$headers" ] || continue
	for place in $places; do
		grep -rqE "#[[:space:]]*include <($(echo "$headers" | sed 's/\./\\./g'))>" "$top/$place" || echo "$place needs none of $headers"
	done
	grep -rlE "#[[:space:]]*include <($(echo "$headers" | sed 's/\./\\./g'))>" "$top/src" --include='*.[ch]' |
		sed "s,^$top/,," | while read -r file; do
		inside=no
		for place in $places; do
			case $file in "$place"*) inside=yes ;; esac
		done
		[ $inside = yes ] || echo "$file includes one of $headers"
	done
done >"$scratch/fences"
is "curses, SQLite, Lua and dlfcn stay behind their fences" "$(cat "$scratch/fences")" ""

long=$(find "$top/src" -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 900 { print $2 ": " $1 }')
is "no file has grown past 900 lines" "$long" ""

unopened=$(find "$top/src" -name '*.[ch]' -exec awk 'FNR == 1 && !/^\/\*/ { print FILENAME }' {} +)
is "every file opens with why it exists" "$unopened" ""

# What no list names is missing from a release, which `make distcheck` notices minutes later.
unlisted=$(cd "$top" && find src -name '*.[ch]' -o -name '*.def' | awk -v lists="$(echo src/*/sources.am Makefile.am)" '
	BEGIN { n = split(lists, list, " "); for (i = 1; i <= n; i++) while ((getline line <list[i]) > 0) listed = listed line "\n" }
	!index(listed, $0)')
is "every source and header is in a sources.am" "$unlisted" ""

# Lines within 130 columns, a tab of 8. `quoted` files quote C, line by line; in macros, pragmas and diagrams a break reads worse.
quoted='src/simt/native/prelude.c src/simt/native/translate.c'
wide_lines=$(cd "$top" && find src tests -name '*.[ch]' ! -path '*/device_headers/*' ! -path '*/include/*' \
	-exec env LC_ALL=C.UTF-8 wc -L {} + |
	awk -v quoted=" $quoted " '$1 > 130 && $2 != "total" && !index(quoted, " " $2 " ") { print $2 }' | while read -r file; do
		expand -t8 "$file" | LC_ALL=C.UTF-8 awk -v file="$file" \
			'length > 130 && !/\\$|^#|[^ ]   |^ *"|[^\001-\176]/ { print file ": " FNR }'
	done)
is "no line of C is longer than 130 columns" "$wide_lines" ""
# At most so many lines of scripts are. The number may only fall.
wide_script_lines=337
is "no more lines of scripts are longer" "$(cd "$top" && find tests -name '*.sh' -exec cat {} + | expand -t8 |
	LC_ALL=C.UTF-8 awk -v most=$wide_script_lines 'length > 130 { n++ } END { if (n > most) print n }')" ""

# The book's prose, without tables and blocks of code: a line for each sentence, and long ones break at their clauses.
broken=$(cd "$top" && LC_ALL=C.UTF-8 awk '
	FNR == 1 { code = 0 }
	/^ *```/ { code = !code }
	code || /^ *\|/ || /^    / || /^<!--/ || /^#/ { next }
	length > 130 || / [a-z`(][^ ]*[a-z0-9)`*"][.!?][)*"]* ["(*`[]*[A-Z]/ { print FILENAME ": " FNR }' \
	doc/*.md exercises/README.md lessons/README.md SECURITY.md)
is "a line of the book is one sentence, or a part of one, within 130 columns" "$broken" ""

# A header that includes kinds.h makes each new kind of finding compile all that includes the header.
is "no header includes words/kinds.h" "$(cd "$top" && grep -rl '"words/kinds.h"' src --include='*.h')" ""

# Rooms whose invariants are assertions (vm_assert of base/limits.h), and how many they have. A number may only rise: raise it here when
# you add some: 5 in 1,000 lines of .c or more.
asserts='
ptx    43
simt   166
cudart 161
worker 41
'
echo "$asserts" | while read -r room least; do
	[ -z "$room" ] || [ "$(grep -rhoE 'vm_assert\(' "$top/src/$room" --include='*.c' | wc -l)" -ge "$least" ] || echo "$room has fewer than $least"
done >"$scratch/asserts"
is "no room loses assertions" "$(cat "$scratch/asserts")" ""
tap_done
