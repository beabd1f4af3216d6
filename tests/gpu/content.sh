#!/bin/bash
# content.sh - on a machine with a GPU: what is right passes there too, what gives a wrong answer
# fails there too, and a mistake that only the vm can see never turns into a pass of our own making.
. "$TESTS_DIR/tap/tap.sh"
content=$TESTS_DIR/..
if ! nvidia-smi -L >/dev/null 2>&1 || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi

# All are checked first, several at a time; a verdict is a file named after the program's.
judge() { # exercise-id file
	"$WARPBOOK_BIN" check --json --no-record --device gpu --compiler nvcc --as "$1" "$2" 2>&1 |
		sed -n 's/^  "verdict": "\(.*\)",\{0,1\}$/\1/p' >"$scratch/$(echo "$2" | tr / _)"
}
export -f judge
export scratch
for definition in "$content"/exercises/[0-9]*/*.lua; do
	case $definition in */order.lua) continue ;; esac
	id=${definition#"$content"/exercises/}
	id=${id%.lua}
	for file in "$content/solutions/$id.cu" "$content/exercises/$id.cu" "$TESTS_DIR/mutants/$id"/*.cu; do
		printf '%s\0%s\0' "$id" "$file"
	done
done | xargs -0 -n 2 -P 4 bash -c 'judge "$@"' bash

verdict() { # exercise-id file
	cat "$scratch/$(echo "$2" | tr / _)"
}

# A mistake that hardware may overlook: any verdict will do that is one on the learner's program.
vm_sees() { # what want got
	case $3 in
	'' | machine-failed | exercise-broken | our-bug | unsupported | interrupted) is "$1" "$3" "$2" ;;
	"$2") is "$1" "$3" "$2" ;;
	*) skip "$1 is $2; here: $3" "only the vm sees it for certain" ;;
	esac
}

for definition in "$content"/exercises/[0-9]*/*.lua; do
	case $definition in */order.lua) continue ;; esac
	id=${definition#"$content"/exercises/}
	id=${id%.lua}
	is "$id: the solution passes" "$(verdict "$id" "$content/solutions/$id.cu")" passed
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
	done
done
tap_done
