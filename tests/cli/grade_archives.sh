#!/bin/bash
# grade_archives.sh - submissions as archives: of each kind, hostile ones each with a row that says so, and downloads of a whole
# class.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC TMPDIR=$scratch/tmp
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
mkdir tmp

if ! has_compiler clang || ! command -v python3 >/dev/null || ! command -v jq >/dev/null ||
	! "$w" doctor sandbox >/dev/null 2>&1; then
	skip "archives" "clang, python3, jq or a part of the sandbox is not here"
	tap_done
fi
python3 "$TESTS_DIR/cli/grade_archives.py" "$TESTS_DIR/mutants/01_kernels/add/ok_helper.cu" sub "${GIBIBYTES:-5}" || {
	skip "archives" "python3 makes none of them here"
	tap_done
}
cat >a5.lua <<'END_OF_FILE'
return { name = "a5", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }
END_OF_FILE
grade() { # folder class
	mkdir -p "$2"
	"$w" grade "$1" -a a5.lua --class "$2" --json 2>noted
}

grade sub/good first >good.json
if grep -q 'without libarchive\|not installed' good.json; then
	is "without libarchive they are not graded, which is no zero" "$(jq -c '[.students[] | .points] | unique' good.json)" \
		"[null]"
	tap_done
fi
is "of each kind of archive there is a student" "$(jq '.students | length' good.json)" \
	"$(find sub/good -mindepth 1 -maxdepth 1 | wc -l)"
is "and each has all points" "$(jq -r '.students[] | select(.points != 10) | .id' good.json)" ""
is "a path names the archive" "$(sqlite3 first/.warpbook/warpbook.db \
	"select source_path from grade_view where student = 'zip_deep'")" \
	"sub/good/zip_deep/all.zip/homework 1/src/add.cu"
is "and so does the attempt's" "$(sqlite3 first/.warpbook/warpbook.db \
	"select count(*) from attempt_view where source_path like '/%' or source_path like '%unpacked%'")" 0
is "a second run has nothing to do" "$(grade sub/good first | jq .checked,.written | tr '\n' ' ')" "0 0 "

began=$(date +%s)
grade sub/bad second >bad.json
is "hostile ones do not stop the rest" "$? $(jq '.students | length' bad.json)" \
	"0 $(find sub/bad -mindepth 1 -maxdepth 1 | wc -l)"
ok "nor take much time" test $(($(date +%s) - began)) -lt 120
is "none gets points" "$(jq -r '.students[] | select(.points != 0) | .id' bad.json)" ""
row() { jq -r --arg s "$1" '.students[] | select(.id == $s) | .exercises[0] | "\(.state) \(.note)"' bad.json; }
while read -r student state note; do
	like "$student" "$(row "$student")" "^$state .*$note"
done <<'END_OF_LIST'
up unreadable holds a name that no file may have, '../../add.cu'
absolute unreadable holds a name that no file may have, '/tmp/warpbook-escaped/add.cu'
link unreadable 'add.cu' is a symbolic link, not a file
through unreadable holds a name that no file may have, 'd/add.cu'
hard unreadable 'add.cu' is a hard link
device unreadable 'add.cu' is a device
pipe unreadable 'add.cu' is a named pipe
nested unreadable 'deep.zip' is an archive in an archive in an archive, which is not opened
many unreadable 'a.zip' holds too many files
empty unreadable 'a.zip' is empty
no_files missing 'a.zip' holds no file that is asked for
garbage unreadable 'a.zip' is not an archive that warpbook opens
renamed unreadable 'a.zip' is not an archive that warpbook opens
torn_zip unreadable 'a.zip' is damaged
torn_gz unreadable 'a.tar.gz' is damaged
torn_xz unreadable is damaged
sum unreadable 'add.cu' is damaged
large unreadable 'add.cu' is larger than 4 MiB
bomb_zip unreadable 'a.zip' unpacks to too much
bomb_gz unreadable 'a.tar.gz' unpacks to too much
rar unreadable 'a.rar' is not an archive that warpbook opens
END_OF_LIST
unlike "a file of zeros is not told to be encrypted" "$(row only_zeros)" "graded|is encrypted"
command -v zip >/dev/null && like "encrypted" "$(row encrypted)" "unreadable .*is encrypted"
is "nothing was written elsewhere" "$(ls -d /tmp/warpbook-escaped "$scratch"/add.cu "$scratch"/tmp/add.cu \
	"$scratch"/tmp/*/add.cu 2>/dev/null)" ""
is "nothing that was unpacked stays" "$(find tmp -name 'warpbook-unpacked*')" ""

# ---- the class in one file ------------------------------------------------------------------------------
download() { grade "sub/$1" "class_$1" | jq -r \
	"$number"'.layout + ": " + ([.students[] | "\(.id) \(.name) \(.points | number)"] | join(", "))'; }
is "Moodle's download, with an archive inside" "$(download moodle.zip)" "moodle: 101 O'Brien Pat 10, 102 Lee Ann 10, 103 Kim 0"
is "Canvas'" "$(download canvas.zip)" "canvas: 101 obrienpat 10, 102 leeann 10"
is "Gradescope's" "$(download gradescope.zip)" "gradescope: 101 Pat O'Brien 10, 102 Ann Lee 10"
is "a folder of folders in a folder" "$(download github.tar.gz)" "folders: a5-ann-lee a5-ann-lee 10, a5-pat a5-pat 10"
is "single files in a 7z archive" "$(download flat.7z)" "files: ann-lee ann-lee 10, pat pat 10"
is "a class of one" "$(download one.zip)" "folders: pat pat 10"
like "its paths begin with the archive's" "$(sqlite3 class_moodle.zip/.warpbook/warpbook.db \
	"select group_concat(source_path, ' | ') from grade_view where points > 0")" \
	"sub/moodle.zip/O'Brien Pat_101_assignsubmission_file_/add.cu | sub/moodle.zip/Lee Ann_102_assignsubmission_file_/a.zip/work/add.cu"
grade sub/torn.zip torn >torn.json
like "a torn download is no class" "$? $(joined <torn.json)" "^2 .*'sub/torn.zip' is damaged"
tap_done
