#!/bin/bash
# grade_tables.sh - what an instructor's tables say about a class: groups, extensions, marks of lateness; and tables that are broken,
# each with one error at its line. Expected points are computed by hand, next to each row.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v jq >/dev/null; then
	skip "tables" "clang or jq is not here"
	tap_done
fi
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu wrong=$TESTS_DIR/mutants/01_kernels/add/wrong_nan.cu
hand() { # the file of a submission, from a program
	mkdir -p "$(dirname "$1")"
	cp "$2" "$1"
}
assignment() { # name, more fields
	echo "return { name = '$1', exercises = { { 'add', points = 10, cases = 1 } }, seed = 7, due = '2026-11-20 12:00 Z', $2 }" >"$1.lua"
}
points() { jq -r "$number"'.students[] | "\(.id) \(.points | number) \(.exercises[0].late_days)"' "$1" | tr '\n' ','; }
notes() { jq -r '.students[] | "\(.id): \(.exercises[0].note)"' "$1"; }

# ---- groups: what one hands in, all have handed in ----------------------------------------------------------------------------------
cat >groups.csv <<'END'
id,name,group
ann,Ann,G 1
ben,Ben,G 1
cyd,Cyd,G 2
dee,Dee,G 2
eve,Eve,G 3
fay,Fay,G 3
gus,Gus,G 4
ida,Ida,
END
hand sub/ann/add.cu "$good"
hand "sub/g 2/add.cu" "$good"       # under the group's name
hand sub/eve/add.cu "$wrong"        # both of G 3: the last in time counts, for both
hand sub/fay/add.cu "$good"
hand sub/ida/add.cu "$wrong"
printf 'student,submitted\neve,2026-11-20 11:00Z\nfay,2026-11-21 11:00Z\nann,2026-11-19 10:00Z\ncyd,2026-11-19 10:00Z\nida,2026-11-19 10:00Z\n' >times.csv
assignment g "late = { percent = 10 }, extensions = { { 'eve', hours = 24 } }"
"$w" grade sub -a g.lua --roster groups.csv --times times.csv --json >g.json 2>noted
# fay's file is a day late: 9 for her; eve has an extension: 10. gus is alone in a group that handed in nothing.
is "one for all, each with their own lateness" "$(points g.json)" \
	'ann 10 0,ben 10 0,cyd 10 0,dee 10 0,eve 10 0,fay 9 1,gus 0 0,ida 0 0,'
like "the row says who" "$(notes g.json)" "ben: group 'G 1': handed in by 'ann'"
like "also if several did, and which counts" "$(notes g.json)" \
	"eve: 2 files, of which 'fay/add.cu' counts \(the last\); group 'G 3': handed in by 'eve' and 'fay'"
is "no one is said to be missing" "$(grep -c 'on the roster' noted)" 0
"$w" grade sub -a g.lua --roster groups.csv --times times.csv --csv g.csv >/dev/null 2>&1
is "as without JSON" "$(cut -d, -f1,3 g.csv | tail -n +2 | tr '\n' ' ')" 'ann,10 ben,10 cyd,10 dee,10 eve,10 fay,9 gus,0 ida,0 '

like "that groups hand in together is said" "$(cat noted; jq -r '.warnings[]' g.json)" \
	'3 groups of the roster hand in together: .*; in 1 of them several did'
assignment n "groups = false"
"$w" grade sub -a n.lua --class apart --roster groups.csv --times times.csv --json >n.json 2>/dev/null
is "or the column means something else" "$(points n.json)" \
	'ann 10 0,ben 0 0,cyd 0 0,dee 0 0,eve 0 0,fay 10 1,g 2 10 0,gus 0 0,ida 0 0,'
{ echo id,group; for i in 1 2 3 4 5 6 7; do echo "s$i,Monday"; done; } >monday.csv
assignment q ''
like "a tutorial is no group" "$("$w" grade sub -a q.lua --class apart --roster monday.csv 2>&1 | joined)" \
	"^warpbook: monday.csv:1: the group 'Monday' has 7 members: do they hand in one submission together\\? write .groups = true. in the assignment"
assignment q "groups = true"
hand monday/Monday/add.cu "$good"
is "unless the assignment says so" "$("$w" grade monday -a q.lua --class apart --roster monday.csv 2>/dev/null |
	grep -c "10 of 10")" 7

# ---- extensions from a table -----------------------------------------------------------------------------------------------------------
mkdir ext
echo 'student,submitted' >ext.csv
for s in ann ben cyd dee eve; do
	hand ext/$s/add.cu "$good"
	echo "$s,2026-11-21 13:00Z" >>ext.csv
done
printf 'id,name,email\nann,Ann,ann@x.org\nben,Ben,b@x.org\ncyd,Cyd,c@x.org\ndee,Dee,d@x.org\neve,Eve,e@x.org\n' >roster.csv
cat >more.csv <<'END'
student,hours,days,until,assignment,reason
ann,24,,,,ill
b@x.org,,2,,e,
Cyd,,,2026-11-22 12:00 Z,,
dee,48,,,another,not for this one
zoe,1,,,,
END
assignment e "late = { percent = 10 }, extensions = { { 'eve', hours = 1 }, { 'dee', days = 1 }, file = 'more.csv' }"
"$w" grade ext -a e.lua --roster roster.csv --times ext.csv --json >e.json 2>/dev/null
# 25 hours late: ann 1 hour beyond: 1 day; ben and cyd none; dee and eve, from the assignment, 1 and 24 hours: 1 day.
is "hours, days, until; for this assignment" "$(points e.json)" 'ann 9 1,ben 10 0,cyd 10 0,dee 9 1,eve 9 1,'
assignment e2 "extensions = { { 'eve' } }"
like "an extension without a time is an error" "$("$w" grade ext -a e2.lua 2>&1 | joined)" \
	"e2.lua:[0-9]+: extensions\[1\]: gives no time write .*hours = 48"
like "an extension for nobody" "$(jq -r '.warnings[]' e.json)" "the extension for 'zoe' names no student of this class"

# ---- Canvas marks what is late, and not how late -------------------------------------------------------------------------------------------
mkdir canvas
cp "$good" canvas/annek_LATE_101_900_add.cu
cp "$good" canvas/benol_102_901_add.cu
cp "$good" canvas/cydli_LATE_103_902_add.cu
assignment c "late = { percent = 10 }, extensions = { { '103', hours = 24 } }"
"$w" grade canvas -a c.lua --json >c.json 2>/dev/null
is "a mark is a day" "$(points c.json)" '101 9 1,102 10 0,103 10 0,'
like "and the row says so" "$(notes c.json | joined)" "101: marked as late, without a time: it counts as 1 day late .*103: marked as late, without a time, but with an extension: nothing is deducted"
assignment c2 "late = { percent = 10, marked = 0 }"
"$w" grade canvas -a c2.lua --json >c.json 2>/dev/null
is "or nothing" "$(points c.json)" '101 10 0,102 10 0,103 10 0,'
printf 'student,submitted\n101,2026-11-22 13:00 Z\n' >late.csv
"$w" grade canvas -a c.lua --class elsewhere --times late.csv --json >c.json 2>/dev/null
is "a time says more" "$(points c.json)" '101 7 3,102 10 0,103 10 0,'

# ---- broken tables -----------------------------------------------------------------------------------------------------------------------------
broken() { # what it says, option, the table
	printf "$3" >broken.csv
	assignment b "extensions = { file = 'broken.csv' }"
	[ "$2" = file ] || assignment b ''
	like "$1" "$("$w" grade ext -a b.lua $([ "$2" = file ] || echo "$2 broken.csv") 2>&1 | joined)" \
		"^warpbook: [a-z./]*broken.csv:[0-9]+: .*$1"
}
broken "no column of this table says who a student is: its first row is 'foo, bar'" --roster 'foo,bar\n1,2\n'
broken "no column of this table" --roster '1001,Ada\n1002,Ben\n'
broken "ends within a row, which has 1 of 3 cells" --roster 'id,name,email\nann,Ann,a@x\nbe'
broken "a quote is never closed" --roster 'id,name\nann,"Ann\nben,Ben\n'
broken "ends within a row" --times 'student,submitted\nann,2026-11-20 10:00Z\nben'
broken "'soon' is not a time" --times 'student,submitted\nann,soon\n'
broken "'much' is no number of hours" file 'student,hours\nann,much\n'
broken "'-3' is no number of hours" file 'student,hours\nann,-3\n'
broken "'ann' is given no time" file 'student,hours\nann,\n'
broken "no column 'student'" file 'foo,hours\nann,3\n'
broken "no column 'hours', 'days' or 'until'" file 'student,more\nann,3\n'
broken "before the assignment is due" file 'student,until\nann,2026-11-01 12:00Z\n'
broken "ends within a row" file 'student,hours\nann'
assignment b "extensions = { file = 'none.csv' }"
like "a table that is not there" "$("$w" grade ext -a b.lua 2>&1)" "^warpbook: b.lua:[0-9]+: .*there is no table 'none.csv'"
tap_done
