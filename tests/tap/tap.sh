# tap.sh - TAP from a shell test; source it first, call tap_done last.
#
#	ok "what holds" command args...     passes when the command succeeds
#	is "what holds" GOT WANT            compares two texts
#	like "what holds" TEXT PATTERN      grep -E finds PATTERN in TEXT
#	skip "what holds" "why"
#	has_compiler NAME                   does the program under test find this compiler?
#	can_become UID                      may this user, root, become that one, and finds that one the program?
#	become UID                          for root: as_user, a command's beginning, makes it that user's (see there)
#	has_gpu                             does it find a GPU, which CUDA_VISIBLE_DEVICES may hide?
#	compilers                           prints those of nvcc, the oldest and the newest clang that are installed
#	compilers_due WHAT...               prints one of these, or all if WHAT changed (see there)
#	provers N FILE COMPILER...          prints those of these compilers that prove item N, which is FILE, this time (see there)
#	changed FILE                        has FILE changed? (see "tiers")
#	is_over SECONDS                     is it later than that? (see there)
#	turned                              the lines of standard input, from one on that the commit decides
#	due WHAT...                         for a test that takes long: ends it, skipped, unless what it proves has changed (see there)
#	$number                             a filter's beginning for jq: `number` makes 10 of 10.0, which jq writes as it stands since 1.7
#	joined                              standard input as one line, for a sentence that may be wrapped
#
# $scratch is a private folder, removed at the end.
tap_n=0 tap_failed=0 tap_head=
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT

# A description such as "and its line", "it says so" or "in 80 columns" goes on with an earlier one, which is printed before it: a failing line is often all that is seen
# of a test.
tap_report() { # status description
	tap_n=$((tap_n + 1))
	case $2 in
	"as "* | "by "* | "for "* | "in "* | "of "* | "on "* | "that "* | "to "*)
		if [ ${#2} -ge 30 ]; then tap_head=$2; else set -- "$1" "$tap_head${tap_head:+, }$2"; fi ;;
	"and "* | "with "* | "or "* | "nor "* | "so "* | "but "* | "which "* | "it "* | "its "* | "they "* | "then "* | "also "* | "both "* | \
	"the same "*) set -- "$1" "$tap_head${tap_head:+, }$2" ;;
	*) tap_head=$2 ;;
	esac
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_n - $2"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_n - $2"
	fi
}

ok() {
	tap_what=$1; shift
	if "$@" >"$scratch/.tap" 2>&1; then
		tap_report 0 "$tap_what"
	else
		tap_report 1 "$tap_what"
		echo "# command: $*"; sed 's/^/# /' "$scratch/.tap"
	fi
}

is() {
	[ "$2" = "$3" ]; tap_status=$?
	tap_report $tap_status "$1"
	[ $tap_status -eq 0 ] || { printf '%s\n' "$2" | sed 's/^/# got:  /'; printf '%s\n' "$3" | sed 's/^/# want: /'; }
}

like() {
	printf '%s\n' "$2" | grep -Eq -- "$3"; tap_status=$?
	tap_report $tap_status "$1"
	[ $tap_status -eq 0 ] || { printf '%s\n' "$2" | sed 's/^/# got:  /'; echo "# want: $3"; }
}

unlike() {
	! printf '%s\n' "$2" | grep -Eq -- "$3"; tap_status=$?
	tap_report $tap_status "$1"
	[ $tap_status -eq 0 ] || { printf '%s\n' "$2" | sed 's/^/# got:  /'; echo "# unwanted: $3"; }
}

skip() { tap_n=$((tap_n + 1)); echo "ok $tap_n - $1 # SKIP $2"; }

# The program knows more places than PATH: it is asked, not the shell.
has_compiler() { WARPBOOK_COMPILER=$1 "$WARPBOOK_BIN" doctor compiler >/dev/null 2>&1; }

# A clone may lie in a folder that is root's alone. Root's capabilities last until the next exec: that of env, not of the program.
can_become() {
	[ "$(id -u)" -eq 0 ] && setpriv --reuid="$1" --regid="$1" --clear-groups env "$WARPBOOK_BIN" --version >/dev/null 2>&1
}

# For what root must not run as itself. Where that user does not find the program, the test ends here, skipped; for others than root
# as_user is empty.
become() { # UID
	as_user=()
	[ "$(id -u)" -eq 0 ] || return 0
	can_become "$1" || { echo "1..0 # SKIP root does not run this as itself, and no other user may enter this folder";
		exit 0; }
	as_user=(setpriv --reuid "$1" --regid "$1" --clear-groups --)
}

has_gpu() { "$WARPBOOK_BIN" doctor device 2>/dev/null | grep -q 'gpu:0'; }

compilers() {
	! has_compiler nvcc || echo nvcc
	tap_clangs=$(for v in $(seq 14 39); do ! command -v "clang-$v" >/dev/null || echo "clang-$v"; done)
	[ -n "$tap_clangs" ] || tap_clangs=$(! command -v clang >/dev/null || echo clang)
	printf '%s\n' "$tap_clangs" | sed -n '1p;$p' | uniq
}

# ---- tiers: what runs this time ----------------------------------------------------------------------
#
#   quick   make check-quick: no test that takes long.
#   full    make check: also each long test for which what it proves has changed, and
#           - with all compilers each demo and program that changed, and of the exercises what content/prove.sh says;
#           - with one compiler each, if the engine changed (`engine` below), all of them.
#   ci      WARPBOOK_TEST_ALL=ci, as in .ci/run: all long tests; the newest clang proves all content, each other compiler a third, and
#           the programs that changed.
#   soak    make check-soak, which is WARPBOOK_TEST_ALL=1: everything, with all compilers.
#
# "Changed" is: since WARPBOOK_TEST_SINCE, a commit; without that, since this branch left the one that it follows, and at least in the
# last commit. Where there is a choice, that commit decides it, not the date: two runs on one tree do the same.
# WARPBOOK_TEST_DRAW=N chooses otherwise.
engine='src/\(base\|child\|words\|source\|ptx\|simt\|timeline\|cost\|cudart\|device\|toolchain\|python\|worker\|script\|catalog\|judge\|bench\|attempt\|prove\)/\|grader/'

# Prints the COMPILERs that prove item N, whose files begin with FILE, an expression of grep's, from the top.
provers() { # N FILE COMPILER...
	tap_changes
	tap_draw=$(($1 + $(cat "$scratch/.draw"))) tap_mode=${WARPBOOK_TEST_ALL:-}
	! changed "$2" || tap_mode=1
	shift 2
	tap_turn=0
	for tap_compiler; do
		tap_turn=$((tap_turn + 1))
		case $tap_mode in
		1) ;;
		ci) [ $tap_turn -eq $# ] || [ $((tap_draw % 3)) -eq $((tap_turn % 3)) ] || continue ;;
		*) [ -e "$scratch/.engine" ] && [ $((tap_draw % $# + 1)) -eq $tap_turn ] || continue ;;
		esac
		echo "$tap_compiler"
	done
}

# SECONDS: since the epoch, or empty: never. A test of many parts skips each that has not begun by $WARPBOOK_TEST_END, and says
# "no time is left".
is_over() { [ "$1" ] && [ "$(date +%s)" -ge "$1" ]; }

# The lines of standard input, from one on that the commit decides: what comes last, and may be skipped, is another with each.
turned() {
	tap_changes
	awk -v draw="$(cat "$scratch/.draw")" '{ line[NR] = $0 } END { for (n = 0; n < NR; n++) print line[(draw % 1000 * 37 + n) % NR + 1] }'
}

# Ends the test here, skipped, unless one of WHAT or the test itself changed, or it is asked for. WHAT: rooms of src, and beginnings
# of paths.
due() { # WHAT...
	if ! is_due "$@"; then
		echo "1..0 # SKIP nothing that it proves has changed; make check-soak runs it"
	elif is_over "${WARPBOOK_TEST_END:-}"; then
		echo "1..0 # SKIP no time is left"
	else
		return 0
	fi
	exit 0
}

# The compilers for a test that proves the same with each: all if it is due, otherwise one.
compilers_due() { # WHAT...
	if is_due "$@"; then compilers; else compilers |
		awk -v draw="$(cat "$scratch/.draw")" '{ c[NR] = $0 } END { if (NR) print c[draw % NR + 1] }'; fi
}

is_due() {
	tap_changes
	! is_asked_for && [ "${WARPBOOK_TEST_ALL:-}" != ci ] || return 0
	! changed "tests/.*/${0##*/}" || return 0
	for tap_what; do
		[ ! -d "$TESTS_DIR/../src/$tap_what" ] || tap_what=src/$tap_what/
		! changed "$tap_what" || return 0
	done
	return 1
}

# Are all tests to prove all, or is this one of a few that make was asked for? `make check TESTS=...` exports that.
is_asked_for() { [ "${WARPBOOK_TEST_ALL:-}" = 1 ] || { [ -n "${TESTS:-}" ] && [ "$(echo "$TESTS" | wc -w)" -le 20 ]; }; }

changed() { # FILE, as in provers
	tap_changes
	grep -q "^$1" "$scratch/.changed"
}

# Writes what changed to a file, and the number that decides between choices to another; `.engine` is there if the engine changed.
tap_changes() {
	[ ! -e "$scratch/.changed" ] || return 0
	(
		cd "$TESTS_DIR/.." || exit
		tap_since=${WARPBOOK_TEST_SINCE:-$(git merge-base HEAD '@{upstream}' || :)}
		[ "$tap_since" ] && [ "$tap_since" != "$(git rev-parse HEAD)" ] || tap_since=HEAD~1
		git diff --name-only --no-renames "$tap_since" || git diff --name-only HEAD
		git ls-files --others --exclude-standard
		echo "$tap_since" >"$scratch/.since"
		echo $((${WARPBOOK_TEST_DRAW:-0x$(git rev-parse --short=7 "$tap_since" || echo 0)})) >"$scratch/.draw"
	) >"$scratch/.changed" 2>/dev/null
	[ -s "$scratch/.draw" ] || echo "${WARPBOOK_TEST_DRAW:-0}" >"$scratch/.draw"
	! grep -q "^\($engine\)" "$scratch/.changed" || : >"$scratch/.engine"
}

number='def number: if type == "number" then . + 0 else . end; '

joined() { tr -s ' |\n' ' '; }

# With the processor time of the test and all that it started: .ci/run lists those that take most.
tap_done() {
	echo "1..$tap_n"
	times >"$scratch/.times"
	awk -F'[ms ]+' 'NR == 2 { printf "# processor seconds: %.0f\n", $1 * 60 + $2 + $3 * 60 + $4 }' "$scratch/.times"
	[ "$tap_failed" -eq 0 ]; exit $?
}
