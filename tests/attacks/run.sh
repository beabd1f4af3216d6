#!/bin/bash
# run.sh - every file here tries to reach out of its program, or to answer in place of its judge: none succeeds, the
# honest ones pass, and the check reports which layers the sandbox has. All run as a user without privileges, with limits.
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
due base child cudart worker bench attempt toolchain script catalog judge grader/ tests/attacks/
: "${scratch:?}" "${WARPBOOK_BIN:?}" "${BUILD_DIR:?}" # what follows changes the owner of files below it
export NO_COLOR=1
here=$TESTS_DIR/attacks
uid=$((60001 + $$ % 4000)) # one of its own, so that two runs at once do not count each other's processes
chmod 755 "$scratch"
mkdir -p "$scratch/home" "$scratch/work"
mkdir "$scratch/headers"
cp "$here"/*.h "$scratch/headers"
echo precious >"$scratch/home/prey"
cat >"$scratch/headers/prey.h" <<-END
	#define PREY "$scratch/home/prey"
	#define CACHE "$scratch/home/cache/warpbook"
END
# A learner's folder has no headers, and only there clang reads its own precompiled: each file gets those that it includes.
for file in "$here"/*.cu; do
	awk -v folder="$scratch/headers" '
		function put(file,    line, part) {
			while ((getline line <file) > 0) {
				if (line ~ /^#include "/) { split(line, part, "\""); put(folder "/" part[2]) } else print line
			}
			close(file)
		}
		BEGIN { put(ARGV[1]) }' "$file" >"$scratch/work/${file##*/}"
done
become $uid
[ "$(id -u)" != 0 ] || chown -R $uid:$uid "$scratch/home" "$scratch/work"

# user COMMAND: as nobody in particular, with an environment of its own
user() {
	(cd "$scratch/work" && ulimit -u 400 -c 0 &&
		exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" TMPDIR="$scratch/home" SECRET=of-the-parent "$@")
}
doc=$scratch/doc
field() { sqlite3 :memory: "select json_extract(readfile('$doc'), '\$.$1')" 2>/dev/null; }
# judge FILE [OPTIONS]: the verdict; the document stays in $doc
judge() {
	file=$1; shift
	user "${without[@]}" "$WARPBOOK_BIN" check --json --no-record --as round_trip --compiler "$compiler" "$@" "$file" \
		>"$doc" 2>"$scratch/err"
	echo $? >"$scratch/status"
	field verdict
}
expected() { sed -n 's,^// Expect: ,,p' "$1" | head -n 1; }

# held FILE: what it expects came out, and nothing got through.
held() {
	verdict=$(judge "$1")
	want=$(expected "$1")
	! grep -q THROUGH "$doc" && [ "$(cat "$scratch/home/prey")" = precious ] || return 1
	case $want in
	"not passed")
		case $verdict$1 in
		"./"* | passed* | compile-error./journal_*) return 1 ;; # an attack that no compiler takes tries nothing
		esac ;;
	*) [ "$verdict" = "$want" ] ;;
	esac
}
# Many users share a uid only where this is run without root: then nobody counts their processes.
[ "$(id -u)" = 0 ] || pgrep() { :; }
attacks=$(cd "$scratch/work" && ls ./*.cu | grep -v /honest_)
honest=$(cd "$scratch/work" && ls honest_*.cu)
compilers=clang
"$WARPBOOK_BIN" doctor --plain 2>/dev/null | grep -q 'nvcc [0-9]' && compilers="clang nvcc"
without=()
compiler=clang
judge honest_threads.cu >/dev/null
level=$(field sandbox)
if [ "${level%+namespaces}" != landlock+seccomp ]; then
	skip "attacks are held" "this machine has only: $(field sandbox)"
	tap_done
	exit
fi

cd "$scratch/work" || exit 99
# These end when their limit of idle time is over: they wait beside the others.
patient=' ./journal_threads_leave.cu ./left_by_the_thread.cu '
mkdir "$scratch/patient"
waiting=()
for compiler in $compilers; do
	for file in $patient; do
		{
			doc=$scratch/patient/$compiler.${file#./}
			held "$file"
			echo $? >"$doc.came"
		} &
		waiting+=($!)
	done
done
for compiler in $compilers; do
	for file in $attacks; do
		case $compiler$file in
		nvcc./own_* | nvcc./*early* | nvcc./constructor* | nvcc./parent_memory* | nvcc./report_forged* | nvcc./journal_* | clang*) ;;
		*) continue ;; # the sandbox is the same, whichever compiler made it
		esac
		case $patient in
		*" $file "*) wait "${waiting[@]}"; doc=$scratch/patient/$compiler.${file#./}; came=$(cat "$doc.came") ;;
		*) doc=$scratch/doc; held "$file"; came=$? ;;
		esac
		tap_report "$came" "$compiler: $(basename "$file" .cu) is $(expected "$file" | sed 's/^passed$/held/')"
		[ "$came" = 0 ] || grep -E '^  "(verdict|message)"|THROUGH' "$doc" | sed 's/^/#/'
	done
	doc=$scratch/doc
	for file in $honest; do
		is "$compiler: $(basename "$file" .cu) passes" "$(judge "$file")" passed
		unlike "and does what it wants" "$(cat "$scratch/doc")" THROUGH
	done
done
is "nothing is left behind" "$(pgrep -u $uid | wc -l)" 0

# ---- what is reported ------------------------------------------------------------------------------
compiler=clang
judge seed.cu --seed 123456789 >/dev/null
unlike "the seed is nowhere in the environment" "$(field output.text)" 123456789
like "but an order is" "$(field output.text)" 'ORDER=[0-9]+'
user "$WARPBOOK_BIN" check --plain --no-record --as round_trip --compiler clang honest_words.cu >"$scratch/words" 2>&1
like "a learner's words are shown" "$(cat "$scratch/words")" 'stop-commands::mine'
is "but none is a command for a runner of workflows" "$(grep -cE '^[[:space:]]*(::|##\[)' "$scratch/words")" 0
is "in a whole sandbox an untrusted file is checked" "$(judge honest_signals.cu --untrusted)" passed
like "doctor has tried the sandbox" "$(user "$WARPBOOK_BIN" doctor --plain)" 'tried 17 ways out, 17 are closed'

# ---- without namespaces nothing else changes ------------------------------------------------------
without=("$BUILD_DIR/tests/attacks/without" namespaces)
is "without namespaces the sandbox is whole" "$(judge honest_signals.cu --untrusted) $(field sandbox)" "passed landlock+seccomp"
like "and doctor says so" "$(user "${without[@]}" "$WARPBOOK_BIN" doctor --plain)" '17 are closed; no namespaces'
for file in ./parent_*.cu ./others_moved.cu ./locks_seen.cu ./all_killed.cu ./survivor.cu ./shared_memory.cu ./network.cu ./namespaces.cu; do
	held "$file"
	tap_report $? "without namespaces: $(basename "$file" .cu) is held"
done
if [ "$level" != landlock+seccomp ]; then
	without=()
	like "with them doctor tries them alone" "$(user "$WARPBOOK_BIN" doctor --plain)" 'namespaces alone close 4 of 4'
fi

for layer in landlock seccomp both; do
	without=("$BUILD_DIR/tests/attacks/without" $layer)
	rest=seccomp; [ $layer = landlock ] || rest=landlock; [ $layer = both ] && rest=none
	is "without $layer one's own program still runs" "$(judge honest_signals.cu)" passed
	is "and the level is reported" "$(field sandbox)" "$rest${level#landlock+seccomp}"
	like "with a sentence" "$(user "${without[@]}" "$WARPBOOK_BIN" check --plain --no-record --as round_trip honest_signals.cu 2>&1 >/dev/null)" \
		"confines a program only in part \($rest(\+namespaces)?\)"
	is "an untrusted file is rejected" "$(judge honest_signals.cu --untrusted) $(cat "$scratch/status")" "machine-failed 4"
	like "with the remedy" "$(field advice)" 'Linux 5.13|libseccomp'
	user "${without[@]}" "$WARPBOOK_BIN" check --no-record --as round_trip --compiler clang survivor.cu >/dev/null 2>&1
	is "what such a program leaves behind is ended" "$(pgrep -u $uid | wc -l)" 0
	like "and doctor tells what is open" "$(user "${without[@]}" "$WARPBOOK_BIN" doctor --plain)" 'open: .*(reading your files|starting processes|the network)'
done
tap_done
