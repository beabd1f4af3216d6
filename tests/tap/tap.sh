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
#	compilers_in_turn N WHAT            prints one of these, or all if WHAT changed (see there)
#	provers N FILE COMPILER...          prints those of these compilers that prove item N, which is FILE, this time (see there)
#	changed FILE                        has FILE changed in the last commit or since?
#	its_turn [--ci] N WHAT              is it the turn of this test, which takes a minute? If not, skips and ends it (see there)
#	$number                             a filter's beginning for jq: `number` makes 10 of 10.0, which jq writes as it stands since 1.7
#	joined                              standard input as one line, for a sentence that may be wrapped
#
# $scratch is a private folder, removed at the end.
tap_n=0 tap_failed=0
scratch=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT

tap_report() { # status description
	tap_n=$((tap_n + 1))
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
	can_become "$1" || { echo "1..0 # SKIP root does not run this as itself, and no other user may enter this folder"; exit 0; }
	as_user=(setpriv --reuid "$1" --regid "$1" --clear-groups --)
}

has_gpu() { "$WARPBOOK_BIN" doctor device 2>/dev/null | grep -q 'gpu:0'; }

compilers() {
	! has_compiler nvcc || echo nvcc
	tap_clangs=$(for v in $(seq 14 39); do ! command -v "clang-$v" >/dev/null || echo "clang-$v"; done)
	[ -n "$tap_clangs" ] || tap_clangs=$(! command -v clang >/dev/null || echo clang)
	printf '%s\n' "$tap_clangs" | sed -n '1p;$p' | uniq
}

# ---- turns: what is proved today -------------------------------------------------------------------
#
# What many programs prove with each compiler takes long. Without WARPBOOK_TEST_ALL item N has its turn on one day of six, with one
# of the COMPILERs that can, another one at its next turn: so each item is proved within six days, and by all of them within eighteen.
#   - Where the engine changed (the vm, the runtime, the toolchain, the judge and what they stand on: `engine` below), all items
#     have their turn, each with one compiler.
#   - Where its FILE changed (or folder, or the beginning of a name; from the top), all compilers prove the item.
# WARPBOOK_TEST_ALL=ci: the last COMPILER, which is the newest clang, proves all; each other one a third, and what changed.
# WARPBOOK_TEST_ALL=1: all prove everything. DAY=5: as on that day.
# "Changed" is: in the last commit or since; WARPBOOK_TEST_SINCE=COMMIT: since that commit.
engine='src/\(base\|words\|source\|ptx\|simt\|timeline\|cudart\|device\|toolchain\|python\|run\|worker\|script\|catalog\|session\)/\|grader/'

provers() { # N FILE COMPILER...
	tap_day=$(($1 + ${DAY:-$(date +%s) / 86400})) tap_mode=${WARPBOOK_TEST_ALL:-}
	! changed "$2" || tap_mode=1
	shift 2
	tap_turn=0
	for tap_compiler; do
		tap_turn=$((tap_turn + 1))
		case $tap_mode in
		1) ;;
		ci) [ $tap_turn -eq $# ] || [ $((tap_day % 3)) -eq $((tap_turn % 3)) ] || continue ;;
		*) if [ -e "$scratch/.engine" ]; then
			[ $((tap_day % $# + 1)) -eq $tap_turn ] || continue
		else
			[ $((tap_day % 6)) -eq 0 ] && [ $((tap_day / 6 % $# + 1)) -eq $tap_turn ] || continue
		fi ;;
		esac
		echo "$tap_compiler"
	done
}

# A test that takes a minute or so runs on one day of six, the N-th, and whenever WHAT (as in changed) or the test itself changed;
# and where it is one of a few that make was asked for: `make check TESTS=...` exports that. Otherwise it ends here, skipped.
# Where WARPBOOK_TEST_ALL=ci it runs on one day of three; with --ci on each.
its_turn() { # [--ci] N WHAT
	tap_days=6
	[ "${WARPBOOK_TEST_ALL:-}" != ci ] || tap_days=3
	[ "$1" = --ci ] && { shift; [ "${WARPBOOK_TEST_ALL:-}" = ci ] && return 0; }
	! is_asked_for && [ $((($1 + ${DAY:-$(date +%s) / 86400}) % tap_days)) -ne 0 ] && ! changed "\($2\)" && ! changed "tests/.*/${0##*/}" || return 0
	echo "1..0 # SKIP another day's, and nothing that it proves changed; WARPBOOK_TEST_ALL=1 runs it"
	exit 0
}

# Are all tests to prove all, or is this one of a few that make was asked for?
is_asked_for() { [ "${WARPBOOK_TEST_ALL:-}" = 1 ] || { [ -n "${TESTS:-}" ] && [ "$(echo "$TESTS" | wc -w)" -le 20 ]; }; }

# The same for a test that proves the same with each compiler: all of them in CI, if WHAT or the test changed, and where it is asked for;
# otherwise one, another one each day.
compilers_in_turn() { # N WHAT
	tap_all=$(compilers)
	if is_asked_for || [ "${WARPBOOK_TEST_ALL:-}" = ci ] || changed "\($2\)" || changed "tests/.*/${0##*/}"; then
		printf '%s\n' "$tap_all"
	else
		printf '%s\n' "$tap_all" | sed -n "$((($1 + ${DAY:-$(date +%s) / 86400}) % $(printf '%s\n' "$tap_all" | wc -l) + 1))p"
	fi
}

changed() { # FILE, as in provers
	[ -e "$scratch/.changed" ] || tap_changed
	grep -q "^$1" "$scratch/.changed"
}

# What changed, in a file; `.engine` is there if some of it is the engine's.
tap_changed() {
	(cd "$TESTS_DIR/.." && { git diff --name-only "${WARPBOOK_TEST_SINCE:-HEAD~1}" || git diff --name-only HEAD
		git ls-files --others --exclude-standard; } 2>/dev/null) >"$scratch/.changed"
	! grep -q "^\($engine\)" "$scratch/.changed" || : >"$scratch/.engine"
}

number='def number: if type == "number" then . + 0 else . end; '

joined() { tr -s ' |\n' ' '; }

tap_done() { echo "1..$tap_n"; [ "$tap_failed" -eq 0 ]; exit $?; }
