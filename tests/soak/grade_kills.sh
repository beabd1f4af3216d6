#!/bin/bash
# grade_kills.sh - 300 submissions, a tenth of them hostile, graded once undisturbed and twice with kills: the grades are equal,
# and each file is checked once. Prints submissions per hour and the share of time outside compiler and virtual machine.
#
# `make check` does not run it. KILLS (20), STUDENTS (100, each with three exercises), JOBS (2).
. "${TESTS_DIR:-$(dirname "$0")/..}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=${WARPBOOK_COMPILER:-clang} TZ=UTC XDG_CACHE_HOME=$scratch/cache
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
mutants=$TESTS_DIR/mutants
cd "$scratch" || exit 99
students=${STUDENTS:-100} kills=${KILLS:-20} jobs=${JOBS:-2}

# Every file differs from all others by a comment, so that none is known already.
hostile() { # number, file
	case $1 in
	0) printf '__global__ void %s() { for (;;) ; }\n' "${2##*/}" | sed 's/\.cu//' ;;
	1) printf '#include "/dev/zero"\n' ;;
	2) printf '#include "/etc/shadow"\n' ;;
	3) printf 'template <int n> struct deep { typedef typename deep<n - 1>::of of; }; deep<1 << 30>::of x;\n' ;;
	4) head -c 3000000 /dev/zero | tr '\0' '/' ;;
	5) head -c 5000000 /dev/zero | tr '\0' ' ' ;;
	6) head -c 4096 /dev/urandom ;;
	7) printf 'asm(".incbin \\"/etc/passwd\\"");\n' ;;
	8) printf '#include <cstdio>\n__global__ void %s() { for (int i = 0; i < 1 << 30; i++) printf("flood %%d", i); }\n' \
		"${2##*/}" | sed 's/ add.cu(/ add(/; s/\.cu()/()/' ;;
	9) printf '__device__ char big[1u << 31];\n__global__ void add() { big[0] = 1; __trap(); }\n' ;;
	esac >"$2"
	echo "// $3" >>"$2"
}
i=0
while [ $i -lt "$students" ]; do
	i=$((i + 1))
	mkdir -p "sub/s$i"
	k=0
	for exercise in 01_kernels/add 01_kernels/saxpy 05_shared_memory/transpose_tiled; do
		k=$((k + 1))
		file=sub/s$i/${exercise#*/}.cu
		number=$((i * 3 + k))
		if [ $((number % 10)) -eq 0 ]; then
			hostile $((number / 10 % 10)) "$file" "$number"
			continue
		fi
		set -- "$mutants/$exercise"/*.cu
		shift $((i * 7 % $#))
		{ cat "$1"; echo "// $number"; } >"$file"
	done
done
cat >a.lua <<'END_OF_FILE'
return { name = "a", exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 10 }, { "05_shared_memory/transpose_tiled", points = 10 } }, seed = 7 }
END_OF_FILE
grades() { sqlite3 "$1/.warpbook/warpbook.db" \
	"select student, exercise, state, points, possible, verdict, cases, cases_passed, note from grade_view order by 1, 2"; }

mkdir serial
began=$(date +%s%N)
times >times.before
"$w" grade sub -a a.lua --class serial -j 1 --json >serial.json 2>serial.noted
is "all is graded, one after the other" "$? $(jq '[.students[].exercises[] | select(.state == "not-graded")] | length' \
	serial.json)" "0 0"
echo "# in peace, one at a time: $((($(date +%s%N) - began) / 1000000000)) s, $(jq .checked \
	serial.json) checks; children's processor time:"
times | tail -n 1 | sed 's/^/#   /'
sqlite3 serial/.warpbook/warpbook.db "select '# compilers and runs: ' || round(sum(compile_seconds + run_seconds), 1) || ' s of ' || round($(jq .seconds serial.json), 1) || ' s'
	from attempt_view"
for again in 1 2; do
	class=killed$again
	mkdir $class
	n=0
	while [ $n -lt "$kills" ]; do
		timeout -s KILL "$((RANDOM % 5 + 1)).$((RANDOM % 10))" "$w" grade sub -a a.lua --class $class -j "$jobs" \
			>/dev/null 2>&1
		[ $? -eq 137 ] || break
		n=$((n + 1))
	done
	began=$(date +%s%N)
	"$w" grade sub -a a.lua --class $class -j "$jobs" --json >$class.json 2>/dev/null
	is "after $n kills the same command comes to its end" $? 0
	grades serial >want
	grades $class >got
	is "and all grades are the same" "$(diff want got | head -n 5)" ""
	is "each file has one result" "$(sqlite3 $class/.warpbook/warpbook.db \
		'select count(*), count(distinct source_sha256 || exercise) from grade_result')" \
		"$(sqlite3 serial/.warpbook/warpbook.db \
			'select count(*), count(distinct source_sha256 || exercise) from grade_result')"
done
tap_done
