#!/bin/bash
# packs.sh - a course of several packs: folded in order, described by manifests, remembered by a workspace, added, removed, built; and
# packs that are broken or hostile.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang HOME=$scratch XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data \
	TMPDIR=$scratch/tmp
unset WARPBOOK_DATA WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
mkdir tmp config config/warpbook

if ! command -v jq >/dev/null; then
	skip "packs" "jq is not here"
	tap_done
fi
status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
line() { tr '\n' ' ' | sed 's/ *$//'; }
said() { cat "$scratch/out" "$scratch/err" | line; }
exercises() { "$w" list --json | jq -r '.exercises[].id'; }
manifest() { printf 'return {\n\tname = "mine", version = "1.0", licence = "CC BY 4.0",\n%s\n}\n' "$1" >mine/course.lua; }

# ---- several folders -------------------------------------------------------------------
"$w" author new 30_mine/twice mine >/dev/null
"$w" author new 30_mine/thrice mine >/dev/null
printf 'return { title = "Mine", minutes = 5, summary = "Of my own.", steps = {\n{ title = "Twice", exercise = "twice" },\n{ title = "Thrice", exercise = "thrice" }, { points = { "All." } } } }\n' >mine/lessons/30_mine/lesson.lua
"$w" author new 31_other/half other >/dev/null
ours=$(exercises | wc -l)
is "a folder replaces the course" "$(WARPBOOK_DATA=mine exercises | line)" "30_mine/twice 30_mine/thrice"
is "a colon before it adds it to the course" "$(WARPBOOK_DATA=:mine exercises | wc -l)" $((ours + 2))
is "two folders" "$(WARPBOOK_DATA=mine:other exercises | line)" "30_mine/twice 30_mine/thrice 31_other/half"
is "lessons of both" "$(WARPBOOK_DATA=other:mine "$w" lesson --json | jq -r '.lessons[].id' | line)" "30_mine 31_other"
cp -r mine with:colon
is "a folder with a colon in its name" "$(WARPBOOK_DATA=with:colon exercises | line)" "30_mine/twice 30_mine/thrice"
is "a folder that is not there" "$(WARPBOOK_DATA=:nowhere status "$w" list)" 4
like "is named" "$(said)" "'nowhere' has no 'lessons'"
is "the glossary has the terms of all" "$(mkdir -p other/lessons &&
	printf 'return { terms = { { "half", text = "A second." } } }\n' >other/lessons/glossary.lua
	WARPBOOK_DATA=:other "$w" glossary half | line | cut -c1-15; WARPBOOK_DATA=:other "$w" glossary warp --json |
		jq -r .term)" "half  A second.
warp"
cp -r other again
is "two packs with one exercise" "$(WARPBOOK_DATA=other:again status "$w" list)" 3
like "are told how to part" "$(said)" "again/exercises/31_other/order.lua:1: .*'other' has an exercise '31_other/half', too .*replaces = \{ \"31_other/half\" \}"
is "and with one lesson" "$(WARPBOOK_DATA=other:again status "$w" lesson)" 3
like "too" "$(said)" "again/lessons/31_other/lesson.lua: the pack 'other' has a lesson '31_other', too"
cp -r other third && mv third/lessons/31_other third/lessons/31_third && rm -r third/exercises
is "a number that two lessons have" "$(WARPBOOK_DATA=other:third status "$w" lesson 31)" 2
like "is not guessed" "$(said)" "'31' is several lessons: '31_other' and '31_third'"

# ---- the manifest -------------------------------------------------------------------------
manifest '	needs = { "warpbook 0.3" },
	keeps = { "00_welcome", "01_kernels", "05_shared_memory/smooth" },
	leaves_out = { "01_kernels/scale" },
	order = { "00_welcome", "30_mine", "01_kernels", "30_mine/thrice", "30_mine/twice", "01_kernels/add", "01_kernels/iota" },'
export WARPBOOK_DATA=:mine
is "lessons in the manifest's order" "$("$w" lesson --json | jq -r '.lessons[].id' | line)" "00_welcome 30_mine 01_kernels"
is "exercises too" "$(exercises | grep -E '30_mine|01_k' | head -4 | line)" \
	"30_mine/thrice 30_mine/twice 01_kernels/add 01_kernels/iota"
unlike "what it leaves out is gone" "$(exercises)" '^01_kernels/scale$|^02_grids'
like "an exercise stays without its lesson" "$(exercises)" '^05_shared_memory/smooth$'
unlike "the lesson skips the exercise that is left out" "$("$w" lesson 01)" 'Your turn: scale'
is "it is not to be found" "$(status "$w" show scale)" 2
is "what is left out can still be shown in a picture" "$(status "$w" lesson 01 --step 1)" 0
is "author check proves the pack alone, in its course" "$(unset WARPBOOK_DATA; status "$w" author check mine --only 30_mine)" \
	"$(has_compiler clang && echo 0 || echo 4)"
unset WARPBOOK_DATA

cp -r other changed
mkdir -p changed/exercises/01_kernels changed/solutions/01_kernels
for f in exercises/01_kernels/add.lua exercises/01_kernels/add.cu solutions/01_kernels/add.cu;
	do cp "$TESTS_DIR/../$f" changed/$f; done
sed -i 's/title = "[^"]*"/title = "add: mine"/' changed/exercises/01_kernels/add.lua
echo 'return { "add" }' >changed/exercises/01_kernels/order.lua
printf 'return { name = "changed", version = "2.0", licence = "CC0",\nreplaces = { "01_kernels/add" } }\n' >changed/course.lua
manifest '	needs = { "warpbook" }, keeps = { "05_shared_memory/smooth" },'
if has_compiler clang; then
	like "author check misses a lesson for an exercise that is kept without its own" "$("$w" author check mine)" \
		'^05_shared_memory/smooth: no lesson leads to it'
fi
is "a pack replaces an exercise" "$(WARPBOOK_DATA=:changed "$w" list --json |
	jq -r '.exercises[] | select(.id == "01_kernels/add").title')" "add: mine"
is "in its place" "$(WARPBOOK_DATA=:changed exercises | head -4 | line)" "$(exercises | head -4 | line)"

wrong() { # what manifest pattern
	printf '%s\n' "$2" >mine/course.lua
	like "$1" "$(WARPBOOK_DATA=:mine "$w" list 2>&1 | line; WARPBOOK_DATA=:mine "$w" list >/dev/null 2>&1; echo "rc $?")" \
		"mine/course.lua:$3"
}
wrong "a manifest without a name" 'return {
version = "1" }' "1: 'name' is missing"
wrong "a name that is a path" 'return { name = "../x", version = "1", licence = "x" }' \
	"1: name: '../x' is not a name for a pack .*small letters"
wrong "our name" 'return { name = "warpbook", version = "1", licence = "x" }' \
	"1: name: 'warpbook' is the course that comes with the program"
wrong "a version that is none" 'return { name = "mine",
version = "one", licence = "x" }' "2: version: 'one' is not a version .*\"1.0\""
wrong "no licence" 'return { name = "mine", version = "1" }' "1: 'licence' is missing"
wrong "a language that is none" 'return { name = "mine", version = "1", licence = "x", language = "English" }' \
	"1: language: 'English' is not the tag"
wrong "a field that there is not" 'return { name = "mine", version = "1", licence = "x",
ordr = {} }' "2: ordr: there is no such field"
wrong "a lesson that there is not" 'return { name = "mine", version = "1", licence = "x", keeps = {
"00_welcome",
"01_kernel" } }' "3: keeps: there is no lesson or exercise '01_kernel' in the packs before"
wrong "an exercise that there is not" 'return { name = "mine", version = "1", licence = "x", order = { "30_mine/four" } }' \
	"1: order: there is no lesson or exercise '30_mine/four'"
wrong "what is no name of a lesson" 'return { name = "mine", version = "1", licence = "x", leaves_out = { "../x" } }' \
	"1: leaves_out\[1\]: '../x' is not the name of a lesson or exercise"
wrong "a name twice" 'return { name = "mine", version = "1", licence = "x", order = { "00_welcome", "00_welcome" } }' \
	"1: order\[2\]: '00_welcome' appears here twice"
wrong "a pack that it needs and that is not here" 'return { name = "mine", version = "1", licence = "x",
needs = { "algebra" } }' "2: the pack 'mine' needs the pack 'algebra', which is not before it"
wrong "a newer version than is here" 'return { name = "mine", version = "1", licence = "x", needs = { "warpbook 99.1" } }' \
	"1: the pack 'mine' needs 'warpbook 99.1', and here is version "
wrong "control characters in a title" 'return { name = "mine", version = "1", licence = "x", title = "a\27[31m" }' "1: title: "
wrong "a title of several lines" 'return { name = "mine", version = "1", licence = "x", title = "a\nb" }' \
	"1: title: should be one line"
wrong "one that opens files" 'return { name = io.open("/etc/passwd"):read(), version = "1", licence = "x" }' "1: "
wrong "one that runs programs" 'os.execute("touch ran") return {}' "1: "
wrong "one that never ends" 'while true do end' ".*rc 3"
is "nothing ran" "$(ls ran 2>&1 | grep -c 'No such')" 1
is "two packs of one name" "$(manifest ''; cp -r mine copy; WARPBOOK_DATA=mine:copy status "$w" list)" 3
like "are not one" "$(said)" "two packs have the name 'mine'"

# ---- a workspace and the configuration remember -----------------------------------------------------------
manifest '	needs = { "warpbook" }, order = { "30_mine", "00_welcome" },'
is "init with the variable" "$(WARPBOOK_DATA=:mine status "$w" init book)" 0
is "is remembered" "$(cat book/.warpbook/packs | line)" "warpbook $scratch/mine"
cd book || exit 99
is "every shell has the pack" "$(exercises | head -1)" 30_mine/twice
ok "its stubs are there" test -f exercises/30_mine/twice.cu
ok "init keeps it" "$w" init
is "still" "$(exercises | head -1)" 30_mine/twice
is "the variable wins over the workspace" "$(WARPBOOK_DATA=$scratch/other exercises)" 31_other/half
is "a whole other course is remembered" "$(cd ..; WARPBOOK_DATA=other "$w" init alone >/dev/null; cd alone && exercises)" \
	31_other/half
mv ../mine ../moved
is "a pack that has gone" "$(status "$w" list)" 1
like "is named, with both ways out" "$(said)" \
	"the pack '$scratch/mine' is not on this machine .*pack add.*pack remove $scratch/mine"
like "the list of packs still shows" "$("$w" pack list)" "broken: the pack '$scratch/mine' is not on this machine"
is "it can be forgotten" "$(status "$w" pack remove "$scratch/mine")" 0
is "and the course is as before" "$(exercises | wc -l)" "$ours"
mv ../moved ../mine
echo 'return { packs = { "~/mine" }, keys = {} }' >../config/warpbook/config.lua
is "the configuration has packs for all workspaces" "$(exercises | head -1)" 30_mine/twice
echo 'return { packs = { "~/mine", "Mine!" } }' >../config/warpbook/config.lua
is "one that is none" "$(status "$w" list)" 1
like "has a line" "$(said)" "config.lua:1: packs\[2\]: 'Mine!' is not the name of a pack"
rm ../config/warpbook/config.lua
cd ..

# ---- build, add, list, remove ---------------------------------------------------------------------------------
if ! "$w" doctor sandbox >/dev/null 2>&1 || ! status "$w" pack build mine >/dev/null || [ ! -f mine-1.0.tar.zst ]; then
	skip "archives" "libarchive or a part of the sandbox is not here"
	tap_done
fi
is "a learner's pack" "$(status "$w" pack build mine --json)" 0
is "has sealed solutions" "$(jq -c '[.name, .version, .file, .whole, .lessons, .exercises, .sealed]' out)" \
	'["mine","1.0","mine-1.0.tar.zst",false,1,2,2]'
cp mine-1.0.tar.zst first.tar.zst
is "and is the same each time" "$("$w" pack build mine >/dev/null; cmp first.tar.zst mine-1.0.tar.zst && echo same)" same
is "the whole pack" "$("$w" pack build mine --whole --out whole.tar.zst | line | grep -c 'for graders, not for learners')" 1
mkdir -p odd && cp -r mine/. odd && echo 'return {' >odd/exercises/30_mine/twice.lua
is "a broken pack is not built" "$(status "$w" pack build odd)" 3
like "with the place" "$(said)" 'odd/exercises/30_mine/twice.lua:'
is "a folder without a manifest is not built" "$(status "$w" pack build other)" 3
like "with what to write" "$(said)" "has no course.lua .*return \{ name"
cd book || exit 99
is "an archive is added" "$(status "$w" pack add ../mine-1.0.tar.zst)" 0
like "with what came" "$(said)" 'mine 1.0, licence: CC BY 4.0 1 lesson and 2 exercises are part of the course in .*/book: 0 new files'
is "solutions are sealed" "$(ls ../data/warpbook/packs/mine/solutions/30_mine;
	grep -c __global__ ../data/warpbook/packs/mine/solutions/30_mine/*)" "thrice.cu.sealed
twice.cu.sealed
../data/warpbook/packs/mine/solutions/30_mine/thrice.cu.sealed:0
../data/warpbook/packs/mine/solutions/30_mine/twice.cu.sealed:0"
ok "known-wrong programs are not there" test ! -e ../data/warpbook/packs/mine/tests
is "packs are listed" "$("$w" pack list --json | jq -c '.packs[] | [.name, .used, .exercises, .broken]' | line)" \
	"[\"warpbook\",true,$ours,null] [\"mine\",true,2,null]"
like "as text" "$("$w" pack list --plain)" '^  used    mine             1.0      1 lesson, 2 exercises, CC BY 4.0'
if has_compiler clang; then
	is "a right answer passes" "$(status "$w" check --as 30_mine/twice ../mine/solutions/30_mine/twice.cu --no-record)" 0
	is "a wrong one does not" "$(status "$w" check twice --no-record)" 1
	sed -i '$ s/$/x/' ../data/warpbook/packs/mine/solutions/30_mine/twice.cu.sealed
	is "a damaged seal" "$(status "$w" check twice --no-record)" 3
	like "is said" "$(said)" "the sealed solution '.*twice.cu.sealed' is damaged"
	is "opened solutions do not stay" "$(ls "$TMPDIR" | grep -c opened)" 0
else
	skip "checks of a sealed pack" "clang is not here"
fi
sed -i 's/version = "1.0"/version = "1.1"/' ../mine/course.lua
is "a newer version replaces it" "$(status "$w" pack add ../mine --json)" 0
is "and says so" "$(jq -r '[.version, .replaced] | join(" ")' ../out)" "1.1 1.0"
cp ../mine/course.lua ../sound.lua
echo 'return { name = "mine", version = "1.2", licence = "x", keeps = { "00_nowhere" } }' >../mine/course.lua
is "a version that breaks the course is not kept" "$(status "$w" pack add ../mine)" 3
like "with the place" "$(said)" "course.lua:1: keeps: there is no lesson or exercise '00_nowhere'"
is "the one before it is back" "$("$w" pack list --json | jq -r '.packs[1].version')" 1.1
cp ../sound.lua ../mine/course.lua
printf 'return { name = "after", version = "1", licence = "x", needs = { "mine 1.1" } }\n' >../other/course.lua
ok "a pack that needs it" "$w" pack add ../other
is "holds it" "$(status "$w" pack remove mine)" 3
like "with the reason" "$(said)" "the pack 'after' needs the pack 'mine'"
is "goes itself" "$(status "$w" pack remove after --json; jq -c '[.unlisted, .deleted]' ../out)" "0
[true,true]"
is "then it goes too" "$(status "$w" pack remove mine; ls ../data/warpbook/packs)" 0
ok "answers stay" test -f exercises/30_mine/twice.cu
is "a name is completed" "$("$w" pack add ../mine >/dev/null; "$w" complete -- pack remove m | grep -v :folders;
	"$w" pack remove mine >/dev/null)" mine
is "a pack that there is not" "$(status "$w" pack remove mine)" 2
is "a name that is not installed" "$(status "$w" pack add algebra)" 1
is "no argument is wrong usage" "$(status "$w" pack add)" 2
is "the variable is said to win" "$(WARPBOOK_DATA=:$scratch/other "$w" pack add ../mine 2>&1 >/dev/null |
	grep -c 'WARPBOOK_DATA is set')" 1
cd ..
is "without a workspace it is only installed" "$(HOME=$scratch/tmp status "$w" pack add other)" 0
like "with the next step" "$(said)" 'no workspace uses it: make one with .warpbook init., then .warpbook pack add after.'
is "another workspace uses it by its name" "$(unset WARPBOOK_DATA; "$w" init shelf >/dev/null; cd shelf &&
	"$w" pack add ../mine >/dev/null && "$w" pack add after >/dev/null; line <.warpbook/packs)" "warpbook mine after"

# ---- hostile packs ----------------------------------------------------------------------------------------------
if command -v python3 >/dev/null; then
	hostile() { # case pattern
		python3 "$TESTS_DIR/cli/packs.py" "$1" hostile.tar.gz
		is "$1: refused" "$(cd book && status "$w" pack add ../hostile.tar.gz)" 3
		like "$1: with the reason" "$(said)" "$2"
	}
	hostile "climbs" "has a file outside its own folder"
	hostile "absolute" "has a file outside its own folder"
	hostile "symbolic link" "solutions/link.cu is a symbolic link"
	hostile "link to a folder" "lessons is a symbolic link"
	hostile "hard link" "solutions/hard.cu is a hard link"
	hostile "device" "lessons/null is a device"
	hostile "pipe" "lessons/pipe is a named pipe"
	hostile "control characters" "has signs in its name"
	hostile "large" "lessons/large.lua is larger than 4 MiB"
	hostile "much" "unpacks to too much"
	hostile "many" "holds too many files"
	hostile "twice" "has several files of one name"
	hostile "deep" "is too deep"
	python3 "$TESTS_DIR/cli/packs.py" none hostile.tar.gz
	head -c 200 hostile.tar.gz >torn.tar.gz
	is "torn: refused" "$(cd book && status "$w" pack add ../torn.tar.gz)" 3
	ok "the same without anything hostile is taken" sh -c "cd book && '$w' pack add ../hostile.tar.gz"
	is "nothing was left outside" "$(find . -name '*climbed*' -o -name '.new-*' -o -name '.old-*' -o -name 'warpbook-pack-*' \
		| grep -v "^./book/exercises"; ls /tmp/warpbook-absolute.lua 2>/dev/null)" ""
	is "and no escape reaches the terminal" \
		"$(python3 "$TESTS_DIR/cli/packs.py" "control characters" hostile.tar.gz; cd book;
		"$w" pack add ../hostile.tar.gz 2>&1 | grep -c $'\x1b')" 0
else
	skip "hostile archives" "python3 is not here"
fi
cp -r mine linked && ln -s /etc/passwd linked/solutions/30_mine/passwd.cu
is "a folder with a link" "$(cd book && status "$w" pack add ../linked)" 3
like "is refused" "$(said)" "solutions/30_mine/passwd.cu' is a symbolic link"
is "nor is it built" "$(status "$w" pack build linked)" 3
is "a file that is no archive" "$(cd book && status "$w" pack add ../sound.lua)" 3

# ---- a class ----------------------------------------------------------------------------------------------------------
if has_compiler clang; then
	cat >a.lua <<'END_OF_FILE'
return { name = "a", exercises = { { "01_kernels/iota", points = 10 }, { "30_mine/twice", points = 10 } }, seed = 7 }
END_OF_FILE
	mkdir -p sub/ann && cp "$TESTS_DIR/../solutions/01_kernels/iota.cu" mine/solutions/30_mine/twice.cu sub/ann
	mkdir -p hand && sed 's/name = "a"/name = "b", packs = { "warpbook", "..\/mine" }/' a.lua >hand/b.lua
	is "an assignment names its packs" "$(unset WARPBOOK_DATA;
		"$w" grade sub -a hand/b.lua --class class --json 2>/dev/null |
		jq -c '[.. | .points? // empty | numbers] | add')" "$(echo 40)"
	sed 's/, "..\/mine"//' hand/b.lua >hand/alone.lua
	is "which are all that it has" "$(unset WARPBOOK_DATA; status "$w" grade sub -a hand/alone.lua --class class)" 1
	like "so the others' exercises are not there" "$(said)" \
		"alone.lua:1: exercises\[2\]\[1\]: there is no exercise '30_mine/twice'"
	sed 's/"..\/mine"/"nowhere"/' hand/b.lua >hand/none.lua
	is "a pack that is not there" "$(unset WARPBOOK_DATA; status "$w" grade sub -a hand/none.lua --class class)" 1
	like "is named at its line" "$(said)" "none.lua:1: packs: the pack 'nowhere' is not on this machine"
	sed 's/mine/nowhere/' hand/b.lua >hand/none.lua
	like "and so is a folder" "$(unset WARPBOOK_DATA; status "$w" grade sub -a hand/none.lua --class class; said)" \
		"none.lua:1: packs\[2\]: there is no folder '../nowhere'"
	is "an assignment has exercises of several packs" \
		"$(WARPBOOK_DATA=:mine "$w" grade sub -a a.lua --class class --json 2>/dev/null |
		jq -c '[.. | .points? // empty | numbers] | add')" "$(echo 40)"
else
	skip "a class" "clang is not here"
fi
tap_done
