#!/bin/bash
# surroundings.sh - faults in the environment of a check: descriptors, names, limits, disks, processes. The
# verdict stays right, or the message names the party responsible.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
w=$WARPBOOK_BIN
content=$TESTS_DIR/..
solution=$content/solutions/01_kernels/add.cu
"$w" init "$scratch/book" >/dev/null
add=$scratch/book/exercises/01_kernels/add.cu
db=$scratch/book/.warpbook/warpbook.db
cp "$solution" "$add"

status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
said() { cat "$scratch/out" "$scratch/err"; }

# ---- descriptors ---------------------------------------------------------------------------
is "with standard input closed a check passes" "$(status "$w" check add <&-)" 0
"$w" check add >&- 2>"$scratch/err"
is "with standard output closed it is the machine's" $? 4
like "and it is said" "$(cat "$scratch/err")" 'cannot write the output'
"$w" check add <&- >&- 2>&-
is "with all three closed too" $? 4
is "and the database has all three attempts, and nothing else in it" \
	"$(sqlite3 "$db" 'pragma integrity_check; select count(*) from attempt_view')" "$(printf 'ok\n3')"
for words in "check add" list "show add" progress --help "check --help" --version; do
	is "warpbook $words notices a full disk" "$("$w" $words 2>/dev/null >/dev/full; echo $?)" 4
done
"$w" list 2>"$scratch/err" | true
is "a reader that has had enough is no error to report" "$(cat "$scratch/err")" ""

# ---- names ---------------------------------------------------------------------------------
for name in $'new\nline' $'quote"\'s\\' -rf --options-file=evil @response $'\377\376' $'\033[2J' '%s%n' '$(exit 9)' 'a:5:b' 'x??/'; do
	mkdir "$scratch/in$name" "$scratch/$name"
	cat >"$scratch/in$name/add.cu" <<-'END'
		#include "beside.h"
		__global__ void add(float *out, const float *a, const float *b, int n)
		{
		    int i = blockIdx.x * blockDim.x + threadIdx.x;
		    out[i] = SAME(a[i]) + b[i];
		}
	END
	echo '#define SAME(x) (x)' >"$scratch/in$name/beside.h"
	cp "$solution" "$scratch/$name/add.cu"
	"$w" check --json --no-record "$scratch/in$name/add.cu" >"$scratch/doc" 2>/dev/null
	is "a finding has its line in a folder named $(printf %q "$name")" \
		"$(sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.findings[0].line')" 2>/dev/null)" 5
	is "and a file there passes" "$(cd "$scratch/$name" && status "$w" check --no-record add.cu)" 0
done
ln -s loop.cu "$scratch/loop.cu"
is "a link to itself is the learner's" "$(status "$w" check --no-record --as add "$scratch/loop.cu")" 1
for device in /dev/zero /dev/tty /proc/self/mem /proc/kmsg; do
	ln -sf "$device" "$scratch/device.cu"
	is "a link to $device ends at once" "$(status timeout 20 "$w" check --no-record --as add "$scratch/device.cu")" 1
done

# ---- limits and disks -----------------------------------------------------------------------
limited() { rm -rf "$scratch/cache"; (ulimit "$@"; "$w" check --no-record "$add" 2>&1; echo "status $?") | cat; }
like "where no file may be written it is the machine's" "$(limited -f 0)" 'status 4'
like "so where no descriptor is left" "$(limited -n 10)" 'status 4'
for compiler in $(compilers_due base child toolchain worker bench attempt); do
	# The least that passes lies somewhere between; below it nothing may be told of the file.
	for kilobytes in 20000 60000 100000 150000; do
		out=$(WARPBOOK_COMPILER=$compiler limited -v $kilobytes)
		like "$compiler: with $kilobytes kB of memory for all programs it is the machine's, or passes" "$out" 'status [04]'
		[ $kilobytes -gt 20000 ] || like "and the limit is reported" "$(echo $out)" 'limit of 19 MiB holds .*ulimit -v|cannot allocate|shared libraries'
	done
done
# Too low a limit would end a program of the learner's, or the solution, as if by a mistake of its own.
for exercise in add round_trip; do
	for limit in "-n 24" "-n 64" "-f 2000" "-t 1" "-t 20" "-s 64" "-s 512" "-d 100000"; do
		add=$(echo "$content"/solutions/*/$exercise.cu)
		out=$(limited $limit)
		like "$exercise with ulimit $limit is the machine's" "$out" 'status 4'
		like "which says the limit and the remedy" "$(echo $out)" "limit of the shell .*ulimit ${limit% *}"
	done
	for limit in "-Sn 24" "-Ss 64" "-s 1024"; do
		like "$exercise with ulimit $limit passes: the limit can be raised, or suffices" "$(limited $limit)" 'status 0'
	done
	like "$exercise where there is no /dev is the machine's" "$(unshare -m sh -c 'mount -t tmpfs none /dev && exec "$@"' - \
		"$w" check --no-record "$add" 2>&1 || unshare -m true || echo /dev/)" '/dev/'
done
add=$scratch/book/exercises/01_kernels/add.cu
# With too few processes, whichever of them cannot be started: the verdict blames neither the file nor the exercise. Root has no
# such limit, and a user of this test's own has no other processes.
uid=$((50001 + $$ % 9000)) # two runs at once are two users
few() { # EXERCISE PROCESSES
	rm -rf "$scratch/few"
	mkdir -p "$scratch/few"
	chown $uid:$uid "$scratch/few"
	(cd "$scratch/few" && ulimit -u "$2" && setpriv --reuid=$uid --regid=$uid --clear-groups env HOME="$scratch/few" \
		XDG_CACHE_HOME="$scratch/few" TMPDIR="$scratch/few" "$w" check --no-record --as "$1" "$content"/solutions/*/"$1.cu" 2>&1)
	echo "status $?"
}
chmod a+x "$scratch"
if can_become $uid; then
	for exercise in add out_of_memory; do
		for n in 1 2 3 4 5 6 7 8 12; do
			out=$(WARPBOOK_COMPILER=clang few $exercise $n)
			like "$exercise with at most $n processes: passed, or the machine's" "$out" 'status [04]'
			case $out in *"status 0") like "and it has passed" "$out" ': passed' ;; esac
		done
		like "$exercise is judged with twelve" "$out" 'status 0'
	done
	like "without any the lack is reported, and a remedy" "$(WARPBOOK_COMPILER=clang few add 1)" 'as many as there may be.*ulimit -u|cannot start a process'
else
	skip "with few processes it is the machine's" "only root can become a user of its own, and that one has to reach the program"
fi
is "without HOME a check passes" "$(status env -i PATH="$PATH" "$w" check --no-record "$add")" 0
rm -rf "$scratch/cache"
is "without a place for temporary files it is the machine's" "$(TMPDIR=/dev/null status "$w" check --no-record "$add")" 4
like "which is said" "$(said)" 'temporary folder'
if [ "$(id -u)" -eq 0 ] && mkdir "$scratch/small" && mount -t tmpfs -o size=4k tmpfs "$scratch/small" 2>/dev/null; then
	umount "$scratch/small"
	for size in 4k 8k; do
		mount -t tmpfs -o size=$size tmpfs "$scratch/small"
		rm -rf "$scratch/cache"
		is "with $size for temporary files it is the machine's" \
			"$(TMPDIR=$scratch/small status "$w" check --no-record "$add")" 4
		like "for the lack of space" "$(said | tr '\n' ' ')" 'space'
		umount "$scratch/small"
	done
else
	skip "with 4k for temporary files it is the machine's" "cannot mount a small tmpfs"
fi

# ---- another machine ------------------------------------------------------------------------
program() { # what the program does first
	mkdir -p "$scratch/other"
	{ printf '#include <csignal>\n#include <cstdlib>\n#include <cstring>\n'
		awk -v first="$1" '{ print } /^void round_trip/ { host = 1 } host && /^\{/ { print "    " first; host = 0 }' \
			"$content/solutions/06_host_memory/round_trip.cu"; } >"$scratch/other/round_trip.cu"
}
on() { status env FAULT="$1" LD_PRELOAD="$scratch/machine.so" "$w" check --plain --no-record "$scratch/other/round_trip.cu"; }
if ${CC:-gcc} -w -shared -fPIC "$TESTS_DIR/faults/machine.c" -o "$scratch/machine.so" -ldl && LD_PRELOAD=$scratch/machine.so "$w" --version >/dev/null 2>&1; then
	program ''
	is "where memory is short, a program that needs none passes" "$(on memory)" 0
	program 'raise(SIGKILL);'
	is "a program that the kernel ends for its memory, and that has little, is the machine's" "$(on memory)" 4
	like "which is said" "$(said | tr '\n' ' ')" 'memory of this machine is full: its kernel ended the process with n = 257,'
	program 'void *p = malloc(200 << 20); memset(p, 1, 200 << 20); raise(SIGKILL);'
	is "one that fills the machine is the file's" "$(on memory)" 1
	like "which is said, too" "$(said | tr '\n' ' ')" 'fills the memory of this machine: the kernel ended it when it held 2[0-9][0-9] MiB'
	is "one that ends itself is the file's" "$(on nothing)" 1
	program ''
	is "where no process enters its sandbox, it is the machine's" "$(on sandbox)" 4
	like "with a sentence" "$(said | tr '\n' ' ')" 'no process can enter its sandbox here: cannot be confined: Cannot allocate memory .*doctor sandbox'
	program 'fprintf(stderr, "cannot be confined: Operation not permitted\\n"); _exit(126);'
	sed -i '1i #include <unistd.h>\n#include <cstdio>' "$scratch/other/round_trip.cu"
	is "who only says so is not believed" "$(on nothing)" 1
else
	skip "another machine" "a library cannot be loaded before the C library"
fi

# ---- processes --------------------------------------------------------------------------------
mkdir "$scratch/slow"
cat >"$scratch/slow/add.cu" <<-'END'
	__global__ void add(float *out, const float *a, const float *b, int n)
	{
	    volatile float *p = out;
	    unsigned x = n;
	    while (n > 0)
	        p[0] = x = x * 1664525u + 1013904223u; // comes to no state twice
	}
END
worker_of() { # the learner's worker: the reference's is gone soon
	for _ in $(seq 200); do
		for child in $(pgrep -P "$1"); do
			[ "$(tr '\0' ' ' <"/proc/$child/cmdline" 2>/dev/null)" = "/proc/self/exe worker " ] || continue
			sleep 0.3
			kill -0 "$child" 2>/dev/null && echo "$child" && return
		done
		sleep 0.02
	done
}
# SIGKILL may come from a machine whose memory is full, so the check tries again, alone.
"$w" check --no-record "$scratch/slow/add.cu" >"$scratch/out" 2>"$scratch/err" &
pid=$!
kill -KILL "$(worker_of $pid)"
wait $pid
is "one SIGKILL for the worker changes no verdict" $? 1
for signals in "KILL KILL" TERM; do
	"$w" check --no-record "$scratch/slow/add.cu" >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	for signal in $signals; do kill "-$signal" "$(worker_of $pid)"; done
	wait $pid
	is "SIG$signal for the worker is the machine's" $? 4
	like "and the case is named" "$(said | tr '\n' ' ')" 'with n = 1'
done
before=$(sqlite3 "$db" 'select count(*) from attempt_view')
for i in $(seq 12); do "$w" check add >/dev/null 2>&1 & done
wait
is "of twelve checks at once every one is recorded" "$(sqlite3 "$db" 'select count(*) from attempt_view')" $((before + 12))
while cp "$solution" "$scratch/next" && echo "// $RANDOM" >>"$scratch/next" && cat "$scratch/next" >"$add"; do :; done 2>/dev/null &
writer=$!
for i in 1 2 3 4 5; do
	verdict=$("$w" check --json --no-record "$add" | grep -o '"verdict": "[a-z-]*"')
	like "a file that changes meanwhile is judged as it was read" "$verdict" '"(passed|compile-error|no-kernel)"'
done
kill $writer
wait $writer 2>/dev/null
tap_done
