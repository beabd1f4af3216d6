#!/bin/bash
# grade_strangers.sh - grade_kills.sh for host programs: a class of STUDENTS strangers (300), a tenth of whose files are the
# programs of tests/attacks, graded as another user, with limits, one at a time; then twice on all processors with KILLS kills
# (20) at random moments. The grades must be equal, each file graded exactly once, and no other file changed. By hand. It prints
# submissions per hour.
. "${TESTS_DIR:?make sets it}/tap/tap.sh"
export NO_COLOR=1 TZ=UTC
students=${STUDENTS:-300} kills=${KILLS:-20} compiler=${WARPBOOK_COMPILER:-clang}
uid=$((60500 + $$ % 1000))
mutants=$TESTS_DIR/mutants attacks=$TESTS_DIR/attacks
chmod 755 "$scratch"
mkdir -p "$scratch/home" "$scratch/class"
cd "$scratch/class" || exit 99
echo precious >"$scratch/home/prey"
printf '#define PREY "%s/home/prey"\n#define CACHE "%s/home/cache/warpbook"\n' "$scratch" "$scratch" >prey.h
cat >a.lua <<'END'
return { name = "a", seed = 11, exercises = { { "01_kernels/add", points = 10 }, { "05_shared_memory/transpose_tiled", points = 10 },
	{ "06_host_memory/round_trip", points = 10 } } }
END

# Of ten students eight hand in a kernel, one a program of the host, one an attack; each text is distinct.
hostile=("$attacks"/[a-gi-z]*.cu)
for i in $(seq "$students"); do
	mkdir -p "sub/s$i"
	case $((i % 10)) in
	0)
		cp "${hostile[$((i / 10 % ${#hostile[@]}))]}" "sub/s$i/round_trip.cu"
		cp "$attacks"/*.h prey.h "sub/s$i/"
		file=sub/s$i/round_trip.cu
		;;
	*)
		exercise=01_kernels/add
		[ $((i % 3)) -ne 1 ] || exercise=05_shared_memory/transpose_tiled
		[ $((i % 10)) -ne 9 ] || exercise=06_host_memory/round_trip
		file=sub/s$i/${exercise#*/}.cu
		cp "$(ls "$mutants/$exercise"/*.cu | shuf -n 1 --random-source=<(yes $i))" "$file"
		;;
	esac
	printf '\n// student %d\n' "$i" >>"$file"
done
mkdir serial killed1 killed2
become $uid
[ "$(id -u)" != 0 ] || chown -R $uid:$uid "$scratch/home" serial killed1 killed2
grade() { # class, options
	(ulimit -u 400 -c 0 && exec "${as_user[@]}" env HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home/cache" \
		TMPDIR="$scratch/home" \
		"$WARPBOOK_BIN" grade sub -a a.lua --compiler "$compiler" --class "$@")
}
rows() { sqlite3 "$1/.warpbook/warpbook.db" "select student, exercise, state, verdict, points, cases, cases_passed from grade_view order by 1, 2"; }
count() { sqlite3 "$1/.warpbook/warpbook.db" "select count(*), count(distinct source_sha256 || exercise) from grade_result"; }

cpu=$(awk '{ print $16 + $17 }' /proc/$$/stat)
grade serial -j 1 --json >serial.json 2>serial.err
ok "the class is graded one at a time" test $? = 0
cpu=$(($(awk '{ print $16 + $17 }' /proc/$$/stat) - cpu))
echo "# $students submissions: $cpu hundredths of a processor's second, $(awk \
	"BEGIN { print int(2 * 3600 * 100 * $students / $cpu) }") an hour on two processors"
rows serial >want
ok "no hostile one is through" test "$(cat "$scratch/home/prey")" = precious
is "none is left ungraded" "$(grep -c not-graded want)" 0

for class in killed1 killed2; do
	left=$kills
	while [ $left -gt 0 ]; do
		grade $class >said 2>&1 &
		pid=$!
		sleep "$(awk "BEGIN { srand($left$$); print 0.2 + rand() * ${PAUSE:-4} }")"
		target=$(pgrep -P $pid -x warpbook || echo $pid)
		if kill -9 $target 2>/dev/null; then left=$((left - 1)); else left=0; fi
		wait $pid 2>/dev/null
	done
	grade $class >said 2>&1
	is "$class: it ends well" $? 0
	rows $class >got
	ok "the grades are those of one at a time" cmp -s want got
	cmp -s want got || diff want got | head -n 6 | sed 's/^/# /'
	is "each file is graded exactly once" "$(count $class)" "$(count serial)"
done
tap_done
