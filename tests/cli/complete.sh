#!/bin/bash
# complete.sh - completion: the answers of `warpbook complete`, and a bash, a zsh and a fish that use it.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" NO_COLOR=1
w=$WARPBOOK_BIN
scripts=$TESTS_DIR/../packaging/completion

# ---- what the program answers ------------------------------------------------------------------
answer() { "$w" complete -- "$@" | cut -f1 | paste -sd' '; }

is "the commands, as help lists them" "$(answer '')" "$($w help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' | paste -sd' ') help"
is "those that begin so" "$(answer pro)" "progress profile"
like "each with its line of help" "$($w complete -- pro)" "$(printf '^progress\tshow how far')"
is "options of the program" "$(answer --v)" "--version"
is "commands of a command" "$(answer author '')" "check new texts help"
is "options of a command, and those of all" "$(answer hint --)" "--number --plain --json --help"
is "options of a command's command" "$(answer vm run --ke)" "--kernel"
is "values of an option" "$(answer check --device '')" "vm gpu auto"
is "and after an equals sign" "$(answer check --device=g)" ":after --device= gpu"
is "a number can not be guessed" "$(answer check --seed '')" ""
is "an option with an optional value takes no word" "$(answer run --timeline '')" ":files"
is "and a file after an equals sign" "$(answer run --timeline=)" ":after --timeline= :files"
is "exercises by id" "$(answer show 01_kernels/ad)" "01_kernels/add"
is "or by name" "$(answer show hello)" "hello_threads"
is "an option's value is no argument" "$(answer show --plain 01_kernels/ad)" "01_kernels/add"
like "exercises and files, where both are allowed" "$(answer check 01_)" '01_kernels/add .*:files$'
is "lessons" "$(answer lesson 01)" "01_kernels"
is "an exercise as an option's value" "$(answer check x.cu --as 01_kernels/ad)" "01_kernels/add"
is "folders" "$(answer init '')" ":folders"
is "the second argument" "$(answer author new 20_mine/x '')" ":folders"
is "nothing if no argument is taken" "$(answer progress '')" ""
is "nor after the last" "$(answer show add '')" ""
is "files of a program's own arguments" "$(answer run x.cu -- --)" ":files"
is "words with dashes there are no options" "$(answer run x.cu -- --dev)" ":files"
is "hidden commands stay hidden" "$(answer work)$(answer worker '')$(answer man)" ""
is "an unknown word completes to nothing, without a complaint" "$(answer frob --x '' 2>&1)" ""
is "no words are no crash" "$($w complete 2>/dev/null; echo $?)" 2
is "nor is an empty line" "$($w complete --; echo $?)" 0

# ---- shells --------------------------------------------------------------------------------------
# A real session: keys are typed, and the line that the shell makes of them is read from the screen.
bin=$scratch/bin
mkdir -p "$bin" "$scratch/files/sub folder"
ln -s "$w" "$bin/warpbook"
touch "$scratch/files/mine.cu"
tm() { tmux -L "$session" "$@"; }

# What stands in the shell's line after typing $1 and the tabulator.
typed() {
	tm send-keys -t "$session" C-u
	tm send-keys -t "$session" -l "$1"
	tm send-keys -t "$session" Tab
	for _ in $(seq 100); do
		sleep 0.1
		now=$(tm capture-pane -p -t "$session" | grep -v '^$' | tail -n "${2:-1}" | sed 's/ *$//')
		[ "$now" = "${before-}" ] && [ "$now" != "% $1" ] && break
		before=$now
	done
	printf '%s\n' "$now"
}

begin() { # command that starts the shell
	session=complete-$1-$$ # a server of its own
	tm -f /dev/null new-session -d -s "$session" -x 100 -y 24 -c "$scratch/files" \
		env PATH="$bin:$PATH" HOME="$scratch" WARPBOOK_DATA="$WARPBOOK_DATA" XDG_CACHE_HOME="$XDG_CACHE_HOME" "$@"
}

lines() {
	while [ $# -gt 0 ]; do
		tm send-keys -t "$session" -l "$1"
		tm send-keys -t "$session" Enter
		shift
	done
	for _ in $(seq 300); do
		tm capture-pane -p -t "$session" | grep -q '^ready$' && break
		sleep 0.1
	done
	tm send-keys -t "$session" C-l
}
end() { tm kill-server 2>/dev/null; }
trap 'end; chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT

shell_session() { # name
	is "$1: a command" "$(typed 'warpbook progr')" "% warpbook progress"
	is "$1: an option" "$(typed 'warpbook check --no-r')" "% warpbook check --no-record"
	is "$1: a value behind an equals sign" "$(typed 'warpbook check --device=a')" "% warpbook check --device=auto"
	is "$1: a value as a word" "$(typed 'warpbook check --device a')" "% warpbook check --device auto"
	is "$1: an exercise" "$(typed 'warpbook show 01_kernels/ad')" "% warpbook show 01_kernels/add"
	is "$1: a file" "$(typed 'warpbook cc mi')" "% warpbook cc mine.cu"
	is "$1: a file after an equals sign" "$(typed 'warpbook run --json=mi')" "% warpbook run --json=mine.cu"
	like "$1: a folder with a blank" "$(typed 'warpbook init su')" "^% warpbook init sub\\\\ folder/?$"
}

if ! command -v tmux >/dev/null; then
	skip "completion in shells" "tmux is not installed"
	tap_done
fi
begin bash --norc --noprofile -i
lines "PS1='% '" "bind 'set bell-style none'" ". '$scripts/warpbook'" "echo ready"
shell_session bash
end

if command -v zsh >/dev/null; then
	cp "$scripts/_warpbook" "$scratch/_warpbook"
	begin zsh -f -i
	lines "PS1='%% '" "unsetopt beep" "fpath=('$scratch' \$fpath)" "autoload -Uz compinit; compinit -u -d '$scratch/dump'" \
		"echo ready"
	shell_session zsh
	end
else
	skip "completion in zsh" "zsh is not installed"
fi

if command -v fish >/dev/null; then
	begin fish --no-config -i
	lines "function fish_prompt; echo -n '% '; end" "set -g fish_autosuggestion_enabled 0" "source '$scripts/warpbook.fish'" \
		"echo ready"
	shell_session fish
	end
else
	skip "completion in fish" "fish is not installed"
fi
tap_done
