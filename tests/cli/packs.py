"""packs.py - archives that no pack may be: packs.py CASE FILE writes one. All hold a sound pack, besides what makes them hostile."""
import io
import sys
import tarfile

MANIFEST = b'return { name = "hostile", version = "1.0", licence = "none" }\n'


def add(tar, name, data=b"x", **fields):
    info = tarfile.TarInfo(name)
    info.size = len(data) if fields.get("type", tarfile.REGTYPE) == tarfile.REGTYPE else 0
    for field, value in fields.items():
        setattr(info, field, value)
    tar.addfile(info, io.BytesIO(data) if info.size else None)


def cases(tar, case):
    if case == "climbs":
        add(tar, "../../climbed.lua")
    elif case == "absolute":
        add(tar, "/tmp/warpbook-absolute.lua")
    elif case == "symbolic link":
        add(tar, "solutions/link.cu", type=tarfile.SYMTYPE, linkname="/etc/passwd")
    elif case == "link to a folder":
        add(tar, "lessons", type=tarfile.SYMTYPE, linkname="/tmp")
        add(tar, "lessons/through.lua")
    elif case == "hard link":
        add(tar, "solutions/hard.cu", type=tarfile.LNKTYPE, linkname="course.lua")
    elif case == "device":
        add(tar, "lessons/null", type=tarfile.CHRTYPE, devmajor=1, devminor=3)
    elif case == "pipe":
        add(tar, "lessons/pipe", type=tarfile.FIFOTYPE)
    elif case == "control characters":
        add(tar, "lessons/a\x1b[31mred.lua")
    elif case == "large":
        add(tar, "lessons/large.lua", b"-" * (5 << 20))
    elif case == "much":
        for i in range(30):
            add(tar, f"lessons/much{i}.lua", b"-" * (3 << 20))
    elif case == "many":
        for i in range(20100):
            add(tar, f"lessons/{i}.lua", b"")
    elif case == "twice":
        add(tar, "course.lua", MANIFEST)
    elif case == "deep":
        add(tar, "lessons/a/b/c/d/e/f/g.lua")


with tarfile.open(sys.argv[2], "w:gz", compresslevel=1) as archive:
    add(archive, "course.lua", MANIFEST)
    cases(archive, sys.argv[1])
