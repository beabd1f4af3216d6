#!/bin/bash
# recount.sh - tests/cudart/times_h100.tsv with its times as they are and the vm's counts made anew: after a change of what the vm
# counts. It needs nvcc and no GPU, and on 16 cores some minutes.
#
#	WARPBOOK_BIN=build/warpbook bash tests/gpu/recount.sh [NAME...] >table    NAME: only rows that contain one of them
#
# A row whose size `warpbook bench` does not reach within SECONDS_EACH (default 120) stays as it is; standard error names it.
top=$(cd "$(dirname "$0")/../.." && pwd)
table=$top/tests/cudart/times_h100.tsv
export WARPBOOK_BIN top
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

counted() { # number and row of the table: the row, counted anew, in $scratch/NUMBER
	local name bytes ns blocks threads touched program file
	IFS=$'\t' read -r name bytes ns blocks threads touched _ <<<"$2"
	program=${name#*,}
	file=$top/tests/mutants/${name%,*}/$program.cu
	[ -e "$file" ] || file=$top/solutions/${name%%/*}/$program.cu
	"$WARPBOOK_BIN" bench "$file" --as "${name%,*}" --compiler nvcc --json --gpu h100 --sizes gpu \
		--seconds "${SECONDS_EACH:-120}" >"$scratch/$1.json" 2>/dev/null
	sqlite3 :memory: "with doc(j) as (select readfile('$scratch/$1.json')),
		own(o) as (select json_extract(r.value, '\$.yours') from doc, json_each(j, '\$.rows') r where json_extract(r.value, '\$.bytes') = $bytes
			and json_extract(r.value, '\$.yours.blocks') = $blocks order by r.key desc limit 1)
		select group_concat(key || '=' || value, char(9)) from (select 'longest_warp' key, json_extract(o, '\$.longest_warp') value from own union all
			select 'shared_bytes', json_extract(o, '\$.shared_bytes') from own union all
			select c.key, c.value from own, json_each(o, '\$.counters') c) where value > 0" >"$scratch/$1.counts" \
				2>/dev/null
	rm -f "$scratch/$1.json"
	if [ -s "$scratch/$1.counts" ] && grep -q = "$scratch/$1.counts"; then
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$bytes" "$ns" "$blocks" "$threads" "$touched" \
			"$(cat "$scratch/$1.counts")" >"$scratch/$1"
	else
		echo "not counted: $name" >&2
		printf '%s\n' "$2" >"$scratch/$1"
	fi
}
export -f counted
export scratch

grep -n -v '^#' "$table" | grep -F "$(printf '%s\n' "${@:-,}")" | sed 's/:/\n/' | tr '\n' '\0' |
	xargs -0 -n 2 -P "$(nproc)" bash -c 'counted "$@"' bash
number=0
while IFS= read -r row; do
	number=$((number + 1))
	if [ -e "$scratch/$number" ]; then cat "$scratch/$number"; else printf '%s\n' "$row"; fi
done <"$table"
