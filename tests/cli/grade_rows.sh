#!/bin/bash
# grade_rows.sh - what needs an instructor's attention: files under other names, students who are not on the roster, which of two
# files with one name counts, options that cannot work and are rejected before the checks begin, and pages for files that did not
# compile.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
good=$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu
cd "$scratch" || exit 99
if ! has_compiler clang || ! command -v jq >/dev/null; then
	skip "rows" "clang or jq is not here"
	tap_done
fi
cat >a.lua <<'END_OF_FILE'
return { name = "a", title = "First", exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 5 } }, seed = 7 }
END_OF_FILE
mkdir -p sub/names sub/paper sub/clone/src sub/clone/build sub/right sub/broken sub/many
cp "$good" sub/names/vector_add.cu
cp "$good" sub/names/add.cu.docx
echo text >sub/paper/report.pdf
cp "$good" sub/clone/src/add.cu
cp "$TESTS_DIR/mutants/01_kernels/add/wrong_nan.cu" sub/clone/build/add.cu
cp "$good" sub/right/add.cu
touch sub/right/README.md sub/right/CMakeLists.txt sub/right/mine.cuh
echo 'printf("not a function");' >sub/broken/add.cu
for k in a b c d e; do cp "$good" sub/many/try_$k.py; done
printf 'id\nnames\npaper\nclone\nright\nbroken\nnobody\n' >roster.csv
mkdir class
"$w" grade sub -a a.lua --class class --roster roster.csv --feedback fb --json >said.json 2>noted
note() { jq -r --arg s "$1" --argjson x "$2" '.students[] | select(.id == $s) | .exercises[$x] | "\(.state): \(.note)"' \
	said.json; }
is "files under other names are named" "$(note names 0)" "missing: handed in 'add.cu.docx' and 'vector_add.cu', but no 'add.cu'"
is "so is a file of another kind" "$(note paper 1)" "missing: handed in 'report.pdf', but no 'saxpy.cu'"
is "three of many" "$(note many 0)" "missing: handed in 'try_a.py', 'try_b.py', 'try_c.py' and 2 more, but no 'add.cu'; not on the roster"
is "what nobody takes for an answer is not" "$(note right 1)" "missing: null"
is "nothing is nothing" "$(note nobody 0)" "missing: null"
like "the student reads it, too" "$(cat fb/names.md)" \
	"Note: handed in 'add\\\\?\\.cu\\\\?\\.docx' and 'vector\\\\?_add\\\\?\\.cu', but no 'add\\\\?\\.cu'"
is "and all of them stand together" "$(grep 'whose names answer' noted)" \
	"warpbook: 3 students handed in files whose names answer no exercise, and lack others (their rows name them): many, names, paper"
is "as do those who are not on the roster" "$(grep 'not on the roster' noted)" "warpbook: 1 student is not on the roster: many"
is "of two files with one name it is said where the one is" "$(note clone 0)" \
	"graded: 2 files, of which 'src/add.cu' counts (the last by name: no time says which is newer)"
is "what did not compile has its report open" \
	"$(grep -c '<details open>' fb/broken.html) $(grep -c '<details open>' fb/right.html)" "1 0"
is "and its cases were not run" "$(grep -c '<td class="wrong">not run</td><td>[^<]*</td><td>it does not compile</td>' \
	fb/broken.html) $(grep -c '>wrong</td>' fb/broken.html)" "10 0"

# ---- what the grader may not read -----------------------------------------------------------------
# Whoever copied the submissions made them so: no student gets a zero for it.
mkdir -p shut/file shut/folder shut/archive shut/open
cp "$good" shut/file/add.cu
cp "$good" shut/folder/add.cu
cp "$good" shut/open/add.cu
(cd shut/open && tar -cf ../archive/all.tar add.cu)
chmod 000 shut/file/add.cu shut/folder shut/archive/all.tar
cp a.lua shut.lua
if can_become 64127; then
	chmod 755 "$scratch"
	chown -R 64127:64127 shut
	mkdir -m 777 class_shut
	setpriv --reuid 64127 --regid 64127 --clear-groups env HOME="$scratch/class_shut" XDG_CACHE_HOME="$scratch/class_shut" \
		"$w" grade shut -a shut.lua --layout folders --class class_shut --json >shut.json 2>noted; status=$?
elif [ "$(id -u)" != 0 ]; then
	mkdir class_shut
	"$w" grade shut -a shut.lua --layout folders --class class_shut --json >shut.json 2>noted; status=$?
fi
if [ -e shut.json ]; then
	is "what this user may not read is no one's zero" \
		"$status $(jq -r '[.students[] | "\(.id) \(.exercises[0].state)"] | join(" ")' shut.json)" \
		"4 archive not-graded file not-graded folder not-graded open graded"
	like "with the reason" \
		"$(jq -r '.students[] | select(.id == "file") | .exercises[0].note' shut.json)" \
		"'add.cu' cannot be read: Permission denied"
else
	skip "files that this user may not read" "no other user may enter this folder"
fi

# ---- before the checks ----------------------------------------------------------------------------
rejected() { # what pattern options...
	local what=$1 pattern=$2
	shift 2
	mkdir -p fresh
	like "$what" "$("$w" grade sub -a a.lua --class fresh "$@" 2>&1)" "$pattern"
	is "before anything is checked" "$(sqlite3 fresh/.warpbook/warpbook.db 'select count(*) from grade_result')" 0
}
if command -v sqlite3 >/dev/null; then
	printf 'Student,ID,A1 (4)\nnames,1,\n' >canvas.csv
	rejected "a platform without uploads" "which takes no feedback in one upload" --upload up.zip
	rejected "a column that is not there" "'canvas.csv' has no column 'A2'" --fill canvas.csv --column A2
	rejected "a table that is not there" "cannot open 'none.csv'" --fill none.csv
else
	skip "before the checks" "no sqlite3 here"
fi
tap_done
