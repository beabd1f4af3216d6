#!/bin/bash
# grade_course.sh - a course over assignments that are graded: its table in all forms, who passes, and what is wrong with a definition.
# Percent are computed by hand, next to each row.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v jq >/dev/null || ! command -v python3 >/dev/null; then
	skip "a course" "clang, jq or python3 is not here"
	tap_done
fi
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu
cat >roster.csv <<'END'
id,name
ann,Ann <Ek>
ben,Ben
cyd,Cyd
dee,Dee
END
# hand STUDENT in assignments; the others are missing there.
for n in 1 2 3; do
	echo "return { name = 'a$n', exercises = { { 'add', points = 10, cases = 1 } }, seed = 7 }" >a$n.lua
	mkdir -p a$n
done
for place in a1/ann a2/ann a3/ann a1/ben a2/ben a3/cyd; do
	mkdir $place
	cp "$good" $place/add.cu
done
course() {
	cat >course.lua
}
course <<'END'
return { title = "GPUs & <more>", drop_lowest = 1, pass = 50,
  assignments = { { "a1.lua", weight = 20 }, { "a2.lua", weight = 20 }, { "a3.lua", weight = 60, keep = true, pass = 40 } } }
END
"$w" grade course course.lua >none 2>&1
is "before anything is graded" "$?" 2
like "it says so" "$(cat none)" "no assignment of 'course.lua' is graded yet"
ok "and makes no gradebook" test ! -e .warpbook
for n in 1 2; do
	"$w" grade a$n -a a$n.lua --roster roster.csv >/dev/null 2>&1
done
"$w" grade course course.lua --json >early.json 2>/dev/null
is "so far, who passes is open" "$(jq -c "$number"'.students[] | [.id, (.percent | number), .passed]' early.json | tr '\n' ' ')" \
	'["ann",100,null] ["ben",100,null] ["cyd",0,null] ["dee",0,null] '
"$w" grade a3 -a a3.lua --roster roster.csv >/dev/null 2>&1
"$w" grade adjust ann add 4 --reason "late talk" -a a2.lua >/dev/null
"$w" grade adjust dee add 7 --reason "oral" -a a3.lua >/dev/null
"$w" grade course course.lua --csv c.csv --html c.html --report r.html --project p.html >text 2>noted
# ann 10 (4) 10: 100; ben 10 (10) 0: of equal shares and weights the first is dropped, 20 / 80 = 25; cyd (0) 0 10: 60 / 80 = 75;
# dee (0) 0 7: 42 / 80 = 52.5.
is "percent, who passes and why" "$(cut -d, -f1,3-6,10 c.csv | tr -d '\r' | tail -n +2)" 'ann,100,yes,,,a2: dropped
ben,25,no,,the course is below 50 %,a1: dropped
cyd,75,yes,,,a1: dropped
dee,52.5,yes,,,a1: dropped'
like "as text" "$(cat text)" 'ben +Ben +\(10\) +10 +0 +25 +not passed: the course is below 50 %'
like "with counts" "$(cat text)" '4 students, 3 of 3 assignments graded; the median is 63.75 %; 3 passed, 1 did not'
is "nothing else to say" "$(cat noted)" ""
like "as a page" "$(cat c.html)" '<td>Ann &lt;Ek&gt;</td>.*<td class="number dim">\(4\)</td>.*<td class="number">100</td>'
is "the pages for others name nobody" "$(grep -lE 'ann|Ann|Cyd' r.html p.html)" ""
is "the page for a projector has large type everywhere" "$(python3 "$TESTS_DIR/cli/type_sizes.py" p.html)" \
	"p.html least 26 px outside 0"
if command -v tidy >/dev/null; then
	is "tidy finds nothing" "$(for f in c.html r.html p.html; do tidy -q -e --drop-empty-elements no $f 2>&1; done)" ""
fi
"$w" grade course course.lua --pseudonyms --csv hidden.csv >/dev/null 2>&1
is "pseudonyms" "$(tail -n +2 hidden.csv | grep -vcE '^s-[0-9a-f]{12},s-') $(grep -ciE 'ann|ben' hidden.csv)" "0 0"

# ---- a roster, excuses, a rule in Lua, bonus, gradebooks elsewhere ------------------------------------------------------------------
sed -i 's/pass = 50,/pass = 50, excused = { { "ben", "a3", reason = "ill" }, { "zoe", "a1" } },/' course.lua
"$w" grade course course.lua --json >x.json
# ben: (10) 10, and a3 does not count.
is "excused" "$(jq -c "$number"'.students[1] | [(.percent | number), .passed, .assignments[2].state]' x.json)" \
	'[100,true,"excused"]'
like "an excuse for nobody is said" "$(jq -r '.warnings[]' x.json)" "'zoe' is excused from 'a1', but is no student of this course"
printf 'id,name\nann,Ann\nben,Ben\ncyd,Cyd\neve,Eve\n' >other.csv
"$w" grade course course.lua --roster other.csv >text 2>noted
like "who has no grade has 0, and this is said" "$(cat text noted | joined)" \
	"eve +Eve +\(-\) +- +- +0 .*1 student has no grade in 'a3', which counts as 0: 'eve'"
like "and who is not on the roster is no student" "$(cat text noted | joined)" \
	"4 students.*'dee' has grades, but is not on the roster"
course <<'END'
return { most = 110, assignments = { { "a1.lua", weight = 50 }, { "a2.lua", weight = 50 }, { "a3.lua", weight = 30, bonus = true } },
  pass = function(student)
    local a3 = student.assignments.a3.percent
    return { passed = student.percent >= 40, grade = student.percent >= 90 and "A" or "C", why = a3 == 0 and "no bonus, " .. student.name or nil }
  end }
END
"$w" grade course course.lua --csv c.csv >/dev/null
# ann 50 + 20 + 30 = 100; ben 100; cyd 30; dee 21
is "bonus only adds; a rule gives grades" "$(cut -d, -f1,3-6 c.csv | tail -n +2)" 'ann,100,yes,A,
ben,100,yes,A,"no bonus
cyd,30,no,C,
dee,21,no,C,'
mkdir elsewhere
cp a?.lua course.lua elsewhere/
ok "gradebooks in another folder" "$w" grade course elsewhere/course.lua --class . --csv d.csv
is "give the same" "$(cat d.csv)" "$(cat c.csv)"
ok "the example is read, but for its assignments" grep -q "there is no assignment 'a1.lua'" \
	<("$w" grade course "$WARPBOOK_DATA/grader/course.lua" 2>&1)

# ---- what is wrong with a definition: file, line, field and what to write -------------------------------------------------------------
wrong() { # what it says, the definition
	course <<<"$2"
	like "$1" "$("$w" grade course course.lua 2>&1 | tr '\n' ' ')" "^warpbook: course.lua:[0-9]+: .*$1"
}
wrong 'weight' 'return { assignments = { { "a1.lua", weight = "much" } } }'
wrong 'weight: should be from 0 to' 'return { assignments = { { "a1.lua", weight = -1 } } }'
wrong "there is no assignment 'a9.lua'.*relative to the file of the course" 'return { assignments = { { "a9.lua" } } }'
wrong "'a2' has no weight, but other assignments have" 'return { assignments = { { "a1.lua", weight = 1 }, { "a2.lua" } } }'
wrong 'drop_lowest: should be from 0 to 0' 'return { drop_lowest = 1, assignments = { { "a1.lua" } } }'
wrong "excused.ann: there is no such field" 'return { excused = { ann = "a1" }, assignments = { { "a1.lua" } } }'
wrong "the course has no assignment 'b'" 'return { excused = { { "ann", "b" } }, assignments = { { "a1.lua" } } }'
wrong "have the same name, 'a1'" 'return { assignments = { { "a1.lua" }, { "a1.lua" } } }'
wrong 'all assignments are bonus' 'return { assignments = { { "a1.lua", bonus = true } } }'
wrong 'does not say whether the student passed' \
	'return { assignments = { { "a1.lua" } }, pass = function(s) return { grade = "A" } end }'
wrong 'wieght' 'return { assignments = { { "a1.lua", wieght = 1 } } }'
course <<<'return { assignments = { { "broken.lua" } } }'
echo 'return { name = "broken" }' >broken.lua
like "an error in an assignment names that file" "$("$w" grade course course.lua 2>&1)" '^warpbook: .*broken.lua:1: '
tap_done
