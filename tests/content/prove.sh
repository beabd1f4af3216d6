# prove.sh - sourced by one test per compiler: every stub fails, every solution passes,
# every mutant gets the verdict, the kind of finding and the line that it announces.
#
# $1: the compiler as `warpbook check --compiler` takes it.
. "$TESTS_DIR/tap/tap.sh"
compiler=$1
content=$TESTS_DIR/..
export XDG_CACHE_HOME="$scratch/cache"

# Judges a file; prints "VERDICT KIND:LINE KIND:LINE ...", a compiler's error being of the kind "error".
judge_file() {
	"$WARPBOOK_BIN" check --json --no-record --compiler "$compiler" "$1" >"$1.$$.json" 2>&1
	sqlite3 :memory: "with r(j) as (select readfile('$1.$$.json')), place(text) as (
			select json_extract(value, '\$.kind') || ':' || json_extract(value, '\$.line') from r, json_each(r.j, '\$.findings')
			union all
			select 'error:' || json_extract(value, '\$.line') from r, json_each(r.j, '\$.diagnostics')
				where json_extract(value, '\$.level') = 'error')
		select json_extract(j, '\$.verdict') || ' ' || coalesce((select group_concat(text, ' ') from place), '') from r" 2>/dev/null ||
		{ echo "no-json"; head -c 300 "$1.$$.json"; }
	rm -f "$1.$$.json"
}

# One file of a scratch folder named EXERCISE@WHAT/NAME.cu, so that many can be judged side by side.
judge_job() { judge_file "$1" >"${1%/*}/verdict"; }

prepare() { # exercise-id what file
	mkdir -p "$scratch/jobs/$(echo "$1" | tr / =)@$2"
	cp "$3" "$scratch/jobs/$(echo "$1" | tr / =)@$2/${1#*/}.cu"
}

for definition in "$content"/exercises/*/*.lua; do
	case $definition in */order.lua) continue ;; esac
	id=${definition#"$content"/exercises/}
	id=${id%.lua}
	prepare "$id" stub "$content/exercises/$id.cu"
	prepare "$id" solution "$content/solutions/$id.cu"
	for mutant in "$TESTS_DIR/mutants/$id"/*.cu; do
		[ -f "$mutant" ] && prepare "$id" "$(basename "$mutant" .cu)" "$mutant"
	done
done

export WARPBOOK_BIN compiler
export -f judge_file judge_job
find "$scratch/jobs" -name '*.cu' -print0 | xargs -0 -P "$(nproc)" -n 1 bash -c 'judge_job "$1"' prove

for job in "$scratch"/jobs/*; do
	what=${job##*@}
	id=$(basename "$job" | sed 's/@.*//; s,=,/,')
	verdict=$(cat "$job/verdict")
	file=$(echo "$job"/*.cu)
	case $what in
	stub)
		ok "$id: the stub compiles" test "${verdict%% *}" != compile-error
		ok "$id: the stub does not pass ($verdict)" test "${verdict%% *}" != passed ;;
	solution)
		is "$id: the solution passes without a finding" "$verdict" "passed " ;;
	*)
		set -- $(sed -n 's,^// Expect: ,,p' "$file")
		line=$(grep -n '// <-- here' "$file" | head -n 1 | cut -d: -f1)
		if [ "$1" = passed ]; then
			is "$id: $what passes without a finding" "$verdict" "passed "
			continue
		fi
		is "$id: $what gets its verdict" "${verdict%% *}" "$1"
		[ "$1" != compile-error ] || [ -z "$line" ] || set -- "$1" error
		[ -z "${2:-}" ] || like "$id: $what is found as $2${line:+ on line $line}" "$verdict" " $2:${line:-[0-9]*}( |\$)" ;;
	esac
done
tap_done
