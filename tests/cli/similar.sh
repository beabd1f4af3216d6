#!/bin/bash
# similar.sh - submissions that are alike: copies within a class and from an earlier one, files too short to decide, odd and
# hostile files, the page, and a class of three hundred in seconds. tests/similar/recall.sh measures how many disguised copies are
# found.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
mutants=$TESTS_DIR/mutants
cd "$scratch" || exit 99
if ! has_compiler clang || ! command -v jq >/dev/null; then
	skip "similar submissions" "clang or jq is not here"
	tap_done
fi
hand() { mkdir -p -- "$1" && cp "$mutants/$2" "$1/$3"; }
smooth=05_shared_memory/smooth
set -- "$mutants/$smooth"/ok_*.cu
one=$smooth/$(basename "$1") two=$smooth/$(basename "$2")

# ---- a class --------------------------------------------------------------------------------------------
hand "sub/O'Brien" $two smooth.cu
hand sub/-lee- $one smooth.cu
mkdir -p sub/copy sub/torn sub/zoë
sed 's/\bsum\b/total/g; s/\bh\b/high/g; s/column/col_sum/g; s,//.*,,' "$mutants/$two" >sub/copy/smooth.cu
cp "$TESTS_DIR/../solutions/$smooth.cu" sub/zoë/smooth.cu
sed '$d' "$mutants/$two" >sub/torn/smooth.cu # does not compile
mkdir -p sub/fifo && mkfifo sub/fifo/smooth.cu
"$w" similar sub --json --html page.html >said.json
is "a copy is found, whatever its names" "$? $(jq \
	-r '.exercises[] | select(.exercise | endswith("smooth")) | .pairs[] | select(.a.compiled and .b.compiled) |
	"\(.a.student) \(.b.student) \(.alike)"' said.json)" "0 O'Brien copy true"
is "a file that does not compile is compared by its words" \
	"$(jq -r '[.exercises[0].pairs[] | select(.a.student == "torn" or .b.student == "torn")] |
	length, .[0].code' said.json | tr '\n' ' ')" "2 null "
is "the reference solution is nobody's work" "$(jq \
	'[.exercises[0].pairs[] | select(.a.student == "zoë" or .b.student == "zoë")] | length' said.json)" 0
is "a pipe in place of a file is nobody's" "$(jq '.exercises[0].files' said.json)" 5
"$w" similar sub >said
like "for people" "$(tr '\n' ' ' <said)" "05_shared_memory/smooth  5 files, 10 pairs: [0-9]+ alike.*O'Brien  copy"
is "an exercise alone, by its words alone" "$("$w" similar sub --exercise smooth --words-only --json |
	jq -r '.exercises[0].not_compiled')" 5
is "all pairs, if you ask" "$("$w" similar sub --all --json | jq '.exercises[0].pairs | length')" 10
is "with one compiler at a time, too" "$("$w" similar sub --jobs 1 --all --json | jq ".exercises[0].pairs | length")" 10

# ---- a ring --------------------------------------------------------------------------------------------------
# More than half of the class has one source, each in a disguise of its own. The more copy, the plainer it is.
lua=$(command -v lua5.4 || command -v lua-5.4 || command -v lua54 || command -v lua)
if [ -n "$lua" ]; then
	for file in "$mutants/$smooth"/ok_*.cu; do hand "ring/$(basename "$file" .cu)" "$smooth/$(basename "$file")" smooth.cu;
		done
	base=$(wc -c "$mutants/$smooth"/ok_*.cu | grep -v total | sort -rn | head -1 | sed 's/^ *[0-9]* //')
	for name in $("$lua" "$TESTS_DIR/similar/disguise.lua"); do
		mkdir -p "ring/zz_$name"
		"$lua" "$TESTS_DIR/similar/disguise.lua" "$name" smooth <"$base" >"ring/zz_$name/smooth.cu" ||
			rm -r "ring/zz_$name"
	done
	copies=$(($(ls ring | grep -c '^zz_') + 1))
	"$w" similar ring --json >said.json
	is "a ring is found, whatever its size and disguises, and nobody else is in it" \
		"$(jq -r '.exercises[0].rings | length, (.[0].files | length), ([.[0].files[].student | select(startswith("zz_") | not)] | length)' said.json |
		tr '\n' ' ')" "1 $copies 1 "
	like "and comes first" "$("$w" similar ring | sed -n 2p)" "^  $copies students, one source: "
else
	skip "a ring" "lua is not here"
fi

# ---- a textbook's answers -------------------------------------------------------------------------------------
# Independent answers without the lesson's idea: one pixel a thread, straight from global memory.
for file in "$TESTS_DIR"/similar/naive/smooth_*.cu; do
	mkdir -p "naive/$(basename "$file" .cu)"
	cp "$file" "naive/$(basename "$file" .cu)/smooth.cu"
done
hand naive/slow $smooth/slow_no_tile.cu smooth.cu
for compiler in $(compilers); do
	is "who writes the short kernel that everybody writes copies nobody, with $compiler" \
		"$("$w" similar naive --compiler "$compiler" --json |
			jq -c '.exercises[0] | [.files, .alike, .textbook > 5, (.rings | length)]')" "[8,0,true,0]"
done
# Independent answers with the idea, in the forms that most would write: by the code alone pairs of them were alike to 82 %.
for file in "$TESTS_DIR"/similar/usual/*.cu; do
	name=$(basename "$file" .cu)
	mkdir -p "usual/${name##*_}"
	cp "$file" "usual/${name##*_}/${name%_*}.cu"
done
for compiler in $(compilers); do
	is "nor who writes what most would write, with $compiler" \
		"$("$w" similar usual --compiler "$compiler" --all --json |
			jq -c '.exercises | [map(.alike), map(.rings | length), map(.compared)] | map(add)')" \
		"[0,0,43]"
done
# But a copy of such an answer is one.
for student in ann bob eve; do
	mkdir -p copied/$student
	cp "$TESTS_DIR/similar/usual/game_of_life_u1.cu" copied/$student/game_of_life.cu
done
is "a copy of what most would write is still a copy" "$("$w" similar copied --json |
	jq -c '.exercises[0] | [.alike, .textbook, (.rings | length)]')" "[3,0,1]"
hand naive/ann $two smooth.cu
mkdir -p naive/copy
cp sub/copy/smooth.cu naive/copy/
is "among them a copy is found" "$("$w" similar naive --json |
	jq -r '.exercises[0].pairs[] | select(.alike) | "\(.a.student) \(.b.student)"')" "ann copy"
like "and it is said how many were so short" "$("$w" similar naive | sed -n 2p)" \
	"^  [0-9]+ more pairs are alike, but as like a textbook"

# ---- an earlier class ------------------------------------------------------------------------------------
mkdir -p new/ann old/pat
cp "$mutants/$two" new/ann/smooth.cu
hand new/ben $one smooth.cu
cp sub/copy/smooth.cu old/pat/smooth.cu
hand old/kim $two smooth.cu
is "a copy of an earlier year's is found; earlier ones are not compared with each other" \
	"$("$w" similar new --against old --json |
	jq -r '.exercises[0] | .compared, (.pairs[] | "\(.a.student) \(.b.from)/\(.b.student)")' | sort | tr '\n' ' ')" \
		"5 ann old/kim ann old/pat "

# ---- answers in Python ------------------------------------------------------------------------------------
# Without Numba they are compared by their words.
hand py/ann $smooth/ok_sides_apart.py smooth.py
hand py/kim $smooth/ok_rows_first.py smooth.py
hand py/lee $one smooth.cu # the only one in CUDA
mkdir -p py/copy
sed 's/\bnear\b/tile/g; s/\bpixel\b/at/g; s/\babove\b/first/g; s/#.*//; s/from numba import cuda,/from numba import cuda as gpu,/; s/cuda\./gpu./g
	s/^def smooth.*/&\n    """My own."""/; s/ + /+/g' "$mutants/$smooth/ok_sides_apart.py" >py/copy/smooth.py
bare=$scratch/bare
printf '#!/bin/sh\nexec /usr/bin/python3 -S -E "$@"\n' >"$bare"
chmod +x "$bare"
WARPBOOK_PYTHON=$bare "$w" similar py --json --html python.html >said.json
is "a copy in Python is found without Numba, whatever its names, docstrings and imports" \
	"$? $(jq -r '.exercises[] | .language, (.pairs[] |
	"\(.a.student) \(.b.student) \(.same) \(.alike)")' said.json | tr '\n' ' ')" "0 python ann copy true true "
ok "the page shows it" grep -q 'smooth (Python): ' python.html
WARPBOOK_PYTHON=$bare "$w" similar py >said
like "and says why words are all" "$(cat said)" 'Answers in Python are compared by their words only: .*Numba'
if "$w" doctor python | grep -q '^ok  *python'; then
	sed -n '1,/^    cuda.syncthreads/p' "$mutants/$smooth/ok_rows_first.py" |
		sed 's/while p < 340:/while 340 > p:/; s/p += 256/p = p + 256/; s/^def smooth/def whole/
		s/^@cuda.jit/@cuda.jit(device=True)/' >py/copy/smooth.py
	sed -n '/^    cuda.syncthreads/,$p' "$mutants/$smooth/ok_rows_first.py" | sed 1d >>py/copy/smooth.py
	printf '\n\n@cuda.jit\ndef smooth(to, image, wide, high):\n    whole(to, image, wide, high)\n' >>py/copy/smooth.py
	is "with Numba the code is compared: a kernel whose work is in a function" \
		"$("$w" similar py --json | jq -r '.exercises[0].pairs[] |
		"\(.a.student) \(.b.student) \(.code == null) \(.alike)"')" "copy kim false true"
else
	skip "with Numba the code is compared" "Numba is not here"
fi

# ---- too short to tell -------------------------------------------------------------------------------------
for s in a b c d e; do hand short/$s 01_kernels/add/ok_helper.cu add.cu; done
for s in a b c; do cp "$TESTS_DIR/../solutions/01_kernels/scale.cu" short/$s/scale.cu; done
like "what has one right line is too short to tell" "$("$w" similar short | tr '\n' ' ')" \
	"01_kernels/add  5 files, 10 pairs: too short to tell.*01_kernels/scale  3 files, 3 pairs: too short"
cat >a.lua <<'END'
return { name = "a", exercises = { { "01_kernels/add", points = 1 } } }
END
is "an assignment names the exercises" "$("$w" similar short -a a.lua --json | jq -r '.exercises | length')" 1
mkdir none
is "a folder without two files has nothing to compare" "$("$w" similar none)" "no exercise has two submissions"
is "a folder that is not there is wrong usage" "$("$w" similar nowhere >/dev/null 2>&1; echo $?)" 2
is "and so is an exercise that is not in the assignment" \
	"$("$w" similar short -a a.lua --exercise smooth >/dev/null 2>&1; echo $?)" 2

# ---- hostile files --------------------------------------------------------------------------------------------
mkdir -p bad/{py,py2,py3,py4,line,line2,binary,nul,empty,quote,deep,deep2,huge}
awk 'BEGIN { for (i = 0; i < 260000; i++) printf "a[i]+=b;"; }' >bad/line/smooth.cu
{ cat bad/line/smooth.cu; echo "int x;"; } >bad/line2/smooth.cu
head -c 300000 /dev/urandom >bad/binary/smooth.cu
printf '__global__ void smooth(\0\0\0' >bad/nul/smooth.cu
: >bad/empty/smooth.cu
printf '"' >bad/quote/smooth.cu
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{(["; }' >bad/deep/smooth.cu
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "/*"; }' >bad/deep2/smooth.cu
head -c 5000000 /dev/zero | tr '\0' x >bad/huge/smooth.cu
printf '</pre><script>alert(1)</script>\n' >>bad/line/smooth.cu
awk 'BEGIN { for (i = 0; i < 30000; i++) printf "for i in range("; }' >bad/py/smooth.py
awk 'BEGIN { printf "\"\"\""; for (i = 0; i < 100000; i++) printf "((("; }' >bad/py2/smooth.py
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "import a as b, c as d; "; }' >bad/py3/smooth.py
{ head -c 100000 /dev/urandom; printf 'while True:\n    pass\n'; } >bad/py4/smooth.py
began=$SECONDS
timeout 120 "$w" similar bad --html bad.html --all --json >bad.json
is "lines of 2 MB, binary files, brackets without end" "$? $(jq -r '.exercises[].files' bad.json | tr '\n' ' ')" "0 9 4 "
ok "they take seconds" [ $((SECONDS - began)) -lt 60 ]
is "and no script gets into the page" "$(grep -c '<script>' bad.html)" 0
ok "which stays small" [ "$(wc -c <bad.html)" -lt 3000000 ]

# ---- the page ---------------------------------------------------------------------------------------------------
ok "a page shows both side by side" grep -q "<strong>O'Brien</strong>" page.html
LANGUAGE=de "$w" similar sub --html german.html >said
like "it speaks the user's language" "$(cat german.html said | joined)" \
	'<h1>Ähnliche Abgaben</h1>.*<th>Paare</th>.* ähnlich \(ab'
ok "with equal runs in one colour" [ "$(grep -c 'class="t0"' page.html)" -ge 2 ]
if command -v tidy >/dev/null; then
	is "it is valid" "$(tidy -qe page.html 2>&1 | grep -c 'Error')" 0
else
	skip "it is valid" "there is no tidy"
fi

# ---- a large class ------------------------------------------------------------------------------------------------
for i in $(seq 300); do
	mkdir -p big/s$i
	file=$(find "$mutants/05_shared_memory" "$mutants/12_stencils" "$mutants/08_reduce_scan" -name '*.cu' | sort |
		sed -n "$((i % 150 + 1))p")
	sed "s/__global__/\/\/ $i\n__global__/" "$file" >big/s$i/smooth.cu
done
began=$SECONDS
is "300 files, 44850 pairs" "$(timeout 100 "$w" similar big --words-only --json | jq -r '.exercises[0].compared')" 44850
ok "in seconds" [ $((SECONDS - began)) -lt 20 ]
tap_done
