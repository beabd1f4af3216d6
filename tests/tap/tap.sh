# tap.sh - TAP from a shell test; source it first, call tap_done last.
#
#	ok "what holds" command args...     passes when the command succeeds
#	is "what holds" GOT WANT            compares two texts
#	like "what holds" TEXT PATTERN      grep -E finds PATTERN in TEXT
#	skip "what holds" "why"
#	has_compiler NAME                   whether the program under test finds this compiler
#	compilers                           prints nvcc, the oldest and the newest clang, as far as they are here
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

compilers() {
	! has_compiler nvcc || echo nvcc
	tap_clangs=$(for v in $(seq 14 39); do ! command -v "clang-$v" >/dev/null || echo "clang-$v"; done)
	[ -n "$tap_clangs" ] || tap_clangs=$(! command -v clang >/dev/null || echo clang)
	printf '%s\n' "$tap_clangs" | sed -n '1p;$p' | uniq
}

joined() { tr -s ' |\n' ' '; }

tap_done() { echo "1..$tap_n"; [ "$tap_failed" -eq 0 ]; exit $?; }
