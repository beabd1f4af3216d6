#!/usr/bin/env python3
"""lsp.py - the wait from a save to the diagnostics in an editor, beside the time of the same check on a command line: by turns, each
with a text that the cache has not seen. Prints the median of each and of the ratios, and the memory of the server.

usage: WARPBOOK_BIN=... lsp.py [RUNS]
"""
import os, statistics, subprocess, sys, tempfile, time
top = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
sys.path.insert(0, os.path.join(top, 'tests/cli'))
from lsp_client import Client

FILES = ('solutions/01_kernels/add.cu', ['check', '--json', '--as', 'add']), \
        ('solutions/05_shared_memory/smooth.cu', ['check', '--json', '--as', 'smooth']), \
        ('solutions/06_host_memory/round_trip.cu', ['check', '--json', '--as', 'round_trip'])


def write(path, text):
    with open(path, 'w') as f:
        f.write(text)


def memory(pid):
    with open('/proc/%d/status' % pid) as f:
        fields = dict(line.split(':', 1) for line in f)
    return ['%.1f' % (int(fields[name].split()[0]) / 1024) for name in ('VmRSS', 'VmHWM')]


def timed(action):
    begin = time.monotonic()
    action()
    return time.monotonic() - begin


def saved(client, path):
    client.save(path)
    assert client.diagnostics(path) is not None


def measure(client, name, words, runs):
    path = os.path.abspath(os.path.basename(name))
    with open(os.path.join(top, name)) as f:
        text = f.read()
    write(path, text)
    client.open(path)
    alone, whole = [], []
    for run in range(-1, runs):
        for times, mark in ((alone, 'alone'), (whole, 'saved')):
            changed = text + '// %s %d\n' % (mark, run)
            if times is whole:
                client.change(path, changed)
            write(path, changed)
            took = timed((lambda: saved(client, path)) if times is whole else lambda: subprocess.run(
                [os.environ['WARPBOOK_BIN'], *words, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            if run >= 0:  # one of each is to warm up
                times.append(took)
    print('%-40s %10.1f %10.1f %8.3f' % (name, 1e3 * statistics.median(alone), 1e3 * statistics.median(whole),
                                         statistics.median(b / a for a, b in zip(alone, whole))), flush=True)


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ.update(XDG_CACHE_HOME=folder + '/cache', XDG_DATA_HOME=folder + '/data')
        client = Client(trust=[folder])
        print('%-40s %10s %10s %8s' % ('file', 'check ms', 'save ms', 'ratio'))
        for name, words in FILES:
            measure(client, name, words, runs)
        print('server: %s MiB resident, at most %s' % tuple(memory(client.p.pid)))
        client.leave()


main()
