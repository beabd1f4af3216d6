# prove.sh - sourced by one test per compiler: what `warpbook author check` proves of our own
# content, told as TAP: one line for each program, and one for each complaint.
#
# $1: the compiler as `--compiler` takes it.
. "$TESTS_DIR/tap/tap.sh"
"$WARPBOOK_BIN" author check --json --compiler "$1" >"$scratch/report" 2>"$scratch/errors"
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
