#!/bin/bash
# content.sh - on a machine with a GPU: with `--device gpu` each solution passes, and the GPU has the same results; each stub and each mutant
# has the verdict that it has on the vm, and none passes that fails there. A GPU that differs from the vm is our fault, and fails the test.
#
# GPU_JOBS checks run at once (default 4), on all GPUs in turn. GPU_RESULTS=FOLDER keeps what was said. PART=2/3 takes the second
# third of the files. UNTIL=SECONDS begins no check after that time. KINDS="solution stub mutant" names what is checked,
# ONLY=PATTERN the files' paths.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
content=$TESTS_DIR/..
if ! has_gpu || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi
results=${GPU_RESULTS:-$scratch}
kinds=${KINDS:-solution stub mutant}
part=${PART:-1/1}
until=$(($(date +%s) + ${UNTIL:-100000}))
gpus=$("$WARPBOOK_BIN" doctor device | grep -o 'gpu:[0-9]*' | sort -u | grep -c .)
export results until gpus

files() { # kind, exercise, file: a line each
	local definition id mutant
	for definition in "$content"/exercises/[0-9]*/*.lua; do
		case $definition in */order.lua) continue ;; esac
		id=${definition#"$content"/exercises/}
		id=${id%.lua}
		[ ! -e "$content/solutions/$id.cu" ] || printf 'solution\t%s\t%s\n' "$id" "$content/solutions/$id.cu"
		[ ! -e "$content/exercises/$id.cu" ] || printf 'stub\t%s\t%s\n' "$id" "$content/exercises/$id.cu"
		for mutant in "$TESTS_DIR/mutants/$id"/*.cu; do
			[ ! -e "$mutant" ] || printf 'mutant\t%s\t%s\n' "$id" "$mutant"
		done
	done | grep -E "^(${kinds// /|})	" | grep -E "${ONLY:-/}" |
		awk -v part="${part%/*}" -v parts="${part#*/}" 'NR % parts == part % parts'
}
said() { echo "$results/${1//\//_}"; } # file: what was said of it
judge() { # exercise-id file
	[ "$(date +%s)" -ge "$until" ] ||
		"$WARPBOOK_BIN" check --json --no-record --device "gpu:$((SLOT % gpus))" --compiler nvcc --as "$1" "$2" \
			>"$(said "$2")" 2>&1
}
export -f said judge
files | cut -f 2,3 | tr '\t\n' '\0\0' | xargs -0 -n 2 --process-slot-var=SLOT -P "${GPU_JOBS:-4}" bash -c 'judge "$@"' bash

field() { # name, file
	sed -n "s/^ *\"$1\": \"\\{0,1\\}\\([^\",]*\\)\"\\{0,1\\},\\{0,1\\}\$/\\1/p" "$(said "$2")" | head -n 1
}
why() { # file: what else was said of it
	sed -n 's/^ *"\(headline\|message\)": \(.*\)/# \1: \2/p' "$(said "$1")" | grep -v null
}

while IFS=$'\t' read -r kind id file; do
	what="$id: $(basename "$file" .cu)"
	if [ ! -e "$(said "$file")" ]; then
		skip "$what" "no time was left"
		continue
	fi
	got=$(field verdict "$file")
	case $kind in
	solution) want=passed ;;
	stub) want=; is "$what: the stub does not pass ($got)" "$([ "$got" != passed ] || [[ $id = */hunt_* ]] || echo passed)" \
		"" ;;
	mutant) want=$(sed -n 's,^// Expect: \([a-z-]*\).*,\1,p' "$file") ;;
	esac
	[ -z "$want" ] || is "$what" "$got" "$want"
	[ "$got" = "${want:-$got}" ] || why "$file"
	case $(field state "$file") in
	differs | lacks) ok "$what: the GPU has the same results" false; why "$file" ;;
	confirms) ok "$what: the GPU has the same results" true ;;
	esac
done < <(files)
tap_done
