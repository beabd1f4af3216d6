#!/bin/bash
# lesson_pictures.sh - the pictures in a lesson: as text, as JSON, as HTML, and the error for its author if one cannot be made.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
top=$(cd "$TESTS_DIR/.." && pwd)
data=$scratch/data
mkdir -p "$data/lessons/04_own"
ln -s "$top/exercises" "$top/solutions" "$data"
cp "$top"/lessons/04_global_memory/stride.* "$top"/lessons/09_streams/overlap.* "$data/lessons/04_own"
cp "$top/lessons/glossary.lua" "$data/lessons"
# A lesson whose first page, which begins on line 2, has these pictures.
lesson() {
	printf 'return { title = "t", minutes = 5, summary = "s", steps = {\n{ text = "words", pictures = {\n%s } },\n{ points = { "p" } } } }\n' "$1" \
		>"$data/lessons/04_own/lesson.lua"
	WARPBOOK_DATA=$data "$w" lesson 4 --step 1 "${@:2}" >"$scratch/out" 2>"$scratch/err" </dev/null
	echo $?
}
json() { sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"; }
stride='of = "stride", line = "x[i * stride]", array = "x", case = { n = 8192, stride = 2 }'

is "a picture of an experiment's kernel" "$(lesson "{ $stride, show = \"sectors\", title = \"A \`stride\`\" }" --plain)" 0
like "is drawn beside the text, under its title" "$(cat "$scratch/out")" '^words  .* A stride$'
like "with a sector for four lanes" "$(cat "$scratch/out")" ' x\[8\]    4  ·  5  ·  6  ·  7  ·$'
is "with LC_ALL=C there is nothing beyond ASCII" \
	"$(LC_ALL=C lesson "{ $stride, show = \"sectors\" }" --plain)$(LC_ALL=C grep -c '[^ -~]' "$scratch/out")" 00
is "in JSON it is as \`warpbook picture\` has it" \
	"$(lesson "{ $stride, show = \"sectors\" }" --json) $(json '$.steps[0].pictures[0].pictures[0].kind') $(
	json '$.steps[0].pictures[0].pictures[0].left_out')" "0 sectors 0"
is "in HTML it is a picture" "$(lesson "{ $stride, show = \"sectors\" }" --html) $(grep -c '<svg class="picture"' \
	"$scratch/out")" "0 1"
is "how often a block uses each element" "$(lesson "{ $stride, show = \"block\" }" --json) $(json \
	'$.steps[0].pictures[0].pictures[0].kind')" "0 block"
is "banks of an exercise's solution" "$(lesson \
	'{ of = "05_shared_memory/transpose_tiled", show = "banks", line = "] = tile[", block = { 1, 0 }, warp = 1 }' --json) $(
	json '$.steps[0].pictures[0].pictures[0].kind')" "0 banks"
is "another source with the same parameters" "$(lesson '{ of = "01_kernels/add", show = "difference", source = "__global__ void add(float *out, const float *a, const float *b, int n) { if (threadIdx.x) out[0] = 1; }" }' --json) $(
	json '$.steps[0].pictures[0].pictures[0].kind')" "0 difference"
is "the lanes of a warp" "$(lesson '{ of = "stride", show = "lanes", case = { n = 8170, stride = 2 }, block = { 31 }, warp = 7 }' --json) $(
	json '$.steps[0].pictures[0].pictures[0].cells[2]' | grep -o "#" | wc -l)" "0 10"
is "work in streams" "$(lesson '{ of = "overlap", kernel = "pinned", show = "streams", case = { n = 8192, streams = 2 } }' \
	--json) $(
	json '$.steps[0].pictures[0].operations' | grep -o '"kind":"kernel"' | wc -l)" "0 8"
like "with the calls of the host" "$(cat "$scratch/out")" '"kind": *"call of the host"'
is "whose picture in HTML is one, too" "$(lesson \
	'{ of = "overlap", kernel = "pinned", show = "streams", case = { n = 8192, streams = 2 } }' --html) $(
	grep -c '<svg.* class="timeline"' "$scratch/out")$(grep -c '<style' "$scratch/out")" "0 10"
is "without a compiler the page says so, and the lesson goes on" \
	"$(lesson "{ $stride, show = \"sectors\" }" --compiler "$scratch/none")" 0
like "with what is missing" "$(joined <"$scratch/out")" 'There is no picture: .*none'

# What is wrong, what the author is reported, and on which line.
broken() { # WHAT PICTURE WORDS
	is "$1: it is the author's" "$(lesson "$2" --plain)" "${4:-3}"
	is "$1: one error, at its line" "$(grep -c 'lesson.lua:3: ' "$scratch/err")" 1
	like "$1: which says what" "$(joined <"$scratch/err")" "$3"
}
broken "a source that does not compile" '{ of = "stride", show = "sectors", line = "x", source = "__global__ void strided(float *out, const float *x, int n, int stride) { oops; }" }' 'does not compile: .*oops'
broken "an array that is not there" '{ of = "stride", show = "sectors", line = "x[i * stride]", array = "y" }' \
	"does not use an array 'y'"
broken "a line that is not there" '{ of = "stride", show = "sectors", line = "y[i]" }' "no line of 'stride.cu' has 'y\[i\]' in it"
broken "a line that is there twice" '{ of = "stride", show = "sectors", line = "int" }' \
	"2 lines of 'stride.cu' have 'int' in them"
broken "a kind that the line has not" '{ of = "stride", show = "banks", line = "x[i * stride]" }' "no picture of the kind 'banks'"
broken "a kernel that is not there" '{ of = "stride", kernel = "other", show = "sectors", line = "x[" }' "has no 'other'"
broken "an experiment that is not there" '{ of = "none", show = "sectors", line = "x[" }' 'there is no file'
broken "an exercise that is not there" '{ of = "01_kernels/none", show = "sectors", line = "x[" }' 'none'
broken "streams of a kernel" '{ of = "stride", show = "streams" }' 'only host functions use streams'
broken "a difference from nothing" '{ of = "stride", show = "difference" }' 'no solution'
broken "a case without a variable" '{ of = "stride", show = "sectors", line = "x[i *", case = { n = 32 } }' \
	"no case variable 'stride'|nil value|stride"
broken "a kind that there is not" "{ $stride, show = \"heat\" }" "'heat' is not a kind of picture"
broken "no line" '{ of = "stride", show = "sectors" }' "'line' is missing"
broken "a case of words" '{ of = "stride", show = "sectors", line = "x[i *", case = { n = "many" } }' 'numbers with names'
broken "a field that there is not" "{ $stride, show = \"sectors\", colour = 1 }" 'colour'
tap_done
