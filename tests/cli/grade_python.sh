#!/bin/bash
# grade_python.sh - answers in Python in a class: accepted in every layout, judged by Numba, with their code on the feedback
# pages; if the exercise has no Python version, the row says so; a copy of a classmate's CUDA file under a Python name does not
# pass.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
top=$TESTS_DIR/..
mutants=$TESTS_DIR/mutants/01_kernels/add
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v jq >/dev/null ||
	! "$w" check --no-record --as 01_kernels/add "$top/solutions/01_kernels/add.py" >/dev/null 2>&1; then
	skip "a class that answers in Python" "clang, jq or Numba is not here"
	tap_done
fi
cat >a1.lua <<'END'
return { name = "a1", exercises = { { "01_kernels/add", points = 10, cases = 1 }, { "01_kernels/zip_stride", points = 10, cases = 1 } } }
END
hand() { mkdir -p "sub/$1" && cp "$3" "sub/$1/$2"; }
hand ada add.py "$top/solutions/01_kernels/add.py"
hand ben add.py "$mutants/wrong_no_guard.py"
hand cyd ADD.PY "$top/solutions/01_kernels/add.py"
hand dan add.py "$top/solutions/01_kernels/add.cu"
hand eve add.cu "$top/solutions/01_kernels/add.cu"
hand eve zip_stride.py "$top/solutions/01_kernels/add.py"
hand fay add.cu "$mutants/wrong_nan.cu"
hand fay add-1.py "$mutants/ok_helper.py"
"$w" grade sub -a a1.lua --json --feedback back >out.json 2>err
row() { jq -r --arg s "$1" --arg x "$2" '.students[] | select(.id == $s) | .exercises[] | select(.exercise == $x) | "\(.state) \(.verdict) \(.points)"' out.json; }
is "a right answer in Python has all points" "$(row ada 01_kernels/add)" 'graded passed 10'
is "a wrong one has its finding" "$(row ben 01_kernels/add)" 'graded memory-error 2'
is "its name may be in capitals" "$(row cyd 01_kernels/add)" 'graded passed 10'
is "CUDA C++ under a Python name is no pass, though the same text passes as CUDA C++" "$(row dan 01_kernels/add)" \
	'graded compile-error 0'
is "both languages in one class" "$(row eve 01_kernels/add)" 'graded passed 10'
is "an exercise without Python says so" "$(jq -r '.students[] | select(.id == "eve") | .exercises[1].note' out.json)" \
	"'zip_stride.py' is in Python, which this exercise does not take"
is "of both languages, the file handed in last counts" "$(row fay 01_kernels/add)" 'graded passed 10'
like "the feedback has the Python code" "$(cat back/ben.html)" '<code>@cuda.jit|<code>from numba'
like "and the finding at its line" "$(cat back/ben.html)" '<td class="margin"><strong>out-of-bounds'
like "in Markdown too" "$(cat back/ben.md)" 'warpbook check add.py --seed'
is "similarity compares them with each other" \
	"$("$w" similar sub -a a1.lua --json | jq -r '.exercises[] | select(.exercise == "01_kernels/add") |
	"\(.language) \(.files) \(.not_compiled)"')" "python 5 1"
is "a second run checks nothing" "$("$w" grade sub -a a1.lua --json 2>/dev/null | jq '[.checked, .would_differ]' -c)" '[0,0]'

mkdir flat && cp "$top/solutions/01_kernels/add.py" flat/obrienpat_LATE_12_34_add-1.py
cp "$mutants/wrong_no_guard.py" flat/leeann_13_35_add.py
is "Canvas' flat names" "$("$w" grade flat -a a1.lua --class flat.class --json 2>/dev/null |
	jq -c '[.layout, [.students[].exercises[0].verdict]]')" '["canvas",["passed","memory-error"]]'
mkdir single && cp "$top/solutions/01_kernels/add.py" single/ann.py && cp "$top/solutions/01_kernels/add.cu" single/bob.cu
printf 'return { name = "one", exercises = { { "01_kernels/add", points = 1 } } }\n' >one.lua
is "a file named after its student" "$("$w" grade single -a one.lua --class single.class --json 2>/dev/null |
	jq -c '[.students[] | .id, .exercises[0].verdict]')" '["ann","passed","bob","passed"]'
if command -v zip >/dev/null; then
	zip -qr class.zip sub
	is "in an archive" "$("$w" grade class.zip -a a1.lua --class zip.class --json 2>/dev/null |
		jq -c '[.students[].exercises[0].verdict]')" \
		'["passed","memory-error","passed","compile-error","passed","passed"]'
fi
tap_done
