#!/bin/bash
# bench.sh - `warpbook bench`: sizes, counts that agree with `warpbook profile`, and its output formats.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions mutants=$TESTS_DIR/mutants
status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
json() { sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"; }
query() { sqlite3 :memory: "with doc(j) as (select readfile('$scratch/out')) select $1"; }

is "a kernel without its tile" "$(status $w bench "$mutants/05_shared_memory/transpose_tiled/slow_no_tile.cu" \
	--as transpose_tiled --json)" 0
is "its sizes, halved and doubled" "$(query "group_concat(json_extract(r.value, '\$.size')) from doc, json_each(j, '\$.rows') r" \
	| cut -d, -f1-5)" "64,160,320,640,1280"
is "keep their shape" "$(json '$.rows[1].case')" "w = 160, h = 128"
is "times are called modelled" "$(json '$.times') $(json '$.modelled_on')" "modelled an H200"
is "it falls behind where data are large" "$(query \
	"json_extract(j, '\$.rows[4].ratio') > 1.3 and json_extract(j, '\$.rows[0].ratio') < 1.1 from doc")" 1
is "there L2 is the limit, and in the only block of a small one loads that wait for each other" \
	"$(json '$.rows[0].yours.limit'), $(json '$.rows[4].yours.limit')" "latency of loads, L2"
bench=$(json '$.rows[2].yours.instructions')-$(json '$.rows[2].yours.sectors')-$(query \
	"cast(json_extract(j, '\$.rows[2].yours.seconds') * 1e12 as integer) from doc")
is "the case's own size" "$(json '$.rows[2].case')" "w = 320, h = 256"
status $w profile "$mutants/05_shared_memory/transpose_tiled/slow_no_tile.cu" --as transpose_tiled --json >/dev/null
is "counts and takes as in the profile" "$bench" \
	"$(json '$.yours.totals.warp_instructions')-$(json '$.yours.totals.global_sectors')-$(query \
		"cast(json_extract(j, '\$.yours.modelled_seconds') * 1e12 as integer) from doc")"
is "values of one's own" "$(status $w bench "$solutions/01_kernels/add.cu" --sweep n=100,1000,5000 --json)" 0
is "are the rows" "$(query "group_concat(json_extract(r.value, '\$.size')) from doc, json_each(j, '\$.rows') r")" "100,1000,5000"
is "the solution beside itself is 1" "$(query \
	"group_concat(distinct json_extract(r.value, '\$.ratio')) from doc, json_each(j, '\$.rows') r")" "1.0"
is "for another GPU" "$(status $w bench "$solutions/01_kernels/add.cu" --sweep n=1000 --gpu t4 --plain)" 0
like "which is said" "$(joined <"$scratch/out")" 'modelled on a T4, never measured'
is "as text in 80 columns" "$(status $w bench "$solutions/01_kernels/add.cu" --plain)$(grep -c '.\{81\}' "$scratch/out")" 00
like "with a chart" "$(cat "$scratch/out")" '█'
is "without UTF-8" "$(LC_ALL=C status $w bench "$solutions/01_kernels/add.cu" --sweep n=1000 --plain)$(LC_ALL=C grep \
	-c '[^ -~]' "$scratch/out")" 00
is "as CSV and SVG" "$(status $w bench "$solutions/01_kernels/add.cu" --sweep n=1000,2000 --csv --svg "$scratch/a.svg")" 0
like "a row for each size" "$(tail -n 1 "$scratch/out")" '^2000,24004,modelled,'
! command -v python3 >/dev/null || ok "the SVG is well-formed" python3 \
	-c "import xml.dom.minidom; xml.dom.minidom.parse('$scratch/a.svg')"
is "an unknown variable is wrong usage" "$(status $w bench "$solutions/01_kernels/add.cu" --sweep q=3)" 2
like "those there are, are named" "$(joined <"$scratch/err")" 'they have n'
for wrong in n n= n=x n=3,, n=-4 =3 n=0 n=1,2,3,4,5,6,7,8,9,10,11,12,13; do
	is "so is '$wrong'" "$(status $w bench "$solutions/01_kernels/add.cu" --sweep "$wrong")" 2
done
is "the sizes for a GPU, on the vm" "$(status $w bench "$solutions/04_global_memory/vector_copy.cu" --sizes gpu \
	--seconds 1 --json)" 0
ok "are larger" [ "$(json '$.rows[0].bytes')" -gt 10000000 ]
is "and of no other device" "$(status $w bench "$solutions/01_kernels/add.cu" --sizes tpu)" 2
is "an unknown device, too" "$(status $w bench "$solutions/01_kernels/add.cu" --device xpu)" 2
is "a host exercise has no sizes" "$(status $w bench "$solutions/09_streams/two_streams.cu")" 1
echo 'float' >"$scratch/add.cu"
is "nor a file that does not compile" "$(status $w bench "$scratch/add.cu")" 1
echo '__global__ void add(float *out, const float *a, const float *b, int n) { out[1 << 24] = 1; }' >"$scratch/add.cu"
is "nor a kernel that faults" "$(status $w bench "$scratch/add.cu")" 1
like "check says why" "$(joined <"$scratch/err")" 'warpbook check'

tap_done
