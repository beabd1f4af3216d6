#!/bin/bash
# watch_python.sh - a Python that is ready before the save: it compiles the next file, that one alone, and nothing is left behind.
#
# The learner's file says which process it is imported in: the private folder of one that was ready is older than the file.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE WARPBOOK_COMPILER
w=$WARPBOOK_BIN
solution=$TESTS_DIR/../solutions/01_kernels/add.py
export TMPDIR=$scratch/tmp
mkdir "$scratch/tmp" "$scratch/mine" || exit 99
cd "$scratch" || exit 99

if ! "$w" check --no-record --as 01_kernels/add "$solution" >/dev/null 2>&1; then
	skip "a process that is ready" "Numba is not here"
	tap_done
fi
"$w" init --lang python workspace >/dev/null 2>&1
file=$(find workspace -name add.py | head -n 1)
file=$PWD/$file

# The process for the next save: its folder has the link, and no file yet.
waits() { for folder in tmp/warpbook-numba*; do [ -L "$folder/inc" ] && [ ! -e "$folder/kernel.py" ] && return; done; return 1; }
next_report() { # all lines up to the next "watching"; the reports of a broken file have none before that
	local line
	report=
	while read -r line <&"${WATCH[0]}"; do
		case $line in watching*) return ;; esac
		report+=$line$'\n'
	done
}
save() {
	until waits; do sleep 0.1; done
	sleep 0.1
	cp "$1" fresh && mv fresh "$file"
	next_report
}

cp "$solution" "$file"
coproc WATCH { exec "$w" watch "$file" 2>err; }
next_report
like "the first check has no process that was ready, and passes" "$report" 'add: passed'

cat >which.py <<'END'
import builtins, os
own = os.path.getmtime(os.path.join('inc', 'add.py'))
raise ValueError('%s, %s' % ('it was ready' if os.lstat('inc').st_mtime < own else 'it began after the save',
                             getattr(builtins, 'left_behind', 'and nothing is left behind')))
END
{ echo 'import builtins; builtins.left_behind = "the former file is still there"'; cat "$solution"; } >leaves.py
save leaves.py
like "a file is compiled by the process that was ready" "$report" 'add: passed'
touch which.py
save which.py
like "each file has a process of its own, and one that was ready" "$report" 'ValueError: it was ready, and nothing is left behind'
save "$solution"
like "after a file with an error, a right one passes" "$report" 'add: passed'
printf 'import os\nos._exit(0)\n' >ends.py
save ends.py
like "a file that ends its Python is reported so" "$report" 'the file ends Python while it is imported'
save "$solution"
like "and the next file has another Python" "$report" 'add: passed'
until waits; do sleep 0.1; done
kill -INT "$WATCH_PID"
wait "$WATCH_PID"
is "what was ready for nothing is gone with the watch" "$(find tmp -mindepth 1 | head)" ""
tap_done
