#!/bin/bash
# model.sh - on a machine with a GPU: how far are modelled times from measured ones? All kernel exercises' solutions, and the
# right but slow programs of tests/mutants (tests/unit/cost.c names the third that the model was not fitted to): `warpbook bench`
# models each on this GPU's profile and measures it, at the largest size that both reach. Prints a table, the median error, how many
# are within a factor of 2, and how many pairs of programs that differ by 1.25 times are in the right order.
#
#	model.sh [NAME...]    only exercises whose path contains one of NAMEs; GPU=a100 names the profile (default: by the card);
#	                      RESULTS=FOLDER keeps bench's reports, and makes none that is there;
#	                      UNTIL=SECONDS begins none after that time
#
# Times below LEAST microseconds (default: 1.5 times the shortest) are mostly the launch itself, which takes some 3 us on an idle
# GPU and twice that on a busy one; they are in the table and not in the sums.
here=$(cd "$(dirname "$0")" && pwd)
export here
. "${TESTS_DIR:-$here/..}/tap/tap.sh"
if ! has_gpu || ! nvidia-smi -L >/dev/null 2>&1 || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi
top=$here/../..
card=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
gpu=${GPU:-$(for profile in "$top"/gpus/*.lua; do basename "$profile" .lua; done | while read -r name; do
	grep -qiw "$name" <<<"$card" && echo "$name"; done | head -n 1)}
if [ -z "$gpu" ]; then
	echo "1..0 # SKIP there is no profile for $card; GPU=NAME picks one"
	exit 0
fi

programs() { # exercise and file, a line each
	local definition exercise file
	for definition in "$top"/exercises/[0-9]*/*.lua; do
		exercise=${definition#"$top/exercises/"}
		exercise=${exercise%.lua}
		for file in "$top/solutions/$exercise.cu" "$top/solutions/$exercise.fast.cu" \
			"$top/tests/mutants/$exercise"/slow_*.cu; do
			[ ! -e "$file" ] || printf '%s %s\n' "$exercise" "$file"
		done
	done | grep -F "$(printf '%s\n' "${names[@]}")"
}
bench() { # exercise file FOLDER options...: its report, in FOLDER
	local report=$results/$3/$1,$(basename "$2" .cu)

	[ -s "$report" ] || [ "$(date +%s)" -ge "$until" ] ||
		"$WARPBOOK_BIN" bench "$2" --as "$1" --compiler nvcc --json "${@:4}" >"$report" 2>&1
}
bench_modelled() { bench "$1" "$2" modelled --gpu "$gpu" --sizes gpu --seconds 8; }
bench_measured() { bench "$1" "$2" measured --device gpu; }
export -f bench bench_modelled bench_measured
results=${RESULTS:-$scratch}
until=$(($(date +%s) + ${UNTIL:-100000}))
export gpu results until
names=("${@:-/}")
for folder in modelled measured; do
	programs | while read -r exercise _; do mkdir -p "$results/$folder/${exercise%/*}"; done
done
programs | xargs -n 2 -P "$(nproc)" bash -c 'bench_modelled "$@"' bash
programs | shuf --random-source=/bin/true | xargs -n 2 -P 4 bash -c 'bench_measured "$@"' bash

# Bytes of all arrays -> seconds, of either report; the last size that is in both counts.
(cd "$results/modelled" && find . -type f) | sort | while read -r program; do
	awk -v program="${program#./}" 'FNR == 1 { file++ }
		{ value = $2; gsub(/[",]/, "", value) }
		$1 == "\"charts\":" { nextfile }
		$1 == "\"size\":" { size = value }
		$1 == "\"bytes\":" { bytes = value }
		$1 == "\"yours\":" { own = 1 }
		$1 == "\"reference\":" { own = 0 }
		own && file == 1 && $1 == "\"seconds\":" { modelled[bytes] = value }
		own && file == 1 && $1 == "\"limit\":" { sub(/^[^:]*: "/, ""); sub(/".*/, ""); limit[bytes] = $0 }
		own && file == 2 && $1 == "\"seconds\":" && (bytes in modelled) && value > 0 { of = size; last = bytes; measured = value }
		END { if (of != "") printf "%s\t%s\t%.2f\t%.2f\t%s\n", program, of, 1e6 * modelled[last], 1e6 * measured, limit[last] }' \
		"$results/modelled/$program" "$results/measured/$program"
done >"$scratch/table"
printf '# %s, profile %s: program, size, modelled us, measured us, ratio, modelled limit\n' "$card" "$gpu"
awk -F'\t' '{ printf "# %-48s %12s %10.2f %10.2f %6.2f  %s\n", $1, $2, $3, $4, $3 / $4, $5 }' "$scratch/table"
least=${LEAST:-$(awk -F'\t' 'NR == 1 || $4 < least { least = $4 } END { printf "%.1f", 1.5 * least }' "$scratch/table")}
echo "# the sums are of times from $least us on"
awk -F'\t' -v least="$least" '$4 >= least { split($1, part, ","); n++; exercise[n] = part[1]; size[n] = $2; m[n] = $3; t[n] = $4
		r = $3 / $4; error[n] = r > 1 ? r - 1 : 1 - r; within += r > 0.5 && r < 2 }
	function in_order(same,  i, k, pairs, right) {
		for (i = 1; i <= n; i++)
			for (k = 1; k < i; k++)
				if ((!same || (exercise[i] == exercise[k] && size[i] == size[k])) && (t[i] > 1.25 * t[k] || t[k] > 1.25 * t[i])) {
					pairs++
					right += (t[i] > t[k]) == (m[i] > m[k])
				}
		return sprintf("%.1f %% of %d", pairs ? 100 * right / pairs : 0, pairs)
	}
	END {
		for (i = 1; i <= n; i++) # sorted by insertion; there are some hundred
			for (k = i; k > 1 && error[k - 1] > error[k]; k--) { e = error[k]; error[k] = error[k - 1]; error[k - 1] = e }
		if (n) printf "# %d programs: median error %.0f %%, %.0f %% within a factor of 2\n# in order: %s pairs; %s pairs of one exercise\n",
			n, 100 * error[int((n + 1) / 2)], 100 * within / n, in_order(0), in_order(1)
	}' "$scratch/table"
ok "there are programs to compare" [ "$(wc -l <"$scratch/table")" -gt 0 ]
tap_done
