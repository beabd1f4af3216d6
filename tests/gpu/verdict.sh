#!/bin/bash
# verdict.sh - on a machine with a GPU: how soon does a learner know what? Checks each exercise's solution with `--device gpu` and prints, in
# seconds from its start: the vm's verdict, the GPU's results, the first times, the end; the processor time, user and system; and what the same
# check takes on the vm alone. Then the same with eight checks at once.
#
#	verdict.sh [NAME...]   only exercises whose path contains one of NAMEs; COMPILER=clang; AT_ONCE="1 8"; UNTIL=SECONDS begins no check
#	                       after that time; PYTHON=1 checks the solutions in Python instead; EVERY=4 takes each fourth exercise
#
# The tables go to standard output, and nothing else is kept; GPU_RESULTS=FOLDER keeps what each check said.
# "-": it did not come to that. The last lines are medians and the largest, and names what is beyond the aims: 1.5 s, 2 s, 4 s, system 1 s.
here=$(cd "$(dirname "$0")" && pwd)
. "${TESTS_DIR:-$here/..}/tap/tap.sh"
top=$here/../..
if ! has_gpu; then
	echo "1..0 # SKIP no GPU on this machine"
	exit 0
fi
export COMPILER=${COMPILER:-nvcc} top
results=${GPU_RESULTS:-$scratch}
until=$(($(date +%s) + ${UNTIL:-100000}))
export results until

check() { # exercise file device: "verdict results times | clock user system | verdict's name", in $results/at
	local said=$results/$at.${1//\//.}.$3 TIMEFORMAT=$'%R\t%U\t%S'
	local file=$results/copies/$at.$3/${2#"$top"/}

	[ "$(date +%s)" -lt "$until" ] || return 0
	mkdir -p "${file%/*}"
	{ cat "$2"; [ "${2##*.}" = py ] && echo "# $RANDOM $RANDOM" || echo "// $RANDOM $RANDOM";
		} >"$file" # a learner's file was not compiled before
	{ time "$WARPBOOK_BIN" check --json --no-record --device "$3" --compiler "$COMPILER" --as "$1" "$file" >"$said.json" \
		2>"$said.err"; } 2>"$said.time"
}
field() { sed -n "s/^ *\"$1\": \"\\{0,1\\}\\([^\",]*\\)\"\\{0,1\\},\\{0,1\\}\$/\\1/p" "$2" | head -n 1; }
export -f check

exercises() {
	local definition id file
	for definition in "$top"/exercises/[0-9]*/*.lua; do
		id=${definition#"$top/exercises/"}
		id=${id%.lua}
		file=$top/solutions/$id.${PYTHON:+py}
		[ -n "$PYTHON" ] || file=$top/solutions/$id.cu
		[ ! -e "$file" ] || printf '%s\n%s\n' "$id" "$file"
	done | paste - - | grep -F "$(printf '%s\n' "${names[@]}")" | awk -v every="${EVERY:-1}" 'NR % every == 0'
}
names=("${@:-/}")

row() { # exercise: its line
	local json=$results/$at.${1//\//.}.gpu.json clock user system vm
	[ -e "$json" ] || return
	IFS=$'\t' read -r clock user system <"${json%.json}.time"
	IFS=$'\t' read -r vm _ _ 2>/dev/null <"$results/$at.${1//\//.}.vm.time"
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$(field verdict_seconds "$json")" \
		"$(field results_seconds "$json")" \
		"$(field times_seconds "$json")" "$clock" "$user" "$system" "${vm:--}" "$(field verdict "$json")" \
			"$(field state "$json")"
}

aligned() { # a table with tabs, its columns aligned
	awk -F '\t' '
		{ for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) } if (NF > most) most = NF }
		END { for (r = 1; r <= NR; r++) { line = ""; for (i = 1; i <= most; i++) line = line sprintf("%-" width[i] "s  ", cell[r, i]); sub(/ +$/, "", line); print line } }'
}

for at in ${AT_ONCE:-1 8}; do
	export at
	echo "# $at at once, every ${EVERY:-1}: seconds to the verdict, the GPU's results, its times, the end; user, system; the vm alone; verdict; what the GPU says"
	exercises | tr '\t\n' '\0\0' | xargs -0 -n 2 -P "$at" bash \
		-c 'check "$1" "$2" vm; check "$1" "$2" gpu' bash
	while IFS=$'\t' read -r id file; do
		row "$id"
	done < <(exercises) | sed 's/null/-/g' >"$scratch/table.$at"
	aligned <"$scratch/table.$at"
	awk -F '\t' '
		function sorted(column, list,  n, i, j, t) {
			for (i = 1; i <= NR; i++) if (cell[i, column] + 0 > 0) list[++n] = cell[i, column] + 0
			for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
			return n }
		{ for (i = 1; i <= NF; i++) cell[NR, i] = $i }
		END {
			split("exercise verdict results times end user system vm", name, " ")
			split("0 0 1.5 2 4 0 1 0", aim, " ")
			for (c = 2; c <= 8; c++) {
				split("", list); n = sorted(c, list); if (!n) continue
				beyond = 0; which = ""
				for (i = 1; i <= NR; i++) if (aim[c] > 0 && cell[i, c] + 0 > aim[c]) { beyond++; which = which " " cell[i, 1] }
				printf "# %s: median %.2f s, largest %.2f s", name[c], list[int((n + 1) / 2)], list[n]
				if (aim[c] > 0) printf ", %d of %d beyond %s s:%s", beyond, n, aim[c], which
				printf "\n" } }' "$scratch/table.$at"
done
