#!/bin/bash
# jobs.sh - the job scripts in the appendix, lesson 90, request the same as the profiles of `warpbook grade --slurm`, are valid for the
# shell, and have all requests before the first command.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
profiles=$TESTS_DIR/../grader/slurm

"$WARPBOOK_BIN" lesson 90_centres --json >"$scratch/lesson"

# Splits the page's code into scripts, $scratch/CENTRE.1 and so on, and says how many there are.
scripts() { # CENTRE TITLE
	sqlite3 :memory: "select json_extract(value, '\$.text') from json_each(readfile('$scratch/lesson'), '\$.steps')
		where json_extract(value, '\$.text') like '$2%'" | sed 's/^  //' |
		awk -v to="$scratch/$1." '/^#!/ { n++ } /^(#|srun|module)/ && n { print > (to n) } END { print n + 0 }'
}

options_of() { grep -v '^ *--' "$profiles/$1.lua" | grep -o '"--[^"]*"' | tr -d '"'; }

judge() { # CENTRE TITLE COUNT
	local n
	is "$1: scripts on the page '$2'" "$(scripts "$1" "$2")" "$3"
	ok "$1: the profile asks for something" test -n "$(options_of "$1")"
	is "$1: what the profile asks for is missing" \
		"$(options_of "$1" | while read -r option; do grep -qx "#SBATCH $option *\(#.*\)\?" "$scratch/$1.1" ||
			echo "$option"; done)" ""
	for n in $(seq "$3"); do
		ok "$1: script $n is right for the shell" bash -n "$scratch/$1.$n"
		is "$1: requests of script $n behind a command" "$(sed -n '/^[^#]/,$p' "$scratch/$1.$n" | grep '^#SBATCH')" ""
		ok "$1: script $n has a limit of time" grep -q '^#SBATCH --time=[0-9][0-9]:[0-9][0-9]:00' "$scratch/$1.$n"
		ok "$1: script $n starts with srun" grep -q '^srun ' "$scratch/$1.$n"
	done
}

judge hpc2n 'A script for Kebnekaise' 1
judge uppmax 'A script for Snowy' 1
judge lunarc 'Two scripts for Cosmos' 2
judge nsc 'A script for Tetralith' 1
judge utd 'A script for Juno' 1
ok "lunarc: the second is for the AMD nodes" grep -qx '#SBATCH --partition=gpua100' "$scratch/lunarc.2"
is "every profile of a centre has its page" \
	"$(cd "$profiles" && for file in *.lua; do [ "$file" = plain.lua ] || test -e "$scratch/${file%.lua}.1" || echo "$file";
		done)" ""

tap_done
