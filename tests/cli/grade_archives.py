#!/usr/bin/env python3
"""grade_archives.py ADD.CU FOLDER - submissions as archives: one of each kind that is right, one of each that is hostile, and downloads
of a whole class. For grade_archives.sh."""
import bz2, ctypes, gzip, io, lzma, os, struct, subprocess, sys, tarfile, zipfile, zlib

source = open(sys.argv[1], 'rb').read()
top = sys.argv[2]
os.makedirs(top, exist_ok=True)


def path(name):
    p = os.path.join(top, name)
    os.makedirs(os.path.dirname(p), exist_ok=True)
    return p


def write(name, data):
    with open(path(name), 'wb') as f:
        f.write(data)


def zipped(files, **kw):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, **kw) as z:
        for name, data in files:
            z.writestr(name, data)
    return out.getvalue()


def tarred(entries, mode='w'):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=tarfile.GNU_FORMAT) as t:
        for name, data, change in entries:
            i = tarfile.TarInfo(name)
            i.size = len(data)
            for k, v in change.items():
                setattr(i, k, v)
            t.addfile(i, io.BytesIO(data))
    return out.getvalue()


def seven(files):
    la = ctypes.CDLL('libarchive.so.13')
    for f in ('archive_write_new', 'archive_entry_new'):
        getattr(la, f).restype = ctypes.c_void_p
    a = ctypes.c_void_p(la.archive_write_new())
    la.archive_write_set_format_7zip(a)
    buf, used = ctypes.create_string_buffer(1 << 20), ctypes.c_size_t()
    la.archive_write_open_memory(a, buf, ctypes.c_size_t(len(buf)), ctypes.byref(used))
    for name, data in files:
        e = ctypes.c_void_p(la.archive_entry_new())
        la.archive_entry_set_pathname(e, name.encode())
        la.archive_entry_set_size(e, ctypes.c_int64(len(data)))
        la.archive_entry_set_filetype(e, 0o100000)
        la.archive_write_header(a, e)
        la.archive_write_data(a, data, ctypes.c_size_t(len(data)))
    la.archive_write_close(a)
    return buf.raw[:used.value]


plain = tarred([('add.cu', source, {})])
good = 'good/'
write(good + 'zip/all.zip', zipped([('add.cu', source)]))
write(good + 'zip_deep/all.zip', zipped([('homework 1/src/add.cu', source), ('__MACOSX/._add.cu', b'x'), ('notes.pdf', b'%PDF')]))
write(good + 'backslash/all.zip', zipped([('homework\\src\\add.cu', source)]))
write(good + 'tar/all.tar', tarred([('./', b'', {'type': tarfile.DIRTYPE}), ('./add.cu', source, {})]))
write(good + 'tar_gz/all.tar.gz', gzip.compress(plain))
write(good + 'tar_xz/all.tar.xz', lzma.compress(plain))
write(good + 'tar_bz2/all.tar.bz2', bz2.compress(plain))
write(good + 'gz/add.cu.gz', gzip.compress(source))
write(good + 'xz/add.cu.xz', lzma.compress(source))
write(good + 'bz2/add.cu.bz2', bz2.compress(source))
if subprocess.run(['sh', '-c', 'command -v zstd'], capture_output=True).returncode == 0:
    write(good + 'zst/add.cu.zst', subprocess.run(['zstd', '-qc'], input=source, capture_output=True).stdout)
    write(good + 'tar_zst/all.tar.zst', subprocess.run(['zstd', '-qc'], input=plain, capture_output=True).stdout)
write(good + 'seven/all.7z', seven([('add.cu', source)]))
write(good + 'utf8/Übung eins.zip', zipped([('Übung/add.cu', source)]))
write(good + 'twice/all.zip', tarred([('add.cu', b'int wrong;\n', {}), ('add.cu', source, {})]))
write(good + 'again/work-1.zip', zipped([('add.cu', source)]))
write(good + 'again/work.zip', zipped([('add.cu', b'int wrong;\n')]))
write(good + 'packed alone.zip', zipped([('add.cu', source)]))
write(good + "O'Brien, Pat.tar.gz", gzip.compress(plain))

bad = 'bad/'
write(bad + 'up/a.zip', zipped([('../../add.cu', source)]))
write(bad + 'absolute/a.tar', tarred([('/tmp/warpbook-escaped/add.cu', source, {})]))
write(bad + 'link/a.tar', tarred([('add.cu', b'', {'type': tarfile.SYMTYPE, 'linkname': '/etc/passwd'})]))
write(bad + 'through/a.tar', tarred([('d', b'', {'type': tarfile.SYMTYPE, 'linkname': '/tmp'}), ('d/add.cu', source, {})]))
write(bad + 'hard/a.tar', tarred([('add.cu', b'', {'type': tarfile.LNKTYPE, 'linkname': '/etc/passwd'})]))
write(bad + 'device/a.tar', tarred([('add.cu', b'', {'type': tarfile.CHRTYPE, 'devmajor': 1, 'devminor': 5})]))
write(bad + 'pipe/a.tar', tarred([('add.cu', b'', {'type': tarfile.FIFOTYPE})]))
write(bad + 'nested/a.zip', zipped([('inner.zip', zipped([('deep.zip', zipped([('add.cu', source)]))]))]))
write(bad + 'many/a.zip', zipped([('d/%d.cu' % i, b'') for i in range(100000)]))
write(bad + 'empty/a.zip', b'')
write(bad + 'no_files/a.zip', zipped([]))
write(bad + 'garbage/a.zip', bytes((i * 7919 + (i >> 3)) & 255 for i in range(4096)))
write(bad + 'renamed/a.zip', source)
write(bad + 'torn_zip/a.zip', zipped([('add.cu', os.urandom(3000))])[:2000])
write(bad + 'only_zeros/add.cu.bz2', bz2.compress(bytes(5 << 20))) # to libarchive, a tar without members
write(bad + 'torn_gz/a.tar.gz', gzip.compress(tarred([('add.cu', os.urandom(60000), {})]))[:20000])
write(bad + 'torn_xz/add.cu.xz', lzma.compress(os.urandom(60000))[:20000])
write(bad + 'sum/a.zip', zipped([('add.cu', source)]).replace(source[:0] or zipped([('add.cu', source)])[14:18], b'abcd'))
write(bad + 'large/a.zip', zipped([('add.cu', b'/' * (5 << 20))]))
write(bad + 'bomb_zip/a.zip', zipped([('%d.cu' % i, b' ' * (4 << 20)) for i in range(64)]))


def zeros(n):
    """A tar of one file of n GiB of zeros, compressed piece by piece."""
    c = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = tarfile.TarInfo('add.bin')
    head.size = n << 30
    out = [c.compress(head.tobuf(tarfile.GNU_FORMAT))]
    block = b'\0' * (1 << 24)
    for _ in range(n << 6):
        out.append(c.compress(block))
    out.append(c.compress(tarred([('add.cu', source, {})])) + c.flush())
    return b''.join(out)


if len(sys.argv) > 3:
    write(bad + 'bomb_gz/a.tar.gz', zeros(int(sys.argv[3])))
os.makedirs(path(bad + 'encrypted'), exist_ok=True)
if subprocess.run(['sh', '-c', 'command -v zip'], capture_output=True).returncode == 0:
    os.makedirs(path('tmp/'), exist_ok=True)
    write('tmp/add.cu', source)
    subprocess.run(['zip', '-qjP', 'secret', path(bad + 'encrypted/a.zip'), path('tmp/add.cu')], check=True)
else:
    write(bad + 'encrypted/a.zip', b'PK')
write(bad + 'rar/a.rar', b'Rar!\x1a\x07\x01\x00' + b'x' * 100)

# Downloads of a class of three: pat and ann, who is packed herself, hand in; kim does not.
ann = zipped([('work/add.cu', source)])
write('moodle.zip', zipped([("O'Brien Pat_101_assignsubmission_file_/add.cu", source), ('Lee Ann_102_assignsubmission_file_/a.zip', ann),
                            ('Kim_103_assignsubmission_file_/', b'')]))
write('canvas.zip', zipped([('obrienpat_101_900_add.cu', source), ('leeann_LATE_102_901_work.zip', ann)]))
yml = b"""---
submission_1:
  :submitters:
  - :name: Pat O'Brien
    :sid: '101'
  :created_at: 2026-11-20 10:00:00 Z
submission_2:
  :submitters:
  - :name: Ann Lee
    :sid: '102'
  :created_at: 2026-11-20 10:00:00 Z
"""
write('gradescope.zip', zipped([('assignment_9_export/submission_metadata.yml', yml), ('assignment_9_export/submission_1/add.cu', source),
                                ('assignment_9_export/submission_2/a.zip', ann)]))
write('github.tar.gz', gzip.compress(tarred([('a5-submissions/a5-pat/add.cu', source, {}), ('a5-submissions/a5-ann-lee/add.cu', source, {})])))
write('flat.7z', seven([('pat_add.cu', source), ('ann-lee_add.cu', source)]))
write('one.zip', zipped([('pat/add.cu', source)]))
write('torn.zip', zipped([('pat/add.cu', os.urandom(5000))])[:3000])
