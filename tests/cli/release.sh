#!/bin/bash
# release.sh - the parts of a release besides the program: its version and commit, and files for the desktop.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" NO_COLOR=1
w=$WARPBOOK_BIN
top=$TESTS_DIR/..
header=$top/packaging/commit-header
version=$(sed -n 's/^AC_INIT(\[warpbook\], \[\(.*\)\])/\1/p' "$top/configure.ac")

# ---- the version ------------------------------------------------------------------------------
commit=$(sed -n 's/^#define WARPBOOK_COMMIT "\(.*\)"$/\1/p' "$BUILD_DIR/commit.h")
is "--version has the version of configure.ac and the commit" "$($w --version)" "warpbook $version$commit"
is "-V is the same" "$($w -V)" "$($w --version)"
like "doctor --json too" "$($w doctor --json)" "\"version\": \"$version${commit//+/\\+}\""
cp "$top/solutions/01_kernels/add.cu" "$scratch/add.cu"
like "and a check's JSON" "$($w check "$scratch/add.cu" --json --no-record)" \
	"\"tool_version\": \"$version${commit//+/\\+}\""
if command -v sqlite3 >/dev/null; then
	$w init >/dev/null
	$w check "$scratch/add.cu" >/dev/null
	is "the record keeps it too" \
		"$(sqlite3 "$scratch/book/.warpbook/warpbook.db" "select tool_version from attempt_view")" "$version$commit"
else
	skip "the record keeps it too" "sqlite3 is not installed"
fi
like "NEWS.md opens with it" "$(sed -n '/^## /{p;q;}' "$top/NEWS.md")" "^## ${version//./\\.}\b"
like "the package's changelog too" "$(head -n 1 "$top/debian/changelog")" "^warpbook (\($version\))"
like "and the metainfo's releases" "$(grep -m 1 '<release ' "$top"/packaging/*.metainfo.xml)" "version=\"$version\""

# ---- where the commit is from ---------------------------------------------------------------------
mkdir "$scratch/tarball"
echo "0123456789ab 2026-01-02" >"$scratch/tarball/.commit"
(cd "$scratch" && sh "$header" tarball commit.h)
like "a tarball keeps the commit it was made of" "$(cat "$scratch/commit.h")" '"\+0123456789ab"'
like "with its date" "$(cat "$scratch/commit.h")" '"2026-01-02"'
touch -d '2001-01-01' "$scratch/commit.h"
(cd "$scratch" && sh "$header" tarball commit.h)
is "the header is not written again for the same commit" "$(date -r "$scratch/commit.h" +%Y)" 2001
rm "$scratch/tarball/.commit"
(cd "$scratch" && sh "$header" tarball commit.h)
like "sources that are neither have no commit" "$(cat "$scratch/commit.h")" 'WARPBOOK_COMMIT ""'
if command -v git >/dev/null; then
	git init -q "$scratch/outer"
	git -C "$scratch/outer" -c user.name=x -c user.email=x@localhost commit -q --allow-empty -m x
	mkdir "$scratch/outer/unpacked"
	is "also inside the checkout of something else" "$(sh "$header" "$scratch/outer/unpacked" --print)" ""
	is "a checkout has git's" "$(sh "$header" "$scratch/outer" --print)" \
		"$(git -C "$scratch/outer" log -1 --abbrev=12 --format='%h %cd' --date=short)"
else
	skip "a checkout has git's" "git is not installed"
fi

# ---- the desktop --------------------------------------------------------------------------------------
if command -v desktop-file-validate >/dev/null; then
	is "the desktop file is valid" "$(desktop-file-validate "$top/packaging/warpbook.desktop" 2>&1)" ""
else
	skip "the desktop file is valid" "desktop-file-validate is not installed"
fi
like "it opens a terminal" "$(cat "$top/packaging/warpbook.desktop")" '^Terminal=true$'
if command -v appstreamcli >/dev/null; then
	# The project has no page on the web; newer versions of the validator warn of that.
	is "the metainfo is valid" "$(appstreamcli validate --no-net --no-color "$top"/packaging/*.metainfo.xml |
		grep '^[EW]:' | grep -v url-homepage-missing)" ""
else
	skip "the metainfo is valid" "appstreamcli is not installed"
fi

# ---- what is installed ----------------------------------------------------------------------------------
if [ -f "$BUILD_DIR/Makefile" ]; then
	# -o: other tests use the program, so nothing is made anew here.
	make -s -C "$BUILD_DIR" -o commit.h -o warpbook DESTDIR="$scratch/root" prefix=/usr install-man1 install-man7 \
		install-dist_bash_completionDATA install-dist_zsh_completionDATA install-dist_fish_completionDATA \
		install-dist_applicationsDATA install-dist_metainfoDATA install-dist_iconsDATA install-dist_docDATA \
		>"$scratch/install.log" 2>&1
	for file in share/man/man1/warpbook.1 share/man/man7/warpbook-exercises.7 share/bash-completion/completions/warpbook \
		share/zsh/site-functions/_warpbook share/fish/vendor_completions.d/warpbook.fish \
		share/applications/warpbook.desktop share/icons/hicolor/scalable/apps/warpbook.svg share/doc/warpbook/LICENSE; do
		ok "make install has $file" test -s "$scratch/root/usr/$file"
	done
fi
tap_done
