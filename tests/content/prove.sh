# prove.sh - sourced by one test per compiler: runs `warpbook author check` on our own content, and reports it as TAP: one line
# for each program, and one for each complaint.
#
# $1: the compiler; `numba`: the programs in Python. `provers` in tap.sh says which exercises this compiler proves, all their programs.
# Exercises that need nvcc are nvcc's alone. Of an exercise that changed the last of the compilers proves all; each other one
# the programs whose files changed; and all, if the solution or what decides in the definition (decides.lua) changed - where it did in
# more than MOST exercises, the right ones: the solution, ok_* and slow_*.
# $2: `generated`: instead the programs generated from the solutions of the exercises that changed, if these are at most five, and of a
# twentieth of all if the engine changed, and in CI. `make mutants` tries those of all exercises; WARPBOOK_TEST_DRAW=5 the fifth twentieth.
#
# What is drawn is drawn from one seed, so that two runs on one tree give the same verdicts. `make luck` looks for verdicts that
# depend on the seed.
#
# WARPBOOK_TEST_UNTIL: seconds since the epoch. Exercises that have not begun by then are skipped, and named. Exercises that
# changed come first; where the others begin depends on the commit.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
has() { if [ "$1" = numba ]; then "$WARPBOOK_BIN" doctor python | grep -q '^ok  *python'; else has_compiler "$1"; fi; }
has "$1" || { echo "1..0 # SKIP no $1 on this machine"; exit 0; }

compiler=$1
tap_changes
draw=$(cat "$scratch/.draw")

ids() {
	"$WARPBOOK_BIN" list --json >"$scratch/list"
	sqlite3 :memory: "select json_extract(value, '\$.id') from json_each(readfile('$scratch/list'), '\$.exercises')"
}

# Its files may lie in three folders.
files_of() { echo "\\(exercises\\|solutions\\|tests/mutants\\)/$1[/.]"; }

# ---- of an exercise that changed: the programs that every compiler proves ----
MOST=12
decides() { lua5.4 "$TESTS_DIR/content/decides.lua" 2>/dev/null || lua "$TESTS_DIR/content/decides.lua" 2>/dev/null || cat; }

# Has its solution changed, or its definition in what decides?
judges_otherwise() { # ID
	local file=exercises/$1.lua
	! changed "solutions/$1[.]" || return 0
	changed "$file" || return 1
	! cmp -s <(git -C "$TESTS_DIR/.." show "$(cat "$scratch/.since"):$file" 2>/dev/null | decides) \
		<(decides <"$TESTS_DIR/../$file")
}

# One line for each exercise: ID, or ID:PROGRAM,ID:PROGRAM
changed_programs() { # of the IDs on standard input
	local id otherwise programs
	while read -r id; do ! changed "$(files_of "$id")" || echo "$id"; done >"$scratch/ids"
	while read -r id; do ! judges_otherwise "$id" || echo "$id"; done <"$scratch/ids" >"$scratch/otherwise"
	otherwise=$(wc -l <"$scratch/otherwise")
	while read -r id; do
		programs=$(sed -n "s,^exercises/$id[.]cu$,stub,p; s,^tests/mutants/$id/\(.*\)[.]cu$,\1,p" "$scratch/.changed" |
			while read -r name; do
			[ "$name" = stub ] || [ -e "$TESTS_DIR/mutants/$id/$name.cu" ] && echo "$name"; done)
		if grep -qxF "$id" "$scratch/otherwise"; then
			[ "$otherwise" -gt $MOST ] || { echo "$id"; continue; }
			programs+=$(printf '\nsolution\n'; cd "$TESTS_DIR/mutants/$id" &&
				find . -name 'ok_*.cu' -o -name 'slow_*.cu' | sed 's,^\./,,; s,[.]cu$,,')
		fi
		[ -z "$programs" ] || sort -u <<<"$programs" | sed "/./!d; s,^,$id:," | paste -sd,
	done <"$scratch/ids"
}

# Those that are this compiler's.
proved_by() { # COMPILER
	local n=0 id every able
	every=$(compilers)
	while read -r id; do
		n=$((n + 1))
		case $1 in
		numba) able=numba ;;
		*) grep -q '^  nvcc = ' "$TESTS_DIR/../exercises/$id.lua" && able=nvcc || able=$every ;;
		esac
		if provers $n "nothing" $able | grep -qx "$1" || { changed "$(files_of "$id")" && [ "$1" = "${able##*$'\n'}" ];
			}; then
			echo "$id"
		elif grep -qxF "$1" <<<"$able"; then
			grep "^$id\(:\|\$\)" "$scratch/programs"
		fi
	done
}

# The changed ones, then the others.
in_order() {
	local id
	while read -r id; do
		if changed "$(files_of "${id%%:*}")"; then echo "$id"; else echo "$id" >&3; fi
	done 3>"$scratch/others"
	turned <"$scratch/others"
}

all=$(ids)
if [ "$compiler" = numba ]; then
	all=$(sqlite3 :memory: "select json_extract(value, '\$.id') from json_each(readfile('$scratch/list'), '\$.exercises')
		where json_extract(value, '\$.python')")
fi
if [ "${2:-}" = generated ]; then
	chosen=$(while read -r id; do ! changed "$(files_of "$id")" || echo "$id"; done <<<"$all")
	[ "$(wc -w <<<"$chosen")" -le 5 ] || chosen=
	if [ -e "$scratch/.engine" ] || [ "${WARPBOOK_TEST_ALL:-}" ]; then
		chosen=$(printf '%s\n' "$chosen" "$(awk -v draw=$((draw % 20)) 'NR % 20 == draw' <<<"$all")")
	fi
	chosen=$(sort -u <<<"$chosen" | sed '/^$/d')
	echo "# generated programs of ${chosen//$'\n'/, }: WARPBOOK_TEST_DRAW=$((draw % 20))"
else
	changed_programs <<<"$all" >"$scratch/programs"
	chosen=$(proved_by "$compiler" <<<"$all")
	echo "# $compiler has $(grep -vc : <<<"$chosen") of $(wc -l <<<"$all") exercises this time, and changed programs of" \
		"$(grep -c : <<<"$chosen"). All of them: WARPBOOK_TEST_ALL=1"
fi
[ -n "$chosen" ] || { echo "1..0 # SKIP nothing that it proves has changed"; exit 0; }

report() { # a query over the report's text, j
	sqlite3 -separator '	' :memory: "with r(j) as (select readfile('$scratch/report')) $1"
}

prove() { # ID,ID... [--generated]
	"$WARPBOOK_BIN" author check --json --seed 1 --compiler "$compiler" ${2:-} --only "$1" >"$scratch/report" \
		2>"$scratch/errors" </dev/null
	status=$?
	while IFS='	' read -r holds what announced came change; do
		tap_report "$holds" "$what: $announced"
		[ "$holds" -eq 0 ] || printf '# came: %s\n# %s\n' "$came" "$change"
	done < <(report "select 1 - json_extract(value, '\$.holds'),
			json_extract(value, '\$.exercise') || ': ' || json_extract(value, '\$.program'),
			json_extract(value, '\$.announced'), json_extract(value, '\$.came'), json_extract(value, '\$.change')
		from r, json_each(r.j, '\$.proofs')")
	is "nobody has to change anything: $1" \
		"$(report "select json_extract(value, '\$.subject') || ': ' || json_extract(value, '\$.text')
			from r, json_each(r.j, '\$.complaints')")" ""
	is "the check ends well ($(head -c 200 "$scratch/errors"))" $status 0
}

while read -r group; do
	if is_over "${WARPBOOK_TEST_UNTIL:-}"; then
		skip "$group" "no time is left"
	else
		prove "$group" ${2:+--generated}
	fi
done < <(in_order <<<"$chosen" | paste -sd,'\n')
tap_done
