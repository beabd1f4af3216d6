#!/bin/sh
# ncu.sh [FOLDER] - measures counters.def's launches with ncu on this machine's GPU and writes counters.tsv
# again: the values are the card's; the comparison and its reason are kept for every existing row. Needs
# nvcc's ptxas, a C compiler and ncu. FOLDER (default: a temporary one) keeps the raw tables; if it already
# has them, nothing is run.
#
#	ncu.sh --ptx    compiles counters.cu again first (needs nvcc)
set -e
cd "$(dirname "$0")"
export LC_ALL=C
if [ "$1" = --ptx ]; then
	shift
	nvcc -arch=compute_90 -lineinfo -std=c++17 -ptx -diag-suppress 550 counters.cu -o counters.ptx
	sed -i 's|"[^"]*/\([^/"]*\)"|"\1"|' counters.ptx
fi
raw=${1:-$(mktemp -d)}
cuda=${CUDA_HOME:-/usr/local/cuda}

# What the vm counts, and ncu's metrics that come to the same: [times*]metric[+...], .sum left out.
launch_map='
warp_instructions smsp__inst_executed
thread_instructions smsp__thread_inst_executed
active_thread_instructions smsp__thread_inst_executed_pred_on
global_load_requests l1tex__t_requests_pipe_lsu_mem_global_op_ld
global_load_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld
global_load_bytes smsp__sass_data_bytes_mem_global_op_ld
global_store_requests l1tex__t_requests_pipe_lsu_mem_global_op_st
global_store_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_st
global_store_bytes smsp__sass_data_bytes_mem_global_op_st
global_atomic_requests l1tex__t_requests_pipe_lsu_mem_global_op_red+l1tex__t_requests_pipe_lsu_mem_global_op_atom
global_atomic_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_red+l1tex__t_sectors_pipe_lsu_mem_global_op_atom
local_requests l1tex__t_requests_pipe_lsu_mem_local_op_ld+l1tex__t_requests_pipe_lsu_mem_local_op_st
local_sectors l1tex__t_sectors_pipe_lsu_mem_local_op_ld+l1tex__t_sectors_pipe_lsu_mem_local_op_st
shared_load_requests smsp__sass_inst_executed_op_shared_ld
shared_load_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld
shared_store_requests smsp__sass_inst_executed_op_shared_st
shared_store_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st
shared_atomic_requests smsp__sass_inst_executed_op_shared_atom
shared_atomic_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom
bank_conflicts l1tex__data_bank_conflicts_pipe_lsu_mem_shared
branches smsp__sass_branch_targets
divergent_branches smsp__sass_branch_targets_threads_divergent
flops_f32 smsp__sass_thread_inst_executed_op_fadd_pred_on+smsp__sass_thread_inst_executed_op_fmul_pred_on+2*smsp__sass_thread_inst_executed_op_ffma_pred_on
flops_f64 smsp__sass_thread_inst_executed_op_dadd_pred_on+smsp__sass_thread_inst_executed_op_dmul_pred_on+2*smsp__sass_thread_inst_executed_op_dfma_pred_on
flops_f16 smsp__sass_thread_inst_executed_op_hadd_pred_on+smsp__sass_thread_inst_executed_op_hmul_pred_on+2*smsp__sass_thread_inst_executed_op_hfma_pred_on
integer_operations smsp__sass_thread_inst_executed_op_integer_pred_on+smsp__sass_thread_inst_executed_op_bit_pred_on
special_operations smsp__thread_inst_executed_pipe_xu_pred_on
'
pattern_map='
global_load_sectors smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld
global_store_sectors smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st
global_atomic_sectors smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red+smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom
local_sectors smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_ld+smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st
shared_load_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld
shared_store_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st
shared_atomic_wavefronts smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom
'

measure() # KIND MAP
{
	metrics=$(printf '%s' "$2" | sed 's/^[a-z0-9_]* //; s/[0-9]*\*//g; s/+/\n/g' | sed '/^$/d; s/$/.sum/' | sort -u |
		paste -sd,)
	ncu --clock-control none --cache-control none --csv --page raw --print-units base \
		--metrics "$metrics" --log-file "$raw/$1.csv" "$raw/counters_launch" "$raw/counters.cubin" "$1"
}

if ! [ -f "$raw/patterns.csv" ]; then
	"$cuda/bin/ptxas" -arch=sm_90 -lineinfo counters.ptx -o "$raw/counters.cubin"
	${CC:-cc} -O1 -I"$cuda/include" counters_launch.c -o "$raw/counters_launch" -L"$cuda/lib64/stubs" -lcuda
	measure launches "$launch_map"
	measure patterns "$pattern_map"
fi

# Rows "kernel counter value"; the patterns of a kernel make one row, with a comma between values.
tabulate() # KIND MAP
{
	{
		printf '%s' "$2" | sed '/^$/d'
		sed '/^==/d; s/^"//; s/"$//; s/","/\t/g; s/,//g' "$raw/$1.csv"
	} | awk -F '\t' -v OFS='\t' '
		!/\t/ { split($0, m, " "); names[++n] = m[1]; sums[m[1]] = m[2]; next }
		$1 == "ID" { for (k = 1; k <= NF; k++) column[$k] = k; next }
		$1 == "" { next }
		{
			kernel = $column["Kernel Name"]
			if (!(kernel in seen))
				order[++kernels] = kernel
			again = seen[kernel]++
			for (k = 1; k <= n; k++) {
				terms = split(sums[names[k]], term, "+")
				total = 0
				for (t = 1; t <= terms; t++) {
					times = 1
					if (split(term[t], f, "*") == 2) {
						times = f[1]
						term[t] = f[2]
					}
					total += times * $column[term[t] ".sum"]
				}
				key = kernel OFS names[k]
				value[key] = again ? value[key] "," total : total
			}
		}
		END {
			for (j = 1; j <= kernels; j++)
				for (k = 1; k <= n; k++)
					print order[j], names[k], value[order[j] OFS names[k]]
		}'
}

# A row that is new begins as "equal"; zeroes are left out unless they have a reason.
{ tabulate launches "$launch_map"; tabulate patterns "$pattern_map"; } > "$raw/values.tsv"
[ -f counters.tsv ] || : > counters.tsv
awk -F '\t' -v OFS='\t' '
	/^#/ { print; next }
	FNR == NR { why[$1 OFS $2] = NF > 4 ? $4 OFS $5 : "equal"; next }
	{
		key = $1 OFS $2
		known = key in why ? why[key] : "equal"
		if ($3 ~ /[1-9]/ || known != "equal")
			print key, $3, known
	}' counters.tsv "$raw/values.tsv" > "$raw/new.tsv"
mv "$raw/new.tsv" counters.tsv
