#!/bin/bash
# content.sh - on a machine with a GPU: what is right passes there too, what gives a wrong answer
# fails there too, and a mistake that only the vm can see never turns into a pass of our own making.
. "$TESTS_DIR/tap/tap.sh"
content=$TESTS_DIR/..
if ! nvidia-smi -L >/dev/null 2>&1 || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi

verdict() { # exercise-id file
	"$WARPBOOK_BIN" check --json --no-record --device gpu --compiler nvcc --as "$1" "$2" >"$scratch/report" 2>&1
	sed -n 's/^  "verdict": "\(.*\)",\{0,1\}$/\1/p' "$scratch/report"
}

for definition in "$content"/exercises/*/*.lua; do
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
		passed | wrong-answer | no-kernel | compile-error | input-changed)
			is "$id: $what" "$got" "$want" ;;
		hang)
			is "$id: $what" "$got" "$want" ;;
		*) # seen by the vm alone, for certain: here it may show or not
			echo "# $id: $what is $want on the vm, here: $got" ;;
		esac
	done
done
tap_done
