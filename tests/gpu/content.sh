#!/bin/bash
# content.sh - on a machine with a GPU: right files pass there too, files with a wrong answer fail there too,
# and a mistake that only the vm can see never makes us report a pass.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
content=$TESTS_DIR/..
if ! has_gpu || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi

# All are checked first; what is said of a program is a file named after it, kept in the folder GPU_RESULTS
# if that is set. Right programs that are judged by their time come first, with nothing beside them; then the
# others, GPU_JOBS at once; then those that do not end: while one of them holds the card, the rest would wait.
results=${GPU_RESULTS:-$scratch}
said() { echo "$results/$(echo "$1" | tr / _)"; }
judge() { # exercise-id file
	"$WARPBOOK_BIN" check --json --no-record --device gpu --compiler nvcc --as "$1" "$2" >"$(said "$2")" 2>&1
}
export -f said judge
export results
ids() {
	for definition in "$content"/exercises/[0-9]*/*.lua; do
		case $definition in */order.lua) continue ;; esac
		definition=${definition#"$content"/exercises/}
		echo "${definition%.lua}"
	done
}
stage_of() { # exercise-id file
	case $2 in
	*/solutions/* | */ok_* | */slow_*) grep -q '"time"' "$content/exercises/$1.lua" && echo timed || echo several ;;
	*) grep -q '^// Expect: hang' "$2" && echo endless || echo several ;;
	esac
}
for id in $(ids); do
	for file in "$content/solutions/$id.cu" "$content/exercises/$id.cu" "$TESTS_DIR/mutants/$id"/*.cu; do
		printf '%s\0%s\0' "$id" "$file" >>"$scratch/$(stage_of "$id" "$file")"
	done
done
for stage in timed several endless; do
	[ $stage = several ] && jobs=${GPU_JOBS:-4} || jobs=1
	printf '# %(%T)T: %s, %s at once\n' -1 $stage "$jobs"
	[ ! -e "$scratch/$stage" ] || xargs -0 -n 2 -P "$jobs" bash -c 'judge "$@"' bash <"$scratch/$stage"
done

verdict() { # exercise-id file
	sed -n 's/^  "verdict": "\(.*\)",\{0,1\}$/\1/p' "$(said "$2")"
}

# A mistake that hardware may overlook: any verdict will do that is one on the learner's program.
vm_sees() { # what want got
	case $3 in
	'' | machine-failed | too-noisy | exercise-broken | our-bug | unsupported | interrupted) is "$1" "$3" "$2" ;;
	"$2") is "$1" "$3" "$2" ;;
	*) skip "$1 is $2; here: $3" "only the vm sees it for certain" ;;
	esac
}

why() { # file: what else was said of it
	sed -n 's/^ *"\(headline\|message\)": \(.*\)/# \1: \2/p' "$(said "$1")" | grep -v null
}

times() { # file: "# ok_strided with n = 4096: 312.4 us, 1.02 of the reference's", if it was timed
	sed -n 's/^ *"\(case\|seconds\|time_ratio\)": "\{0,1\}\([^"]*[^",]\)"\{0,1\},\{0,1\}$/\1\t\2/p' "$(said "$1")" |
		awk -F '\t' -v name="$(basename "$1" .cu)" '
			$1 == "case" { what = $2; seconds = 0 }
			$1 == "seconds" && what { seconds = $2 }
			$1 == "time_ratio" && seconds + 0 > 0 { printf "# %s with %s: %.1f us, %.2f of the reference'"'"'s\n", name, what, 1e6 * seconds, $2; exit }'
}

for id in $(ids); do
	got=$(verdict "$id" "$content/solutions/$id.cu")
	is "$id: the solution passes" "$got" passed
	[ "$got" = passed ] || why "$content/solutions/$id.cu"
	times "$content/solutions/$id.cu"
	got=$(verdict "$id" "$content/exercises/$id.cu")
	case $id in
	*/hunt_*) ;; # such a stub may come through on hardware: that is its lesson
	*) ok "$id: the stub does not pass ($got)" test "$got" != passed ;;
	esac
	for mutant in "$TESTS_DIR/mutants/$id"/*.cu; do
		want=$(sed -n 's,^// Expect: \([a-z-]*\).*,\1,p' "$mutant")
		what=$(basename "$mutant" .cu)
		got=$(verdict "$id" "$mutant")
		case $want in
		input-changed) # unless it is as before at the end: in between, hardware does not look
			case $what in
			*_back) vm_sees "$id: $what" "$want" "$got" ;;
			*) is "$id: $what" "$got" "$want" ;;
			esac ;;
		passed | wrong-answer | no-kernel | compile-error | hang)
			is "$id: $what" "$got" "$want" ;;
		*)
			vm_sees "$id: $what" "$want" "$got" ;;
		esac
		[ "$got" = "$want" ] || why "$mutant"
		times "$mutant"
	done
done
tap_done
