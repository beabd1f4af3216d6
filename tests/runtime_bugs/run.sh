#!/bin/sh
# Programs with one planted bug each, and tricky ones without: tests the findings of `warpbook run`. A bug counts as found when
# a finding of an expected kind is at a line marked BUG (or launched from one), and there is no other warning or error. A right
# program must print its expected output and have no finding above a note.
#
#	RUNTIME_BUGS="host_pointer spin_lock" sh run.sh     only these, with their output
# `provers` in tap.sh says which of nvcc and the newest clang prove a program.
. "${TESTS_DIR:-$(dirname "$0")/..}/tap/tap.sh"
here=${TESTS_DIR:-$(cd "$(dirname "$0")/.." && pwd)}/runtime_bugs
warpbook=${WARPBOOK_BIN:-$here/../../build/warpbook}

# nvcc, and the newest clang
compilers=$(compilers | awk '/nvcc/; !/nvcc/ { newest = $0 } END { if (newest) print newest }')
[ "$1" ] && compilers=$1
[ "$compilers" ] || { skip "planted bugs are named" "no compiler"; tap_done; }

# kind level line launch_line of each finding
findings() {
	awk '
		/^      "kind":/ { split($0, part, "\""); kind = part[4] }
		/^      "level":/ { split($0, part, "\""); level = part[4] }
		/^      "line":/ { line = $2 + 0 }
		/^      "launch_line":/ { launch = $2 + 0 }
		/^    }/ { if (kind) print kind, level, line, launch; kind = ""; launch = 0 }' "$1" \
			# not hints, which have no kind
}

# What became of one program: "named", "nothing", "other ..."; or "right", "alarm ...", "output".
judge() { # file compiler
	out=$scratch/$2/$(basename "$1" .cu)
	# A kernel that should end gets the time that a busy machine takes.
	case $1 in */hang_*) export WARPBOOK_SECONDS=2 ;; *) export WARPBOOK_SECONDS=40 ;; esac
	# shellcheck disable=SC2046 # words are words
	timeout 400 "$warpbook" run --compiler "$2" --plain --json="$out.json" $(sed -n 's|^// options: ||p' "$1") "$1" \
		>"$out.out" 2>"$out.err" </dev/null
	status=$?
	[ $status -eq 124 ] && { echo "hangs" >"$out.is"; return; }
	[ -s "$out.json" ] || { echo "failed: exit $status: $(grep -m1 . "$out.err")" >"$out.is"; return; }
	findings "$out.json" >"$out.found"
	case $1 in
	*/runtime_bugs/bugs/*)
		marked=" $(grep -n '// BUG' "$1" | cut -d: -f1 | tr '\n' ' ')"
		wanted=" $(sed -n 's|^// expect: ||p' "$1") "
		named=0 other= lines=
		while read -r kind level line launch; do
			case $wanted in
			*" $kind "*)
				# A note is no report of a mistake, unless the file says that it is enough.
				[ "$level" != note ] || grep -q '^// level: note' "$1" || continue
				case $marked in *" $line "* | *" $launch "*) named=1 lines="$lines $line $launch ";
					continue ;; esac ;;
			esac
			[ "$level" = note ] || other="$other $kind:$line"
		done <"$out.found"
		# Mistakes that do not follow from each other are all named.
		if grep -q '^// every: yes' "$1"; then for line in $marked;
			do case $lines in *" $line "*) ;; *) other="$other missed:$line" ;; esac; done; fi
		advice=$(sed -n 's|^// advice: ||p' "$1")
		[ -z "$advice" ] || grep -qF "$advice" "$out.json" || other="$other without that advice"
		if [ "$other" ]; then echo "other:$other$([ $named = 1 ] && echo ', beside the right one')"
		elif [ $named = 1 ]; then echo named
		else echo nothing; fi >"$out.is" ;;
	*)
		alarms=$(awk '$2 != "note" { printf " %s:%s", $1, $3 }' "$out.found")
		sed -n 's|^// prints: ||p' "$1" >"$out.want"
		if [ "$alarms" ]; then echo "alarm:$alarms"
		elif ! cmp -s "$out.out" "$out.want"; then echo "output: $(head -c 200 "$out.out" | tr '\n' '|')"
		elif [ $status -ne 0 ]; then echo "exit $status"
		else echo right; fi >"$out.is" ;;
	esac
}

for compiler in $compilers; do
	mkdir -p "$scratch/$compiler"
	list= number=0
	for f in "$here"/bugs/*.cu "$here"/right/*.cu; do
		name=$(basename "$f" .cu)
		number=$((number + 1))
		if [ "$RUNTIME_BUGS" ]; then
			case " $RUNTIME_BUGS " in *" $name "*) ;; *) continue ;; esac
		elif ! grep -q '^// needs: nvcc' "$f"; then
			provers $number "tests/runtime_bugs/${f#"$here"/}" $compilers | grep -qx "$compiler" || continue
		fi
		[ "$compiler" = nvcc ] || ! grep -q '^// needs: nvcc' "$f" || continue
		library=$(sed -n 's|^// library: ||p' "$f")
		[ -z "$library" ] || /sbin/ldconfig -p | grep -qF "$library" || continue
		list="$list $f"
	done
	# Two at a time.
	n=0
	for f in $(printf '%s\n' $list | turned); do
		is_over "${WARPBOOK_TEST_END:-}" && break
		judge "$f" "$compiler" &
		n=$((n + 1))
		[ $((n % 2)) -eq 0 ] && wait
	done
	wait
	for f in $list; do
		name=$(basename "$f" .cu) is=$(cat "$scratch/$compiler/$(basename "$f" .cu).is" 2>/dev/null)
		case $f in
		*/runtime_bugs/bugs/*) what="the bug of $name is named" want=named ;;
		*) what="$name is right, and nothing is said of it" want=right ;;
		esac
		[ -e "$scratch/$compiler/$name.is" ] || { skip "$compiler: $what" "no time is left"; continue; }
		# A miss that is known does not fail the test, and is counted below all the same.
		why=$(sed -n 's|^// known: ||p' "$f")
		if [ "$why" ] && [ "$is" != $want ]; then
			tap_n=$((tap_n + 1))
			echo "not ok $tap_n - $compiler: $what # TODO $why"
		else
			is "$compiler: $what" "$is" $want
		fi
		[ "$RUNTIME_BUGS" ] && sed 's/^/# /' "$scratch/$compiler/$name.err"
	done
	( cd "$scratch/$compiler" && echo "# $compiler: of $(ls *.is | wc -l) programs: bugs named $(grep -lx named *.is |
		wc -l)," \
		"said nothing of $(grep -lx nothing *.is | wc -l), something else of $(grep -l '^other' *.is | wc -l);" \
		"right ones silent $(grep -lx right *.is | wc -l)," \
		"false alarms $(grep -l '^alarm' *.is | wc -l), wrong output $(grep -l '^output\|^exit' *.is | wc -l);" \
		"not run $(grep -l '^failed\|^hangs' *.is | wc -l)" )
done
tap_done
