#!/bin/bash
# comfort.sh - conveniences of the command line: the state of a check on a terminal, a search, the glossary,
# notes, links, keys.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/book" WARPBOOK_COMPILER=clang
unset NO_COLOR
w=$WARPBOOK_BIN
solution=$TESTS_DIR/../solutions/01_kernels/add.cu

# ---- the state of a check ------------------------------------------------------------
if "$w" check --plain --no-record "$solution" 2>&1 | grep -q 'cannot find\|no compiler\|not found\|not installed'; then
	skip "the state of a check" "clang is not here"
elif ! TERM=xterm script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	skip "the state of a check" "no terminal can be opened here"
else
	TERM=xterm script -qec "'$w' check --no-record '$solution'" /dev/null </dev/null | tr '\r' '\n' >"$scratch/shown"
	like "on a terminal a check says what it compiles" "$(cat "$scratch/shown")" 'compiling \.\.\.'
	like "and which case it is at" "$(cat "$scratch/shown")" 'case 2 of [0-9]+, checking races'
	is "it takes its words back before the verdict" \
		"$(grep -n passed "$scratch/shown" | head -n 1 | sed 's/^[0-9]*:\x1b\[K//; s/\x1b[^m]*m//g')" \
		"01_kernels/add: passed"
	"$w" check --no-record "$solution" >"$scratch/shown" 2>&1
	unlike "into a file it writes the report alone" "$(cat "$scratch/shown")" 'compiling|case 2 of|[[:cntrl:]]\['
fi

# ---- search ------------------------------------------------------------------------------
export NO_COLOR=1
json() { printf '%s' "$1" >"$scratch/doc"; sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '$2')"; }
"$w" init "$scratch/book" >/dev/null
shown=$("$w" search bank conflict)
is "a search finds the term first" "$(echo "$shown" | head -n 1)" "glossary: bank conflict"
like "and steps, with what is around the words" "$(echo "$shown" | tr '\n' ' ')" '05_shared_memory, step [0-9]+: [^:]*bank'
is "no line is too long" "$(echo "$shown" | awk 'length > 80')" ""
found=$("$w" search --json syncthr)
is "as JSON it says what was asked" "$(json "$found" '$.words')" syncthr
like "and what shows the place" "$(json "$found" '$.found[0].command')" "^warpbook glossary 'barrier'"
is "every such command works" "$(json "$found" '$.found[1].command' | sed "s,^warpbook,$w," | sh >/dev/null 2>&1; echo $?)" 0
unlike "a hint is no place before it was seen" "$("$w" search --json different last line)" '"kind": "hint"'
"$w" hint add >/dev/null
like "but afterwards" "$("$w" search --json different last line | tr -d '\n')" \
	'"kind": "hint",[^}]*"exercise": "01_kernels/add", +"hint": 1'
is "without a match it says so" "$("$w" search nosuchword at all)" "nothing has the words 'nosuchword at all'"
is "without words it is wrong usage" "$("$w" search >/dev/null 2>&1; echo $?)" 2

# ---- glossary --------------------------------------------------------------------------------
like "a term is explained" "$("$w" glossary 'bank conflict')" 'Lanes of a warp want different words'
like "with the lessons that use it" "$("$w" glossary warp)" 'lessons: [0-9_a-z]+ --step [0-9]+'
is "a form leads to its term" "$("$w" glossary __syncthreads | head -n 1)" barrier
is "an unknown term is the a word that is wrong" "$("$w" glossary wavefront 2>"$scratch/err"; echo $?)" 2
like "a rival names the term" "$(cat "$scratch/err")" "did you mean 'warp'"
mkdir -p "$scratch/data" && cp -r "$WARPBOOK_DATA/lessons" "$WARPBOOK_DATA/exercises" "$WARPBOOK_DATA/solutions" "$scratch/data"
sed -i 's/see = { "lane", "divergent" }/see = { "lain" }/' "$scratch/data/lessons/glossary.lua"
is "a broken glossary is its author's" "$(WARPBOOK_DATA=$scratch/data "$w" glossary 2>"$scratch/err"; echo $?)" 3
like "with the place" "$(cat "$scratch/err")" "lessons/glossary.lua:[0-9]+: .*'lain' is not the name"
rm "$scratch/data/lessons/glossary.lua"
is "lessons need none" "$(WARPBOOK_DATA=$scratch/data "$w" glossary >/dev/null; echo $?)" 0

# ---- notes -----------------------------------------------------------------------------------
like "before there are notes" "$("$w" notes)" 'no notes yet: N in the workbook'
is "notes on a lesson without any are the learner's" "$("$w" notes kernels 2>"$scratch/err"; echo $?)" 1
like "with the file to write" "$(cat "$scratch/err")" "$scratch/book/notes/01_kernels.md"
mkdir -p "$scratch/book/notes" && printf '# Kernels\n\nmine\n' >"$scratch/book/notes/01_kernels.md"
is "they are printed as they are" "$("$w" notes 1)" "# Kernels

mine"
is "and listed" "$("$w" notes | tr -s ' ')" "01_kernels $scratch/book/notes/01_kernels.md"
is "as JSON, too" "$(json "$("$w" notes --json)" '$.notes[0].lesson') $(json "$("$w" notes --json 1)" '$.text' | grep mine)" \
	"01_kernels mine"

# ---- paths as links ----------------------------------------------------------------------------
shows() { TERM=$1 script -qec "'$w' show add" /dev/null </dev/null | tr -d '\r'; }
link=$(printf '\033]8;;file://')
is "a path on a terminal is a link" "$(shows xterm-256color | grep -c "$link[^/]*/.*exercises/01_kernels/add.cu")" 1
is "whose text is the path" "$(shows xterm-256color | sed -n 's/\x1b]8;;[^\x1b]*\x1b.//g; s/^file:  //p')" \
	"$scratch/book/exercises/01_kernels/add.cu"
is "not on a console" "$(shows linux | grep -c "$link")" 0
is "not if it is turned off" "$(WARPBOOK_LINKS=0 shows xterm | grep -c "$link")" 0
is "and never in a file" "$(WARPBOOK_LINKS=1 TERM=xterm "$w" show add | grep -c "$link")" 0
is "or in plain text" "$(TERM=xterm script -qec "'$w' show add --plain" /dev/null </dev/null | grep -c "$link")" 0
(sleep 2; printf Q) | TERM=xterm-256color LC_ALL=C.UTF-8 script -qec "stty rows 24 cols 120; '$w' open add" "$scratch/seen" \
	>/dev/null 2>&1
ok "the workbook's paths are links, too" grep -aq "$link[^/]*/.*exercises/01_kernels/add.cu" "$scratch/seen"
(sleep 2; printf Q) | TERM=linux LC_ALL=C.UTF-8 script -qec "stty rows 24 cols 120; '$w' open add" "$scratch/seen" >/dev/null 2>&1
ok "but not on a console" test "$(grep -ac "$link" "$scratch/seen")" -eq 0

# ---- keys ------------------------------------------------------------------------------------
export XDG_CONFIG_HOME=$scratch/config
mkdir -p "$scratch/config/warpbook"
config() { printf '%s\n' "$@" >"$scratch/config/warpbook/config.lua"; "$w" open --keys 2>&1; }
like "the keys have names" "$("$w" open --keys)" 'check +c +check it'
like "the configuration gives them others" "$(config 'return { keys = { check = "x" } }')" 'check +x +check it'
is "as JSON, too" "$(json "$("$w" open --keys --json)" \
	"\$.keys[$("$w" open --keys | awk '$1 == "check" { print NR - 1 }')].keys")" x
like "an unknown name is an error with its line" "$(config 'return { keys = {' 'chek = "x" } }')" \
	"config.lua:2: .*chek.*did you mean|config.lua:2: .*chek"
like "so is a key that there is not" "$(config 'return { keys = {' '' 'check = "x f13" } }')" "config.lua:3: .*'f13' is not a key"
like "and one that another request has" "$(config 'return { keys = { check = "e" } }')" \
	"config.lua:1: .*'edit' has on the same page"
like "two that change places do not clash" "$(config 'return { keys = { check = "e", edit = "c" } }')" \
	'edit +c +open it at the line'
like "an empty one is no key" "$(config 'return { keys = { check = " " } }')" 'config.lua:1: .*has no key'
like "digits and the keys of a search stay" "$(config 'return { keys = { answer = "x" } }')" "config.lua:1: .*answer"
is "the mistake is the learner's" "$(config 'return 7' >/dev/null; "$w" open --keys >/dev/null 2>&1; echo $?)" 1
config 'return { keys = { quit = "X" } }' >/dev/null
(sleep 2; printf X) | TERM=xterm-256color LC_ALL=C.UTF-8 timeout 20 script -qec "stty rows 24 cols 80; '$w' open add" /dev/null \
	>/dev/null 2>&1
is "the workbook obeys them" "$?" 0

tap_done
