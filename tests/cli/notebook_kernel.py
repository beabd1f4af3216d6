"""A real kernel whose cell does not end: notebook_kernel.py PACKAGE. It is interrupted, and then killed; prints what is left."""
import os
import signal
import sys
import time

from jupyter_client.manager import start_new_kernel

ENDLESS = """%%%%cuda
#include <cstdio>
#include <unistd.h>
int main() { FILE *f = fopen("%s", "a"); if (%d) fork(); fprintf(f, "%%d\\n", getpid()); fclose(f); for (;;) pause(); }
"""
os.environ["PYTHONPATH"] = sys.argv[1]


def wait_for(what):
    for _ in range(600):
        if what():
            return True
        time.sleep(0.1)
    return False


def written(path):
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [int(line) for line in file]


def runs(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def begin(client, name, processes):
    """Starts the cell; the numbers of its processes."""
    client.execute(ENDLESS % (os.path.abspath(name), processes > 1))
    wait_for(lambda: len(written(name)) == processes)
    return written(name)


manager, client = start_new_kernel()
client.execute("%load_ext warpbook", reply=True, timeout=60)
pids = begin(client, "interrupted", 2)
manager.interrupt_kernel()
print("interrupted:", len(pids), "have ended" if wait_for(lambda: not any(map(runs, pids))) else "run")
print(client.execute("1 + 1", reply=True, timeout=60)["content"]["status"])
pids += begin(client, "killed", 1)
os.kill(manager.provisioner.pid, signal.SIGKILL)
print("killed:", len(pids), "have ended" if wait_for(lambda: not any(map(runs, pids))) else "run")
for pid in filter(runs, pids):
    os.kill(pid, signal.SIGKILL)
client.stop_channels()
manager.shutdown_kernel(now=True)
