#!/bin/bash
# submit.sh - a learner's own check as a job: the job's file, with and without a GPU; then, if its packages are installed, on a
# real Slurm of three nodes: a pass, a finding, an interrupted command that goes on, and the workspace's record.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 WARPBOOK_COMPILER=clang TZ=UTC WARPBOOK_WORKSPACE=$scratch/work
unset WARPBOOK_DEVICE
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions/01_kernels
mutants=$TESTS_DIR/mutants/01_kernels/add
cd "$scratch" || exit 99
if ! has_compiler clang || ! command -v sqlite3 >/dev/null || ! command -v jq >/dev/null; then
	skip "a check on a cluster" "clang, sqlite3 or jq is not here"
	tap_done
fi
"$w" init work >/dev/null
add=work/exercises/01_kernels/add.cu
cp "$solutions/add.cu" $add

"$w" submit add --slurm plain --dry-run >job
is "a dry run prints the job, and leaves nothing" "$? $(bash -n job && echo valid) $(ls work/.warpbook/slurm 2>/dev/null)" \
	"0 valid "
is "one task, without a GPU" "$(grep -c -e '^#SBATCH --array=0-0$' -e '^#SBATCH --job-name=warpbook-add$' job) $(grep -c gpu \
	job)" "2 0"
for profile in plain hpc2n uppmax lunarc nsc utd; do
	like "the profile '$profile' asks for a GPU where the check needs one" \
		"$("$w" submit add --slurm $profile --device gpu --dry-run)" '#SBATCH --(gres=gpu|gpus=|gpus-per-task=)'
done
printf 'return {}\n' >bare.lua
like "a profile that does not say how says so" "$("$w" submit add --slurm ./bare.lua --device gpu --dry-run 2>&1; echo "rc $?")" \
	"does not say how to ask for a GPU"
is "without a profile that is wrong usage" "$("$w" submit add >/dev/null 2>&1; echo $?)" 2
: >empty_add.cu
like "an empty file is no job" "$("$w" submit empty_add.cu --as add --slurm plain --dry-run 2>&1)" 'is empty'

# ---- a real Slurm -----------------------------------------------------------------------------------------
real_slurm=$(command -v slurmctld && command -v slurmd && command -v munged && command -v sbatch)
chmod 711 "$scratch" # munged looks
slurm() { D=$scratch/slurm P=28917 bash "$TESTS_DIR/machines/slurm-mini.sh" "$@"; }
if [ -z "$real_slurm" ] || ! slurm start >started 2>&1; then
	skip "on a real Slurm" "${real_slurm:+it does not start here}${real_slurm:-slurmctld, slurmd, sbatch or munged is not here}"
	[ -z "$real_slurm" ] || { slurm stop >/dev/null 2>&1; sed 's/^/# /' started; }
	tap_done
fi
trap 'slurm stop >/dev/null 2>&1; rm -rf "$scratch"' EXIT
export SLURM_CONF=$scratch/slurm/slurm.conf TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
printf 'return { minutes = 5, memory = 1500, cpus = 1, files = 1, scratch = "$TMPDIR" }\n' >mini.lua
sql() { sqlite3 work/.warpbook/warpbook.db "$1"; }

"$w" submit add --slurm ./mini.lua >said 2>err
is "a right file passes, with the exit status of a check" $? 0
like "and its report is printed" "$(cat said)" '01_kernels/add: .*passed|passed.*01_kernels/add'
is "the attempt is in the record" "$(sql "select exercise, verdict from attempt_view")" '01_kernels/add|passed'
is "the job's folder is gone" "$(ls work/.warpbook/slurm)" ""
"$w" submit add --slurm ./mini.lua --json 2>/dev/null | jq -r '"\(.verdict) \(.attempt)"' >said
is "the same file again has its result" "$(cat said) $(sql "select count(*) from attempt_view")" "passed 1 1"
cp "$mutants/wrong_no_guard.cu" $add
"$w" submit --slurm ./mini.lua --json "$PWD/$add" >said 2>err
is "a wrong one ends with 1" "$? $(jq -r .verdict said)" "1 memory-error"
like "and its report names the line" "$(jq -r .report said)" 'out-of-bounds'
cp "$mutants/wrong_nan.cu" $add
"$w" submit add --slurm ./mini.lua >said 2>err &
pid=$!
for _ in $(seq 100); do
	ls work/.warpbook/slurm/*/runs/1/job >/dev/null 2>&1 && break
	sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null
"$w" submit add --slurm ./mini.lua --json >said 2>err
is "after a kill the same command takes the job's result" "$? $(jq -r .cases said) $(sql "select count(*) from attempt_view")" \
	"1 10 3"
command -v python3 >/dev/null && "$w" check --no-record --as 01_kernels/add "$solutions/add.py" >/dev/null 2>&1 && {
	"$w" submit --slurm ./mini.lua "$solutions/add.py" --json >said 2>err
	is "an answer in Python" "$? $(jq -r .verdict said)" "0 passed"
}
tap_done
