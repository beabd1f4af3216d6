#!/bin/bash
# slurm.sh - a class graded on a cluster: the grades are those of a local run, and each file is graded exactly once, whatever is
# lost on the way. First with a stand-in for sbatch and squeue; then, if its packages are installed, on a real Slurm of three
# nodes on this machine (tests/machines/slurm-mini.sh), one of which dies, and whose array is cancelled.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child grade worker store
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
w=$WARPBOOK_BIN
mutants=$TESTS_DIR/mutants/01_kernels
cd "$scratch" || exit 99
if ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v jq >/dev/null; then
	skip "a class on a cluster" "clang, sqlite3 or jq is not here"
	tap_done
fi
sql() { sqlite3 "$1/.warpbook/warpbook.db" "$2"; }
cat >a1.lua <<'END'
return { name = "a1", exercises = { { "01_kernels/add", points = 10 }, { "01_kernels/saxpy", points = 20 } }, seed = 7 }
END
for exercise in add saxpy; do
	i=0
	for file in "$mutants/$exercise"/*.cu; do
		i=$((i + 1))
		[ $i -le 12 ] || break
		mkdir -p "sub/O'Neil $i"
		cp "$file" "sub/O'Neil $i/$exercise.cu"
	done
done
printf '#define SUM(x, y) ((x) + (y))\n' >"sub/O'Neil 1/sum.h"
printf '#include "sum.h"\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = SUM(a[i], b[i]);\n}\n' >"sub/O'Neil 1/add.cu"
mkdir local
"$w" grade sub -a a1.lua --class local --csv local.csv --feedback local.feedback >/dev/null 2>&1
files=$(sql local "select count(*) from grade_result")
ok "there is a class of twenty-four files" [ "$files" = 24 ]
grade() { # class, options: on the cluster
	mkdir -p "$1"
	"$w" grade sub -a a1.lua --class "$@" --csv "$1.csv" --feedback "$1.feedback"
}
alike() { # what class
	is "$1: the grades are those of a local run" \
		"$(cmp local.csv "$2.csv" && diff -r local.feedback "$2.feedback" && echo same)" same
	is "$1: each file has one result" "$(sql "$2" \
		"select count(*), count(distinct source_sha256 || exercise) from grade_result")" "$files|$files"
}

# ---- profiles -----------------------------------------------------------------------------------------
cat >mini.lua <<END
return { minutes = 10, memory = 1500, cpus = 4, files = 2, scratch = "$scratch/node's disk" }
END
like "a scratch folder that the shell could take apart is rejected" "$(grade x --slurm ./mini.lua --dry-run 2>&1; echo "rc $?")" \
	"mini.lua:1: scratch: .* is not a folder"
cat >mini.lua <<END
return { options = { "--comment=class" }, setup = { "echo 'setup is done'" }, minutes = 10, memory = 1500, cpus = 4, files = 2, scratch = "\$TMPDIR" }
END
grade dry --slurm ./mini.lua --dry-run >job
is "a dry run prints the job, and submits and writes nothing" \
	"$? $(bash -n job && echo valid) $(ls dry/.warpbook/slurm 2>/dev/null)" "0 valid "
is "with the array, the profile's options, its limits and its setup" \
	"$(grep -c -e '^#SBATCH --array=0-11$' -e "^#SBATCH --comment=class$" -e '^#SBATCH --requeue$' \
	-e '^#SBATCH --mem=1500$' -e '^#SBATCH --time=10$' -e "^echo 'setup is done'$" job)" 6
wrong() { printf '%s\n' "$3" >wrong.lua; like "$1" "$(grade x --slurm ./wrong.lua --dry-run 2>&1; echo "rc $?")" "$2"; }
wrong "an option that is none is rejected" "wrong.lua:1: options\[1\]: 'rm -rf' does not begin with -" \
	'return { options = { "rm -rf" } }'
wrong "and one of two lines" "is not one line" 'return { setup = { "echo a\necho b" } }'
wrong "and a number that cannot be" "wrong.lua:1: files: 0 is not possible" 'return { files = 0 }'
wrong "and a field that there is not" "account: there is no such field" 'return { account = "x" }'
is "a profile that there is not is wrong usage" "$(grade x --slurm nowhere --dry-run >/dev/null 2>&1; echo $?)" 2
for profile in "$TESTS_DIR"/../grader/slurm/*.lua; do
	name=$(basename "$profile" .lua)
	ok "the profile '$name' is read" grep -q '^#SBATCH --array' <(grade dry --slurm "$name" --dry-run)
done
is "--dry-run belongs to --slurm" "$(grade x --dry-run >/dev/null 2>&1; echo $?)" 2

# ---- a stand-in for Slurm: sbatch runs the tasks one after the other ------------------------------------
mkdir bin
cat >bin/sbatch <<'END'
#!/bin/bash
# The tasks whose numbers are in $FAKE_SKIP do not run.
last=$(sed -n 's/^#SBATCH --array=0-//p' job.sbatch)
for task in $(seq 0 "$last"); do
	case " $FAKE_SKIP " in *" $task "*) continue ;; esac
	SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$task SLURMD_NODENAME=fake bash job.sbatch >>log/out 2>&1
done
echo "7;fake"
END
cat >bin/squeue <<'END'
#!/bin/sh
exit 0
END
chmod +x bin/*
path=$PATH
real_slurm=$(command -v slurmctld && command -v slurmd && command -v munged && command -v sbatch)
PATH=$scratch/bin:$PATH
FAKE_SKIP="1 4" grade fake --slurm ./mini.lua >said 2>&1
is "where tasks are lost, the status says so" "$? $(sql fake "select count(*) from grade_view where state = 'not-graded'")" "4 4"
is "what came is graded" "$(sql fake "select count(*) from grade_result")" 20
cp fake.csv before.csv
grade fake --slurm ./mini.lua >said 2>&1
is "the same command plans what is missing" "$? $(jq '.files | length' fake/.warpbook/slurm/a1/runs/2/plan.json)" "0 4"
alike "after lost tasks" fake
grade fake --slurm ./mini.lua >said 2>&1
is "and then there is nothing to do" "$? $(ls fake/.warpbook/slurm/a1/runs | wc -l)" "0 2"

clang=$(command -v clang || command -v clang-14 || ls /usr/bin/clang-[0-9]* | head -1)
run=$scratch/fake/.warpbook/slurm/a1/runs/1 results=$scratch/fake/.warpbook/slurm/a1/results
rm "$results"/*
for k in 1 2 3; do
	SLURM_ARRAY_TASK_ID=0 SLURM_RESTART_COUNT=$k "$w" task --jobs 2 "$run" >/dev/null 2>&1 &
done
wait
is "three attempts of a task at once leave one result of each file, and no half ones" "$(ls -A "$results" | wc -l)" 2

poison=$(jq -r '.files[0].key' "$run/plan.json") other=$(jq -r '.files[1].key' "$run/plan.json")
mkdir -p poison/.warpbook/slurm/a1/started poison/.warpbook/slurm/a1/results
touch poison/.warpbook/slurm/a1/started/{$poison.1.0.0.n,$poison.2.0.0.n,$other.1.0.0.n}
printf '{"format": 1, "attempt": [{"exercise; DROP TABLE attempt": 1}], "grade_result": []}' \
	>"poison/.warpbook/slurm/a1/results/$other.json"
grade poison --slurm ./mini.lua >/dev/null 2>&1
is "a file at which a task died twice has a task of its own" \
	"$(jq -c '[.tasks[] | select(length == 1)] | length' poison/.warpbook/slurm/a1/runs/1/plan.json)" 2
alike "after two deaths and a damaged result" poison
ok "which is put aside" [ -f "poison/.warpbook/slurm/a1/results/$other.damaged" ]
mkdir -p dead/.warpbook/slurm/a1/started
touch dead/.warpbook/slurm/a1/started/$poison.{1,2,3}.0.0.n
grade dead --slurm ./mini.lua >said 2>&1
is "after three it is not submitted again, and no zero" \
	"$? $(sql dead "select count(*), max(note) from grade_view where state = 'not-graded'")" \
	"4 1|machine: the cluster's jobs died at this file three times: check it here, without --slurm"
grade dead >/dev/null 2>&1
alike "but is checked here" dead

swap=$scratch/swap/.warpbook/slurm/a1/results
mkdir -p "$swap"
cp "poison/.warpbook/slurm/a1/results/$other.json" "$swap/$poison.json"
grade swap --slurm ./mini.lua >/dev/null 2>&1
ok "a result under another's name is put aside" [ -f "$swap/$poison.damaged" ]
alike "then" swap

printf '#!/bin/sh\nmkdir -p "%s/wrapped" && exec "%s" "$@"\n' "$scratch" "$w" >wrapper
chmod +x wrapper
sed "s|return {|return { program = \"sh $scratch/wrapper\",|" mini.lua >wrapped.lua
grade image --slurm ./wrapped.lua >/dev/null 2>&1
ok "a profile may name what runs warpbook on a node" [ -d wrapped ]
alike "with it" image
wrong "but no second command" "program: .* is not one command" 'return { program = "a; b" }'

cp -r fake elsewhere
sed -i 's/"compiler": "[^"]*"/"compiler": "clang 1.0"/' elsewhere/.warpbook/slurm/a1/runs/1/plan.json
rm -f elsewhere/.warpbook/slurm/a1/results/*
like "a node with another compiler grades nothing" \
	"$(SLURM_ARRAY_TASK_ID=1 "$w" task "$scratch/elsewhere/.warpbook/slurm/a1/runs/1" 2>&1; echo "rc $?";
	ls elsewhere/.warpbook/slurm/a1/results)" \
	"the plan was made for 'clang 1.0'"
rm bin/sbatch
PATH=$path
mkdir -p none
like "without sbatch it says where to go" "$(PATH=/nowhere;
	"$w" grade sub -a a1.lua --class none --compiler "$clang" --slurm ./mini.lua 2>&1)" "cannot start sbatch"

# ---- a real Slurm -----------------------------------------------------------------------------------------
chmod 711 "$scratch" # munged looks
slurm() { D=$scratch/slurm P=28817 bash "$TESTS_DIR/machines/slurm-mini.sh" "$@"; }
if [ -z "$real_slurm" ] || ! slurm start >started 2>&1; then
	skip "on a real Slurm" "${real_slurm:+it does not start here}${real_slurm:-slurmctld, slurmd, sbatch or munged is not here}"
	[ -z "$real_slurm" ] || { slurm stop >/dev/null 2>&1; sed 's/^/# /' started; }
	tap_done
fi
trap 'slurm stop >/dev/null 2>&1; rm -rf "$scratch"' EXIT
export SLURM_CONF=$scratch/slurm/slurm.conf
TMPDIR=$scratch/tmp
export TMPDIR
mkdir "$TMPDIR"

# A node dies as a machine does: its daemon first, which would report the death of a job, then the job with the process over it.
kill_node() { # name
	local pid parent
	kill -9 "$(cat "$scratch/slurm/slurmd.$1.pid")"
	for pid in $(pgrep -f "warpbook' task|warpbook task|slurm_script"); do
		{ tr '\0' '\n' <"/proc/$pid/environ"; } 2>/dev/null | grep -qx "SLURMD_NODENAME=$1" || continue
		{ tr '\0' '\n' <"/proc/$pid/environ"; } 2>/dev/null | grep -qx "SLURM_CONF=$SLURM_CONF" || continue
		parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/$pid/status" 2>/dev/null)
		case $(tr '\0' ' ' <"/proc/$parent/cmdline" 2>/dev/null) in *slurmstepd*) kill -9 "$parent" ;; esac
		kill -9 "$pid"
	done 2>/dev/null
}
count() { ls "$1/.warpbook/slurm/a1/results" 2>/dev/null | grep -c json; }
until_some() { # class n
	for _ in $(seq 300); do
		[ "$(count "$1")" -lt "$2" ] || return 0
		sleep 0.1
	done
	return 1
}

in_flight() { # class, node: a check has begun there, and has no result
	for _ in $(seq 600); do
		for mark in "$1"/.warpbook/slurm/a1/started/*."$2"; do
			key=${mark##*/}
			[ ! -f "$mark" ] || [ -f "$1/.warpbook/slurm/a1/results/${key%%.*}.json" ] || return 0
		done
		sleep 0.05
	done
	return 1
}

sed 's/files = 2/files = 8/' mini.lua >long.lua # a task for each node, which lasts some seconds
grade lost --slurm ./long.lua >lost.said 2>&1 &
until_some lost 2
in_flight lost node2
kill_node node2
is "a node dies in the middle" "$([ "$(count lost)" -lt 24 ] && echo early)" early
wait $!
is "and the command ends well all the same" $? 0
alike "after a node's death" lost
ok "a task was started again" [ "$(ls lost/.warpbook/slurm/a1/started | grep -c '\.1\.node')" -gt 0 ]
echo "# $(ls lost/.warpbook/slurm/a1/started | wc -l) checks began for 24 files, $(ls lost/.warpbook/slurm/a1/started |
	grep -c '\.1\.node') of them in tasks that Slurm started again"
slurm node 2

grade cancelled --slurm ./mini.lua >cancelled.said 2>&1 &
until_some cancelled 2
timeout 10 scancel --full "$(cut -d';' -f1 cancelled/.warpbook/slurm/a1/runs/1/job)"
wait $!
status=$?
is "a cancelled array is no zero" "$status $(grep -c 'not graded' cancelled.said | sed 's/^[1-9][0-9]*$/some/')" "4 some"
came=$(count cancelled)
grade cancelled --slurm ./mini.lua >said 2>&1
is "the same command goes on" "$? $(jq '.files | length' cancelled/.warpbook/slurm/a1/runs/2/plan.json)" "0 $((24 - came))"
alike "after a cancelled array" cancelled

mkdir -p stopped
"$w" grade sub -a a1.lua --class stopped --slurm ./mini.lua >/dev/null 2>&1 &
until_some stopped 1
kill -9 $!
wait $! 2>/dev/null
grade stopped --slurm ./mini.lua >said 2>&1
[ $? -eq 0 ] || grep 'not graded,' said
is "if the command is killed, the jobs go on, and the next call waits for them" \
	"$(grep -c 'not graded' said) $(ls stopped/.warpbook/slurm/a1/runs | wc -l)" "0 1"
alike "after that" stopped
tap_done
