#!/bin/bash
# python.sh - Python files whose own code answers in place of Numba, the machine or the library that watches it. That code runs
# during the import of a kernel's file, and during the call of a host function. The verdict blames the file, never the machine, and
# the code reaches nothing outside. The honest twins pass.
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
: "${scratch:?}" "${WARPBOOK_BIN:?}"
export NO_COLOR=1
if "$WARPBOOK_BIN" doctor python | grep -q '^note  *python'; then
	skip "hostile files in Python" "there is no Numba here"
	tap_done
	exit
fi
chmod 755 "$scratch"
mkdir -p "$scratch/home"
as_user=()
if [ "$(id -u)" = 0 ]; then
	chown 64124:64124 "$scratch/home"
	as_user=(setpriv --reuid 64124 --regid 64124 --clear-groups --)
fi
# checked EXERCISE NAME: the verdict and the exit status, the document in $scratch/doc
checked() {
	(cd "$scratch" && ulimit -c 0 && exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" TMPDIR="$scratch/home" \
		nice "$WARPBOOK_BIN" check --json --no-record --as "$1" "$2.py") >"$scratch/doc" 2>"$scratch/err" </dev/null
	local status=$?
	echo "$(sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.verdict')" 2>/dev/null) $status"
}
# judge NAME: the file's code outside the kernel on standard input
judge() {
	{ printf 'import os, signal, sys\nfrom numba import cuda\n\n\n@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n    if i < n:\n'
		printf '        out[i] = a[i] + b[i]\n\n\n'
		cat; } >"$scratch/$1.py"
	checked add "$1"
}
attack() { # NAME [VERDICT]: the file does not pass, and it is the file's fault
	like "$1 is the file's fault" "$(judge "$1")" "^(${2:-compile-error|missing-kernel|wrong-answer}) "
	unlike "and reaches nothing" "$(cat "$scratch/doc")" THROUGH
}
twin() { is "its honest twin passes" "$(judge "$1_twin" | cut -d' ' -f1)" passed; }

attack machines_status <<<'os._exit(4)'
twin machines_status <<<'sys.stdout.flush()'
attack modules_cleared <<<'sys.argv[:] = []; sys.modules.clear()'
twin modules_cleared <<<'sys.modules.pop("this", None)'
attack killed_itself <<<'os.kill(os.getpid(), signal.SIGKILL)'
twin killed_itself <<<'signal.signal(signal.SIGUSR1, lambda *a: None); os.kill(os.getpid(), signal.SIGUSR1)'
attack own_answer unsupported <<<'open("kernel.ptx", "w").write("// parameters: out a b n"); os._exit(0)'
twin own_answer <<<'open("notes.txt", "w").write("mine")'
attack json_patched <<<'import builtins, json; builtins.print = None; json.dumps = lambda *a, **k: "{}"; sys.modules.pop("numba")'
twin json_patched <<<'import json; json.dumps({"mine": 1})'
attack processes <<<'os.fork(); print("THROUGH")'
twin processes <<<'os.getpid()'
attack files_read <<<'print("THROUGH", open("/etc/passwd").read())'
twin files_read <<<'open("/dev/null").read()'

# The PTX is the file's own: `changed` receives what Numba made, and returns what is judged.
own_ptx() {
	printf 'import re\nours = sys.modules["__main__"]\nto_ptx = ours.to_ptx\n\n\ndef changed(text):\n    %s\n    return text\n\n\n' "$1"
	printf 'ours.to_ptx = lambda *args: changed(to_ptx(*args))\n'
}
attack ptx_changed wrong-answer < <(own_ptx 'text = re.sub(r"\badd(\.\w+)*\.f32", "sub.f32", text)')
twin ptx_changed < <(own_ptx 'text += "// and a remark\n"')
echo THROUGH >"$scratch/home/secret" # this process may read it, the file may not
named="text = re.sub(r'(\.file\s+\d+\s+)\"[^\"]*\"', r'\1\"$scratch/home/secret\"', re.sub(r'\.loc\s+(\d+)\s+\d+', r'.loc \1 1', text))"
attack secret_named memory-error < <(own_ptx "$named.replace('ret;', '{ .reg .b64 q; mov.u64 q, 0; st.global.u32 [q], 1; }\\nret;', 1)")
twin secret_named < <(own_ptx "$named")
attack secret_linked <<<"os.symlink('$scratch/home/secret', 'kernel.said'); os._exit(1)"
twin secret_linked <<<"open('kernel.said', 'w').write('THROUGH')"

# ---- host functions: BEFORE, then the right answer, then AFTER ------------------------------------------
host_file() { # NAME BEFORE AFTER
	sed -e "s/^def round_trip.*/&\n    $2/" -e 's/^from numba import cuda/import ctypes, gc, os, sys\n&/' \
		"$TESTS_DIR/../solutions/06_host_memory/round_trip.py" >"$scratch/$1.py"
	printf '    %s\n' "$3" >>"$scratch/$1.py"
}
again='for _ in range(5): cuda.to_device(x)' # copies that a rule forbids
library='ctypes.CDLL(None)'
host_file watched_again "$again" "$library.warpbook_observe_begin(None, 12)"
like "copies before the observation begins again are the file's fault" "$(checked round_trip watched_again)" '^tampered 1'
host_file unwatched "$library.warpbook_observe_end(0)" "$again"
like "so are copies after it ended" "$(checked round_trip unwatched)" '^tampered 1'
# A case is a fork of a process that says how it ended (base/proc_seed.h): the file finds nothing there to say it with.
seed='[seed for seed in gc.get_objects() if isinstance(seed, ctypes.CDLL) and "seed" in str(seed._name)]'
host_file status_forged "[os.write(fd, bytes(16)) for fd in (1, 2, 4)]; [seed.warpbook_seed_ready(fd) for seed in $seed for fd in range(3, 64)]" 'os._exit(0)'
like "a status that the file writes to all that is open is the file's fault" "$(checked round_trip status_forged)" '^host-crash 1'
host_file harness_found "sys.settrace(None); len(gc.get_objects())" "sys._getframe(1).f_locals; os.getpid(); $library.getpid()"
is "their honest twin passes" "$(checked round_trip harness_found)" 'passed 0'
tap_done
