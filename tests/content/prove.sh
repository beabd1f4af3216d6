# prove.sh - sourced by one test per compiler: what `warpbook author check` proves of our own
# content, told as TAP: one line for each program, and one for each complaint.
#
# $1: the compiler; `numba`: the programs in Python, all of them. Each exercise is proved by one of the compilers that are here, another one each day, and by all if it
#     changed (provers, in tap.sh).
# $2: `generated`: instead the programs generated from the solutions of a twentieth of the exercises, another one each day.
#     `make mutants` tries those of all exercises; DAY=5 those of the fifth twentieth.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
has() { if [ "$1" = numba ]; then "$WARPBOOK_BIN" doctor python | grep -q '^ok  *python'; else has_compiler "$1"; fi; }
has "$1" || { echo "1..0 # SKIP no $1 on this machine"; exit 0; }

ids() {
	"$WARPBOOK_BIN" list --json >"$scratch/list"
	sqlite3 :memory: "select json_extract(value, '\$.id') from json_each(readfile('$scratch/list'), '\$.exercises')"
}

# Those that are this compiler's. Their files may lie in three folders.
turn_of() { # COMPILER
	local n=0 id
	while read -r id; do
		n=$((n + 1))
		if provers $n "\\(exercises\\|solutions\\|tests/mutants\\)/$id[/.]" $(compilers) | grep -qx "$1"; then echo "$id"; fi
	done
}

all=$(ids)
if [ "$1" = numba ]; then
	chosen=$(sqlite3 :memory: "select json_extract(value, '\$.id') from json_each(readfile('$scratch/list'), '\$.exercises')
		where json_extract(value, '\$.python')")
elif [ "${2:-}" = generated ]; then
	day=$((${DAY:-$(date +%s) / 86400} % 20))
	chosen=$(awk -v day="$day" 'NR % 20 == day' <<<"$all")
	echo "# generated programs of ${chosen//$'\n'/, }: DAY=$day"
else
	chosen=$(turn_of "$1" <<<"$all")
	echo "# $1 has $(wc -w <<<"$chosen") of $(wc -l <<<"$all") exercises this time. All of them: WARPBOOK_TEST_ALL=1"
fi
[ -n "$chosen" ] || { echo "1..0 # SKIP nothing is its turn"; exit 0; }
"$WARPBOOK_BIN" author check --json --compiler "$1" ${2:+--generated} --only "$(paste -sd, <<<"$chosen")" >"$scratch/report" 2>"$scratch/errors"
status=$?

report() { # a query over the report's text, j
	sqlite3 -separator '	' :memory: "with r(j) as (select readfile('$scratch/report')) $1"
}

while IFS='	' read -r holds what announced came change; do
	tap_report "$holds" "$what: $announced"
	[ "$holds" -eq 0 ] || printf '# came: %s\n# %s\n' "$came" "$change"
done < <(report "select 1 - json_extract(value, '\$.holds'), json_extract(value, '\$.exercise') || ': ' || json_extract(value, '\$.program'),
		json_extract(value, '\$.announced'), json_extract(value, '\$.came'), json_extract(value, '\$.change')
	from r, json_each(r.j, '\$.proofs')")
is "nobody has to change anything" \
	"$(report "select json_extract(value, '\$.subject') || ': ' || json_extract(value, '\$.text') from r, json_each(r.j, '\$.complaints')")" ""
is "the check ends well ($(head -c 200 "$scratch/errors"))" $status 0
tap_done
