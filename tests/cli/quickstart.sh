#!/bin/bash
# quickstart.sh - quickstart's messages when something is missing that it may not install, and its build: the progress,
# in a folder with an odd name, in another user's tree. The trees here have a `configure` and a Makefile of a few lines;
# tests/machines builds the real one.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
quickstart=$TESTS_DIR/../quickstart
export XDG_CACHE_HOME="$scratch/cache"

out() { cat "$scratch/out"; }
err() { cat "$scratch/err"; }
status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }

# ---- something is missing ------------------------------------------------------------------------

# A machine where nothing is installed but $@, seen by a user without sudo.
bare() {
	rm -rf "$scratch/bin"
	mkdir "$scratch/bin"
	for tool in sh cat dirname sed grep tr cut find head uname; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
	printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
	for tool; do printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/$tool"; done
	chmod +x "$scratch/bin/"*
}
# In a clone, which has no `configure` yet.
mkdir "$scratch/clone"
cp "$quickstart" "$scratch/clone"
on_bare() { bare "$@"; status env PATH="$scratch/bin" CUDA_HOME=/nonexistent CC= CXX= "$scratch/clone/quickstart" build; }

is "without root or sudo it stops as the machine's" "$(on_bare apt-get)" 4
like "and prints the one command for an administrator" "$(err)" \
	'^    apt-get install -y --no-install-recommends gcc libc6-dev g\+\+ .*clang.*autoconf.* liblua5.4-dev'
while IFS='|' read -r manager command; do
	is "with $manager in place of apt-get it does not install" "$(on_bare "$manager")" 4
	like "but names the missing parts" "$(err)" '^quickstart: missing here: a C compiler, .*Lua 5.4, '
	like "and the command for it" "$(err)" "^    $command\$"
done <<'END'
dnf|sudo dnf install gcc gcc-c\+\+ .* lua-devel .*
pacman|sudo pacman -S --needed gcc .* lua54 .*
zypper|sudo zypper install gcc .* lua54-devel .*
apk|sudo apk add gcc musl-dev g\+\+ .* lua5.4-dev .*
END
is "without any of them" "$(on_bare)" 4
like "it names the missing parts" "$(err)" 'missing here: .*Jansson'
touch "$scratch/clone/configure.ac" "$scratch/clone/Makefile.am"
printf '#!/bin/sh\n' >"$scratch/clone/configure"
touch "$scratch/clone/Makefile.in"
chmod +x "$scratch/clone/configure"
unlike "a release, which has \`configure\`, is built without Autotools" "$(on_bare; err)" Automake

printf '#!/bin/sh\necho Darwin\n' >"$scratch/uname"
chmod +x "$scratch/uname"
mkdir "$scratch/mac" && mv "$scratch/uname" "$scratch/mac"
is "on a Mac it stops as the machine's" "$(PATH=$scratch/mac:$PATH status "$quickstart")" 4
is "in one sentence, which says what to do" "$(err)" \
	"quickstart: warpbook is a program for Linux: here, use a container or a virtual machine, as doc/systems.md says"
is "--offline without an archive is wrong usage" "$(status "$quickstart" --offline)" 2
is "and so is one that is not there" "$(status "$quickstart" --offline nothing.tar.gz)" 2
like "which it names" "$(err)" "there is no file '.*/nothing.tar.gz'"
mkdir "$scratch/empty"
is "and a folder that is no bundle" "$(status "$quickstart" --offline "$scratch/empty")" 2
mkdir -p "$scratch/home" "$scratch/bundle/tree/bin" "$scratch/bundle/tree/share/warpbook/exercises"
. /etc/os-release
echo "$ID ${VERSION_ID:-} here" >"$scratch/bundle/system"
cat >"$scratch/bundle/tree/bin/warpbook" <<'END'
#!/bin/sh
echo "$@" >>"$0.log"
case $1 in list) echo '{"exercises": [{"id": "01/one"}]}' | tr ' ' '\n' | paste -sd' ' ;; check) case $* in *solutions*) echo passed ;; *) exit 1 ;; esac ;; esac
END
chmod +x "$scratch/bundle/tree/bin/warpbook"
tar -C "$scratch" -czf "$scratch/bundle.tar.gz" bundle
is "an archive is unpacked, and played" "$(HOME=$scratch/home XDG_DATA_HOME= PATH=$PATH:$scratch/needs status "$quickstart" \
	--offline "$scratch/bundle.tar.gz"; out | grep -c '^passed')" "0
1"
ok "and its program is linked" test -x "$scratch/home/.local/bin/warpbook"

is "an unknown word is wrong usage" "$(status "$quickstart" frobnicate)" 2
like "and shows what there is" "$(out)" 'quickstart check'
unlike "without the script's own text" "$(out)" 'set -eu'

# ---- how it builds -------------------------------------------------------------------------------

tree() { # NAME: a tree that everything needed is here for
	mkdir -p "$1/src"
	cp "$quickstart" "$1"
	touch "$1/configure.ac" "$1/Makefile.am"
	touch "$1/Makefile.in" "$1/commit"
	cat >"$1/configure" <<'END'
#!/bin/sh
case $(pwd) in *[\"\'\$]*) echo "unsafe absolute working directory name"; exit 1 ;; esac
touch config.status
cat >Makefile <<'MAKE'
.PHONY: FORCE all all-am check check-quick
all: commit.h
	@$(MAKE) --no-print-directory all-am
all-am: a.o b.o c.o d.o warpbook
commit.h: FORCE
	@cmp -s ../commit $@ || cp ../commit $@
a.o b.o: commit.h
a.o b.o c.o d.o:
	@test -z "$(BROKEN)" || { echo this is wrong; exit 1; }
	@echo "  CC      " $@; touch $@
warpbook:
	@echo "  CCLD    " $@; touch $@; chmod +x $@
check check-quick: all
	@echo "PASS: tests/unit/one 1 - $@"; test -z "$(WRONG)" || echo "FAIL: tests/unit/one 2 - $(WRONG)"
	@(echo "# PASS:  7"; echo "# FAIL:  0"; echo "# ERROR: 0"; echo "# SKIP:  2") >test-suite.log
MAKE
END
	chmod +x "$1/configure"
}

tree "$scratch/plain"
is "nothing missing: it builds" "$(status "$scratch/plain/quickstart" build)" 0
is "and says how far it is" "$(out)" "quickstart: configure
quickstart: building: 1 of 4 files
quickstart: building: 2 of 4 files
quickstart: building: 3 of 4 files
quickstart: building: 4 of 4 files
built: build/warpbook"
is "the second time there is nothing to say" "$(status "$scratch/plain/quickstart" build; out)" "0
built: build/warpbook"
rm "$scratch/plain/build/c.o"
is "where one file is due, it is one of one" "$(status "$scratch/plain/quickstart" build; out)" "0
quickstart: building: 1 of 1 files
built: build/warpbook"
# Whatever the tests of the real tree need is on the PATH.
mkdir "$scratch/needs"
for tool in clang lua5.4 $(sed -n 's/^check|[^|]*|command -v \([^|]*\)|.*/\1/p' "$quickstart"); do
	command -v "$tool" >/dev/null || ln -s /bin/true "$scratch/needs/$tool"
done
is "the quick tests are counted" "$(PATH=$PATH:$scratch/needs status "$scratch/plain/quickstart" check-quick; out)" "0
quickstart: testing
7 passed, 0 failed, 2 skipped"
is "a check that fails is shown where there is no terminal" \
	"$(PATH=$PATH:$scratch/needs WRONG="two is three" status "$scratch/plain/quickstart" check-quick; out | grep '^FAIL')" \
	"0
FAIL: tests/unit/one 2 - two is three"
rm "$scratch/plain/build/"*.o
is "a build that fails is reported" "$(BROKEN=1 status "$scratch/plain/quickstart" build)" 5
like "in make's own words" "$(err)" 'this is wrong'
if command -v script >/dev/null; then
	like "on a terminal one line moves" "$(script -qec "'$scratch/plain/quickstart' build" /dev/null </dev/null)" \
		$'\rquickstart: building: 2 of 4 files  [a-d].o +\rquickstart: building: 3 of 4'
else
	skip "on a terminal one line moves" "no script(1)"
fi

for name in "a folder with spaces" "O'Brien's" 'a "book" for $5 & more'; do
	tree "$scratch/$name"
	is "it builds in $name" "$(cd "$scratch/$name" && status ./quickstart build; err)" 0
	ok "in the script's folder" test -x "$scratch/$name/build/warpbook"
done
is "without a place for a link it says what to do" \
	"$(XDG_CACHE_HOME="$scratch/it's" status "$scratch/O'Brien's/quickstart" build; err |
		grep -c 'rename it, or set XDG_CACHE_HOME')" "2
1"

# ---- another's tree ------------------------------------------------------------------------------

as_nobody() { status setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	chmod a+rx "$scratch"
	is "what another has built is used" "$(as_nobody "$scratch/plain/quickstart" build)" 0
	sleep 0.01
	touch "$scratch/plain/src/new.c"
	is "but another user cannot rebuild it" "$(as_nobody "$scratch/plain/quickstart" build)" 4
	like "and learns whose it is" "$(err)" 'plain belongs to root, and you may not write there'
	is "nor tested" "$(rm "$scratch/plain/src/new.c"; as_nobody "$scratch/plain/quickstart" check)" 4
else
	skip "what another has built is used" "only root can try it"
fi
tap_done
