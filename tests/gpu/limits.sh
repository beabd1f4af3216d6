#!/bin/bash
# limits.sh - on a machine with a GPU and ncu: is the resource that the model names the one that Nsight Compute sees at its limit?
# Runs kernels of times_h100.tsv as `warpbook check --device gpu` runs them, under ncu, and prints a table of the share of its peak
# that each resource reached: what tests/cudart/limits_h100.tsv holds, and tests/unit/cost compares with the model.
#
#	limits.sh [NAME...] >table    NAME: only rows that contain one of them; UNTIL=SECONDS begins no kernel after that time
#
# Of a job's launches the row is that of the measured size. All percentages are of the peak while the kernel ran.
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export top scratch WARPBOOK_BIN=${WARPBOOK_BIN:-$top/build/warpbook}
metrics=gpu__time_duration.sum
for metric in sm__inst_issued sm__inst_executed_pipe_xu sm__pipe_fp64_cycles_active sm__pipe_tensor_cycles_active \
	sm__pipe_alu_cycles_active \
	sm__pipe_fma_cycles_active sm__inst_executed_pipe_lsu l1tex__throughput l1tex__data_pipe_lsu_wavefronts_mem_shared \
		lts__throughput dram__throughput; do
	metrics=$metrics,$metric.avg.pct_of_peak_sustained_elapsed
done
metrics=$metrics,smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio,smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio
metrics=$metrics,smsp__average_warps_active_per_issue_active.ratio
export metrics

job_make() { # name of the row: the learner's job for the GPU, in $scratch/jobs/NAME
	local name=$1 program=${1#*,} file folder
	file=$top/tests/mutants/${name%,*}/$program.cu
	[ -e "$file" ] || file=$top/solutions/${name%%/*}/$program.cu
	folder=$scratch/kept/${name//[\/,]/.}
	mkdir -p "$folder" "$scratch/jobs"
	WARPBOOK_KEEP_JOBS=$folder timeout "${EACH:-25}" "$WARPBOOK_BIN" check "$file" --as "${name%,*}" --device gpu \
		--compiler nvcc --no-record \
		>"$folder/report" 2>&1 </dev/null
	find "$folder" -name '*-gpu.job' -exec grep -la "/$program\\.cu" {} + | xargs -r ls -tr | head -n 1 |
		xargs -r -I{} mv {} "$scratch/jobs/${name//[\/,]/.}"
	[ -e "$scratch/jobs/${name//[\/,]/.}" ] || { echo "no job: $name"; tail -n 3 "$folder/report"; } >&2
	rm -rf "$folder"
}
export -f job_make

measure() { # name, blocks, threads: a row of the table
	local job=$scratch/jobs/${1//[\/,]/.}
	[ -e "$job" ] || return 0
	ncu --csv --page raw --print-units base --clock-control none --metrics "$metrics" --filter-mode per-launch-config \
		--launch-count 2 \
		--log-file "$job.csv" "$WARPBOOK_BIN" worker <"$job" >/dev/null 2>"$job.errors"
	sed '/^==/d; s/^"//; s/"$//; s/","/\t/g' "$job.csv" | awk -F '\t' -v name="$1" -v blocks="$2" -v threads="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["ID"] == "" { next }
		{ grid = $column["Grid Size"]; block = $column["Block Size"]; gsub(/[(),]/, "", grid); gsub(/[(),]/, "", block)
		  split(grid, g, " "); split(block, b, " ")
		  if (g[1] * g[2] * g[3] != blocks || b[1] * b[2] * b[3] != threads) next
		  row = ""
		  for (i = 1; i <= NF; i++) if ($i ~ /^[0-9.,e+-]+$/ && head(i) != "") { value = $i; gsub(/,/, "", value); row = row "\t" head(i) "=" sprintf("%.4g", value) } }
		function head(i,  h) { for (h in column) if (column[h] == i) { if (h !~ /^(sm|smsp|gpu|l1tex|lts|dram)__.*\./) return ""; sub(/\..*/, "", h); return h } return "" }
		END { if (row != "") print name row; else print "no launch of " blocks " x " threads ": " name >"/dev/stderr" }'
}

measure_in_time() {
	[ "$SECONDS" -lt "$((${UNTIL:-100000} - began))" ] || { echo "no time is left: $1" >&2; return; }
	measure "$@"
}
export -f measure measure_in_time
# Those that take longest come first: of the others the launch itself is most of the time.
rows=$(grep -v '^#' "$top/tests/cudart/times_h100.tsv" | grep -F "$(printf '%s\n' "${@:-,}")" | sort -t '	' -k 3,3nr |
	cut -f 1,4,5)
cut -f 1 <<<"$rows" | tr '\n' '\0' | xargs -0 -n 1 -P "$(($(nproc) * 3 / 4 + 1))" bash -c 'job_make "$@"' bash
tr '\t\n' '\0\0' <<<"$rows" | began=$SECONDS xargs -0 -n 3 -P "${AT_ONCE:-3}" bash -c 'measure_in_time "$@"' bash
