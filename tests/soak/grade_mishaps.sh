#!/bin/bash
# grade_mishaps.sh - a class of eighty in which most students have a mishap: with names, archives, encodings, two files, lateness,
# groups, extensions. What each row should say is written beside the mishap, before anything is graded; it prints how many rows came out
# so, of all. By hand: `make check TESTS=tests/soak/grade_mishaps.sh`.
. "${TESTS_DIR:?make sets it}/tap/tap.sh"
export NO_COLOR=1 TZ=UTC WARPBOOK_COMPILER=${WARPBOOK_COMPILER:-clang}
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
top=$TESTS_DIR/..
python3 - "$top" <<'END' || exit 99
import gzip, io, json, os, sys, tarfile, time, unicodedata, zipfile
top = sys.argv[1]
def text(path):
    return open(os.path.join(top, path), 'rb').read()
right = { 'add': text('solutions/01_kernels/add.cu'), 'saxpy': text('solutions/01_kernels/saxpy.cu') }
wrong = { 'add': b'__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n)\n\t\tout[i] = a[i] - b[i];\n}\n',
          'saxpy': b'nothing\n' }
roster, want, times, extensions = [], {}, [], []
due = '2026-11-20 12:00'
def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data)
def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as z:
        for name, data in files.items():
            z.writestr(name, data)
    return out.getvalue()
def tarred(files, mode='w:gz'):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as t:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
    return out.getvalue()
# expect: points of add and saxpy, '-' for a row without points (not graded, or missing is 0)
def student(id, name, files, add, saxpy, group='', folder=None, at=None, hours=None):
    roster.append((id, name, group))
    want[id] = [add, saxpy]
    for f, data in files.items():
        put('sub/%s/%s' % (folder or id, f), data)
    if at:
        times.append((id, at))
    if hours:
        extensions.append((id, hours))
both = { 'add.cu': right['add'], 'saxpy.cu': right['saxpy'] }
for i in range(20):
    student('plain%02d' % i, 'Plain %d' % i, both, 10, 5)
for i in range(10):
    student('wrong%02d' % i, 'Wrong %d' % i, { 'add.cu': wrong['add'], 'saxpy.cu': right['saxpy'] }, 0, 5)
for i in range(5):
    student('absent%d' % i, 'Absent %d' % i, {}, 0, 0)
# names: full width, soft hyphens, a Turkish i, blanks that do not break, both orders, upper case
student('n1', 'Müller, Jörg', both, 10, 5, folder=unicodedata.normalize('NFD', 'Jörg Müller'))
student('n2', 'İpek Işık', both, 10, 5, folder=unicodedata.normalize('NFD', 'İpek Işık'))
student('n3', 'Ana\u00a0María  López', both, 10, 5, folder='Ana María López')
student('N4', 'n four', both, 10, 5, folder='n4')
student('n5', '\uff21\uff2e\uff2e\uff21 Five', both, 10, 5, folder='ANNA Five')
student('0012', 'Leading Zeros', both, 10, 5, folder='0012')
# archives: one in another, a file's own gzip, a folder as only member, odd members, an empty one
student('z1', 'Zip One', { 'hand-in.zip': zipped({ 'a/add.cu': right['add'], 'a/saxpy.cu': right['saxpy'] }) }, 10, 5)
student('z2', 'Zip Two', { 'all.tar.gz': tarred({ 'x.zip': zipped(both), 'README': b'x' }) }, 10, 5)
student('z3', 'Zip Three', { 'add.cu.gz': gzip.compress(right['add']), 'saxpy.cu': right['saxpy'] }, 10, 5)
student('z4', 'Zip Four', { 'w.zip': zipped({ '__MACOSX/._add.cu': b'\0\5\26\7', 'add.cu': right['add'] }), 'saxpy.cu': right['saxpy'] }, 10, 5)
student('z5', 'Zip Five', { 'empty.zip': zipped({}) }, 0, 0)
student('z6', 'Zip Six', { 'torn.zip': zipped(both)[:100], 'saxpy.cu': right['saxpy'] }, 0, 5)
student('z7', 'Zip Seven', { 'src.tar.xz': tarred({ './add.cu': right['add'], './saxpy.cu': right['saxpy'] }, 'w:xz') }, 10, 5)
# encodings: a mark, carriage returns, UTF-16, Latin-1 in a comment, a zero byte, no newline at the end
student('e1', 'Enc One', { 'add.cu': b'\xef\xbb\xbf' + right['add'], 'saxpy.cu': right['saxpy'].replace(b'\n', b'\r\n') }, 10, 5)
student('e2', 'Enc Two', { 'add.cu': right['add'].decode().encode('utf-16'), 'saxpy.cu': right['saxpy'] }, 0, 5)
student('e3', 'Enc Three', { 'add.cu': '// größer\n'.encode('latin-1') + right['add'], 'saxpy.cu': right['saxpy'].rstrip(b'\n') }, 10, 5)
student('e4', 'Enc Four', { 'add.cu': right['add'] + b'\0', 'saxpy.cu': b'' }, None, 0)
# two files: of one name in two folders, another spelling, a copy
student('t1', 'Two One', { 'v1/add.cu': wrong['add'], 'v2/add.cu': right['add'], 'saxpy.cu': right['saxpy'] }, 10, 5)
student('t2', 'Two Two', { 'ADD.CU': right['add'], 'saxpy.cu': right['saxpy'] }, 10, 5)
student('t3', 'Two Three', { 'add (1).cu': right['add'], 'saxpy.cu': right['saxpy'] }, None, 5)
# lateness: by a second beyond the buffer, within it, after all, with an extension that covers it, one that does not
student('l1', 'Late One', both, 10, 5, at='2026-11-20 12:10')
student('l2', 'Late Two', both, 9, 4.5, at='2026-11-20 12:10:01')
student('l3', 'Late Three', both, 8, 4, at='2026-11-21 12:10:01')
student('l4', 'Late Four', both, 0, 0, at='2026-12-20 12:00')
student('l5', 'Late Five', both, 10, 5, at='2026-11-22 12:00', hours=48)
student('l6', 'Late Six', both, 9, 4.5, at='2026-11-23 11:00', hours=48)
# groups: one hands in for three; one of a pair whose files differ: each file counts where it is the newest
for i, files in enumerate((both, {}, {})):
    student('g%d' % i, 'Group %d' % i, files, 10, 5, group='Blue Whales')
student('h0', 'Pair 0', { 'add.cu': right['add'] }, 10, 5, group='pair')
student('h1', 'Pair 1', { 'saxpy.cu': right['saxpy'] }, 10, 5, group='pair')
# the table: a semicolon's name, a comma, quotes; people whose names contain one another; a folder by address, by login, with a number behind
student('q1', 'O"Neill; Pat', both, 10, 5, folder='q1')
student('q2', "D'Arcy, Émile", both, 10, 5, folder="Émile D'Arcy")
student('q3', 'Li', both, 10, 5, folder='Li')
student('q4', 'Li Wei', { 'add.cu': wrong['add'], 'saxpy.cu': right['saxpy'] }, 0, 5, folder='Li Wei')
student('q5', 'Wei Li Na', both, 10, 5, folder='Na Wei Li')
student('q6@uni.example', 'By Address', both, 10, 5)
student('q7', 'عمر الخيام', both, 10, 5, folder='عمر الخيام')
student('q8', '王小明', both, 10, 5, folder='王小明')
student('q9', 'Æsa Þórsdóttir', both, 10, 5, folder='ÆSA ÞÓRSDÓTTIR')
# files: deep in a clone, beside an object of the same name, in a folder named like one, a link to one's own, none readable
student('f1', 'File One', { 'repo/ex/01/add.cu': right['add'], 'repo/ex/02/saxpy.cu': right['saxpy'] }, 10, 5)
student('f2', 'File Two', { 'add.cu': right['add'], 'add.o': b'\x7fELF', 'saxpy.cu~': b'old', 'saxpy.cu': right['saxpy'] }, 10, 5)
student('f3', 'File Three', { 'add.cu/add.cu': right['add'], 'saxpy.cu': right['saxpy'] }, 10, 5)
student('f4', 'File Four', both, 10, 5)
os.remove('sub/f4/add.cu'); put('sub/f4/real.cu', right['add']); os.symlink('real.cu', 'sub/f4/add.cu')
want['f4'][0] = None
student('f5', 'File Five', { 'saxpy.cu': right['saxpy'] }, None, 5)
os.symlink('/etc/passwd', 'sub/f5/add.cu')
student('f6', 'File Six', { 'saxpy.cu': right['saxpy'] }, None, 5)
os.mkfifo('sub/f6/add.cu')
with open('roster.csv', 'w') as f:
    f.write('\ufeffid,name,group\r\n' + ''.join('%s,"%s",%s\r\n' % (i, n.replace('"', '""'), g) for i, n, g in roster))
with open('times.csv', 'w') as f:
    f.write('student,submitted\n' + ''.join('%s,%s\n' % t for t in times))
with open('more.csv', 'w') as f:
    f.write('student,hours\n' + ''.join('%s,%s\n' % e for e in extensions))
with open('a.lua', 'w') as f:
    f.write('return { name = "a", seed = 7, due = "%s Z", buffer_minutes = 10, groups = true, late = { percent = 10, most = 50, days = 5 },\n'
            '  exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 5 } },\n'
            '  aliases = { { "add (1).cu", exercise = "add" } }, extensions = { file = "more.csv" } }\n' % due)
json.dump(want, open('want.json', 'w'))
END
mkdir class
nice "$w" grade sub -a a.lua --class class --roster roster.csv --times times.csv --json >said.json 2>noted
echo "# exit status $?"
sed 's/^/# /' noted | tail -5
python3 - <<'END' >rows
import json
want, said = json.load(open('want.json')), json.load(open('said.json'))
rows = { s['id']: s for s in said['students'] }
good = all = 0
for id, points in want.items():
    for k, p in enumerate(points):
        x = rows[id]['exercises'][k] if id in rows else None
        all += 1
        got = x and x.get('points')
        if p is None: # any points, with a reason
            fits = x is not None and (got or x.get('note') or x.get('verdict'))
        else:
            fits = x is not None and got is not None and abs(got - p) < 1e-6
        good += bool(fits)
        if not fits:
            print('# %s %s: %s instead of %s (%s, %s)' % (id, x and x['id'], got, p, x and x['state'], x and x.get('note')))
ghosts = sorted(set(rows) - set(want))
print('# %d of %d rows as predicted; %d students of %d; rows of nobody: %s' % (good, all, len(rows), len(want), ', '.join(ghosts) or 'none'))
print('%s %d' % ('same' if good == all and not ghosts else 'other', all))
END
grep '^#' rows
like "every row is as predicted" "$(tail -1 rows)" '^same '
tap_done
