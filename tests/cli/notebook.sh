#!/bin/bash
# notebook.sh - lessons as Jupyter notebooks, and the magics that their cells use. Without Jupyter a stub stands for it; where nbformat and
# nbconvert are installed, they validate every notebook and execute one.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
top=$(cd "$TESTS_DIR/.." && pwd)
PATH=$(dirname "$w"):$PATH
python=${WARPBOOK_PYTHON:-/usr/bin/python3}
command -v "$python" >/dev/null || python=python3
command -v "$python" >/dev/null || { echo "1..0 # SKIP python3 is missing"; exit 0; }
export PYTHONDONTWRITEBYTECODE=1

# ---- warpbook lesson --ipynb ----
mkdir "$scratch/all" && cd "$scratch/all" || exit 99
is "--ipynb --all writes every lesson" "$("$w" lesson --ipynb --all)" \
	"$(cd "$top/lessons" && for lesson in [0-9]*/; do echo "${lesson%/}.ipynb"; done)"
"$w" lesson 1 --ipynb >"$scratch/one"
is "--ipynb of one prints the same" "$(cmp "$scratch/one" 01_kernels.ipynb && echo same)" same
cat >"$scratch/sound.py" <<'END'
import json, sys
ids = set()
for name in sys.argv[1:]:
    book = json.load(open(name, encoding="utf-8"))
    ids = [cell["id"] for cell in book["cells"]]
    assert book["nbformat"] == 4 and len(ids) == len(set(ids)), name
    for cell in book["cells"]:
        if cell["cell_type"] == "markdown":
            # A blank line ends the HTML, and two dollars are mathematics.
            assert "$" not in cell["source"] and all(line.strip() for line in cell["source"].rstrip("\n").split("\n")), cell
        else:
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell
    code = [cell["source"] for cell in book["cells"] if cell["cell_type"] == "code"]
    assert code[0].endswith("%load_ext warpbook"), name
print("sound")
END
is "no page ends its HTML early, or becomes mathematics" "$("$python" "$scratch/sound.py" ./*.ipynb)" sound
cells() { "$python" -c 'import json, sys
print("\n".join(c["source"] for c in json.load(open(sys.argv[1], encoding="utf-8"))["cells"] if c["cell_type"] == sys.argv[2]))' \
	"$@"; }
like "an exercise is a cell to check" "$(cells 01_kernels.ipynb code)" '^%%check 01_kernels/add$'
like "with its starting file" "$(cells 01_kernels.ipynb code)" '^__global__ void add\('
like "and a hint" "$(cells 01_kernels.ipynb code)" '^%hint 01_kernels/add$'
is "an experiment is a cell to run" "$(cells 04_global_memory.ipynb code | grep -c '^%experiment 04_global_memory [0-9]*$')" 9
like "a question unfolds its answers" "$(cells 01_kernels.ipynb markdown)" '<details><summary>'
"$w" lesson 1 --ipynb --python >"$scratch/python.ipynb"
like "--python has exercises in Python" "$(cells "$scratch/python.ipynb" code)" '^%%check 01_kernels/add --python$'
like "with its starting file" "$(cells "$scratch/python.ipynb" code)" '^def add\('
for wrong in "--ipynb" "--all" "1 --ipynb --all" "1 --python" "1 --ipynb --html" "1 --ipynb --step 2"; do
	is "lesson $wrong: wrong usage" "$("$w" lesson $wrong >"$scratch/out" 2>&1; echo $?)" 2
done
if [ "$(id -u)" -ne 0 ]; then
	mkdir -m 500 "$scratch/closed"
	like "a folder that cannot be written is an error" "$(cd "$scratch/closed" && "$w" lesson --ipynb --all 2>&1)" \
		"cannot write '00_welcome.ipynb'"
fi
if "$python" -c 'import nbformat' 2>/dev/null; then
	ok "nbformat validates them" "$python" -W error -c 'import nbformat, sys
for name in sys.argv[1:]:
    nbformat.validate(nbformat.read(name, 4))' ./*.ipynb "$scratch/python.ipynb"
else
	skip "nbformat validates them" "nbformat is missing"
fi

# ---- the magics ----
magic() { "$python" "$TESTS_DIR/cli/notebook_cells.py" "$top/src/python/notebook" 2>&1; }
text() { sed '/^--- html$/,/^--- end$/d' <<<"$1"; }
markup() { sed -n '/^--- html$/,/^--- end$/p' <<<"$1"; }

if [ -z "$(compilers)" ]; then
	skip "the magics" "there is no compiler"
	tap_done
	exit
fi
program='%%cuda
#include <cstdio>
__global__ void fill(int *p, int n) {
	p[threadIdx.x] = n;
}
int main() { int *p; cudaMalloc(&p, 100 * sizeof *p); fill<<<1, 128>>>(p, 3); cudaDeviceSynchronize(); printf("a < b\n"); cudaFree(p); }'
said=$(magic <<<"$program")
like "%%cuda prints the program's output" "$said" '^a < b$'
like "and its finding as text" "$(text "$said")" 'thread \(100,0,0\) of block \(0,0,0\) writes p\[100\]'
like "as HTML: its level and its sentence" "$(markup "$said")" \
	'<b>error</b>: thread \(100,0,0\) of block \(0,0,0\) writes p\[100\]; p has 100 elements'
like "the line, counted as Jupyter counts" "$(markup "$said")" '   4 \|     p\[threadIdx.x\] = n;$'
like "the caret" "$(markup "$said")" '^     \|     \^</pre>'
like "the next step" "$(markup "$said")" '<i>next:</i> 28 threads do the same'
like "and the launch" "$(markup "$said")" '<div>launched on line 6: fill\(int\*, int\)</div>'
unlike "without the path of a private folder" "$said" 'warpbook-notebook-'
is "a program without findings shows its output" "$(sed 's/1, 128/1, 100/' <<<"$program" | magic | head -1)" "a < b"
said=$(printf '%%%%cuda\nint main() { return five<0>; }\n' | magic)
like "the compiler's message as HTML" "$(markup "$said")" '<b>error</b>: .*five'
like "with its line" "$(markup "$said")" '2 \| int main\(\) \{ return five&lt;0&gt;; \}'
like "an exit status is told" "$(printf '%%%%cuda\nint main() { return 5; }\n' | magic)" 'exit status 5'
like "a quote without an end is refused" "$(printf '%%%%cuda -DX="a b\nint main() { }\n' | magic)" \
	'UsageError: a quote has no end'
said=$(printf '%%%%cuda --nonsense\nint main() { }\n' | magic)
like "an option that there is not is told" "$(text "$said")" "there is no option '--nonsense'"
unlike "as text" "$said" '"error"'
said=$(printf '%%%%cuda\n__global__ void k() { }\nint main() { größe<<<1, 1>>>(); }\n' | magic)
like "a name with letters outside of ASCII is shown with them" "$(text "$said")" 'größe.*(undefined|undeclared)'
said=$(sed 's/\<n\>/größe/g' <<<"$program" | magic)
like "a parameter may have such a name" "$(text "$said")" 'writes p\[100\]'
both='%%cuda
#include <cstdio>
int main() { int *p; cudaMallocManaged(&p, 4); both<<<1, 1>>>(p); cudaDeviceSynchronize(); printf("%d\n", *p); cudaFree(p); }'
said=$(printf '%s\n' '%%cuda --keep' '__device__ int twice(int x) { return 2 * x; }' ==== \
	'%%cuda --keep' '__global__ void both(int *p) { p[0] = twice(21); }' ==== \
	"$both" \
	==== '%%cuda --keep' '__device__ int twice(int x) { return oops; }' ==== \
		'%%cuda --keep' '__device__ int twice(int x) { return 3 * x; }' ==== \
	"$both" | magic)
like "--keep says what is kept" "$(text "$said")" '^kept for later cells: twice$'
is "kept kernels run; one that does not compile replaces nothing, a later one replaces the earlier" \
	"$(grep -E '^(42|63)$' <<<"$said" | tr '\n' ' ')" "42 63 "
like "and the one that does not compile is told" "$(text "$said")" 'oops'
like "--keep without a kernel is refused" "$(printf '%%%%cuda --keep\nint x;\n' | magic)" 'UsageError: .*defines neither'

check() { { echo "%%check $1"; cat "$2"; } | magic; }
said=$(check add "$top/solutions/01_kernels/add.cu")
like "%%check passes a solution" "$(text "$said")" '^01_kernels/add: passed$'
like "and counts the cases" "$(markup "$said")" '10 of 10 cases are right'
sed 's/if (.*)//' "$top/solutions/01_kernels/add.cu" >"$scratch/unguarded"
said=$(check add "$scratch/unguarded")
like "%%check names what is wrong" "$(text "$said")" '^01_kernels/add: out-of-bounds access$'
like "with code" "$(markup "$said")" 'out\[i\] = a\[i\] \+ b\[i\];'
like "and the next step" "$(text "$said")" '^     \|   next: .*is there a guard'
like "and how to judge the same inputs again, in a cell" "$(text "$said")" '^replay: %%check 01_kernels/add --seed [0-9]+$'
said=$(LANGUAGE=de check add "$scratch/unguarded")
like "in the user's language: as text" "$(text "$said")" '^01_kernels/add: Zugriff außerhalb der Grenzen$'
like "and as HTML" "$(markup "$said")" '<i>weiter:</i> [0-9]+ Threads tun dasselbe'
like "with its cases" "$(markup "$said")" '^0 von 10 Fällen sind richtig</pre>'
said=$(LANGUAGE=de magic <<<"$program")
like "so are a program's findings: as text" "$(text "$said")" 'schreibt p\[100\]'
like "and as HTML" "$(markup "$said")" 'p hat 100 Elemente'
like "with the launch" "$(markup "$said")" '<div>gestartet in Zeile 6: fill\(int\*, int\)</div>'
said=$(printf '%s\n' '%%cuda --keep' 'int x;' ==== '%hint' ==== '%profile' ==== '%experiment 4' ==== \
	'%%cuda' 'int main() { return 5; }' | LANGUAGE=de magic)
like "and what the package says itself" "$said" 'UsageError: %%cuda --keep behält Kernel und Device-Funktionen: '
like "about names" "$said" 'UsageError: %hint braucht den Namen einer Aufgabe, etwa %hint reverse_block$'
like "about the last cell" "$said" 'UsageError: %profile gilt der Zelle, die zuletzt lief: .* %%cuda, %%numba, %%check aus$'
like "about steps" "$said" 'UsageError: %experiment braucht eine Lektion'
like "about a program's end" "$said" 'mit Exit-Status 5$'
like "an exercise that there is not" "$(check nonesuch "$scratch/unguarded")" "nonesuch"
like "no exercise at all is refused" "$(printf '%%%%check\nx\n' | magic)" 'UsageError: %%check needs'
like "%hint gives a hint" "$(echo '%hint add' | magic)" 'hint 1 of 3 for 01_kernels/add'
like "%hint is about the exercise checked last" \
	"$({ echo '%%check add'; cat "$scratch/unguarded"; printf '====\n%%hint\n'; } | magic)" 'of 3 for 01_kernels/add'
like "%hint without one is refused" "$(echo '%hint' | magic)" 'UsageError: %hint needs'
said=$(echo '%progress' | magic)
like "%progress needs a workspace" "$(text "$said")" 'warpbook init'
"$w" init "$scratch/space" >/dev/null
said=$({ echo '%%check add'; cat "$top/solutions/01_kernels/add.cu"; printf '====\n%%progress\n'; } |
	WARPBOOK_WORKSPACE=$scratch/space magic)
like "which records what was checked: as text" "$(text "$said")" '^01_kernels .* 1 of +[0-9]+ passed$'
like "and as a page" "$(markup "$said")" '&lt;td&gt;01_kernels/add&lt;/td&gt;&lt;td&gt;passed'
said=$({ echo "$program" | sed 's/1, 128/1, 100/'; printf '====\n%%profile\n====\n%%step break 4; continue; info locals\n'; } |
	magic)
like "%profile says what the lines of a program cost" "$(text "$said")" '^ *4 .* p\[threadIdx.x\] = n;'
like "as a page of its own, whose style stays there" "$(markup "$said")" '^<iframe srcdoc="&lt;!DOCTYPE html'
like "%step steps through its kernel" "$(text "$said")" '^breakpoint 1, line 4'
like "and shows variables" "$(text "$said")" '^n = 3$'
unlike "none names a private folder" "$said" 'warpbook-notebook-'
said=$({ echo '%%check add'; cat "$top/solutions/01_kernels/add.cu";
	printf '====\n%%profile --gpu h200\n====\n%%picture --line %d\n' \
	$(($(grep -n 'out\[i\] =' "$top/solutions/01_kernels/add.cu" | cut -d: -f1) + 1)); } | magic)
like "%profile of an exercise compares with the reference" "$(text "$said")" '^reference '
like "%picture draws" "$(markup "$said")" '^<svg'
like "and says" "$(text "$said")" 'sectors'
for magic in profile picture step; do
	like "%$magic before any cell is refused" "$(echo "%$magic" | magic)" \
		"UsageError: %$magic is about the cell that ran last"
done
if "$python" -c 'import numba' 2>/dev/null; then
	said=$(printf '%s\n' '%%numba' 'import numpy as np' 'from numba import cuda' '@cuda.jit' 'def fill(p):' \
		'    p[cuda.grid(1)] = 3' \
		'p = cuda.device_array(100, np.int32)' 'fill[1, 128](p)' 'cuda.synchronize()' | magic)
	like "%%numba runs a program in Python with every check" "$(markup "$said")" \
		'<b>error</b>: thread \(100,0,0\) of block \(0,0,0\) writes p\[100\]'
	like "at the line that Jupyter counts" "$(markup "$said")" '6 \|     p\[cuda.grid\(1\)\] = 3'
else
	skip "%%numba runs a program in Python" "Numba is missing"
fi
step=$(cells 04_global_memory.ipynb code | sed -n 's/^%experiment 04_global_memory //p' | head -1)
said=$(echo "%experiment 4 $step" | magic)
like "%experiment draws its chart, or its pictures" "$(markup "$said")" '<table class="chart">|<svg'
like "a step without one is told" "$(echo '%experiment 90 1' | magic)" 'step 1 has neither an experiment nor a picture'
like "%experiment without a step is refused" "$(echo '%experiment 4' | magic)" 'UsageError: %experiment needs'

# ---- a real notebook ----
if "$python" -c 'import nbconvert, ipykernel' 2>/dev/null; then
	ok "nbconvert executes a lesson" env HOME="$scratch" "$python" -m nbconvert --to notebook \
		--execute --output-dir "$scratch" --output ran 01_kernels.ipynb
	like "whose cells say what the judge says" "$(cat "$scratch/ran.ipynb")" '<b>01_kernels/add: '
	is "no cell raises an error" "$(grep -c '"output_type": "error"' "$scratch/ran.ipynb")" 0
	export HOME=$scratch
	cd "$scratch" || exit 99
	timeout 200 "$python" "$TESTS_DIR/cli/notebook_kernel.py" "$top/src/python/notebook" >left 2>err
	is "an interrupted cell, or a killed kernel, leaves no program behind" "$(cat left)" "interrupted: 2 have ended
ok
killed: 3 have ended"
else
	skip "nbconvert executes a lesson" "nbconvert is missing"
fi
tap_done
