#!/bin/bash
# python.sh - Python kernel files whose own code, which runs during the import, answers in place of Numba or the machine: the
# verdict blames the file, never the machine, and the code reaches nothing outside. The honest twins pass.
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
# judge NAME: the file's code outside the kernel on standard input; the verdict and the exit status, the document in $scratch/doc
judge() {
	{ printf 'import os, signal, sys\nfrom numba import cuda\n\n\n@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n    if i < n:\n'
		printf '        out[i] = a[i] + b[i]\n\n\n'
		cat; } >"$scratch/$1.py"
	(cd "$scratch" && ulimit -c 0 && exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" TMPDIR="$scratch/home" \
		nice "$WARPBOOK_BIN" check --json --no-record --as add "$1.py") >"$scratch/doc" 2>"$scratch/err" </dev/null
	echo "$(sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.verdict')" 2>/dev/null) $?"
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
tap_done
