#!/bin/bash
# pictures.sh - takes the book's pictures from the real program in a real terminal: `make pictures`.
#
#	pictures.sh FOLDER
#
# tmux is the terminal, screen.lua makes SVG of what it shows. Everything that could differ from one machine to
# the next is fixed: the size, the compiler, the seed, the places of files. Exit status 77: something is missing here.
set -eu
doc=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)

for needed in tmux lua5.4 clang; do
	command -v "$needed" >/dev/null 2>&1 || {
		echo "pictures: $needed is missing" >&2
		exit 77
	}
done

home=$(mktemp -d)
terminal=pictures-$$
t() { tmux -L "$terminal" -f /dev/null "$@"; }
trap 't kill-server 2>/dev/null || true; rm -rf "$home"' EXIT

export WARPBOOK_COMPILER=clang LC_ALL=C.UTF-8 HOME=$home EDITOR=true
unset TMUX NO_COLOR VISUAL WARPBOOK_THEME COLORFGBG WARPBOOK_WORKSPACE WARPBOOK_DEVICE
mkdir "$home/bin"
ln -s "$WARPBOOK_BIN" "$home/bin/warpbook"
PATH=$home/bin:$PATH

# ---- the terminal --------------------------------------------------------------------------------

open_terminal() { # columns rows
	t new-session -d -s book -x "$1" -y "$2" "cd '$home' && exec sh -i"
	t set-option -g status off
	t set-option -g default-terminal screen-256color
	t respawn-pane -k -t book "cd '$home' && clear && exec sh -i"
}
close_terminal() { t kill-server 2>/dev/null || true; sleep 0.2; }
keys() { t send-keys -t book "$@"; }
window() { t capture-pane -p -t book; }

comes() { # pattern
	for _ in $(seq 300); do
		window 2>/dev/null | grep -Eq -- "$1" && return 0
		sleep 0.1
	done
	echo "pictures: '$1' does not come; the screen is:" >&2
	window >&2
	return 1
}

take() { # name title [columns]
	local now before=
	until now=$(t capture-pane -e -N -p -t book) && [ "$now" = "$before" ]; do # the rest of the screen may be to come
		before=$now
		sleep 0.3
	done
	sed "s,$home,/home/you,g" <<<"$now" | lua5.4 "$doc/screen.lua" "$2" ${3:+"$3"} >"$folder/$1.svg.new"
	mv "$folder/$1.svg.new" "$folder/$1.svg"
}

# The number of the first step of a lesson that shows the pattern.
step_of() { # lesson pattern
	warpbook lesson "$1" --plain | awk -v pattern="$2" '/^-- [0-9]+ of/ { step = $2 } $0 ~ pattern { print step; exit }'
}

go_on_to() { # step
	for _ in $(seq 100); do
		window | grep -q "step $1 of" && return 0
		keys Space
		sleep 0.1
	done
	comes "step $1 of"
}

open_step() { # lesson step
	keys "clear; warpbook open $1" Enter
	comes "step [0-9]+ of"
	go_on_to "$2"
}

# ---- the pictures --------------------------------------------------------------------------------

open_terminal 80 20
warpbook init "$home/warpbook-exercises" >/dev/null

open_step 01_kernels "$(step_of 01_kernels '┌─')"
take lesson "A page of a lesson: four blocks of threads, and how a thread computes the number of its element" 80

# The exercise `add`, solved but for the guard.
sed '1,/^__global__/{/^__global__/!d}; /if (i < n)/d' "$WARPBOOK_DATA/solutions/01_kernels/add.cu" \
	>"$home/warpbook-exercises/exercises/01_kernels/add.cu"
go_on_to "$(step_of 01_kernels '01_kernels/add$')"
t resize-window -t book -x 120 -y 28
keys Enter
comes "add.cu"
keys c
comes "out-of-bounds access"
take finding "The result of a check: a thread reads beyond the end of an array, with its line, its thread and the remedy" 120
keys q q q q

t resize-window -t book -x 80 -y 20
open_step 05_shared_memory "$(step_of 05_shared_memory '__shared__ int s.100.;')"
keys 1
comes '✗'
take question "A question of a lesson, answered wrongly: the page says why the choice is wrong" 80
keys q q

t resize-window -t book -x 80 -y 24
open_step 04_global_memory "$(step_of 04_global_memory 'void strided[(]')"
keys r
comes '█'
take experiment "An experiment of a lesson: the kernel, and bars of what it asked of the memory" 80
keys q q
close_terminal

open_terminal 80 20
cp "$doc/pictures/race.cu" "$home/sum.cu"
keys "PS1='$ '; clear" Enter
comes '^\$ ?$'
keys "warpbook run sum.cu" Enter
comes '1 error'
take run "warpbook run: the program prints its result, and warpbook reports a data race at its line" 80
