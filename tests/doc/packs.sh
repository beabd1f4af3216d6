#!/bin/bash
# packs.sh - the chapter on a course of one's own, acted out: its files are written and its commands run, in its order.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
chapter=$TESTS_DIR/../doc/packs.md
export WARPBOOK_COMPILER=clang NO_COLOR=1 HOME=$scratch XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config
unset WARPBOOK_DATA WARPBOOK_WORKSPACE WARPBOOK_DEVICE
if ! has_compiler clang || ! "$WARPBOOK_BIN" doctor sandbox >/dev/null 2>&1; then
	skip "the chapter" "clang or a part of the sandbox is not here"
	tap_done
fi
mkdir "$scratch/bin" "$scratch/desk"
ln -s "$WARPBOOK_BIN" "$scratch/bin/warpbook"
PATH=$scratch/bin:$PATH
cd "$scratch/desk" || exit 99

# One script of all blocks: commands as they are; a file's first line is a comment with its name.
awk '/^```$/ { if (inside == "lua") print "END_OF_FILE"; inside = "" }
	inside == "lua" && !named { sub(/^-- /, ""); print "cat >" $0 " <<\047END_OF_FILE\047"; named = 1; next }
	inside { print }
	/^```sh/ { inside = "sh" } /^```lua/ { inside = "lua"; named = 0 }' "$chapter" >"$scratch/script"
is "the chapter has commands and files" "$(grep -c '^warpbook\|^WARPBOOK' "$scratch/script") $(grep -c '^cat >' \
	"$scratch/script")" "10 3"
ok "all of it works" bash -e "$scratch/script"
is "the learner has the course" "$(cd course && warpbook lesson --plain | sed 's/ .*//' | tr '\n' ' ')" \
	"00_welcome 01_kernels 30_vectors 02_grids 05_shared_memory "
unlike "without what is left out" "$(cd course && warpbook list)" zip_stride
like "a solution passes" "$(cd course && warpbook check --as norms ../mycourse/solutions/30_vectors/norms.cu)" \
	'^30_vectors/norms: passed'
mkdir -p sub/ann && cp mycourse/solutions/30_vectors/norms.cu "$TESTS_DIR/../solutions/01_kernels/add.cu" sub/ann
like "and so does a class's" "$(cd course && warpbook grade ../sub -a assignment.lua --class .. 2>&1)" \
	'1 student, 2 files: 2 checked'
tap_done
