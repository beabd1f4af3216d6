#!/bin/bash
# grade_class.sh - nobody gets a silent zero, and points are just: names in another form of Unicode, namesakes, files under odd names,
# archives in archives, languages, grace days, adjustments, findings and speed, and a submission that belongs to nobody.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu bad=$TESTS_DIR/mutants/01_kernels/add/wrong_no_guard.cu
cd "$scratch" || exit 99
if ! has_compiler clang || ! command -v jq >/dev/null || ! command -v python3 >/dev/null; then
	skip "a class" "clang, jq or python3 is not here"
	tap_done
fi
echo 'return { name = "a", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }' >a.lua
rows() { jq -r '[.students[] | "\(.id) \(.points) \(.exercises[0].state)"] | join(", ")' "$1"; }
grade() { # folder options...: its rows
	local folder=$1
	shift
	mkdir -p "class_$folder"
	"$w" grade "$folder" --class "class_$folder" --json "$@" >said.json 2>noted
	echo "$? $(rows said.json | sed 's/\.0 / /g')"
}

# ---- everyone is found ----------------------------------------------------------------------------------
nfd=$(python3 -c 'import unicodedata; print(unicodedata.normalize("NFD", "Ferreira João_700117_assignsubmission_file_"))')
mkdir -p "nfd/$nfd"
cp "$good" "nfd/$nfd/add.cu"
printf 'id,name,email\n20240018,Ferreira João,j@uni.example\n' >roster.csv
is "a folder's name in NFD is the roster's in NFC" "$(grade nfd -a a.lua --roster roster.csv)" "0 20240018 10 graded"
for n in 700110 700111; do mkdir -p "same/Kim Lee_${n}_assignsubmission_file_"; done
cp "$good" "same/Kim Lee_700110_assignsubmission_file_/add.cu"
cp "$bad" "same/Kim Lee_700111_assignsubmission_file_/add.cu"
printf 'Identifier,Full name,Email address,Grade\nParticipant 700110,Kim Lee,a@uni.example,\nParticipant 700111,Kim Lee,b@uni.example,\n' >sheet.csv
like "namesakes are told apart by Moodle's number" "$(grade same -a a.lua --roster sheet.csv --fill sheet.csv)" \
	'^0 Participant 700110 10 graded, Participant 700111 [0-9.]+ graded$'
like "in the filled table, too" "$(tr -d '\r' <sheet-filled.csv | sed -n 2p)" '^Participant 700110,Kim Lee,a@uni.example,10$'
mkdir -p "de/Jörg Öz Krüger_70001_assignsubmission_file_" "de/Anna Maria Süß_70002_assignsubmission_file_"
cp "$good" "de/Jörg Öz Krüger_70001_assignsubmission_file_/add.cu"
cp "$good" "de/Anna Maria Süß_70002_assignsubmission_file_/add.cu"
printf '\357\273\277%s\n' 'Vorname;Nachname;ID-Nummer;E-Mail-Adresse' 'Jörg Öz;Krüger;1001;j@uni.example' >de.csv
printf '%s\n' 'Anna Maria;Süß;;a@uni.example' 'Anna Maria;Weiß;1003;w@uni.example' >>de.csv
is "Moodle's list in German: a name is two columns, and who has no number an address" "$(grade de -a a.lua --roster de.csv)" \
	"0 1001 10 graded, 1003 0 missing, a@uni.example 10 graded"
roster() { # rows...: each student's id and name on that roster
	printf '%s\n' "$@" >rows.csv
	rm -rf class_none
	mkdir -p none class_none
	"$w" grade none -a a.lua --class class_none --roster rows.csv --json 2>/dev/null |
		jq -r '[.students[] | "\(.id)=\(.name)"] | join(", ")'
}
is "without a number the name is the id, if there is no address" \
	"$(roster 'First name,Last name,ID number' 'Anna,Schmidt,' 'Ben,Kurz,72' ',Li,' 'Cher,,' ',,')" \
	"72=Ben Kurz, Anna Schmidt=Anna Schmidt, Cher=Cher, Li=Li"
is "in English and in Spanish as in German" \
	"$(roster 'First name,Last name,ID number,Email address' 'Anna,Schmidt,,a@x' 'Ben,Kurz,72,b@x'
	roster 'Nombre,Apellido(s),Número de ID,Dirección de correo' 'Ana,Ruiz,,a@x' 'Blas,Gil,72,b@x')" \
	"$(printf '72=Ben Kurz, a@x=Anna Schmidt\n72=Blas Gil, a@x=Ana Ruiz')"
printf '%s\n' 'Institution,First name,Last name,ID number' 'Uni,,,' >rows.csv
like "a row of somebody who has nothing of it is an error" \
	"$("$w" grade none -a a.lua --class class_none --roster rows.csv 2>&1)" "rows.csv:2: this row does not say who the student is"
is "rows of Canvas about nobody are none" "$(roster 'Student,ID,SIS Login ID,Section,A (12)' ',,,,Manual Posting' \
	'    Points Possible,,,,10' '"Lee, Kim",71,kim,G,')" "71=Lee, Kim"
is "a first column that is no part of a name is the id" \
	"$(roster 'Student number,First name,Last name' '71,Anna,Schmidt' '72,Anna,Schmidt' ',Ben,Kurz')" \
	"71=Anna Schmidt, 72=Anna Schmidt, Ben Kurz=Ben Kurz"
is "the name is the id after one that is" "$(roster 'Vorname;Nachname;Gruppe' 'Anna;Schmidt;1' 'Anna;Weiß;2')" \
	"Anna Schmidt=Anna Schmidt, Anna Weiß=Anna Weiß"
is "a login or an address is the id, also beside a number" \
	"$(roster 'ID number,Username,Full name' '71,anna,Anna'; roster 'Identifier,Full name,Email' 'Participant 1,Anna,a@x')" \
	"$(printf 'anna=Anna\na@x=Anna')"
mkdir -p "half/Anna_13_assignsubmission_file_" "half/Schmidt Anna_14_assignsubmission_file_"
cp "$good" "half/Anna_13_assignsubmission_file_/add.cu"
cp "$bad" "half/Schmidt Anna_14_assignsubmission_file_/add.cu"
printf '%s\n' 'First name,Last name,ID number' 'Anna,Schmidt,71' >half.csv
like "a first name alone is nobody's" "$(grade half -a a.lua --roster half.csv)" '^[01] 13 10 graded, 71 [0-9.]+ graded$'
printf '%s\n' 'Vorname;Nachname;Punkte' 'Anna Maria;Süß;' 'Jörg Öz;Weiß;' 'Jörg Öz;Krüger;' >namen.csv
grade de -a a.lua --roster de.csv --fill namen.csv --column Punkte >/dev/null
is "a table with names in two columns is filled by both together" \
	"$(tr -d '\r' <namen-filled.csv | cut -d';' -f3 | tr '\n' ' ')" \
	"Punkte 10  10 "
printf '%s\n' 'ID;"Vollständiger Name";Bewertung' 'Teilnehmer/in70001;"Krüger, Jörg Öz";' \
	'"Teilnehmer/in 70002";"Süß, Anna Maria";' >blatt.csv
grade de -a a.lua --fill blatt.csv --column Bewertung >/dev/null
is "its worksheet is filled by number" "$(tr -d '\r' <blatt-filled.csv | cut -d';' -f3 | tr '\n' ' ')" "Bewertung 10 10 "
like "and the grader reads remarks in German" \
	"$(LANGUAGE=de "$w" grade de -a a.lua --class class_de --roster de.csv 2>/dev/null)" '01_kernels/add: 0, fehlt$'
mkdir -p odd/ann odd/ben odd/cyd odd/eve 'odd/Some One'
cp "$good" odd/ann/add.cu.txt
cp "$good" 'odd/ben/add.cu '
cp "$good" odd/cyd/vector_add.cu
cp "$good" odd/eve/add.cu
cp "$bad" odd/eve/add.cu.txt
cp "$good" 'odd/Some One/add.cu'
printf 'id,name\nann,\nben,\ncyd,\neve,\n77,Zoe\n' >roster.csv
is "without aliases, a row of nobody and one without a file make the status 1" "$(grade odd -a a.lua --roster roster.csv)" \
	"1 77 0 missing, Some One 10 graded, ann 10 graded, ben 10 graded, cyd 0 missing, eve 10 graded"
like "and the first sentence says so" "$("$w" grade odd -a a.lua --class class_odd --roster roster.csv 2>/dev/null | head -1)" \
	"^1 submission belongs to nobody on the roster: 'Some One', while 1 student of the roster has none: '77' \(Zoe\)"
like "which is no student" "$("$w" grade odd -a a.lua --class class_odd --roster roster.csv 2>/dev/null)" '5 students, '
is "a name that is not quite the exercise's is said" \
	"$(jq -r '.students[] | select(.id == "ann") | .exercises[0].note' said.json)" "'add.cu.txt' counts as 'add.cu'"
cat >aliases.lua <<'EOF'
return { name = "a", exercises = { { "01_kernels/add", points = 10 } }, seed = 7,
  aliases = { { "Some One", student = "77" }, { "vector_add.cu", exercise = "add" } } }
EOF
rm -r class_odd
is "aliases give folders to students, and files to exercises" "$(grade odd -a aliases.lua --roster roster.csv)" \
	"0 77 10 graded, ann 10 graded, ben 10 graded, cyd 10 graded, eve 10 graded"
echo 'return { name = "a", exercises = { { "01_kernels/add", points = 10 } }, aliases = { { "x" } } }' >wrong.lua
like "an alias of nothing is an error at its line" "$("$w" grade odd -a wrong.lua 2>&1)" \
	'wrong.lua:1: aliases\[1\]: should name either a student or an exercise'
for list in 'aliases = { ["odd/x.cu"] = "add" }' 'rubric = { names = { points = -1 } }' 'packs = { "01_kernels", mine = "p" }'; do
	echo "return { name = \"a\", exercises = { { \"01_kernels/add\", points = 10 } }, $list }" >wrong.lua
	like "and so is a name where a list has rows: $list" "$("$w" grade odd -a wrong.lua 2>&1)" \
		'wrong.lua:1: [a-z]+\.(odd/x.cu|names|mine): there is no such field'
done
mkdir -p zips/ann
python3 - "$good" <<'EOF'
import io, sys, zipfile
def zipped(name, data):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as z: z.writestr(name, data)
    return out.getvalue()
open('zips/ann/work.zip', 'wb').write(zipped('inner.zip', zipped('add.cu', open(sys.argv[1]).read())))
EOF
is "an archive in an archive is opened" "$(grade zips -a a.lua) $(jq -r '.students[0].exercises[0].note' said.json)" \
	"0 ann 10 graded null"

# ---- which language, which file ----------------------------------------------------------------------------
mkdir -p two/ann own/ann
cp "$good" two/ann/add.cu
cp "$TESTS_DIR/../solutions/01_kernels/add.py" two/ann/add.py
numba=$("$w" doctor python | grep '^ok  *python')
if [ -n "$numba" ]; then
	"$w" grade two -a a.lua --class two --json >said.json 2>/dev/null
	like "of two files the rule is said" "$(jq -r '.students[0].exercises[0].note' said.json)" \
		"2 files, of which 'add.py' counts \(the last by name: no time says which is newer\)"
else
	skip "of two files the rule is said" "Numba is not here"
fi
echo 'return { name = "a", exercises = { { "01_kernels/add", points = 10, language = "cuda" } }, seed = 7 }' >cuda.lua
is "an assignment may take one language" "$(mkdir -p cuda; cp -r two/ann cuda/;
	grade cuda -a cuda.lua) $(jq -r '.students[0].exercises[0].note' said.json)" \
	"0 ann 10 graded 'add.py' is in Python, which this exercise does not take"
echo 'return { name = "a", exercises = { { "01_kernels/add", points = 10, language = "python" } }, seed = 7 }' >python.lua
mkdir -p only/ann
cp "$good" only/ann/add.cu
is "or Python alone" "$(grade only -a python.lua) $(jq -r '.students[0].exercises[0].note' said.json)" \
	"0 ann 0 unreadable 'add.cu' is in CUDA C++, which this assignment does not take"
printf 'def total(x, y):\n    return x + y\n' >own/ann/mine.py
printf '#define SUM(x, y) ((x) + (y))\n' >own/ann/h.h
printf '#import "h.h"\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = SUM(a[i], b[i]);\n}\n' >own/ann/add.cu
is "a header may be imported" "$(grade own -a a.lua)" "0 ann 10 graded"
beside() { # name of the header, directive...: a class in `beside`, one student for each
	mkdir -p "beside/$1/$(dirname "$2")"
	printf '#define SUM(x, y) ((x) + (y))\n' >"beside/$1/$2"
	{ printf "$3\n"; sed 1d own/ann/add.cu; } >"beside/$1/add.cu"
}
beside angle h.h '#include <h.h>'
beside comment h.h '#include/**/"h.h"'
beside digraph h.h '%%:include "h.h"'
beside folder lib/h.h '#include "lib/h.h"'
beside macro h.h '#define H "h.h"\n#include H'
beside other sum.cu '#include "sum.cu"'
beside plain sum '#include "sum"'
beside splice h.h '#incl\\\nude "h.h"'
for f in beside/*/add.cu; do
	printf '%s %d\n' "$(basename "$(dirname "$f")")" \
		"$(("$("$w" check "$f" --as 01_kernels/add --no-record >/dev/null 2>&1; echo $?)" ? 0 : 10))"
done >checks
"$w" grade beside -a a.lua --class beside_class --feedback beside_back --json 2>/dev/null |
	jq -r '.students[] | "\(.id) \(.points | floor)"' >grades
is "what check reads beside the file, a class's check reads" "$(cat grades)" "$(cat checks)"
is "all but a header of the system's" "$(grep -c ' 10$' grades)" 7
mkdir -p apart/ann/lib many/ann
printf '#define SUM(x, y) ((x) + (y) + (x)[0])\n' >apart/ann/lib/h.h
cp beside/folder/add.cu apart/ann/
"$w" grade apart -a a.lua --class apart_class --feedback apart_back >/dev/null 2>&1
unlike "feedback about a header names no folder of warpbook's" "$(cat apart_back/*)" "/tmp|warpbook-grade|$scratch"
like "but the header" "$(cat apart_back/ann.md)" 'lib/h\.h'
cp beside/folder/add.cu many/ann/
(cd many/ann && seq 1001 | split -l 1 -a 4 - part)
mkdir -p wide/ann wide/kim
printf '\377\376_\0_\0' | tee wide/ann/add.cu >wide/kim/add.cu
printf 'id\nkim\n' >kim.csv
"$w" grade wide -a a.lua --class wide_class --roster kim.csv --feedback wide_back >wide.said 2>&1
like "without a finding the report's advice is what to do next" "$(cat wide_back/ann.html)" \
	'What to do next:</strong> save it as UTF-8\.? '
like "the grader reads who is not on the roster" "$(cat wide.said)" 'not on the roster'
unlike "the student does not" "$(cat wide_back/ann.*)" 'roster'
echo 'return { name = "broken", exercises = 1 }' >broken.lua
is "an error in the assignment is yours to fix" "$("$w" grade wide -a broken.lua >/dev/null 2>&1; echo $?)" 1
is "too many files beside it make no zero" "$(grade many -a a.lua)" "4 ann null not-graded"
like "and the note says so" "$(jq -r '.students[0].exercises[0].note' said.json)" "more than 1000 files .* lie beside 'add.cu'"
if [ -n "$numba" ]; then
	mkdir -p module/ann
	cp own/ann/mine.py module/ann/
	printf 'from numba import cuda\nimport mine\n\ntotal = cuda.jit(device=True)(mine.total)\n\n@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n    if i < n:\n        out[i] = total(a[i], b[i])\n' >module/ann/add.py
	(cd module/ann && "$w" check add.py --as 01_kernels/add --no-record >checked 2>&1)
	is "a module beside add.py counts as it does for check" "$? $(grade module -a a.lua)" "0 0 ann 10 graded"
else
	skip "a module beside add.py" "Numba is not here"
fi
mkdir -p alone
is "one exercise needs no assignment" "$(cd alone; "$w" grade ../only --exercise 01_kernels/add --json 2>/dev/null |
	jq -c '[.assignment, .possible + 0, .students[0].points + 0]')" \
	'["add",10,10]'

# ---- points are just ----------------------------------------------------------------------------------------
cat >slow.cu <<'EOF'
__global__ void block_sum(int *out, const int *x, int n)
{
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 256 * blockIdx.x; i < n && i < 256 * (int)(blockIdx.x + 1); i++)
            sum += x[i];
        out[blockIdx.x] = sum;
    }
}
EOF
cat >race.cu <<'EOF'
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    if (threadIdx.x < 32)
        for (int k = 32 + threadIdx.x; k < 256; k += 32)
            s[threadIdx.x] += s[k];
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            sum += s[k];
        out[blockIdx.x] = sum;
    }
}
EOF
echo 'return { name = "s", exercises = { { "08_reduce_scan/block_sum", points = 10, cases = 0.5, passed = 0.2, findings = 0.2, speed = 0.1 } }, seed = 7 }' >s.lua
mkdir -p shares/slow shares/race
cp slow.cu shares/slow/block_sum.cu
cp race.cu shares/race/block_sum.cu
mkdir -p class_shares
"$w" grade shares -a s.lua --class class_shares --json >said.json 2>/dev/null
# 5 for the cases and 2 for no finding; of the limits it meets one or none, as the compiler makes it.
is "a missed limit of speed takes nothing from the share of findings" \
	"$(jq '.students[1].points | . == 7 or . == 7.5' said.json)" true
is "a right output to which a checker objects counts half" \
	"$(jq -c '.students[0] | .exercises[0] | [.verdict, .cases_objected > 2,
	(.points - 5 * (.cases_passed + .cases_objected / 2) / .cases | fabs < 0.006)]' said.json)" '["data-race",true,true]'
sed 's/points = 10/points = 10, objected = 0/' s.lua >s0.lua
mkdir -p class_s0
is "unless the assignment says otherwise" "$("$w" grade shares -a s0.lua --class class_s0 --json 2>/dev/null |
	jq '.students[0] | .points - 5 * .exercises[0].cases_passed / .exercises[0].cases | fabs < 0.006')" true
for n in 1 2 3; do
	echo "return { name = \"hw$n\", exercises = { { \"01_kernels/add\", points = 10 } }, due = \"2026-11-0$n 12:00 Z\", grace_days = 1, late = { percent = 10, days = 5 }, seed = 7 }" >h$n.lua
	mkdir -p h$n/ada grace
	cp "$good" h$n/ada/add.cu
done
echo "it does not compile" >h3/ada/add.cu
printf 'student,submitted\nada,2026-11-15 12:00 Z\n' >t1.csv
printf 'student,submitted\nada,2026-11-04 11:00 Z\n' >t3.csv
printf 'student,submitted\nada,2026-11-03 11:00 Z\n' >t2.csv
for n in 1 3 2; do
	"$w" grade h$n -a h$n.lua --class grace --times t$n.csv --json 2>/dev/null |
		jq -c '.students[0].exercises[0] | [.points + 0, .late_days, .grace_days]'
done >late
is "a grace day is only for work that counts" "$(tr '\n' ' ' <late)" '[0,14,0] [0,1,0] [10,1,1] '
adjust() { "$w" grade adjust eve add "$@" --reason x -a aliases.lua --class class_odd 2>&1 | tr '\n' ' '; }
is "points are taken without further signs" "$(adjust -2)" "eve, 01_kernels/add: adjusted (-2) "
like "more than the exercise has is not given by chance" "$(adjust 500)" \
	"500 points are more than the 10 that the exercise has.*--beyond"
like "nor less than nothing" "$(adjust -500)" "-[0-9.]* points are less than 0.*--beyond"
is "but with --beyond" "$(adjust 12 --beyond)" "eve, 01_kernels/add: adjusted (12!) "
mkdir -p count/a count/b class_count
cp "$good" count/a/add.cu
"$w" grade count -a a.lua --class class_count >/dev/null 2>&1
sed 's/points = 10/points = 20/' a.lua >a20.lua
is "both commands name the same number of changes" \
	"$("$w" grade count -a a20.lua --class class_count 2>&1 | grep -o '^[0-9]* grades would')" "2 grades would"
like "with what an exercise is worth" "$("$w" grade regrade count -a a20.lua --class class_count 2>&1 | tr '\n' ' ')" \
	'^b, 01_kernels/add: 0 -> 0, of 10 -> 20 \(missing\) a, 01_kernels/add: 10 -> 20, of 10 -> 20 \(passed\) .*; 2 grades would change'

# ---- the platform of an instructor ------------------------------------------------------------------------------
mkdir -p ours class_ours
cp "$good" "ours/12-34 - Pat Lee - Nov 20_add.cu"
cat >ours.lua <<'EOF'
return { title = "Ours", entries = { "{id}-{number} - {name} - {word}_{file}" }, upload = "page.html",
  results = function(s) return { who = s.id, got = s.points, of = s.exercises[1].exercise } end }
EOF
is "a platform of one's own" "$("$w" grade ours -a a.lua --class class_ours --layout ./ours.lua --results ours=out \
	--upload up.zip --json 2>/dev/null |
	jq -c '[.layout, .students[0].id, .students[0].name, .students[0].points + 0]') $(jq -c '.got += 0' out/12.json)" \
	'["ours","12","Pat Lee",10] {"got":10,"of":"01_kernels/add","who":"12"}'
is "takes pages back" "$(python3 -c 'import zipfile; print(zipfile.ZipFile("up.zip").namelist()[0])')" \
	"12-34 - Pat Lee - Nov 20_page.html"
echo 'return { title = "Ours", results = function() while true do end end }' >ours.lua
like "one that does not end is one clear error" \
	"$("$w" grade export ours -a a.lua --class class_ours --layout ./ours.lua --results ours=out2 2>&1)" \
	'ours.lua:1: the script does not end'
echo 'return { title = "Ours", entries = { "{who}" } }' >ours.lua
is "so is a broken one" "$("$w" grade ours -a a.lua --class class_ours --layout ./ours.lua 2>&1 | head -1)" \
	"warpbook: ./ours.lua:1: entries: '{who}' has braces without id, login, name, number, word, text or file in them"
is "export writes what the gradebook has" "$(cp -r class_same class_export;
	"$w" grade export -a a.lua --class class_export --roster sheet.csv --csv e.csv >/dev/null; cut -d, -f1-3 e.csv |
	tr -d '\r' | sed -n 2p)" \
	"Participant 700110,Kim Lee,10"
tap_done
