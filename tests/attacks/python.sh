#!/bin/bash
# python.sh - Python files whose own code answers in place of Numba, the machine or the library that watches it. That code runs
# during the import of a kernel's file, and during the call of a host function. The verdict blames the file, never the machine, and
# the code reaches nothing outside. The honest twins pass.
. "${TESTS_DIR:?}/tap/tap.sh" || exit 99
due base child cudart worker bench attempt toolchain script catalog python judge grader/ tests/attacks/
: "${scratch:?}" "${WARPBOOK_BIN:?}"
export NO_COLOR=1
if "$WARPBOOK_BIN" doctor python | grep -q '^note  *python'; then
	skip "hostile files in Python" "there is no Numba here"
	tap_done
	exit
fi
chmod 755 "$scratch"
mkdir -p "$scratch/home"
become 64124
[ "$(id -u)" != 0 ] || chown 64124:64124 "$scratch/home"
# checked EXERCISE NAME: the verdict and the exit status, the document in $scratch/doc
checked() {
	(cd "$scratch" && ulimit -c 0 && exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" \
		TMPDIR="$scratch/home" \
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
attack own_answer <<<'open("kernel.ptx", "w").write("// parameters: out a b n"); os._exit(0)'
twin own_answer <<<'open("notes.txt", "w").write("mine")'
attack json_patched <<<'import builtins, json; builtins.print = None; json.dumps = lambda *a, **k: "{}"; sys.modules.pop("numba")'
twin json_patched <<<'import json; json.dumps({"mine": 1})'
attack processes <<<'os.fork(); print("THROUGH")'
twin processes <<<'os.getpid()'
attack files_read <<<'print("THROUGH", open("/etc/passwd").read())'
twin files_read <<<'open("/dev/null").read()'

# ---- what it writes, and what it leaves ----------------------------------------------------------------------
attack disk_filled <<-'END'
	for i in range(60):
	    try:
	        open(f"big{i}", "wb", 0).write(bytes(60 << 20))
	    except OSError:
	        pass
	import time
	time.sleep(1)
END
like "with the limit" "$(cat "$scratch/doc")" 'writes more than 96 MiB'
twin disk_filled <<<'open("some", "wb").write(bytes(20 << 20))'
attack many_files <<<'for i in range(3000): open(f"f{i}", "w").close()
import time; time.sleep(1)'
for folder in 'os.mkdir("d", 0o300)' 'os.makedirs("/".join(["d" * 200] * 9))'; do
	attack folder_left <<<"$folder; print('THROUGH')"
done
twin folder_left <<<"os.path.isdir('d')"
is "nothing stays behind" "$(find "$scratch/home" -maxdepth 1 -name 'warpbook-*' | wc -l)" 0

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
for secret in 'asm volatile(""); // THROUGH' 'THROUGH'; do # nor does the verdict depend on a line of it
	echo "$secret" >"$scratch/home/secret"
	judge secret_asked < <(own_ptx "$named.replace('ret;', 'add.nonsense.s32 q, q, q;\\nret;', 1)") >>"$scratch/verdicts"
done
is "a line that the PTX names decides nothing" "$(sort -u "$scratch/verdicts")" 'unsupported 5'
attack secret_linked <<<"os.symlink('$scratch/home/secret', 'kernel.said'); os._exit(1)"
twin secret_linked <<<"open('kernel.said', 'w').write('THROUGH')"

# ---- PTX of the file's own, and the party of its mistakes ------------------------------------------------
attack ptx_garbage compile-error < <(own_ptx 'text = text.replace("ret;", "}}} nothing", 1)')
like "which is said" "$(cat "$scratch/doc")" 'not what Numba makes'
attack ptx_invented compile-error < <(own_ptx 'text = text.replace("ret;", "frobnicate.b32 %r1, %r1;\nret;", 1)')
attack ptx_variables compile-error < <(own_ptx \
	'text = text.replace(".visible .entry", ".global .b8 big[314572800];\n.visible .entry", 1)')
like "with the limit" "$(cat "$scratch/doc")" "'big' has 314572800 bytes.*256 MiB"

is "100,000 variables pass within the vm's time" "$(judge many_variables < <(own_ptx \
	'text = text.replace(".visible .entry", "".join(".global .b32 v%d;\n" % i for i in range(100000)) + ".visible .entry", 1)'))" 'passed 0'
is "and so do 1,000,000 labels" "$(judge many_labels < <(own_ptx \
	'text = text.replace("ret;", "".join("L%d:\n" % i for i in range(1000000)) + "ret;", 1)'))" 'passed 0'

# An asm statement, as an intrinsic has one: located in the file.
own_asm() { # TEXT: the kernel calls it
	cat >"$scratch/own_asm.py" <<-END
		from llvmlite import ir
		from numba import cuda, types
		from numba.core.extending import intrinsic


		@intrinsic
		def own(typing, x):
		    def code(context, builder, signature, args):
		        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32)])
		        return builder.asm(kind, '$1', '=r,r', [args[0]], True)
		    return types.int32(types.int32), code


		@cuda.jit
		def add(out, a, b, n):
		    i = cuda.grid(1)
		    if i < own(n):
		        out[i] = a[i] + b[i]
	END
	checked add own_asm
}
is "an asm statement of a Python file runs" "$(own_asm 'mov.b32 $0, $1;')" 'passed 0'
is "PTX in it that nobody can read is the file's" "$(own_asm 'frobnicate.b32 $0, $1;')" 'compile-error 1'
line=$(sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.fault.line')")
ok "at a line of the file" [ "${line:-0}" -ge 7 ]

# ---- what a file looks at while it is imported ----------------------------------------------------------
world() { # NAME TEXT: what the kernel computes depends on `right`, as the text sets it
	mkdir -p "$scratch/home/world"
	printf 'import os, sys\nfrom numba import cuda\n\nhere = "%s"\n%s\n\n\n@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n' \
		"$scratch/home/world" "$2" >"$scratch/home/world/$1.py"
	printf '    if i < n:\n        out[i] = a[i] + (b[i] if right else 0)\n' >>"$scratch/home/world/$1.py"
	chmod 777 "$scratch/home/world"
}
looks() { # NAME TEXT CHANGE: its verdict before and after the change of its folder
	world "$1" "$2"
	rm -rf "$scratch/home/world/helper.py" "$scratch/home/world/mark" "$scratch/home/world/marks"
	mkdir "$scratch/home/world/marks"
	echo yes >"$scratch/home/world/mark"
	is "$1: the kernel is right" "$(checked add "home/world/$1")" 'passed 0'
	(cd "$scratch/home/world" && eval "$3")
	is "and wrong once the world has changed" "$(checked add "home/world/$1")" 'wrong-answer 1'
}
looks exists 'right = os.path.exists(here + "/mark")' 'rm mark'
looks size 'right = os.stat(here + "/mark").st_size == 4' ': >mark'
looks listed 'right = not os.listdir(here + "/marks")' ': >marks/one'
looks scanned 'right = not list(os.scandir(here + "/marks"))' ': >marks/one'
looks globbed 'import glob; right = not glob.glob(here + "/marks/*")' ': >marks/one'
looks by_pathlib 'import pathlib; right = pathlib.Path(here, "mark").is_file()' 'rm mark'
looks linked 'right = not os.path.islink(here + "/mark")' 'rm mark; ln -s marks mark'
looks accessed 'right = os.access(here + "/mark", os.R_OK)' 'rm mark'
looks opened 'right = open(here + "/mark").read() == "yes\n"' 'echo no >mark'
looks imported 'import importlib.util; right = importlib.util.find_spec("helper") is None' 'echo "x = 1" >helper.py'
entries() { find "$scratch/home/cache" -type f -path '*warpbook*' ! -path '*python*' | wc -l; }
world plain 'right = len(sys.argv) > 0 and os.path.basename(here) == "world" and bool(os.path.realpath(__file__))'
before=$(entries)
is "a file that looks at nothing passes" "$(checked add home/world/plain)" 'passed 0'
ok "and is kept in the cache" [ "$(entries)" -gt "$before" ]

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
# A case is a fork of a process that says how it ended (child/proc_seed.h): the file finds nothing there to say it with.
seed='[seed for seed in gc.get_objects() if isinstance(seed, ctypes.CDLL) and "seed" in str(seed._name)]'
host_file status_forged "[os.write(fd, bytes(16)) for fd in (1, 2, 4)]; [seed.warpbook_seed_ready(fd) for seed in $seed for fd in range(3, 64)]" 'os._exit(0)'
like "a status that the file writes to all that is open is the file's fault" "$(checked round_trip status_forged)" '^host-crash 1'
host_file harness_found "sys.settrace(None); len(gc.get_objects())" "sys._getframe(1).f_locals; os.getpid(); $library.getpid()"
is "their honest twin passes" "$(checked round_trip harness_found)" 'passed 0'
tap_done
