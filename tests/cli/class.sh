#!/bin/bash
# class.sh - the instructor's view of a class: the table fills while another process grades, can be sorted and filtered, and
# shows a submission with its findings; the instructor adjusts points and checks one file again in the workbook, in a real
# terminal.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
mutants=$TESTS_DIR/mutants/01_kernels
cd "$scratch" || exit 99

if ! has_compiler clang || ! command -v jq >/dev/null; then
	skip "a class in the workbook" "clang or jq is not here"
	tap_done
fi
cat >a1.lua <<'END'
return { name = "a1", title = "First kernels", exercises = { { "01_kernels/add", points = 10, cases = 1 }, { "01_kernels/saxpy", points = 10, cases = 1 } } }
END
hand() { mkdir -p -- "sub/$1" && cp "$3" "sub/$1/$2"; }
hand "O'Brien" add.cu "$TESTS_DIR/../solutions/01_kernels/add.cu"
hand "O'Brien" saxpy.cu "$TESTS_DIR/../solutions/01_kernels/saxpy.cu"
hand lee add.cu "$mutants/add/wrong_no_guard.cu"
hand =zoe add.cu "$mutants/add/wrong_nan.cu"
mkdir -p sub/nobody
cell() { "$w" class -a a1.lua --json | jq -r --arg s "$1" --arg x "$2" \
	"$number"'.students[] | select(.id == $s) | .exercises[$x] | "\(.state) \(.points | number)"'; }

is "an empty gradebook has an empty table" "$("$w" class -a a1.lua --json | jq -c '[.files, (.students | length)]')" '[0,0]'
is "without an assignment that is wrong usage" "$("$w" class >/dev/null 2>&1; echo $?)" 2

# While it is graded: what is checked is provisional, the rest waits.
"$w" grade sub -a a1.lua -j 1 >/dev/null 2>&1 &
grading=$!
seen=no
for _ in $(seq 400); do
	now=$("$w" class -a a1.lua --json | jq -r '"\(.files) \(.checked) \(.waiting)"')
	case $now in "4 1 "* | "4 2 "* | "4 3 "*) seen="yes" ;; esac
	kill -0 "$grading" 2>/dev/null || break
	sleep 0.02
done
wait "$grading"
is "the table fills while another process grades" "$seen" yes
is "then it has the grades" "$(cell "O'Brien" 01_kernels/add)" 'graded 10'
is "and says who handed in nothing" "$(cell nobody 01_kernels/saxpy)" 'missing 0'
is "all is checked" "$("$w" class -a a1.lua --json | jq -c '[.checked, .files, .waiting]')" '[4,4,0]'
is "sorted by the total, the highest first" "$("$w" class -a a1.lua --json --sort total --backwards | jq -r '.students[0].id')" \
	"O'Brien"
is "filtered by a verdict" "$("$w" class -a a1.lua --json --filter memory-error | jq -r '[.students[].id] | join(" ")')" lee
like "as text" "$("$w" class -a a1.lua --plain)" "O'Brien +10 +10 +20"
is "or by its German name" "$(LANGUAGE=de "$w" class -a a1.lua --plain --filter speicherfehler | sed -n '2s/ .*//p')" lee
like "a cell without a file" "$("$w" class -a a1.lua --plain --filter nobody)" "nobody +- +- +0"
like "a column that there is not" "$("$w" class -a a1.lua --sort weight 2>&1)" "'weight' is no column"
report=$("$w" class -a a1.lua --student lee --exercise add --json)
is "a submission has its findings by line" "$(jq -r '.findings[0] | "\(.kind) \(.line > 0)"' <<<"$report")" 'out-of-bounds true'
like "and its source" "$(jq -r .source <<<"$report")" '__global__'
like "as text it has the report" "$("$w" class -a a1.lua --student lee --exercise add)" 'lee, 01_kernels/add: '
like "a student that is not there" "$("$w" class -a a1.lua --student who --exercise add 2>&1; echo "rc $?")" "rc 2"

# A file handed in again waits, and the old grade counts until then.
"$w" grade adjust lee add +1 --reason 'a good comment' -a a1.lua >/dev/null
is "an adjustment counts" "$("$w" class -a a1.lua --json |
	jq '.students[] | select(.id == "lee") | .exercises["01_kernels/add"].adjusted')" true

hidden=$("$w" class -a a1.lua --pseudonyms --json)
is "pseudonyms: nobody is named" "$(jq -c '[.students[] | .id, .name] | map(select(test("^s-[0-9a-f]{12}$") | not)) | length' \
	<<<"$hidden") $(grep -c -e lee -e Brien <<<"$hidden")" "0 0"
is "and the points are the same" "$(jq -c '[.students[].total] | sort' <<<"$hidden")" \
	"$("$w" class -a a1.lua --json | jq -c '[.students[].total] | sort')"
someone=$(jq -r 'first(.students[] | select(.exercises["01_kernels/add"].adjusted)) | .id' <<<"$hidden")
report=$("$w" class -a a1.lua --pseudonyms --student "$someone" --exercise add)
like "a submission is read by its pseudonym" "$report" "^$someone, 01_kernels/add: "
is "its path and whoever adjusted it stay hidden" "$(grep -c -e 'lee' -e ' by ada' <<<"$report")" 0

# ---- in a terminal ----------------------------------------------------------------------------------
command -v tmux >/dev/null || {
	skip "the table in a terminal" "tmux is missing"
	tap_done
}
unset TMUX NO_COLOR
server=warpbook-class-$$
t() { tmux -L "$server" -f /dev/null "$@"; }
trap 't kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
window() { t capture-pane -p -t class; }
keys() { t send-keys -t class "$@"; }
comes() {
	for _ in $(seq 300); do
		window 2>/dev/null | grep -Eq -- "$1" && return 0
		sleep 0.1
	done
	window
	return 1
}
t new-session -d -s class -x 100 -y 30 "exec sh" && window >/dev/null || {
	skip "the table in a terminal" "no terminal can be opened here"
	tap_done
}
keys "PS1='ready> '; clear; $w class sub -a a1.lua; echo left with \$?" Enter
ok "the table opens" comes "O'Brien .*✓ 10 .*✓ 10 +20"
keys / ; keys -l "o'b"; keys Enter
ok "a filter leaves one student" comes '1 with "o.b"'
keys Enter
ok "enter opens the submission" comes '^│ 01_kernels/add, O.Brien'
keys a; keys -l -- '-2.5'; keys Enter; keys -l 'späte Abgabe'; keys Enter
ok "points are adjusted, with a reason" comes 'adjusted: -2.5 by .*: späte Abgabe'
is "in the gradebook" "$("$w" class -a a1.lua --json | jq '.students[] | select(.id == "O'"'"'Brien") | .total + 0')" 17.5
cp "$mutants/add/wrong_rounds_to_zero.cu" "sub/O'Brien/add.cu"
keys r
ok "another file, checked again, asks before it counts" comes 'add: 7.5 -> .*apply\? *y / n'
keys y
ok "and counts then" comes 'the regrade counts now'
is "the regrade is the current grade" "$("$w" class -a a1.lua --student "O'Brien" --exercise add --json | jq -r .grade.verdict)" \
	wrong-answer
keys q
comes '1 with' >/dev/null
cp "$TESTS_DIR/../solutions/01_kernels/saxpy.cu" sub/lee/
(unset LC_ALL; "$w" grade sub -a a1.lua >/dev/null 2>&1)
keys / Escape
ok "what another process graded meanwhile is in the open table" comes 'lee .*✓ 10'
keys q
ok "q leaves" comes 'left with 0'
tap_done
