#!/bin/bash
# author.sh - an author's day: an exercise is begun, proved, and broken in each of the ways that `author
# check` must distinguish.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child toolchain worker bench attempt script catalog src/cmd/author judge grader/
export NO_COLOR=1 WARPBOOK_COMPILER=clang XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_DATA
w=$WARPBOOK_BIN
mine=$scratch/mine

status() { "$@" >"$scratch/out" 2>"$scratch/err"; echo $?; }
field() { sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"; }
# Begins afresh, lets the words change something, checks, and shows what is said.
after() { rm -rf "$mine"; "$w" author new 20_mine/twice "$mine" >/dev/null; (cd "$mine" && eval "$1");
	status "$w" author check "$mine" >"$scratch/status"; cat "$scratch/out" "$scratch/err"; }

is "author alone is wrong usage" "$(status "$w" author)" 2
like "and says what there is" "$(cat "$scratch/err")" '^  check '
is "a strange name is rejected" "$(status "$w" author new twice "$mine")" 1
like "with an example" "$(cat "$scratch/err")" '20_mine/twice'
is "a skeleton is made" "$(status "$w" author new 20_mine/twice "$mine")" 0
is "nothing is overwritten" "$(status "$w" author new 20_mine/twice "$mine")" 1
is "it is right without changes, with every compiler" "$(status "$w" author check "$mine" --compiler all)" 0
like "and counted" "$(cat "$scratch/out")" '^1 lesson, 1 exercise, 6 programs, '
is "no program generated from its solution passes" "$(status "$w" author check "$mine" --generated)" 0
is "--json reports the same" "$(status "$w" author check "$mine" --json)" 0
is "program by program" "$(field '$.programs') $(field '$.held') $(field '$.proofs[0].program')" "6 6 stub"
is "a second exercise joins the list" "$("$w" author new 20_mine/thrice "$mine" >/dev/null;
	cat "$mine/exercises/20_mine/order.lua")" 'return { "twice", "thrice" }'
like "and is missed in the lesson" "$("$w" author check "$mine")" '^20_mine/thrice: no lesson leads to it'
like "--only asks about one" "$("$w" author check "$mine" --only twice)" '^0 lessons, 1 exercise, 6 programs'

like "or about a lesson's" "$("$w" author check "$mine" --only 20_mine)" '^0 lessons, 2 exercises, 12 programs'
like "or about several" "$("$w" author check "$mine" --only 20_mine,twice)" '^0 lessons, 2 exercises, 12 programs'
like "or about one program" "$("$w" author check "$mine" --only 20_mine/thrice:solution,twice:stub,twice:solution)" \
	'^0 lessons, 2 exercises, 3 programs'
like "one that is not there is a wrong word" "$("$w" author check "$mine" --only twice:solutino 2>&1)" \
	"no program '20_mine/twice:solutino'"
is "rounds are counted" "$("$w" author check "$mine" --only twice --rounds 3 --json >"$scratch/out";
	field '$.proofs[1].rounds')" 3
said=$("$w" author new 01_kernels/triple "$scratch/joins")
like "an exercise for a lesson of our course joins it" "$said" 'it joins the lesson 01_kernels of'
is "and makes no lesson" "$(find "$scratch/joins/lessons" 2>/dev/null)" ''
is "a kind that does not exist is wrong usage" "$(status "$w" author new 20_mine/third "$mine" --kind banana)" 2
is "a host exercise is made too" "$(status "$w" author new 20_mine/third "$mine" --kind host)" 0
like "with the programs that break its rules" "$(cat "$scratch/out")" 'tests/mutants/20_mine/third/slow_many_small_launches.cu'
is "it is right without changes, with every compiler" "$(status "$w" author check "$mine" --only third --compiler all)" 0
like "and counted" "$(cat "$scratch/out")" '^0 lessons, 1 exercise, 8 programs, '
rm "$mine"/tests/mutants/20_mine/third/slow_*.cu
like "a rule of time without a slow program" "$("$w" author check "$mine" --only third)" \
	'it asks for speed: write a right program that is too slow'
sed -i '/{ "time"/d' "$mine/exercises/20_mine/third.lua"
is "and without the rule nothing is missed" "$(status "$w" author check "$mine" --only third)" 0
sed -i.oracle 's/oracle = function(c)/accept = function(c) if c.n > 0 then return "nothing is right" end/' \
	"$mine/exercises/20_mine/third.lua"
like "a solution that the definition does not accept" "$("$w" author check "$mine" --only third)" \
	'the reference solution is not accepted: nothing is right'
mv "$mine/exercises/20_mine/third.lua.oracle" "$mine/exercises/20_mine/third.lua"
sed 's/^\/\/ Expect.*//; 1i// Expect: rule-broken time' "$mine/solutions/20_mine/third.cu" \
	>"$mine/tests/mutants/20_mine/third/slow_not.cu"
like "a slow program without a limit on time" "$("$w" author check "$mine" --only third)" "it expects 'rule-broken time'"

# Every second round it is wrong, in one case: x lies between 1 and 8.
lucky='sed "s/^\/\/.*/\/\/ Expect: passed/; s/2 \* x\[i\]/n == 1 \&\& x[0] > 4.5f ? 0 : 2 * x[i]/" solutions/20_mine/twice.cu >tests/mutants/20_mine/twice/ok_lucky.cu'
after "$lucky" >/dev/null
inputs() { "$w" author check "$mine" --only twice --rounds 2 --seed 7 --json >"$scratch/out"; field '$.proofs[1].seed'; }
is "a seed draws the same inputs each time" "$(inputs)" "$(inputs)"
like "one of several rounds finds a result that holds by luck" "$("$w" author check "$mine" --rounds 60)" \
	'^20_mine/twice: ok_lucky'
"$w" author check "$mine" --rounds 60 --json >"$scratch/out"
is "among the others" "$(field '$.proofs[2].program')" ok_lucky
seed=$(field '$.proofs[2].seed')
like "with the seed to replay it" "$(WARPBOOK_DATA=$mine "$w" check "$mine/tests/mutants/20_mine/twice/ok_lucky.cu" --as twice \
	--seed "$seed" --no-record)" 'n = 1 '

like "a stub that passes" "$(after 'cp solutions/20_mine/twice.cu exercises/20_mine/twice.cu')" 'the stub already passes'
is "is the author's to change" "$(cat "$scratch/status")" 3
like "a stub that does not compile" "$(after 'echo "int x" >>exercises/20_mine/twice.cu')" 'the stub must compile'
like "a solution that fails" "$(after 'sed -i "s/2 \* x/3 * x/" solutions/20_mine/twice.cu')" 'oracle'
like "a wrong program that passes" "$(after 'sed "s/^\/\/ Expect.*//; 1i// Expect: wrong-answer" solutions/20_mine/twice.cu >tests/mutants/20_mine/twice/wrong_not.cu')" \
	'do not distinguish it from a right answer'
like "a mark on another line" "$(after 'sed -i "s/ \/\/ <-- here//; s/^{/{ \/\/ <-- here/" tests/mutants/20_mine/twice/wrong_no_guard.cu')" 'its line differs'
like "a verdict that does not exist" "$(after \
	'sed -i "s/Expect: .*/Expect: bad/" tests/mutants/20_mine/twice/wrong_no_guard.cu')" "'bad' is not a verdict"
like "no announcement" "$(after 'sed -i "/Expect/d" tests/mutants/20_mine/twice/wrong_no_guard.cu')" 'has no line `// Expect'
like "too few mistakes" "$(after 'rm tests/mutants/20_mine/twice/wrong_in_place.cu')" 'it has 3 known-wrong programs'
like "no mistakes at all" "$(after 'rm -r tests')" 'there is no folder tests/mutants/20_mine/twice'
like "too few other ways" "$(after 'sed -i "s/difficulty = 1/difficulty = 2/" exercises/20_mine/twice.lua')" \
	'it has 0 correct programs beside the solution'
perf='perf = { case = { n = 4096 }, limits = { { "sectors_per_request", most = 4.5, why = "w" } } },'
slow='mkdir -p tests/mutants/20_mine/twice; sed "s/^\/\/ Expect.*//; 1i// Expect: too-slow sectors_per_request" solutions/20_mine/twice.cu >tests/mutants/20_mine/twice/slow_not.cu'
like "limits of speed without a slow program" "$(after "sed -i '3i$perf' exercises/20_mine/twice.lua")" \
	'it asks for speed: write a right program that is too slow'
like "a slow program that keeps the limits" "$(after "sed -i '3i$perf' exercises/20_mine/twice.lua; $slow")" \
	'it keeps every limit: make the limit narrower'
like "a slow program of another metric" "$(after "sed -i '3i$perf' exercises/20_mine/twice.lua; $slow; sed -i s/sectors_per_request/traffic/ tests/mutants/20_mine/twice/slow_not.cu")" \
	"'traffic' is no metric that the exercise has a limit for"
like "a case for GPUs that cannot be made" "$(after "sed -i '3i$perf' exercises/20_mine/twice.lua; sed -i 's/limits = /gpu = { n = 1 << 40 }, &/' exercises/20_mine/twice.lua")" 'the case for GPUs: '
like "a slow program without any limit" "$(after "$slow")" 'is no metric that the exercise has a limit for'
like "a limit that the solution just keeps" "$(after \
	"sed -i '3i$perf' exercises/20_mine/twice.lua; sed -i 's/4\.5/4.2/' exercises/20_mine/twice.lua")" \
	'keeps a limit of speed by less than the margin'
like "no oracle" "$(after 'sed -i "/oracle/,/  end,/d" exercises/20_mine/twice.lua')" 'it has no oracle'
like "a broken definition, with its line" "$(after 'sed -i "s/minutes = 5/minutes = 500/" exercises/20_mine/twice.lua')" \
	'line 5: '
like "a broken lesson" "$(after 'echo "}" >>lessons/20_mine/lesson.lua')" '20_mine: line '
like "a folder that is none" "$("$w" author check "$scratch/nowhere" 2>&1)" 'cannot open the folder'
like "a folder without exercises" "$("$w" author check "$scratch" 2>&1)" 'has no folder `exercises`'
# An exercise about a part of the toolkit.
like "what needs nvcc is left out with clang, and counted" \
	"$(after "sed -i 's/^  title/  nvcc = \"Thrust\",\n  title/' exercises/20_mine/twice.lua")" \
		'^6 programs were left out: their exercises need nvcc'
is "and that is no fault" "$(cat "$scratch/status")" 0
like "the task says so" "$(WARPBOOK_DATA=$mine "$w" show --plain twice)" 'needs nvcc: Thrust comes with the CUDA toolkit'
is "a check with clang is the machine's matter" \
	"$(WARPBOOK_DATA=$mine status "$w" check --no-record "$mine/solutions/20_mine/twice.cu")" 4
like "and says what is missing" "$(cat "$scratch/out" "$scratch/err")" 'the exercise needs nvcc, and this is clang'

tap_done
