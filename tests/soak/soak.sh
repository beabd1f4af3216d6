#!/bin/bash
# soak.sh - kills checks and the workbook at random moments, and proves that nothing is lost:
#
#	SOAK_KILLS=500 SOAK_SEED=1 make soak
#
# Three kinds take turns: a check of a kernel, a check of a host program, and the workbook, which gets keys in a terminal of its
# own (script). Each gets SIGKILL after a random part of a second or two. After each kill: every attempt that a check reported as
# recorded is in the database. After each fifty: the database is intact (integrity_check). At the end, after one more check has
# finished: no process and no temporary folder of ours is left, and no attempt is missing.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
kills=${SOAK_KILLS:-500}
RANDOM=${SOAK_SEED:-1}
export NO_COLOR=1 HOME=$scratch/home TMPDIR=$scratch/tmp XDG_CACHE_HOME=$scratch/home/cache WARPBOOK_COMPILER=clang
export WARPBOOK_WORKSPACE=$scratch/home/work
mkdir -p "$HOME" "$TMPDIR"
solutions=$TESTS_DIR/../solutions
w=$WARPBOOK_BIN
db=$WARPBOOK_WORKSPACE/.warpbook/warpbook.db
cd "$HOME" || exit 99
"$w" init "$WARPBOOK_WORKSPACE" >/dev/null
if ! has_compiler clang; then
	skip "soak" "clang is not here"
	tap_done
fi

pause() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }
# Another comment each time, so that not all comes from the cache.
source_of() { # exercise
	{ cat "$solutions/$1.cu"; [ $((RANDOM % 3)) -gt 0 ] || echo "// $RANDOM"; } >"${1##*/}.cu"
}
attempts() { sqlite3 "$db" 'select count(*) from attempt_view' 2>&1; }

check_killed() { # exercise
	source_of "$1"
	"$w" check --json "${1##*/}.cu" >report 2>/dev/null &
	pid=$!
	pause $((RANDOM % 2500))
	kill -KILL $pid 2>/dev/null
	{ wait $pid; } 2>/dev/null
	row=$(sqlite3 :memory: "select json_extract(readfile('report'), '\$.recorded')" 2>/dev/null)
	if [ -n "$row" ] && [ "$row" != 0 ]; then
		reported=$((reported + 1))
		[ "$(sqlite3 "$db" "select count(*) from attempt_view where attempt = $row" 2>&1)" = 1 ] || lost="$lost $row"
	fi
}

workbook_killed() {
	{ for _ in 1 2 3 4 5 6 7 8; do sleep 0.1; printf '%s' "${keys:$((RANDOM % ${#keys})):1}"; done; sleep 2; } |
		script -qefc "exec $w" /dev/null >/dev/null 2>&1 &
	pid=$!
	pause $((200 + RANDOM % 1500))
	program=$(pgrep -P "$(pgrep -P $pid -x script || echo $pid)" | head -n 1)
	kill -KILL ${program:-$pid} 2>/dev/null
	{ wait $pid; } 2>/dev/null
}
keys=$'jkl\r\tcn? h'
reported=0 lost='' unsound=0 checks=0 books=0
for n in $(seq "$kills"); do
	case $((n % 3)) in
	0) workbook_killed; books=$((books + 1)) ;;
	1) check_killed 01_kernels/add; checks=$((checks + 1)) ;;
	2) check_killed 06_host_memory/round_trip; checks=$((checks + 1)) ;;
	esac
	if [ $((n % 50)) = 0 ] || [ "$n" = "$kills" ]; then
		[ ! -e "$db" ] || [ "$(sqlite3 "$db" 'pragma integrity_check' 2>&1)" = ok ] || unsound=$((unsound + 1))
	fi
done
is "of $reported attempts that were reported as recorded none is lost" "$lost" ''
is "the database is sound each time" $unsound 0
sleep 3 # children see that their parent is gone
left=$(for p in /proc/[0-9]*; do
	[ "${p#/proc/}" != $$ ] && tr '\0' '\n' <"$p/environ" 2>/dev/null | grep -q "^TMPDIR=$scratch/tmp" &&
		tr '\0' ' ' <"$p/cmdline"
done 2>/dev/null | grep -v -e 'bash' -e '^tr ' -e '^grep ')
is "no process is left" "$left" ''
find "$TMPDIR" -mindepth 1 -maxdepth 1 -exec touch -d '1 hour ago' {} + # younger ones may be somebody's who has just begun
folders=$(find "$TMPDIR" -mindepth 1 -maxdepth 1 | wc -l)
before=$(attempts)
"$w" check "$solutions/01_kernels/add.cu" --as add >/dev/null 2>&1
is "a check after all that passes" $? 0
is "and is one more in the database" "$(attempts)" $((before + 1))
is "and it removes the temporary folders that were left" "$(find "$TMPDIR" -mindepth 1 -maxdepth 1 | head -n 20)" ''
echo "# $n kills: $checks of checks, $books of the workbook; $reported reported, $before recorded"
echo "# $folders temporary folders had been left"
tap_done
