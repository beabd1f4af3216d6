#!/bin/bash
# semester.sh - the instructors' chapter from an empty folder to returned feedback, as it is printed, with its class of sixty.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade store bench attempt src/cmd/grade doc/instructor judge grader/
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
export WARPBOOK_DATA=${WARPBOOK_DATA:-$(cd "$TESTS_DIR/.." && pwd)}
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v python3 >/dev/null; then
	skip "a semester" "clang, sqlite3 or python3 is not here"
	tap_done
fi
sed -n '/^## From an empty folder/,/^## [^F]/p' "$TESTS_DIR/../doc/instructor.md" | sed -n '/^```sh/,/^```/p' |
	grep -v '^```' >chapter.sh
ok "the chapter has commands" grep -q 'warpbook grade' chapter.sh
mkdir bin
ln -s "$WARPBOOK_BIN" bin/warpbook
PATH=$scratch/bin:$PATH sh -eu chapter.sh >said 2>noted
is "all of them work" "$?" 0
tail -n 3 noted | sed 's/^/# /'
like "a regrade of one student" "$(joined <said)" 'No grade has changed yet.*0 grades changed'
cd course || exit 99
sql() { sqlite3 .warpbook/warpbook.db "$1"; }
is "three assignments of sixty students" "$(sql \
	"select assignment, count(distinct student), count(*) from grade_view group by 1" | tr '\n' ' ')" \
	"a1|60|120 a2|60|60 a3|60|60 "
is "one in ten handed in nothing" "$(sql "select count(*) from grade_view where state = 'missing' and assignment = 'a2'")" 6
is "an empty file" "$(sql "select student from grade_view where state = 'empty' and assignment = 'a2'")" 1005
is "archives are opened" "$(sql "select count(*) from grade_view where source_path like '%homework.tar/%' and state = 'graded' and assignment = 'a2'")" \
	"$(find a2 -name homework.tar | wc -l)"
is "what is right passes, in all three" "$(sql \
	"select count(*) from grade_view g where verdict = 'passed' and points + late_days * 10 < 10 and adjusted is null")" 0
ok "and some are wrong" test "$(sql "select count(*) from grade_view where verdict is not null and verdict <> 'passed'")" -ge 20
is "grace days over the course, never more than two" "$(sql "select max(n) from (select sum(m) n from (select student, assignment, max(grace_days) m from grade_view group by 1, 2) group by student)")" 2
is "the extension makes nobody late" "$(sql "select sum(late_days) from grade_view where student = '1007'")" 0
is "not one is left ungraded" "$(sql "select count(*) from grade_view where state in ('not-graded', 'unreadable')")" 0
is "a point more, with its reason" "$(sql "select adjusted from grade_view where student = '1012' and exercise = '01_kernels/add'")" "a good question in the lab"
like "which the student reads" "$(cat a1-feedback/1012.html)" 'a good question in the lab</th><td class="number">1</td>'
is "everybody has a page, and the platform takes it" \
	"$(ls a1-feedback/*.html | wc -l) $(python3 \
	-c 'import zipfile; print(len(zipfile.ZipFile("a1-feedback.zip").namelist()))')" "60 60"
is "tables and database agree" "$(python3 -c '
import csv
print(*(round(sum(float(r["points"]) for r in csv.DictReader(open(a + ".csv", newline=""))), 2) for a in ("a1", "a2", "a3")))')" \
	"$(sql "select round(sum(points), 2) from grade_view group by assignment order by assignment" | tr '\n' ' ' |
		sed 's/ $//')"
like "the worksheet has its column" "$(tr -d '\r' <worksheet-filled.csv | tail -n 1)" '^Participant 1012,,[0-9.]+$'
tap_done
