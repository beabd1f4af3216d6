#!/bin/sh
# tmux.sh - the real program in a real terminal: from the menu to a passed exercise, in a window that is too
# small, and ended by a signal.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"

for needed in tmux clang pgrep; do
	command -v "$needed" >/dev/null 2>&1 || {
		skip "the workbook works in a terminal" "$needed is missing"
		tap_done
	}
done
unset TMUX
server=warpbook-$$
t() { tmux -L "$server" -f /dev/null "$@"; }
trap 't kill-server 2>/dev/null; chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT

# An editor that knows the solution.
cat >"$scratch/editor" <<'END'
#!/bin/sh
cp "$WARPBOOK_DATA/solutions/${1##*/exercises/}" "$1"
END
chmod +x "$scratch/editor"
export WARPBOOK_WORKSPACE="$scratch/workspace" EDITOR="$scratch/editor" WARPBOOK_COMPILER=clang LC_ALL=C.UTF-8
unset VISUAL

window() { t capture-pane -p -t workbook; }
keys() { t send-keys -t workbook "$@"; }

# Waits until the window shows the pattern; how long that takes is no promise of ours.
comes() {
	for _ in $(seq 300); do
		window 2>/dev/null | grep -Eq -- "$1" && return 0
		sleep 0.1
	done
	window
	return 1
}
gone() {
	for _ in $(seq 300); do
		kill -0 "$1" 2>/dev/null || return 0
		sleep 0.1
	done
	return 1
}
child() { pgrep -P "$(t display-message -p -t workbook '#{pane_pid}')"; }

t new-session -d -s workbook -x 80 -y 24 "exec sh" && window >/dev/null || {
	skip "the workbook works in a terminal" "no terminal can be opened here"
	tap_done
}
keys "PS1='ready> '; clear; $WARPBOOK_BIN; echo left with \$?" Enter
ok "the workbook opens on its menu" comes '0 of [0-9]+ exercises passed'
keys Enter
ok "enter opens the lesson" comes 'step 1 of'
keys Space
ok "space goes to the next step" comes 'step 2 of'
keys q Down Enter
ok "enter opens the exercise" comes '/exercises/00_welcome/'
keys e
ok "what the editor saved is checked, and passes" comes 'result .*✓ passed'
like "the result lists the cases" "$(window)" '✓'
keys q
cp "$WARPBOOK_DATA/exercises/00_welcome/hello_threads.cu" "$WARPBOOK_WORKSPACE/exercises/00_welcome/"
ok "what is saved in another window is checked as well" comes 'result .*✗ wrong answer'
keys q q
ok "the menu counts the pass" comes '1 of [0-9]+ exercises passed'
keys '?'
ok "? explains the keys" comes 'open the lesson or the exercise'
keys q
t set-buffer -b text 'Q then the rest of it, for the shell'
t paste-buffer -p -b text -t workbook
ok "pasted text is no command" comes 'pasted text does nothing here'
keys Down Down
ok "and the keys after it are" comes '1 of [0-9]+ exercises passed'
keys -l "$(printf '\033[M %c%c' 5 '+')" # a click on the eleventh row, as old terminals say it
keys Space
ok "a click chooses a lesson" comes '▾ 03 '
keys Space
t resize-window -t workbook -x 40 -y 12
ok "40x12 is enough for the menu" comes '^ *[▸▾] 00  Wel'
t resize-window -t workbook -x 20 -y 5
ok "a window too small says so" comes 'window too small'
t resize-window -t workbook -x 100 -y 30
ok "and all is back when it grows" comes '1 of [0-9]+ exercises passed'
keys q
ok "q leaves" comes 'left with 0'

# A program that does not end: it sleeps until the check says that nothing runs any more.
asleep() {
	awk 'NR == 1 { print "#include <unistd.h>" } { print } /^void round_trip/ { ours = 1 } ours && /^{/ { print "    for (;;) usleep(1000);" }' \
		"$WARPBOOK_DATA/solutions/06_host_memory/round_trip.cu" \
			>"$WARPBOOK_WORKSPACE/exercises/06_host_memory/round_trip.cu"
}
keys "clear; $WARPBOOK_BIN open round_trip; echo left with \$?" Enter
ok "an exercise can be opened by name" comes '│ file '
asleep
ok "a program that does not end is being checked" comes '(compiling|running|judging)( [0-9]+ s \(Esc cancels\))? *$'
keys Q
ok "it keeps nobody from leaving" comes 'left with 0'

keys "clear; $WARPBOOK_BIN open round_trip" Enter
ok "the workbook shows the learner's file, from its code on" comes '13 │ __global__ void square'
keys c
ok "which is checked" comes 'case 1 of [0-9]+, [a-z ]+( [0-9]+ s \(Esc cancels\))? *$'
cp "$WARPBOOK_DATA/solutions/06_host_memory/round_trip.cu" "$WARPBOOK_WORKSPACE/exercises/06_host_memory/"
ok "a newer save ends the check that runs, and is checked itself" comes 'result .*✓ passed'
keys n
ok "n opens the next exercise" comes 'warpbook › 06 Host memory › pinned_copy'
keys Q
ok "and Q leaves" comes '^(left|ready)'
keys "clear; $WARPBOOK_BIN open 01_kernels" Enter
ok "a lesson opens at its first step" comes 'step 1 of'
keys Space Space Space Space Space Space Space
ok "a question has a blank" comes 'enter begins your answer'
keys Enter
keys -l 'threadIdx.x+blockDim.x*blockIdx.x q'
ok "letters are text there" comes '> threadIdx.x\+blockDim.x\*blockIdx.x q'
keys BSpace BSpace Enter
ok "and enter gives the answer" comes '✓ blockIdx.x blocks come before mine'
keys Q
ok "and the keys are keys again" comes '^(left|ready)'
keys "clear; $WARPBOOK_BIN open 00_welcome" Enter
ok "a lesson can be opened by name, where it was left" comes 'step 2 of'
keys C-z
ok "ctrl-z gives the terminal to the shell" comes '^ready>'
keys "fg" Enter
ok "and fg takes it back" comes 'step 2 of'
pid=$(child)
kill -TERM "$pid"
ok "SIGTERM ends it" gone "$pid"
keys "echo ended with \$?" Enter
ok "and the shell sees that it was interrupted" comes '^ended with 130'
keys "clear; stty -a | grep -oE -e '-?(icanon|echo)\\b' | tr '\\n' ' '" Enter
ok "and the terminal is as before" comes '^icanon echo'
keys "clear; TERM=dumb $WARPBOOK_BIN" Enter
ok "a terminal without a cursor to place is rejected by name" comes "terminal 'dumb' cannot place its cursor"
keys "clear; LC_ALL=C NO_COLOR=1 TERM=vt100 $WARPBOOK_BIN" Enter
ok "the workbook opens on the page where it was left, even by a signal; a vt100 without UTF-8 and colour is enough" comes \
	'step 2 of'
keys q
ok "q leads to the menu" comes '2 of [0-9]+ exercises passed'
unlike "and gets ASCII" "$(window)" '[✓▸▾·]'
keys g Enter
ok "a lesson opens where it was left" comes 'step 2 of'
keys Q
ok "and Q leaves" comes '^(left|ready)'
rm -f "$WARPBOOK_WORKSPACE"/.warpbook/warpbook.db-*
echo 'no database' >"$WARPBOOK_WORKSPACE/.warpbook/warpbook.db"
keys "clear; $WARPBOOK_BIN" Enter
ok "the workbook tells of a damaged database before anything else, and what to do" comes 'move it aside'
keys q
ok "and the page where it was left is below that" comes 'step 2 of'
keys Q

tap_done
