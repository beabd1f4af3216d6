#!/bin/bash
# grade_pages.sh - the output for others: pages of HTML, the class report, pseudonyms, uploads for Moodle and Canvas, Gradescope's
# autograder, Autolab's line, and tables in which no cell is a formula.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v python3 >/dev/null || ! command -v jq >/dev/null; then
	skip "pages" "clang, python3 or jq is not here"
	tap_done
fi
program() { # student, what to do beside saxpy
	mkdir -p "sub/$1"
	cat >"sub/$1/saxpy.cu" <<-EOF
	__global__ void saxpy(float *y, const float *x, float a, int n)
	{
		int i = blockIdx.x * blockDim.x + threadIdx.x;
		$2
		if (i < n)
			y[i] = a * x[i] + y[i]; // </code></td><script>alert("&lt;")</script>
	}
	EOF
}
program right ''
program bounds 'if (n == 2 && i == 0) y[n] = 1;'
program three 'if (n >= 255 && n <= 257 && i == 0) y[-1] = 1;'
program wrong 'a += 1;'
program broken 'this does not compile;'
mkdir -p sub/empty sub/formula
: >sub/empty/saxpy.cu
printf 'id,name,leaderboard\nright,Ada <b>,yes\nbounds,"O'"'"'Brien & Co",yes\nwrong,Kim,no\nformula,"=1+1",\nplus,"+cmd|x",\nat,"@sum(a1)",\nminus,"-2+3",\ntab,"	=1",\nlast,"two\nlines, ""q""",\n' >roster.csv
cat >points.lua <<'END'
return { name = "points", title = "Points & <more>", exercises = { { "01_kernels/saxpy", points = 10, cases = 1 } }, seed = 7 }
END
mkdir c1
"$w" grade sub -a points.lua --class c1 --roster roster.csv --feedback pages --report report.html --project large.html \
	--csv named.csv \
	--autograder autograder.zip >said 2>&1
is "everybody has a page, and a text" "$(ls pages/*.html | wc -l) $(ls pages/*.md | wc -l)" "12 12"
is "which has line and finding in the margin" \
	"$(grep -c '<tr class="found"><td class="n">4</td>.*<td class="margin"><strong>out-of-bounds' pages/bounds.html)" 1
like "how the points came about" "$(joined <pages/bounds.html)" \
	'cases that are right: 9 of 10</th><td class="number">9</td><td>of 10'
is "each case" "$(grep -c '<td class="right">passed</td>' pages/bounds.html) $(grep -c '<td class="wrong">wrong</td>' \
	pages/bounds.html)" "9 1"
is "the finding's line has a picture of what it does to memory" "$(grep -c '<svg class="picture" role="img"' pages/bounds.html)" 1
like "below the line" "$(joined <pages/bounds.html)" \
	'out-of-bounds.*</tr> <tr class="found"><td class="n"></td><td colspan="2">What line 4 does|<h3>Where the output is wrong'
like "and in Markdown" "$(cat pages/wrong.md)" 'y beside the reference.s, around the first wrong element'
is "a wrong output is drawn, and what is right or does not compile is not" \
	"$(grep -c 'class="picture"' pages/wrong.html) $(grep -c 'class="picture" role' pages/right.html) $(grep \
	-c 'class="picture" role' pages/broken.html)" "1 0 0"
like "and what to do next" "$(cat pages/bounds.html)" 'What to do next:'
like "a name is no markup" "$(cat pages/right.html)" '<h1>Points &amp; &lt;more&gt;: Ada &lt;b&gt;</h1>'
if command -v tidy >/dev/null; then
	is "tidy finds nothing" "$(for f in pages/*.html report.html large.html; do
		tidy -q -e --drop-empty-elements no "$f" 2>&1 | sed "s,^,$f: ,"
	done | head -n 9)" ""
else
	skip "tidy finds nothing" "tidy is missing"
fi
is "nothing is loaded or run" "$(grep -liE '<script|<link|url\(|src=|onload' pages/*.html report.html large.html)" ""
is "the class report names nobody but those who agreed" \
	"$(grep -ohE 'Ada|Brien|Kim|=1\+1|bounds\b' report.html large.html | grep -v bounds | sort | uniq -c | tr -s ' ' |
	tr '\n' ',')" \
	" 2 Ada, 2 Brien,"
is "the page for a projector has large type everywhere, and no label leaves its chart" \
	"$(python3 "$TESTS_DIR/cli/type_sizes.py" large.html report.html)" \
	"large.html least 26 px outside 0
report.html least 14 px outside 0"
like "and has charts" "$(grep -c '<svg role="img"' report.html)" '^[4-9]$'
if command -v chromium >/dev/null && mkdir look && cp pages/*.html report.html large.html look/; then
	is "in a browser nothing is too wide or too faint" \
		"$(bash "$TESTS_DIR/doc/browser.sh" "$scratch/look" 2>&1 | grep -v '^ok\|^1\.\.\|^# processor' | head -n 9)" ""
else
	skip "in a browser nothing is too wide or too faint" "there is no chromium"
fi

# ---- tables -----------------------------------------------------------------------------------------------------------------------
is "a strict reader finds the names, and no formula among them" "$(python3 - named.csv <<'END'
import csv, sys
for r in csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True):
    if r['student'] in ('at', 'formula', 'last', 'minus', 'plus', 'tab'):
        print(r['student'], repr(r['name']), r['points'], r['possible'])
    assert all(not (c or '').startswith(tuple('=+-@\t\r')) for c in r.values()), r
END
)" "at \"'@sum(a1)\" 0 10
formula \"'=1+1\" 0 10
last 'two?lines, \"q\"' 0 10
minus \"'-2+3\" 0 10
plus \"'+cmd|x\" 0 10
tab '?=1' 0 10"

# ---- pseudonyms ---------------------------------------------------------------------------------------------------------------------
"$w" grade sub -a points.lua --class c1 --roster roster.csv --pseudonyms --csv hidden1.csv --feedback hidden \
	--report hidden.html --json >hidden.json 2>/dev/null
"$w" grade sub -a points.lua --class c1 --roster roster.csv --pseudonyms --csv hidden2.csv >/dev/null 2>&1
ok "pseudonyms stay" cmp hidden1.csv hidden2.csv
is "they say no name" "$(ls hidden | cat - hidden1.csv hidden.html hidden/*.md | grep -oE 'Ada|Brien|Kim|formula|broken' |
	sort -u)" ""
is "nor does what is printed" "$(jq -r '.students[] | .id, .name, .exercises[].note' hidden.json |
	grep -vE '^(s-[0-9a-f]{12}|null)$')" ""
is "the points are those of before" "$(jq -c "$number"'[.students[].points | number] | sort' hidden.json)" "$(python3 -c '
import csv, json
print(json.dumps(sorted(float(r["points"]) for r in csv.DictReader(open("named.csv", newline=""))), separators=(",", ":")))' |
	sed 's/\.0\b//g')"
is "the secret is its owner's" "$(stat -c %a c1/.warpbook/pseudonyms.secret)" 600
is "they are HMAC-SHA256 of the ids" "$(python3 - c1/.warpbook/pseudonyms.secret hidden1.csv named.csv <<'END'
import csv, hashlib, hmac, sys
key = open(sys.argv[1], 'rb').read()
rows = lambda p: {r['student'] for r in csv.DictReader(open(p, newline=''))}
print({'s-' + hmac.new(key, i.encode(), hashlib.sha256).hexdigest()[:12] for i in rows(sys.argv[3])} == rows(sys.argv[2]))
END
)" True
chmod 644 c1/.warpbook/pseudonyms.secret
is "a secret that others may read is none" "$("$w" grade sub -a points.lua --class c1 --pseudonyms >/dev/null 2>&1; echo $?)" 4
is "an upload needs names" "$("$w" grade sub -a points.lua --class c1 --pseudonyms --upload x.zip >/dev/null 2>&1; echo $?)" 2

# ---- platforms ---------------------------------------------------------------------------------------------------------------------
mkdir -p "moodle/O'Brien Pat_101_assignsubmission_file_" "moodle/Lee Ann_102_assignsubmission_file_" canvas
cp sub/right/saxpy.cu "moodle/O'Brien Pat_101_assignsubmission_file_/"
cp sub/right/saxpy.cu canvas/obrienpat_101_900_saxpy.cu
cp sub/right/saxpy.cu canvas/leeann_LATE_102_901_saxpy.cu
names() { python3 -c 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(*sorted(z.namelist()), sep="|")' "$1"; }
printf 'id,name\n101,Pat\n102,Ann\n103,Nobody\n' >r.csv
for p in moodle canvas; do
	mkdir "class_$p"
	"$w" grade $p -a points.lua --class "class_$p" --roster r.csv --upload "$p.zip" >/dev/null 2>"$p.noted"
done
is "Moodle's feedback files" "$(names moodle.zip)" \
	"Lee Ann_102_assignsubmission_file_/feedback.html|O'Brien Pat_101_assignsubmission_file_/feedback.html"
is "Canvas' submissions back" "$(names canvas.zip)" "leeann_LATE_102_901_feedback.html|obrienpat_101_900_feedback.html"
like "who is not in the download is counted" "$(cat canvas.noted)" "has no page for 1 student"
is "without a platform there is no upload" "$("$w" grade sub -a points.lua --class c1 --upload x.zip >/dev/null 2>&1; echo $?)" 2

mkdir -p autolab/pat class_autolab
cp sub/bounds/saxpy.cu autolab/pat/
is "Autolab's last line" "$("$w" grade autolab -a points.lua --class class_autolab --autolab 2>/dev/null | tail -n 1)" \
	'{"scores":{"01_kernels/saxpy":9.0}}'
is "is of one student" "$("$w" grade sub -a points.lua --class c1 --autolab >/dev/null 2>&1; echo $?)" 1

# Gradescope's autograder, as it runs there: source, submission, results.
mkdir -p ag/source ag/submission
python3 -c 'import zipfile; zipfile.ZipFile("autograder.zip").extractall("ag/source")'
cp sub/three/saxpy.cu ag/submission/
AUTOGRADER=$scratch/ag sh ag/source/run_autograder >ag.log 2>&1
is "Gradescope's autograder gives the same points" "$? $(jq -c '[.score + 0, .tests[0].max_score + 0]' ag/results/results.json)" \
	"0 [7,10]"
rm -r ag/results ag/submission/saxpy.cu
AUTOGRADER=$scratch/ag sh ag/source/run_autograder >ag.log 2>&1
is "also for nothing" "$(jq -c '.score + 0' ag/results/results.json)" 0
rm -r ag/results
AUTOGRADER=$scratch/ag WARPBOOK_BIN=false sh ag/source/run_autograder >ag.log 2>&1
is "and no result where the machine fails" "$? $(ls ag/results)" "1 "
tap_done
