# tap.sh - TAP from a shell test; source it first, call tap_done last.
#
#	ok "what holds" command args...     passes when the command succeeds
#	is "what holds" GOT WANT            compares two texts
#	like "what holds" TEXT PATTERN      grep -E finds PATTERN in TEXT
#	skip "what holds" "why"
#	has_compiler NAME                   whether the program under test finds this compiler
#	compilers                           prints nvcc, the oldest and the newest clang, as far as they are here
#	provers N FILE COMPILER...          prints those of these compilers that prove item N, which is FILE, this time (see there)
#	changed FILE                        whether FILE changed in the last commit or since
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

# What many programs prove with each compiler takes long: of those COMPILERs that can, one proves item N, another one each day,
# and all of them if its FILE (or folder, or the beginning of a name; from the top) changed in the last commit or since.
# WARPBOOK_TEST_ALL=1: all always; =ci: the last one always, nvcc in two of three. DAY=5: as on that day.
provers() { # N FILE COMPILER...
	tap_item=$1 tap_file=$2
	shift 2
	[ $# -gt 0 ] || return 0
	tap_day=$((tap_item + ${DAY:-$(date +%s) / 86400})) tap_turn=$((tap_day % $#))
	for tap_compiler; do
		tap_turn=$((tap_turn - 1))
		case ${WARPBOOK_TEST_ALL:-},$tap_compiler in
		1,*) echo "$tap_compiler"; continue ;;
		ci,nvcc) if [ $((tap_day % 2)) -eq 0 ]; then echo nvcc; continue; fi ;;
		ci,"$(eval "printf %s \"\${$#}\"")") echo "$tap_compiler"; continue ;;
		esac
		if [ $tap_turn -eq -1 ] || changed "$tap_file"; then echo "$tap_compiler"; fi
	done
}

changed() { # FILE, as in provers
	[ -e "$scratch/.changed" ] || tap_changed >"$scratch/.changed"
	grep -q "^$1" "$scratch/.changed"
}

tap_changed() {
	cd "$TESTS_DIR/.." && { git diff --name-only HEAD~1 || git diff --name-only HEAD; git ls-files --others --exclude-standard; } 2>/dev/null
}

joined() { tr -s ' |\n' ' '; }

tap_done() { echo "1..$tap_n"; [ "$tap_failed" -eq 0 ]; exit $?; }
