#!/bin/bash
# grade_platforms.sh - a class as Moodle exports it, in which students have mishaps that grade_mishaps.sh lacks, and what an
# instructor does afterwards: adjusts, regrades, fills the platforms' tables, adds up the course. What each row should say is
# written beside the mishap, before anything is graded. By hand: `make check TESTS=tests/soak/grade_platforms.sh`.
. "${TESTS_DIR:?make sets it}/tap/tap.sh"
export NO_COLOR=1 TZ=UTC WARPBOOK_COMPILER=${WARPBOOK_COMPILER:-clang}
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "${scratch:?}" || exit 99
python3 - "$TESTS_DIR/.." 2>/dev/null <<'END' || exit 99
import bz2, io, json, os, sys, tarfile, unicodedata, zipfile
top = sys.argv[1]
def text(path):
    return open(os.path.join(top, path), 'rb').read()
right = { 'add': text('solutions/01_kernels/add.cu'), 'saxpy': text('solutions/01_kernels/saxpy.cu') }
wrong = b'__global__ void add(float *out, const float *a, const float *b, int n)\n{' \
        b'\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n)\n\t\tout[i] = a[i] - b[i];\n}\n'
both = { 'add.cu': right['add'], 'saxpy.cu': right['saxpy'] }
want, roster, times, extensions = {}, [], [], []
number = [700000]
def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data)
def zipped(files, **more):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as z:
        for name, data in files.items() if isinstance(files, dict) else files:
            z.writestr(name, data)
    return out.getvalue()
def tarred(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as t:
        for name, data, kind in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, data if isinstance(data, str) else ''
            info.size = 0 if isinstance(data, str) else len(data)
            t.addfile(info, io.BytesIO(data if info.size else b''))
    return out.getvalue()
# None: any points with a reason
def student(name, files, add, saxpy, group='', folder=None, at=None, extra=None, note=None):
    number[0] += 1
    id = 'Participant %d' % number[0]
    roster.append((id, name, 'u%d@uni.example' % number[0], group))
    want[id] = [add, saxpy, note]
    for f, data in files.items():
        put('sub/%s_%d_assignsubmission_file_/%s' % (folder or name, number[0], f), data)
    if at:
        times.append((id, at))
    if extra:
        extensions.append((id, *extra))
# names: namesakes, an apostrophe that was dropped, formulas, a comma, what looks like an option, emoji, right to left
student('Kim Min-jun', both, 10, 5)
student('Kim Min-jun', { 'add.cu': wrong, 'saxpy.cu': right['saxpy'] }, 0, 5)
student('Kim Min-jun', {}, 0, 0)
student("Siobhán O'Dwyer", both, 10, 5, folder='Siobhan ODwyer')
student('=HYPERLINK("x")', both, 10, 5)
student('-rf', both, 10, 5)
student('@SUM(A1)', both, 10, 5, folder='@SUM(A1)')
student('Zoë 🎓 de la Cruz, Jr.', both, 10, 5)
student('\u202eevil', both, 10, 5)
student('under_score_x', both, 10, 5)
# files under odd names
student('Txt Upper', { 'add.CU.TXT': right['add'], 'saxpy.cu ': right['saxpy'] }, 10, 5)
student('Other Kind', { 'add.cpp': right['add'], 'saxpy.cuh': right['saxpy'] }, 0, 0, note="add.cpp")
student('Hidden', { '.add.cu': wrong, 'add.cu': right['add'], 'saxpy.cu.swp': b'b0VIM', 'saxpy.cu': right['saxpy'] }, 10, 5)
student('Editor Copies', { '#add.cu#': wrong, 'add.cu~': wrong, 'add.cu': right['add'], 'saxpy.cu': right['saxpy'] }, 10, 5)
# archives
deep = zipped(both)
for i in range(3):
    deep = zipped({ 'level%d.zip' % i: deep })
student('Too Deep', { 'all.zip': deep }, 0, 0)
student('Absolute', { 'all.zip': zipped({ '/add.cu': right['add'] }), 'saxpy.cu': right['saxpy'] }, None, 5)
student('Climbs', { 'all.zip': zipped({ '../../other/add.cu': right['add'] }), 'saxpy.cu': right['saxpy'] }, None, 5)
student('Tar Link', { 'all.tar': tarred([('add.cu', '/etc/passwd', tarfile.SYMTYPE), ('saxpy.cu', right['saxpy'],
        tarfile.REGTYPE)]) }, 0, None)
student('Tar Device', { 'all.tar': tarred([('add.cu', '', tarfile.FIFOTYPE), ('saxpy.cu', right['saxpy'],
        tarfile.REGTYPE)]) }, 0, None)
student('Old Names', { 'all.zip': zipped({ 'XX/add.cu': right['add'],
        'XX/saxpy.cu': right['saxpy'] }).replace(b'XX/', b'\x94\xe1/') }, 10, 5)
student('Twice In It', { 'all.zip': zipped([('add.cu', wrong), ('add.cu', right['add']), ('saxpy.cu',
        right['saxpy'])]) }, None, 5)
student('A Rar', { 'all.rar': b'Rar!\x1a\x07\x00 and no more', 'saxpy.cu': right['saxpy'] }, 0, 5)
student('Bzip', { 'add.cu.bz2': bz2.compress(right['add']), 'saxpy.cu': right['saxpy'] }, 10, 5)
student('Zip By Name', { 'add.cu': zipped({ 'add.cu': right['add'] }), 'saxpy.cu': right['saxpy'] }, None, 5)
# encodings
student('Old Mac', { 'add.cu': wrong.replace(b'-', b'+').replace(b'\n', b'\r'), 'saxpy.cu': right['saxpy'] }, 10, 5)
student('Utf 32', { 'add.cu': right['add'].decode().encode('utf-32'), 'saxpy.cu': right['saxpy'] }, 0, 5)
student('Wide Letters', { 'add.cu': right['add'].replace(b'if (', 'if \uff08'.encode(), 1), 'saxpy.cu': right['saxpy'] }, 0, 5)
student('Zero Width', { 'add.cu': b'\xe2\x80\x8b' + right['add'], 'saxpy.cu': right['saxpy'] }, 0, 5)
student('A Web Page', { 'add.cu': b'<!DOCTYPE html><html><body>Sign in</body></html>\n', 'saxpy.cu': right['saxpy'] }, 0, 5)
student('Cp 1252', { 'add.cu': b'// the \x93best\x94 kernel\n' + right['add'], 'saxpy.cu': right['saxpy'] }, 10, 5)
# wrong files: the other exercise's, main besides the kernel, the stub as it was
student('Swapped', { 'add.cu': right['saxpy'], 'saxpy.cu': right['add'] }, 0, 0)
mine = b'\n#include <cstdio>\nint main() { printf("hello\\n"); return 0; }\n'
student('With Main', { 'add.cu': right['add'] + mine, 'saxpy.cu': right['saxpy'] }, 10, 5)
student('The Stub', { 'add.cu': text('exercises/01_kernels/add.cu'), 'saxpy.cu': right['saxpy'] }, 0, 5)
# lateness and extensions: another zone, a minute past an extension until, whole days, groups with one late member's clock
student('On Time Far East', both, 10, 5, at='2026-11-20 21:05 +09:00')
student('Until', both, 10, 5, at='2026-11-23 08:00 Z', extra=('', '', '2026-11-23 08:00 Z'))
student('Past Until', both, 9, 4.5, at='2026-11-23 08:11 Z', extra=('', '', '2026-11-23 08:00 Z'))
student('By Days', both, 10, 5, at='2026-11-22 12:00 Z', extra=('', '2', ''))
student('Five Days', both, 5, 2.5, at='2026-11-25 12:00 Z')
student('Six Days', both, 0, 0, at='2026-11-26 12:10 Z')
student('Team One', both, 10, 5, group='T', at='2026-11-20 12:00 Z')
student('Team Two', {}, 10, 5, group='T')
with open('roster.csv', 'w') as f:
    f.write('Identifier,Full name,Email address,Group,Grade\r\n')
    f.write(''.join('%s,"%s",%s,%s,\r\n' % (i, n.replace('"', '""'), m, g) for i, n, m, g in roster))
with open('times.csv', 'w') as f:
    f.write('student,submitted\n' + ''.join('%s,%s\n' % t for t in times))
with open('more.csv', 'w') as f:
    f.write('student,hours,days,until\n' + ''.join('%s,%s,%s,%s\n' % e for e in extensions))
with open('a.lua', 'w') as f:
    f.write('return { name = "a", seed = 7, due = "2026-11-20 12:00 Z", buffer_minutes = 10,\n'
            '  late = { percent = 10, most = 50, days = 5 },\n'
            '  exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 5 } },\n'
            '  extensions = { file = "more.csv" } }\n')
json.dump({ 'rows': want, 'names': { i: n for i, n, m, g in roster } }, open('want.json', 'w'))
END
grade() { nice "$w" grade "$@"; }
grade sub -a a.lua --roster roster.csv --times times.csv --layout moodle --json --csv grades.csv \
	--fill roster.csv --column Grade >said.json 2>noted
echo "# exit status $?"
sed 's/^/# /' noted | tail -5
cat >rows.py <<'END'
import json, re
want, said = json.load(open('want.json')), json.load(open('said.json'))
rows = { s['id']: s for s in said['students'] }
good = total = 0
for id, (add, saxpy, note) in want['rows'].items():
    for k, p in enumerate((add, saxpy)):
        s = rows.get(id) or rows.get(re.sub(r'\D', '', id))
        x = s and s['exercises'][k]
        got = x and x.get('points')
        total += 1
        if p is None:
            fits = x is not None and bool(got or x.get('note') or x.get('verdict'))
        else:
            fits = x is not None and got is not None and abs(got - p) < 1e-6
        if note and k == 0:
            fits = fits and note in (x.get('note') or '')
        good += fits
        if not fits:
            print('# %s %s, %d: %s instead of %s' % (id, want['names'][id], k, got, p),
                  x and (x['state'], x.get('verdict'), x.get('note')))
ghosts = len(rows) - len(want['rows'])
print('# %d of %d rows as predicted, %d rows of nobody' % (good, total, ghosts))
print('same' if good == total and not ghosts else 'other')
END
python3 rows.py >rows
grep '^#' rows
is "every row is as predicted" "$(tail -1 rows)" same

# ---- afterwards -------------------------------------------------------------------------------------------
p='Participant 7000'
adjust() { "$w" grade adjust "$@" --reason "said so" -a a.lua >adjusted 2>&1; echo $?; }
points() {
	sqlite3 .warpbook/warpbook.db "select group_concat(round(points, 2), ' ') from
		(select points from grade_view where assignment = '$2' and student = '$p$1' order by exercise)"
}
is "one point too many is not given by chance, nor one too few" \
	"$(adjust "${p}01" add +1) $(adjust "${p}04" add -20) $(points 01 a)" "2 2 10.0 5.0"
is "but on purpose" \
	"$(adjust "${p}01" add +1 --beyond) $(adjust "${p}04" add -3) $(points 01 a) $(points 04 a)" "0 0 11.0 5.0 7.0 5.0"
is "a missing file has the points that were seen on paper" "$(adjust "${p}03" add 5) $(points 03 a)" "0 5.0 0.0"
is "nobody, nothing and no number are told" \
	"$(adjust Nobody add 1) $(adjust "${p}03" nothing 1) $(adjust "${p}03" add nan) $(adjust "${p}03" add 1e99)" "2 2 2 2"
sed -i 's/points = 10 }/points = 20 }/' a.lua
cp "$TESTS_DIR/../solutions/01_kernels/add.cu" sub/*_700002_*/add.cu
echo '// again' >>"$(echo sub/*_700002_*/add.cu)"
grade sub -a a.lua --roster roster.csv --times times.csv >said 2>&1
is "a new file has the points of today, and others those of then" "$(points 02 a) $(points 01 a)" "20.0 5.0 11.0 5.0"
grade regrade sub -a a.lua --roster roster.csv --times times.csv >said 2>&1
is "a regrade changes nothing by itself" "$(points 01 a)" "11.0 5.0"
grade regrade -a a.lua --apply >said 2>&1
is "and then all, with what was adjusted" \
	"$(points 01 a) $(points 02 a) $(points 03 a) $(points 04 a)" "21.0 5.0 20.0 5.0 5.0 0.0 17.0 5.0"

printf '%s\n' 'Student,ID,SIS User ID,SIS Login ID,Section,A (12)' \
	'    Points Possible,,,,,25' '"Min-jun, Kim",1,Participant 700001,u,S1,' '"Who, Else",2,9,w,S1,3' >canvas.csv
grade export -a a.lua --roster roster.csv --fill canvas.csv --column 'A (12)' >said 2>&1
is "Canvas's table has the one row that it asks for, and the others are named" \
	"$? $(sed -n '3s/.*,//p;4s/.*,//p' canvas-filled.csv | tr -d '\r' | tr '\n' ' ')$(grep -c 'no row is filled' said)" \
	"1 26 3 40"
grade export -a a.lua --roster roster.csv --results gradescope=gs --csv again.csv >said 2>&1
is "each student has a file of results, and a row" "$? $(ls gs | wc -l) $(sed 1d again.csv | wc -l)" "0 41 41"
is "no cell begins a formula" "$(grep -Ec '(^|,)"?[=@+]' again.csv)" 0
cat >b.lua <<'END'
return { name = "b", seed = 7, exercises = { { "01_kernels/add", points = 4 } } }
END
cat >c.lua <<'END'
return { title = "C", assignments = { { "a.lua", weight = 75 }, { "b.lua", weight = 25 } }, pass = 50,
	excused = { { "Participant 700003", "b", reason = "ill" } } }
END
grade sub -a b.lua --roster roster.csv --layout moodle >said 2>&1
grade course c.lua --roster roster.csv --json >course.json 2>/dev/null
is "the course adds up" \
	"$(jq -r '.students[] | select(.id | test("70000[1-4]")) | (.percent * 100 | round / 100)' course.json | tr '\n' ' ')" \
	"103 100 20 91 "
tap_done
