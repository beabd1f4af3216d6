#!/bin/bash
# foreign.sh - control characters, reversed text and line breaks in what others wrote (definitions, assignments, names of files and
# archives' members, reports, the database) reach neither the terminal nor a table, nor do they begin a command of GitHub's.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base grade script store
export NO_COLOR=1 TZ=UTC TMPDIR=$scratch/tmp
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
content=$(cd "$TESTS_DIR/.." && pwd)
cd "$scratch" || exit 99
mkdir tmp
evil='\27[2J\n::error::x\u{202e}\u{9b}' # as Lua writes it
safe() { # what command...: prints what is unsafe in its output
	local what=$1 found
	shift
	"$@" >said 2>&1
	found=$(LC_ALL=C grep -anP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae|\xc2[\x80-\x9f]|^\s*::' said)
	is "$what" "$found" ""
}

# ---- Lua: a field's name, an error's text ------------------------------------------------------------
mkdir -p pack/exercises/01_kernels pack/lessons/01_kernels pack/solutions
ln -s "$content/grader" "$content/gpus" pack
cp "$content/exercises/01_kernels/add".* pack/exercises/01_kernels
cp "$content/exercises/01_kernels/add.cu" own.cu
printf 'return { "add" }\n' >pack/exercises/01_kernels/order.lua
mkdir -p pack/solutions/01_kernels && cp "$content/solutions/01_kernels/add.cu" pack/solutions/01_kernels
in_pack() { WARPBOOK_DATA=$scratch/pack "$w" "$@"; }
printf 'error("%s")' "$evil" >pack/lessons/01_kernels/lesson.lua
safe "an error that a lesson raises" in_pack lesson 1
like "is told" "$(cat said)" '::error::x<U\+202E>'
printf 'return { title = "a", ["%s"] = 1 }' "$evil" >pack/lessons/01_kernels/lesson.lua
safe "a field of a lesson" in_pack lesson 1
like "is told, too" "$(cat said)" '::error::x<U\+202E>'
for definition in 'return { ["%s"] = 1 }' 'error("%s")' 'error({ "%s" })'; do
	printf "$definition" "$evil" >pack/exercises/01_kernels/add.lua
	for command in list 'show add' 'hint add' 'check own.cu --as add' 'author check pack'; do
		safe "$command, with the definition $definition" in_pack $command
	done
done
like "the definition's fault is said" "$(cat said)" 'add'
for assignment in 'return { name = "a", exercises = { { "01_kernels/add", ["%s"] = 1 } } }' 'error("%s")' \
	'return { name = "%s", exercises = {} }'; do
	printf "$assignment" "$evil" >a.lua
	mkdir -p class/bob
	cp own.cu class/bob/add.cu
	safe "an assignment: $assignment" "$w" grade check class -a a.lua
done

# ---- reports -------------------------------------------------------------------------------------------
printf '{ "file": "a\\u001b.cu", "findings": [ { "kind": "x\\u202e", "level": "error", "message": "m\\u001b[2J\\n::error::y" } ] }' >report.json
github() { "$w" annotate report.json | sed 's/^::error file=//'; }
safe "a report's texts, for GitHub" github
like "one command of GitHub's comes of it" "$(cat said)" '^a\?\.cu,title=x<U\+202E>::m\?\[2J%0A::error::y$'
"$w" annotate --sarif report.json >said
unlike "and for SARIF" "$(cat said)" 'u001b|u202'

# ---- names ----------------------------------------------------------------------------------------------
if ! has_compiler clang || ! command -v python3 >/dev/null || ! command -v jq >/dev/null; then
	skip "names in a class" "clang, python3 or jq is not here"
	tap_done
fi
export WARPBOOK_COMPILER=clang
rm -rf class
python3 - "$content/tests/mutants/01_kernels/add/ok_helper.cu" <<'END_OF_FILE'
import os, sys, zipfile
source = open(sys.argv[1]).read()
evil = 'z\nalice     10 of 10\n| mallory | 10 |\n\x1b[2J\u202e'
os.makedirs('class/ann/' + evil)
for name in ('class/ann/add.cu', 'class/ann/' + evil + '/add.cu'):
    open(name, 'w').write(source)
os.makedirs('class/' + evil)
open('class/' + evil + '/add.cu', 'w').write(source)
for who, names in {'bob': ['a/add.cu', evil + '/add.cu'], 'cyd': [evil + '.cu'], 'dan': [evil + '.zip']}.items():
    with zipfile.ZipFile('class/%s.zip' % who, 'w') as z:
        for name in names:
            z.writestr(name, source)
END_OF_FILE
cat >a.lua <<'END_OF_FILE'
return { name = "a1", exercises = { { "01_kernels/add", points = 10 } }, seed = 7 }
END_OF_FILE
safe "names in a class" "$w" grade check class -a a.lua
is "make no line" "$(grep -c '^alice\|^mallory\|^| mallory' said)" 0
"$w" grade export class -a a.lua --csv g.csv --report r.html --feedback feedback >/dev/null 2>&1
files=$(find g.csv r.html feedback -type f)
is "files are written" "$(echo "$files" | grep -c '^g.csv\|^r.html\|bob')" 4
is "no file that is written has a row or control character of them" \
	"$(grep -n "^alice\|^| mallory\|$(printf '\033')" $files | head -3)" ""
is "not even a second time" "$("$w" grade check class -a a.lua 2>&1 | grep -c "^alice\|^| mallory\|$(printf '\033')")" 0

# ---- the database --------------------------------------------------------------------------------------
command -v sqlite3 >/dev/null || { skip "the database" "sqlite3 is not here"; tap_done; }
"$w" init book >/dev/null
cp "$content/tests/mutants/01_kernels/add/ok_helper.cu" book/exercises/01_kernels/add.cu
cd book || exit 99
"$w" check exercises/01_kernels/add.cu >/dev/null
sqlite3 .warpbook/warpbook.db "create trigger t before insert on attempt begin select raise(abort, '$(printf \
	'\033[2J\n::error::')'); end;
	create trigger u after insert on attempt begin select count(*) from (with recursive c(x) as (select 1 union all select x+1 from c where x<1000000000000)
	select * from c); end"
safe "triggers in the database" timeout 100 "$w" check exercises/01_kernels/add.cu
is "neither stop the record nor hold it up" "$(sqlite3 .warpbook/warpbook.db 'select count(*) from attempt')" 2

tap_done
