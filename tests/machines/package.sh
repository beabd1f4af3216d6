# shellcheck shell=bash disable=SC1091
# package.sh - called by `run` in a fresh machine: the Debian package, from its build with the quick tests to the installed
# program.
#
#	package.sh packages    prints the command that installs what the build needs
#	package.sh all LEG     builds the package, and runs lintian on it
#	package.sh play LEG    as root: installs it and runs its autopkgtest; a row for the table on descriptor 3
set -e
tree=~student/tree
log=~/package.log
failed() { tail -n 40 "$log"; echo "$leg: $1 failed"; exit 1; }
leg=$2

case $1 in
packages)
	cd ~/"my courses"/*/
	rm -rf "$tree"
	cp -r . "$tree"
	[ -x /usr/bin/lintian ] && (cd "$tree" && dpkg-checkbuilddeps 2>/dev/null) && exit 0
	echo "apt-get install -y --no-install-recommends build-essential lintian man-db && apt-get build-dep -y --no-install-recommends $tree"
	;;
all)
	cd "$tree"
	rm -f ../warpbook*.deb ../warpbook*.changes
	dpkg-buildpackage -b -us -uc >"$log" 2>&1 || failed "dpkg-buildpackage"
	grep -E '^# (PASS|FAIL|SKIP|ERROR):' "$log" | tr '\n' ' ' || true
	echo
	lintian --fail-on error ../warpbook_*.changes >"$log" 2>&1 || failed lintian
	cat "$log"
	echo "$leg: built, $(grep -c '^E:' "$log" || true) errors and $(grep -c '^W:' "$log" || true) warnings of lintian"
	;;
play)
	apt-get install -y --no-install-recommends ~student/warpbook_*.deb >"$log" 2>&1 || failed "apt-get install"
	folder=$(mktemp -d)
	chmod 777 "$folder"
	AUTOPKGTEST_TMP=$folder setpriv --reuid=student --regid=student --init-groups sh "$tree/debian/tests/play" >"$log" 2>&1 ||
		failed "debian/tests/play"
	rm -rf "$folder"
	apt-get remove -y warpbook >"$log" 2>&1 || failed "apt-get remove"
	! find /usr -path '*warpbook*' | grep . || { echo "$leg: left after its removal"; exit 1; }
	. /etc/os-release
	echo "$leg|$PRETTY_NAME|root, then student|clang|-|-|its autopkgtest passes|-" >&3
	;;
esac
