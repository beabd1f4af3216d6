#!/bin/bash
# record.sh - every attempt that is reported as recorded is recorded, and the leftovers of a killed check are
# removed.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang NO_COLOR=1 TMPDIR="$scratch/tmp"
mkdir "$TMPDIR"
w=$WARPBOOK_BIN
solution=$TESTS_DIR/../solutions/01_kernels/add.cu
status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
said() { cat "$scratch/out" "$scratch/err"; }
get() { sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"; }
$w init "$scratch/book" >/dev/null
cp "$solution" "$scratch/book/exercises/01_kernels/add.cu"
db=$scratch/book/.warpbook/warpbook.db

if [ "$(status $w check add)" != 0 ] && said | grep -q 'cannot find\|no compiler\|not found\|not installed'; then
	skip "the record" "clang is not here"
	tap_done
	exit 0
fi

# ---- the report says what was judged --------------------------------------------------------------
is "a check is recorded" "$(status $w check add --json)" 0
is "under the number of its row" "$(get '$.recorded')" "$(sqlite3 "$db" 'select max(id) from attempt')"
is "the report has the SHA-256 of the file" "$(get '$.source_sha256')" "$(sha256sum <"$solution" | cut -d' ' -f1)"
is "and the exercise's version" "$(get '$.content_version')" \
	"$(sqlite3 "$db" 'select content_version from attempt order by id desc limit 1')"
all=$(sqlite3 :memory: "select json_array_length(readfile('$scratch/out'), '\$.cases')")
echo 'x' >"$scratch/add.cu"
status $w check --json "$scratch/add.cu" >/dev/null
is "what does not compile lists its cases all the same" \
	"$(sqlite3 :memory: "select json_array_length(readfile('$scratch/out'), '\$.cases')")" "$all"
like "as not run, and why" "$(get '$.cases[0].ran'):$(get '$.cases[0].message')" '^0:not run: '
unlike "but shows none" "$($w check --plain "$scratch/add.cu")" '^cases'

# ---- what cannot be recorded ------------------------------------------------------------------------
cp "$db" "$scratch/good.db"
for odd in 'mkfifo' 'mkdir'; do
	rm -rf "$db" "$db-wal" "$db-shm"; $odd "$db"
	is "with a database by $odd a check says so" "$(status timeout 20 $w check add --json)" 4
	is "and its verdict" "$(get '$.verdict'):$(get '$.recorded')" passed:
	is "list does not wait for it" "$(status timeout 5 $w list >/dev/null; [ "$(cat "$scratch/err")" ] && echo told)" told
	is "doctor finds it" "$(status timeout 20 $w doctor)" 4
done
rm -rf "$db"; cp "$scratch/good.db" "$db"
if [ "$(id -u)" -eq 0 ] && mkdir "$scratch/small" && mount -t tmpfs -o size=1536k tmpfs "$scratch/small" 2>/dev/null; then
	mkdir -p "$scratch/small/.warpbook"; cp "$db" "$scratch/small/.warpbook/"
	lost=
	for i in $(seq 60); do
		got=$(WARPBOOK_WORKSPACE=$scratch/small status $w check "$scratch/book/exercises/01_kernels/add.cu" --json)
		row=$(get '$.recorded')
		[ "$got:$row" = 4: ] && break
		[ "$got" = 0 ] && [ "$(sqlite3 "$scratch/small/.warpbook/warpbook.db" \
			"select count(*) from attempt where id = $row")" = 1 ] ||
			lost="$lost $i:$got:$row"
		# Fill what is left, so that the end comes soon.
		[ "$i" -gt 2 ] && { head -c 200000 /dev/zero >>"$scratch/small/fill"; } 2>/dev/null
	done
	is "on a disk that fills up no row is reported that is missing" "$lost" ""
	is "and at its end the exit status is the machine's" "$got:$row" 4:
	umount "$scratch/small"
else
	skip "on a disk that fills up no row is reported that is missing" "cannot mount a small tmpfs"
fi
sqlite3 "$db" 'pragma wal_checkpoint(truncate)' >/dev/null
size=$(stat -c %s "$db")
for at in 0 1 2 3 4 5 6 7 8 9; do
	head -c 40 /dev/urandom | dd of="$db" bs=1 seek=$((4096 + size / 11 * at)) conv=notrunc 2>/dev/null
done
is "doctor reads all of the database" "$(status $w doctor)" 4
like "and calls it damaged" "$(said)" 'damaged'
rm -f "$db"*; cp "$scratch/good.db" "$db"

# ---- waiting for another writer ----------------------------------------------------------------------
mkfifo "$scratch/go"
sqlite3 "$db" 'begin immediate' ".read $scratch/go" >/dev/null 2>&1 &
holder=$!
exec 9>"$scratch/go"
sleep 0.5
$w check add >"$scratch/out" 2>"$scratch/err" &
pid=$!
sleep 4
kill -TERM $pid
begin=$(date +%s)
wait $pid
ok "a signal ends the wait for a locked database" test $(($(date +%s) - begin)) -le 3
exec 9>&-
wait $holder
is "and nothing half is left" "$(sqlite3 "$db" 'pragma integrity_check')" ok

# ---- what a killed process leaves ------------------------------------------------------------------------
$w check add >"$scratch/out" 2>&1 &
pid=$!
for _ in $(seq 200); do ls -d "$TMPDIR"/warpbook-* >/dev/null 2>&1 && break; sleep 0.01; done
echo '// new text' >>"$scratch/book/exercises/01_kernels/add.cu"
kill -9 $pid; wait $pid 2>/dev/null
mkdir -m 700 "$TMPDIR/warpbook-compile-dead00"; echo x >"$TMPDIR/warpbook-compile-dead00/kernel.cu"
mkdir -m 700 "$TMPDIR/warpbook-compile-held00" "$TMPDIR/warpbook-compile-young0" "$TMPDIR/other-compile-dead00"
touch -d '10 minutes ago' "$TMPDIR"/*dead00 "$TMPDIR"/*held00
(exec 8<"$TMPDIR/warpbook-compile-held00"; flock -s 8; exec sleep 60) &
keeper=$!
sleep 0.3
status $w check add >/dev/null
ok "what a dead process left is swept" test ! -e "$TMPDIR/warpbook-compile-dead00"
ok "what is held stays" test -e "$TMPDIR/warpbook-compile-held00"
ok "what is young stays" test -e "$TMPDIR/warpbook-compile-young0"
ok "what is not ours stays" test -e "$TMPDIR/other-compile-dead00"
kill $keeper
tap_done
