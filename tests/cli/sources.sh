#!/bin/bash
# sources.sh - what a learner may hand in: their own text and headers in the same folder. Each attack with its honest
# twin, with both compilers, in a kernel exercise and in a host exercise.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child source toolchain bench attempt
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_WORKSPACE
w=$WARPBOOK_BIN
solutions=$(cd "$TESTS_DIR/.." && pwd)/solutions
mkdir -p "$scratch/mine/sub" "$scratch/theirs"
cd "$scratch/mine" || exit 1

doc() { sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '$1')"; }
verdict() {
	"$w" check --json --no-record --compiler "$compiler" --as "$as" "$file" >"$scratch/doc" 2>"$scratch/stderr"
	echo $? >"$scratch/code"
	doc '$.verdict'
}
code() { cat "$scratch/code"; }
rejected() { # what line file-that-is-named
	is "$what: foreign-source" "$(verdict)" foreign-source
	is "$what: the learner's to mend" "$(code)" 1
	is "$what: at its line" "$(doc '$.fault.file'):$(doc '$.fault.line')" "${2:-$file}:$1"
	is "$what: nothing of the compiler's words" "$(doc '$.diagnostics[0].text')" ""
}

# ---- what is included -------------------------------------------------------------------------------
tried() {
	reference=$solutions/$as.cu
	file=${as#*/}.cu
	what="$compiler, $as"

	printf '// the answer\n#include "%s"\n' "$reference" >"$file"
	what="$compiler, $as, the reference by its path"; rejected 2
	ln -sf "$reference" answer.h; printf '\n\n#include "answer.h"\n' >"$file"
	what="$compiler, $as, the reference behind a link"; rejected 3
	rm answer.h; cp "$reference" answer.h
	what="$compiler, $as, a copy of the reference"; rejected 3
	is "$what: again, whatever the first check has cached" "$(verdict)" foreign-source
	printf '#include "%s"\n' "$reference" >sub/deep.h; printf '#include "sub/deep.h"\n' >"$file"
	what="$compiler, $as, the reference by a header"; rejected 1 "$(pwd -P)/sub/deep.h"
	printf '#define PLACE "%s"\n#include PLACE\n' "$reference" >"$file"
	what="$compiler, $as, the reference by a macro"; rejected 2
	printf '#ifdef __CUDA_ARCH__\n#include "%s"\n#endif\n' "$reference" >"$file"
	what="$compiler, $as, the reference for the device alone"; rejected 2
	printf '#import "%s"\n' "$reference" >"$file"
	what="$compiler, $as, the reference imported"; rejected 1
	cp "$reference" "$scratch/theirs/theirs.cu"; echo '// theirs' >>"$scratch/theirs/theirs.cu"
	printf '#include "../theirs/theirs.cu"\n' >"$file"
	what="$compiler, $as, a fellow's file"; rejected 1
	printf 'SECRET_TOKEN_77123\n' >"$scratch/theirs/secret"
	{ cat "$reference"; printf '#include "%s"\n' "$scratch/theirs/secret"; } >"$file"
	what="$compiler, $as, a secret"; rejected "$(wc -l <"$file")"
	unlike "$what: its words are not shown" "$(cat "$scratch/doc")" SECRET_TOKEN

	# The honest twins.
	cp "$reference" "$file"
	is "$compiler, $as, the same text as one's own" "$(verdict)" passed
	printf 'int helper_of_mine(int);\n' >own.h
	{ printf '#include "own.h"\n#include <math.h>\n'; cat "$reference"; } >"$file"
	is "$compiler, $as, a header of one's own" "$(verdict)" passed
	cp own.h sub/own.h
	{ printf '#include "sub/own.h"\n#if 0\n#include "/dev/zero"\n#endif\n// #include "/etc/passwd"\n'; cat "$reference";
		} >"$file"
	is "$compiler, $as, below one's folder; and what is switched off" "$(verdict)" passed
}

# ---- what is no text ----------------------------------------------------------------------------------
no_text() {
	rm -f add.cu; ln -s "$solutions/01_kernels/add.cu" add.cu
	is "$compiler, a link is not followed" "$(verdict)" bad-source
	like "$compiler, and is called one" "$(doc '$.message')" 'is a link'
	rm add.cu; cp /bin/true add.cu
	is "$compiler, a program is not a source" "$(verdict)$(code)" bad-source1
	like "$compiler, and is called one" "$(doc '$.message')" 'compiled program'
	iconv -f UTF-8 -t UTF-16 "$solutions/01_kernels/add.cu" >add.cu
	is "$compiler, UTF-16 is not read" "$(verdict)$(code)" bad-source1
	like "$compiler, and the remedy is named" "$(doc '$.advice')" 'UTF-8'
	iconv -f UTF-8 -t UTF-16LE "$solutions/01_kernels/add.cu" >add.cu
	like "$compiler, nor without its mark" "$(verdict; doc '$.message')" 'UTF-16'
	{ cat "$solutions/01_kernels/add.cu"; printf '// \0\n'; } >add.cu
	is "$compiler, a NUL is reported with its line" "$(verdict):$(doc '$.fault.line')" "bad-source:$(wc -l <add.cu)"
	for odd in /dev/zero "$scratch/fifo" /etc; do
		[ -e "$odd" ] || mkfifo "$odd"
		{ printf '\n#include "%s"\n' "$odd"; cat "$solutions/01_kernels/add.cu"; } >add.cu
		is "$compiler, an include of $odd is rejected at its line" "$(verdict)$(code):$(doc '$.fault.line')" bad-source1:2
	done
	{ printf '\xEF\xBB\xBF'; cat "$solutions/01_kernels/add.cu"; printf '// \xE4\xF6\xFC, Latin-1\n'; } >add.cu
	is "$compiler, a mark of UTF-8 and odd letters are fine" "$(verdict)" passed
}

# ---- what is kept of an earlier check -------------------------------------------------------------------
kept() {
	printf '#define SUM(x, y) ((x) + (y))\n' >h.h
	{ printf '#import "h.h"\n'; sed 's/a\[i\] + b\[i\]/SUM(a[i], b[i])/' "$solutions/01_kernels/add.cu"; } >add.cu
	is "$compiler, with an imported header" "$(verdict)" passed
	printf '#define SUM(x, y) ((x) - (y))\n' >h.h
	is "$compiler, a changed header is seen" "$(verdict)" wrong-answer
	cp "$solutions/01_kernels/add.cu" add.cu; verdict >"$scratch/first"; verdict >"$scratch/again"
	is "$compiler, the same text is kept" "$(doc '$.compile_cached')" 1
	is "$compiler, in a folder of one's own" "$(stat -c %a "$scratch/cache/warpbook/artifacts")" 700
	is "$compiler, in files of one's own" "$(stat -c %a "$scratch"/cache/warpbook/artifacts/* | sort -u)" 600
}

# A host exercise's text and program lie there: none of it is believed.
damaged() {
	cache=$scratch/cache/warpbook/programs
	rm -rf "$cache"
	cp "$reference" "$file"; verdict >"$scratch/first"
	right=$(printf '%s\n' "$cache"/*.cu | head -n 1) # the learner's or the reference's: the text is the same
	cp "$right" "$scratch/right.cu"
	{ cat "$reference"; echo '#error wrong'; } >"$file"
	rm -rf "$cache"; verdict >"$scratch/first"
	for wrong in "$cache"/*.cu; do ln -sf "$scratch/right.cu" "$wrong"; done
	is "$compiler, a link to other text in the cache is not followed" "$(verdict)" compile-error
	cp "$reference" "$file"
	rm -rf "$cache"; verdict >"$scratch/first"
	is "$compiler, a program is kept" "$(verdict >"$scratch/first"; doc '$.compile_cached')" 1
	cp /bin/true "$scratch/another" # never the machine's own: what follows writes to what the links name
	# -f: a process of the last check may still be about to end, and its program is not written to.
	for how in 'cp -f' 'ln -sf' 'touch -r'; do
		for entry in "$cache"/*.files; do $how "$scratch/another" "${entry%.files}";
			done # the learner's and the reference's
		is "$compiler, with '$how' of another program in the cache it is built anew" \
			"$(verdict):$(doc '$.compile_cached')" passed:0
	done
	for entry in "$cache"/*.files; do
		program=${entry%.files}
		touch -r "$program" "$scratch/time"
		printf '\220' | dd of="$program" bs=1 seek=$(($(stat -c %s "$program") / 2)) conv=notrunc 2>/dev/null
		touch -r "$scratch/time" "$program"
	done
	is "$compiler, a program changed under its old time is built anew" "$(verdict):$(doc '$.compile_cached')" passed:0
	for entry in "$cache"/*; do rm -f "$entry"; echo rubbish >"$entry"; done
	is "$compiler, rubbish in all of them is replaced" "$(verdict)" passed
	for entry in "$cache"/*; do rm -f "$entry"; mkdir "$entry"; done
	is "$compiler, folders in place of them too" "$(verdict)" passed
	for entry in "$cache"/*; do rm -rf "$entry"; mkfifo "$entry"; done
	is "$compiler, and named pipes" "$(verdict)" passed
	like "$compiler, in silence" "$(cat "$scratch/stderr")" '^$'
	is "$compiler, in a folder of one's own" "$(stat -c %a "$cache")" 700
}

any=
for compiler in nvcc clang; do
	if ! "$w" check --json --no-record --compiler $compiler "$solutions/01_kernels/add.cu" >"$scratch/doc" 2>&1 &&
		grep -q 'cannot find\|no compiler\|not found\|not installed' "$scratch/doc"; then
		skip "$compiler" "not here"
		continue
	fi
	any=1
	as=01_kernels/add tried
	as=06_host_memory/round_trip tried
	as=01_kernels/add; file=add.cu
	no_text
	kept
	as=06_host_memory/round_trip; file=round_trip.cu reference=$solutions/$as.cu
	damaged
done
[ "$any" ] || skip "sources" "no compiler"
tap_done
