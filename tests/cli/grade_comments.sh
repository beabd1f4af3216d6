#!/bin/bash
# grade_comments.sh - an instructor's comments: at lines and by items of a rubric, kept through regrades, in all that is written.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v jq >/dev/null || ! command -v sqlite3 >/dev/null; then
	skip "comments" "clang, jq or sqlite3 is not here"
	tap_done
fi
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu wrong=$TESTS_DIR/mutants/01_kernels/add/wrong_nan.cu
mkdir -p sub/ann sub/ben sub/cyd
cp "$good" sub/ann/add.cu
cp "$good" sub/ben/add.cu
: >sub/cyd/add.cu
cat >a.lua <<'END'
return { name = "a", exercises = { { "01_kernels/add", points = 10, cases = 1 } }, seed = 7,
  rubric = { { "names", points = -1, text = "names that say <what> they hold" }, { "tests", points = 1.5, exercise = "add" },
    { "seen" }, { "half", points = -50 } } }
END
"$w" grade sub -a a.lua >/dev/null 2>&1
say() { "$w" grade comment "$@" -a a.lua; }
is "a comment has a number" "$(say ann add "why not <x>?" --line 3 --author ada)" "ann, 01_kernels/add: comment 1"
say ann add --item names --author ada >/dev/null
say ann add --item tests "two of them" --author ada >/dev/null
say ben add --item half >/dev/null
is "they are listed" "$(say ann add)" '2  names (-1): names that say <what> they hold (ada)
3  tests (+1.5): two of them (ada)
1  line 3: why not <x>? (ada)'
mkdir said
for text in passed 'note: open the file; 3 days late' missing; do say cyd add "$text" --author ada >/dev/null; done
say ann add wrong-answer --line 2 --author ada >said/number
for language in de es; do
	export LANGUAGE=$language
	"$w" grade sub -a a.lua --feedback said >said/text 2>/dev/null
	{ say cyd add; "$w" class -a a.lua --student cyd --exercise add; cat said/text said/cyd.md said/cyd.html; } >said/all
	is "what an instructor wrote is not translated to '$language'" \
		"$(for text in passed 'note: open the file; 3 days late' missing; do grep -cF "$text" said/all; done | sort -u)" "5"
	like "but its place is" "$(say ann add)" "$([ $language = de ] && echo Zeile || echo línea) 2: wrong-answer"
done
unset LANGUAGE
say ann add --remove "$(grep -o '[0-9]*$' said/number)" >/dev/null
for n in 5 6 7; do say cyd add --remove $n >/dev/null; done
points() { "$w" grade export -a a.lua --json 2>/dev/null |
	jq -r "$number"'.students[] | "\(.id) \(.exercises[0].points | number)"' | tr '\n' ','; }
# ann 10 - 1 + 1.5; ben 10 - 50, which is not below 0
is "items have points" "$(points)" "ann 10.5,ben 0,cyd 0,"
is "the view of the database has the same" "$(sqlite3 .warpbook/warpbook.db \
	"select student || ' ' || points || ' ' || comments || ' ' || rubric_points from grade_view" | tr '\n' ',')" \
	"ann 10.5 3 0.5,ben 0 1 -50.0,cyd 0.0 0 0,"
"$w" grade sub -a a.lua --feedback pages --csv a.csv --report r.html --gradescope gs --json >a.json 2>/dev/null
like "the page has it at its line" "$(cat pages/ann.html)" \
	'<tr class="found"><td class="n">3</td>.*<td class="margin"><strong>ada</strong>: why not &lt;x&gt;\?'
like "and with its points" "$(cat pages/ann.html)" '<th scope="row">names</th><td class="number">-1</td>'
like "which add up" "$(cat pages/ben.html)" '<th scope="row">not below 0</th><td class="number">40</td>'
like "the text, too" "$(joined <pages/ann.md)" 'Comments: \* ada: names \(-1\): names that say \\<what\\> they hold'
like "and the table" "$(cat a.csv)" 'ann.*ada: line 3: why not <x>\?'
like "and Gradescope" "$(jq -r '.tests[0].output' gs/ann.json)" '^ada, line 3: why not'
is "and the JSON" "$(jq -c "$number"'.students[0].exercises[0].comments[0] | [.id, .item, (.points | number), .of_this_file]' \
	a.json)" '[2,"names",-1,true]'
is "names are nobody's in the class report" "$(grep -c 'ada\|why not' r.html)" 0
"$w" grade sub -a a.lua --pseudonyms --csv hidden.csv >/dev/null 2>&1
is "nor with pseudonyms" "$(grep -c 'ada\|why not' hidden.csv)" 0
like "the class's table and submission" "$({ "$w" class -a a.lua --plain; "$w" class -a a.lua --student ann --exercise add; } |
	joined)" "10.5[*].*ada: line 3: why not"
is "and its filter" "$("$w" class -a a.lua --filter commented --json | jq -c '[.students[].id]')" '["ann","ben"]'

# ---- kept through regrades, and through another file -------------------------------------------------------------------------------
"$w" grade sub -a a.lua --regrade >/dev/null 2>&1
"$w" grade regrade -a a.lua --apply >/dev/null 2>&1
is "a regrade keeps them" "$(points)" "ann 10.5,ben 0,cyd 0,"
cp "$wrong" sub/ann/add.cu
"$w" grade sub -a a.lua >/dev/null 2>&1
like "a comment on another file says so" "$(say ann add)" '1  line 3 of an earlier file: why not'
like "in German, too" "$(LANGUAGE=de say ann add)" '1  Zeile 3 einer früheren Datei: why not'
cp "$good" sub/ann/add.cu
"$w" grade sub -a a.lua >/dev/null 2>&1
sed -i 's/points = -1,/points = -3,/' a.lua
is "a changed rubric changes no grade" "$(points)" "ann 10.5,ben 0,cyd 0,"
is "taken back" "$(say ann add --remove 2)" "ann, 01_kernels/add: comment 2 is taken back"
say ben add --remove 4 >/dev/null
is "its points are gone" "$(points)" "ann 11.5,ben 10,cyd 0,"
like "the trail has it all" "$("$w" grade trail -a a.lua | tail -2 | joined)" \
	"uncommented ann, 01_kernels/add: 10.5 -> 11.5 .*uncommented ben, 01_kernels/add: 0 -> 10"

# ---- what is no comment --------------------------------------------------------------------------------------------------------------
wrong() { # what it says, then the command's words
	local says=$1
	shift
	like "$says" "$(say "$@" 2>&1)" "$says"
}
wrong "'zoe' has no grade" zoe add x
wrong "'ann' has no grade for 'saxpy'" ann saxpy x
wrong "the file has no line 999" ann add x --line 999
wrong "there is no file with a line 1: the exercise is 'empty'" cyd add x --line 1
wrong "the rubric of 'a' has no item 'style'" ann add --item style
wrong "has the item 'tests' already: comment 3" ann add --item tests
wrong "'ann' has no comment 77" ann add --remove 77
wrong "--remove takes a comment back: it takes nothing else" ann add x --remove 1
wrong "a comment needs a text" ann add ""
"$w" grade adjust ben add 3 --reason x -a a.lua >/dev/null
wrong "the points of 'ben' are set by hand" ben add --item names
echo 'return { name = "b", exercises = { { "add", points = 1 } }, rubric = { { "x" }, { "x" } } }' >b.lua
like "an item twice" "$("$w" grade sub -a b.lua 2>&1)" "^warpbook: b.lua:1: .*'x' is in the rubric twice"
tap_done
