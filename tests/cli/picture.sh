#!/bin/bash
# picture.sh - `warpbook picture`: how a line uses memory, for kernels counted by hand, and where an output is wrong.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions mutants=$TESTS_DIR/mutants
status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
json() { sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"; }
draw() { status $w picture "$@"; }

# ---- lines -----------------------------------------------------------------------------------
cat >"$scratch/add.cu" <<'K'
__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ float room[1024];
	float v = i < n
		? a[i] : 0;
	float u = i < n
		? b[i * 8 % n] : 0;
	room[threadIdx.x * 4] = v;
	__syncthreads();
	float t =
		room[0];
	if (i < n)
		out[i] = u + t;
}
K
is "a line that reads neighbours" "$(draw "$scratch/add.cu" --line 6 --json)" 0
is "takes 4 sectors" "$(json '$.pictures[0].kind') $(json '$.pictures[0].labels')" 'sectors ["a[0]","a[8]","a[16]","a[24]"]'
is "of 8 elements each, in the order of the lanes" "$(json '$.pictures[0].cells[1]')" '["8","9","10","11","12","13","14","15"]'
is "the block reads each of its elements once" "$(json '$.pictures[1].kind') $(json '$.pictures[1].cells[0]' | tr -d '[]",')" "block $(printf '1%.0s' {1..32})"
is "a line with a stride" "$(draw "$scratch/add.cu" --line 8 --json)" 0
is "takes a sector for each lane" "$(json '$.pictures[0].labels[15]') $(json '$.pictures[0].left_out')" "b[120] 16"
is "with one element in use" "$(json '$.pictures[0].cells[2]')" '["2","","","","","","",""]'
like "as the note says" "$(json '$.pictures[0].note')" '^32 sectors fetched for 128 useful bytes; 4 would have been enough'
is "a line with bank conflicts" "$(draw "$scratch/add.cu" --line 9 --json)" 0
is "takes 4 passes" "$(json '$.pictures[0].kind') $(json '$.pictures[0].labels')" 'banks ["pass 1","pass 2","pass 3","pass 4"]'
is "the second serves lanes 8 to 15, four banks apart" "$(json '$.pictures[0].cells[1]' | tr -d '[]"')" "8,,,,9,,,,10,,,,11,,,,12,,,,13,,,,14,,,,15,,,"
is "a word that all lanes want" "$(draw "$scratch/add.cu" --line 12 --json)" 0
is "takes one pass" "$(json '$.pictures[0].labels')" '["pass 1"]'
is "of another warp and block" "$(draw "$scratch/add.cu" --line 6 --block 3 --warp 2 --json)" 0
is "its first element is 3 * 256 + 2 * 32" "$(json '$.pictures[0].labels[0]')" "a[832]"
is "an array by name" "$(draw "$scratch/add.cu" --line 14 --array out --json)" 0
like "which it writes" "$(json '$.pictures[0].title')" 'writes out'
is "another is not used there" "$(draw "$scratch/add.cu" --line 14 --array a)" 2
like "lines that use memory are named" "$(joined <"$scratch/err")" 'lines that do: 6, 8, 9, 12, 14'
is "a line without an access is wrong usage" "$(draw "$scratch/add.cu" --line 3)" 2
is "a block that is not there, too" "$(draw "$scratch/add.cu" --line 6 --block 9999)" 2
is "--block without a line, too" "$(draw "$scratch/add.cu" --block 1)" 2
is "a word for a block, too" "$(draw "$scratch/add.cu" --line 6 --block x)" 2
is "a word for a warp, too" "$(draw "$scratch/add.cu" --line 6 --warp x)" 2
is "as text" "$(draw "$scratch/add.cu" --line 9 --plain)" 0
like "with the banks, whose numbers never run together" "$(cat "$scratch/out")" '^  pass 2   8  ·  ·  ·  9  ·  ·  · 10  ·  ·  · 11  ·  ·  ·$'
is "in 80 columns" "$(grep -c '.\{81\}' "$scratch/out")" 0
is "without UTF-8" "$(LC_ALL=C draw "$scratch/add.cu" --line 9 --plain)$(LC_ALL=C grep -c '[^ -~]' "$scratch/out")" 00
is "as SVG" "$(draw "$scratch/add.cu" --line 8 --svg "$scratch/a.svg" --plain)" 0
is "with a cell for each element" "$(grep -c 'stroke=' "$scratch/a.svg")" "$(( 16 * 8 + $(draw "$scratch/add.cu" --line 8 --json >/dev/null; json '$.pictures[1].cells' | tr -cd '"' | wc -c) / 2 ))"
! command -v python3 >/dev/null || ok "which is well-formed" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$scratch/a.svg')"

is "a tile without padding" "$(draw "$mutants/05_shared_memory/transpose_tiled/slow_conflicts.cu" --as transpose_tiled --line 18 --json)" 0
is "takes 32 passes" "$(json '$.pictures[0].left_out')" 16
is "the solution's line of an unrolled loop is drawn once" "$(draw "$solutions/05_shared_memory/transpose_tiled.cu" --line 24 --json; json '$.pictures' | grep -o '"kind":"sectors"' | wc -l)" "0
1"

cat >"$scratch/add.cu" <<'K'
__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = 0;
	if (threadIdx.x % 32 < 8)
		for (int k = 0; k < n % 7 + 3; k++)
			v = v * 0.5f + a[(i + k) % n];
	if (i < n)
		out[i] = v;
}
K
is "the lanes of a warp" "$(draw "$scratch/add.cu" --lanes --json)" 0
is "of which a part takes the branch" "$(json '$.pictures[0].kind') $(json '$.pictures[0].cells' | grep -o '\["#","#","#","#","#","#","#","#","","[",]*\]' | head -n 1 | tr -cd '#')" "lanes ########"
is "from a line on, of another warp" "$(draw "$scratch/add.cu" --lanes --line 7 --block 2 --warp 3 --plain)" 0
like "as its title says" "$(cat "$scratch/out")" '^warp 3 of block \(2,0,0\), from top to bottom'
is "a line that no lane comes to" "$(draw "$scratch/add.cu" --lanes --line 4)" 2

# ---- the output -------------------------------------------------------------------------------------
is "a right output" "$(draw "$solutions/01_kernels/add.cu" --plain)" 0
like "has no difference" "$(cat "$scratch/out")" 'each element is right'
cat >"$scratch/add.cu" <<'K'
__global__ void add(float *out, const float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && i != 100)
		out[i] = a[i] + b[i] + (i == 70 ? 8 : i == 71 ? 1 : 0);
}
K
is "a wrong one" "$(draw "$scratch/add.cu" --json)" 0
is "is drawn around the first wrong element" "$(json '$.pictures[0].kind') $(json '$.pictures[0].labels[2]') $(json '$.pictures[0].cells[2]' | tr -d '[]",')" "difference out[64] ......92........................"
is "with what was never written" "$(json '$.pictures[0].cells[3]' | tr -d '[]",')" "....?..........................."
like "and in words" "$(json '$.pictures[0].note')" '^3 of 16384 elements are wrong; out\[70\] is '
echo '__global__ void add(float *out, const float *a, const float *b, int n) { out[1 << 24] = 1; }' >"$scratch/add.cu"
is "of a kernel that faults there is none" "$(draw "$scratch/add.cu")" 1
echo '__global__ void add(float *out, const float *a, const float *b, int n) { for (;;) out[0] = *(volatile float *)a; }' >"$scratch/add.cu"
is "nor of one that does not end" "$(timeout 120 "$w" picture "$scratch/add.cu" >/dev/null 2>&1; echo $?)" 1
echo 'float' >"$scratch/add.cu"
is "nor of a file that does not compile" "$(draw "$scratch/add.cu")" 1
is "nor of a line of a host exercise" "$(draw "$solutions/09_streams/two_streams.cu" --line 20)" 1

# ---- a host exercise ------------------------------------------------------------------------------
is "a host exercise is drawn over time" "$(draw "$solutions/09_streams/two_streams.cu" --svg "$scratch/host.svg")" 0
like "with a row of the host" "$(cat "$scratch/out")" '^host     .*w'
like "its streams" "$(cat "$scratch/out")" '^stream 2 '
like "its calls by name" "$(cat "$scratch/out")" ' [a-z]  .*  cudaLaunchKernel$'
like "and the work that the end waits for" "$(cat "$scratch/out")" '^the end waits for: 2 x . [0-9]+ %, 1 x . [0-9]+ %, 1 x A [0-9]+ %$'
like "in SVG too" "$(cat "$scratch/host.svg")" '>host<'

# ---- what the program draws --------------------------------------------------------------------
is "an exercise whose output is a picture" "$(draw "$solutions/02_grids/flip_image.cu")" 0
like "is drawn in shades without colour" "$(cat "$scratch/out")" 'dst with height = 44, width = 76, scene = 1
  ░'
is "in JSON" "$(draw "$solutions/02_grids/flip_image.cu" --json)" 0
is "in its own colours: the sun, which was at the left, is at the right" "$(json '$.image.rows') $(json '$.image.pixels[14]' | cut -c337-342)" "44 ffd75f"
is "and in SVG" "$(draw "$solutions/02_grids/flip_image.cu" --svg "$scratch/flip.svg") $(grep -q 'fill="#ffd75f"' "$scratch/flip.svg" && echo sun)" "0 sun"
is "a host program has it below its operations" "$(draw "$solutions/12_stencils/heat_solve.cu" --json) $(json '$.image.name') $(json '$.operations[0].kind' | wc -l)" "0 p 1"
tap_done
