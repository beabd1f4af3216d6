#!/usr/bin/env python3
"""tui.py - what a learner waits for in the workbook, in a terminal of its own.

Prints medians, in ms: from the start of the program until its first window is whole; from a key until the window that it
leads to is whole, at three sizes; the memory that it then takes. A window is whole when nothing more comes for a while,
which is not counted. "cpu" is the time that the program's threads spent on a processor, which other programs on the
machine hardly change: for the first start, which makes the workspace, for a later one, and the median and most for a key. The keys go through a lesson page by page, so the pictures of the pages are made meanwhile. Asserts
nothing.

usage: tui.py [RUNS]
"""
import fcntl, os, pty, select, shutil, signal, statistics, struct, sys, tempfile, termios, time

QUIET = 0.08  # seconds without output after which a window is whole
runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
warpbook = os.environ["WARPBOOK_BIN"]


def window(fd, since):
    """Seconds from then to the last byte before a silence, and how many bytes came."""
    last, n = since, 0
    while select.select([fd], [], [], QUIET if n else 5)[0]:
        try:
            n += len(os.read(fd, 65536))
        except OSError:
            break
        last = time.monotonic()
    return last - since, n


def start(rows, cols, room):
    since = time.monotonic()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", WARPBOOK_WORKSPACE=room, LC_ALL="C.UTF-8", WARPBOOK_MOUSE="0")
        os.execv(warpbook, [warpbook])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    return pid, fd, window(fd, since)[0]


def cpu(pid):
    """The seconds that its threads have spent on a processor."""
    spent = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat") as stat:
                spent += int(stat.read().split()[0])
        except FileNotFoundError:
            pass
    return spent / 1e9


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return next((int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS")), 0)


def finish(pid, fd):
    os.write(fd, b"qqqqy")
    window(fd, time.monotonic())
    os.close(fd)
    os.kill(pid, signal.SIGHUP)
    os.waitpid(pid, 0)


def ms(values):
    return f"{statistics.median(values) * 1000:.1f}"


print(f"{'size':8} {'start, ms':>10} {'key, ms':>10} {'slowest':>10} {'MiB':>6} "
      f"{'cpu: first':>11} {'start':>7} {'key':>6} {'most':>6}")
for rows, cols in (24, 80), (36, 120), (60, 200):
    room = tempfile.mkdtemp()
    starts, keys, start_cpu, key_cpu = [], [], [], []
    for run in range(3 if runs > 3 else runs):
        pid, fd, took = start(rows, cols, room)
        starts.append(took)
        start_cpu.append(cpu(pid))
        for key in [b"j"] * 3 + [b"\r"] + [b" "] * runs:
            since, before = time.monotonic(), cpu(pid)
            os.write(fd, key)
            took, n = window(fd, since)
            if n:
                keys.append(took)
                key_cpu.append(cpu(pid) - before)
        used = memory(pid)
        finish(pid, fd)
    shutil.rmtree(room, ignore_errors=True)
    print(f"{cols}x{rows:<5} {ms(starts):>9} {ms(keys):>10} {max(keys) * 1000:>10.1f} {used:>6} "
          f"{start_cpu[0] * 1000:>11.1f} {ms(start_cpu[1:] or start_cpu):>7} {ms(key_cpu):>6} {max(key_cpu) * 1000:>6.1f}")
