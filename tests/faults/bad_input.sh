#!/bin/bash
# bad_input.sh - whatever a learner, an author or a machine does wrong gives one clear message with the right
# owner, and nothing is lost.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang NO_COLOR=1
w=$WARPBOOK_BIN
content=$TESTS_DIR/..
$w init "$scratch/book" >/dev/null
book=$scratch/book/exercises/01_kernels
db=$scratch/book/.warpbook/warpbook.db

status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
said() { cat "$scratch/out" "$scratch/err"; }
verdict() { # file -> verdict of a check that is not recorded
	"$w" check --json --no-record "$1" >"$scratch/doc" 2>"$scratch/err"
	sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '\$.verdict')" 2>/dev/null
}
solution=$content/solutions/01_kernels/add.cu

# ---- the learner's file --------------------------------------------------------------------
head -c 180 "$solution" >"$scratch/add.cu"
head -c $(($(stat -c %s "$solution") - 20)) "$solution" >"$scratch/add.cu"
is "a torn file does not compile" "$(verdict "$scratch/add.cu")" compile-error
: >"$scratch/add.cu"
is "an empty file has no kernel" "$(verdict "$scratch/add.cu")" no-kernel
sed 's/void add(/void ad(/' "$solution" >"$scratch/add.cu"
is "a misnamed kernel is reported" "$(verdict "$scratch/add.cu")" no-kernel
like "with the name that was found" "$($w check --plain --no-record "$scratch/add.cu")" '`ad`'
sed 's/int n)/double n)/' "$solution" >"$scratch/add.cu"
is "other parameters are reported" "$(verdict "$scratch/add.cu")" no-kernel
rm "$scratch/add.cu"; mkdir "$scratch/add.cu"
is "a folder is the learner's to mend" "$(status $w check --no-record "$scratch/add.cu")" 1
like "and is called a folder" "$(said)" 'folder'
rmdir "$scratch/add.cu"; mkfifo "$scratch/add.cu"
is "a FIFO is rejected at once" "$(status timeout 10 $w check --no-record "$scratch/add.cu")" 1
like "and is called a named pipe" "$(said)" 'named pipe'
rm "$scratch/add.cu"
is "a missing file is reported" "$(status $w check --no-record "$scratch/add.cu")" 1
cp "$solution" "$scratch/add.cu"; chmod 000 "$scratch/add.cu"
# Root may read everything unless it gives that right up.
[ "$(id -u)" -eq 0 ] && mortal='setpriv --bounding-set=-dac_override,-dac_read_search' || mortal=
is "an unreadable file is reported" "$(status $mortal "$w" check --no-record "$scratch/add.cu")" 1
like "with the reason" "$(said)" 'Permission denied'
rm -f "$scratch/add.cu"
{ cat "$solution"; printf '// '; head -c 10000000 /dev/zero | tr '\0' x; } >"$scratch/add.cu"
is "a 10 MB line is rejected" "$(status $w check --no-record "$scratch/add.cu")" 1
like "for its size" "$(said)" 'larger than'
{ cat "$solution"; printf '// '; head -c 2000000 /dev/zero | tr '\0' x; } >"$scratch/add.cu"
is "a 2 MB comment is only a comment" "$(verdict "$scratch/add.cu")" passed
head -c 20000 /dev/urandom >"$scratch/add.cu"
is "random bytes are no text" "$(verdict "$scratch/add.cu")" bad-source
head -c 20000 /dev/urandom | tr -d '\0' | sed '1s/^/x/' >"$scratch/add.cu"
is "and without a NUL they do not compile" "$(verdict "$scratch/add.cu")" compile-error
sed 's/$/\r/' "$solution" >"$scratch/add.cu"
is "CRLF line ends are fine" "$(verdict "$scratch/add.cu")" passed
printf '#include "/dev/zero"\n' >"$scratch/add.cu"
is "an endless include is not begun" "$(verdict "$scratch/add.cu")" bad-source

printf 'int main() {\n\tperror("No space left on device")\n\treturn 0;\n}\n' >"$scratch/p.cu"
is "a slip beside words about the disk is the learner's" "$(status $w run --compiler clang "$scratch/p.cu")" 1
like "at its line" "$(said)" 'p.cu:2'

# ---- the machine --------------------------------------------------------------------------------
cp "$solution" "$book/add.cu"
mkdir "$scratch/bin"
for tool in sh bash cat sed env; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
is "without any compiler it is the machine's" "$(PATH=$scratch/bin CUDA_HOME=/none WARPBOOK_COMPILER='' status "$w" check add)" 4
like "and the remedy is named" "$(said)" 'install.*clang'
if command -v clang >/dev/null; then
	ln -s "$(command -v clang)" "$scratch/bin/clang"
	is "with only clang on the PATH a check passes" \
		"$(PATH=$scratch/bin CUDA_HOME=/none WARPBOOK_COMPILER='' status "$w" check add)" 0
else
	skip "with only clang on the PATH a check passes" "clang is not on the PATH"
fi
cp "$db" "$scratch/good.db"
head -c 5000 /dev/urandom >"$db"; rm -f "$db-wal" "$db-shm"
is "with a corrupt database the machine is blamed" "$(status $w check add)" 4
like "and the verdict still comes" "$(said)" 'passed'
like "and the lost record is reported" "$(said)" 'not recorded'
is "doctor finds the corrupt database" "$(status $w doctor)" 4
rm -f "$db-wal" "$db-shm"; cp "$scratch/good.db" "$db"
$w check add >/dev/null 2>&1
is "with the database back, records go on" "$(sqlite3 "$db" "select count(*) > 0 from attempt_view")" 1
sqlite3 "$db" 'pragma user_version = 999'
is "a newer database is left alone" "$(status $w check add; sqlite3 "$db" 'pragma user_version')" "$(printf "4\n999")"
like "and it is said" "$(said)" 'newer'
cp "$scratch/good.db" "$db"; rm -f "$db-wal" "$db-shm"
if [ "$(id -u)" -eq 0 ] && mkdir "$scratch/small" && mount -t tmpfs -o size=512k tmpfs "$scratch/small" 2>/dev/null; then
	cp -r "$scratch/book" "$scratch/small/book" 2>/dev/null
	head -c 600000 /dev/zero >"$scratch/small/fill" 2>/dev/null
	is "on a full disk the machine is blamed" "$(WARPBOOK_WORKSPACE=$scratch/small/book status $w check "$book/add.cu")" 4
	like "and the verdict still comes" "$(said)" 'passed'
	like "and the lost record is reported" "$(said)" 'not recorded'
	is "init on a full disk is the machine's" "$(status $w init "$scratch/small/other")" 4
	umount "$scratch/small"
else
	skip "on a full disk the machine is blamed" "cannot mount a small tmpfs"
fi

# ---- the author -------------------------------------------------------------------------------------
mkdir "$scratch/data"
for part in lessons exercises solutions; do cp -r "$content/$part" "$scratch/data/$part"; done
mkdir -p "$scratch/data/src/toolchain"
cp -r "$content/src/toolchain/device_headers" "$scratch/data/src/toolchain/"
printf 'return {\n  title = "x",\n  steps = {{ text = }},\n}\n' >"$scratch/data/lessons/01_kernels/lesson.lua"
is "a lesson with a syntax error is the author's" "$(WARPBOOK_DATA=$scratch/data status $w lesson 1)" 3
like "with file and line" "$(said)" 'lesson.lua:3'
sed -i 's/role *= *"in"/role = "inn"/' "$scratch/data/exercises/01_kernels/add.lua"
is "a wrong word in a definition is the author's" "$(WARPBOOK_DATA=$scratch/data status $w check add --no-record)" 3
like "with file, line and what to write" "$(said)" 'add.lua:[0-9]+:.*role'
printf 'while true do end\n' >"$scratch/data/exercises/01_kernels/add.lua"
is "a definition that never ends is the author's" "$(WARPBOOK_DATA=$scratch/data status timeout 60 $w check add --no-record)" 3

# ---- signals ------------------------------------------------------------------------------------------
cat >"$book/add.cu" <<-'END'
	__global__ void add(float *out, const float *a, const float *b, int n)
	{
		volatile float *p = out;
		while (n > 0) p[0] = a[0];
	}
END
for signal in INT TERM; do
	before=$(sqlite3 "$db" 'select count(*) from attempt_view')
	$w check add >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	# Wait until the worker runs, then signal the parent alone.
	for _ in $(seq 100); do pgrep -P $pid >/dev/null && break; sleep 0.05; done
	sleep 0.6
	kill -$signal $pid
	wait $pid; got=$?
	case $got in
	130) is "SIG$signal while a kernel runs ends with 130" $got 130
		ok "SIG$signal leaves no worker behind" bash -c "! pgrep -P $pid" ;;
	1) skip "SIG$signal while a kernel runs ends with 130" "the budget ended the kernel first" ;;
	*) is "SIG$signal while a kernel runs ends with 130" $got 130 ;;
	esac
	ok "the database is sound after SIG$signal" test "$(sqlite3 "$db" 'pragma integrity_check')" = ok -a \
		"$(sqlite3 "$db" 'select count(*) from attempt_view')" -ge "$before"
done
tap_done
