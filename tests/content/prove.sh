# prove.sh - sourced by one test per compiler: what `warpbook author check` proves of our own
# content, told as TAP: one line for each program, and one for each complaint.
#
# $1: the compiler as `--compiler` takes it.
# $2: `all`, or `third`: a third of the exercises, another one each day, and those that changed since the last commit
#     but one. The newest clang proves all every time; other compilers take turns. WARPBOOK_TEST_ALL=1: all of them;
#     =nvcc: nvcc does, too.
#     WARPBOOK_TEST_THIRD=0, 1 or 2: that third.
#     `generated`: the programs generated from the solutions of a twentieth of the exercises, another one each day.
#     `make mutants` tries those of all exercises; DAY=5 those of the fifth twentieth.
. "$TESTS_DIR/tap/tap.sh"
has_compiler "$1" || { echo "1..0 # SKIP no $1 on this machine"; exit 0; }
third=${WARPBOOK_TEST_THIRD:-$(($(date +%s) / 86400 % 3))}

ids() {
	"$WARPBOOK_BIN" list --json >"$scratch/list"
	sqlite3 :memory: "select json_extract(value, '\$.id') from json_each(readfile('$scratch/list'), '\$.exercises')"
}

# Exercises with a file that differs from the commit before the last, or is new.
changed() {
	cd "$TESTS_DIR/.." && {
		git diff --name-only HEAD~1 2>/dev/null || git diff --name-only HEAD
		git ls-files --others --exclude-standard
	} 2>/dev/null | sed -nE 's#^(exercises|solutions|tests/mutants)/([^/]+/[^/.]+).*#\2#p' | sort -u
}

only=()
case ${WARPBOOK_TEST_ALL:-} in
1 | "$1") part=all ;;
*) part=${2:-all} ;;
esac
if [ "$part" = third ]; then
	all=$(ids)
	chosen=$({ awk -v third="$third" 'NR % 3 == third' <<<"$all"; grep -xF "$(changed)" <<<"$all"; } | sort -u)
	only=(--only "$(paste -sd, <<<"$chosen")")
	echo "# $1 has $(wc -l <<<"$chosen") of $(wc -l <<<"$all") exercises today: third $third, and what changed. All of them: WARPBOOK_TEST_ALL=1"
fi
if [ "${2:-all}" = generated ]; then
	day=$((${DAY:-$(date +%s) / 86400} % 20))
	chosen=$(ids | awk -v day="$day" 'NR % 20 == day')
	only=(--generated --only "$(paste -sd, <<<"$chosen")")
	echo "# generated programs of ${chosen//$'\n'/, }: DAY=$day"
fi
"$WARPBOOK_BIN" author check --json --compiler "$1" "${only[@]}" >"$scratch/report" 2>"$scratch/errors"
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
