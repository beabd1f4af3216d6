#!/bin/bash
# timing.sh - on a machine with a GPU: are the times reliable? Compares solutions with themselves, kernels that are slower by a
# known factor, kernels that cheat in timed runs, and two checks that need the GPU at once. TIMING_ROUNDS=10 compares each
# solution with itself that many times (default 2).
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
if ! has_gpu || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi
content=${WARPBOOK_DATA:-$TESTS_DIR/..}
# Each field in a line: seconds of its check, then those of `speed`.
fields="verdict seconds reference_seconds speedup speedup_low speedup_high rounds measuring_seconds gb_per_s share_of_memory share_of_arithmetic sm_mhz watts slowed"
check() { # exercise file
	local start end
	start=$(date +%s%N)
	"$WARPBOOK_BIN" check --json --no-record --device gpu --compiler nvcc --as "$1" "$2" >"$scratch/json" 2>"$scratch/err"
	end=$(date +%s%N)
	took=$(((end - start) / 10000000))
	for f in $fields; do # a number that is not there is 0
		printf -v "$f" %s "$(sed -n 's/^ *"'"$f"'": "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$scratch/json" | head -1)"
		[ "$f" = verdict ] || [[ ${!f} = [0-9]* ]] || printf -v "$f" 0
	done
	printf '# %s: %s, %.4g us and %.4g us, %.4f from %.4f to %.4f, %s rounds, %.1f s of %d.%02d s, %.4g GB/s (%.2f, %.2f), %s MHz, %.0f W\n' "$(basename "$2" .cu)" "$verdict" \
		"$(awk "BEGIN { print 1e6 * $seconds }")" "$(awk "BEGIN { print 1e6 * $reference_seconds }")" "$speedup" \
		"$speedup_low" "$speedup_high" "$rounds" "$measuring_seconds" $((took / 100)) $((took % 100)) "$gb_per_s" \
		"$share_of_memory" "$share_of_arithmetic" "$sm_mhz" "$watts"
}
holds() { # an awk condition over the fields
	awk "BEGIN { speedup = $speedup; low = $speedup_low; high = $speedup_high; rounds = $rounds; exit !($1) }"
}
kernel() { # name parameters body: a file with such a kernel
	printf '__global__ void %s\n{\n%s\n}\n' "$2" "$3" >"$scratch/$1.cu"
}

# ---- a kernel beside itself -----------------------------------------------------------------
outside=0 compared=0 widest=0
for round in $(seq "${TIMING_ROUNDS:-2}"); do
	for id in 01_kernels/add 03_warps/mandelbrot 04_global_memory/vector_copy 05_shared_memory/transpose_tiled \
		07_atomics/histogram \
		08_reduce_scan/sum_any_n 10_matmul/matmul_coalesced 10_matmul/matmul_register; do
		check $id "$content/solutions/$id.cu"
		is "$id passes ($round)" "$verdict" passed
		ok "and is as fast as itself" holds "speedup > 0.985 && speedup < 1.015 || low <= 1 && high >= 1"
		holds "low > 1 || high < 1" && outside=$((outside + 1))
		compared=$((compared + 1))
	done
done
echo "# $outside of $compared intervals do not hold 1"
ok "nine of ten intervals hold 1" test $((outside * 10)) -le $((compared < 20 ? 20 : compared))

# ---- kernels of a known speed ----------------------------------------------------------------
copy='vector_copy(float *out, const float *x, int n)'
own='long i = blockIdx.x * (long)blockDim.x + threadIdx.x; if (i < n / 4) ((float4 *)out)[i] = ((const float4 *)x)[i]; else if (i == n / 4) for (int k = n / 4 * 4; k < n; k++) out[k] = x[k];'
kernel plain "$copy" "	$own"
check 04_global_memory/vector_copy "$scratch/plain.cu"
is "a copy of one's own passes" "$verdict" passed
kernel twice "$copy" "	long j = blockIdx.x * (long)blockDim.x + threadIdx.x; volatile const float4 *y = (volatile const float4 *)x; long m = n / 4, k = j < m ? m - 1 - j : 0; float s = m ? y[k].x + y[k].y + y[k].z + y[k].w : 0; if (s == 1e30f) return;
	$own"
check 04_global_memory/vector_copy "$scratch/twice.cu"
is "one that reads twice as much is too slow" "$verdict" too-slow
# The virtual machine has judged it, so the check takes no times. They are bench's: the original's by its own, at the largest size.
"$WARPBOOK_BIN" bench "$scratch/twice.cu" --as 04_global_memory/vector_copy --compiler nvcc --device gpu --json \
	>"$scratch/json" 2>&1
speedup=$(awk '$1 == "\"yours\":" { own = 1 } $1 == "\"reference\":" { own = 0 }
	$1 == "\"seconds\":" { if (own) yours = $2 + 0; else reference = $2 + 0 }
	END { print yours ? reference / yours : 0 }' "$scratch/json")
echo "# $speedup times as fast"
ok "by what it reads" holds "speedup > 0.55 && speedup < 0.8"

# ---- cheats -----------------------------------------------------------------------------------
# A thread of each block asks, so that the virtual machine finds nothing slow in them: the GPU must.
# What it kept of an earlier run is gone when its time is taken.
kernel replay "$copy" "	static __device__ int calls; if (blockIdx.x == 0 && threadIdx.x == 0) atomicAdd(&calls, 1); if (__syncthreads_or(threadIdx.x == 0 && *(volatile int *)&calls > 3) && n > 1000000) return;
	$own"
check 04_global_memory/vector_copy "$scratch/replay.cu"
ok "one that does nothing from its fourth call on has nothing of it" holds "\"$verdict\" != \"passed\" || speedup < 1.05"
kernel stale "$copy" "	static __device__ int calls; int now = __syncthreads_or(threadIdx.x == 0 && *(volatile int *)&calls > 0); if (blockIdx.x == 0 && threadIdx.x == 0) atomicAdd(&calls, 1); if (now && n > 1000000) return;
	$own"
check 04_global_memory/vector_copy "$scratch/stale.cu"
is "one that counts on what the first left is wrong" "$verdict" wrong-answer
kernel clock "$copy" "	unsigned long long t; asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(t)); if (n > 1000000 && (t >> 22) % 4 < 3) return;
	$own"
check 04_global_memory/vector_copy "$scratch/clock.cu"
is "one that skips most runs by the clock is wrong" "$verdict" wrong-answer
kernel input "$copy" "	if (n > 1000000 && blockIdx.x == 0 && threadIdx.x == 0) ((float *)x)[7] = 0;
	$own"
check 04_global_memory/vector_copy "$scratch/input.cu"
is "one that writes its input is found" "$verdict" input-changed

# ---- two at once ------------------------------------------------------------------------------
for i in 1 2 3; do
	"$WARPBOOK_BIN" check --json --no-record --device gpu --compiler nvcc --as 10_matmul/matmul_register \
		"$content/solutions/10_matmul/matmul_register.cu" \
		>"$scratch/$i.json" 2>"$scratch/$i.err" &
done
wait
for i in 1 2 3; do
	is "one of three checks at once passes" "$(sed -n 's/^  "verdict": "\(.*\)",$/\1/p' "$scratch/$i.json")" passed
	sed -n 's/^ *"\(speedup[a-z_]*\|rounds\|measuring_seconds\)": \(.*\),$/# \1 \2/p' "$scratch/$i.json"
done
is "in all" "$(cat "$scratch"/[123].json | grep -c '"rounds": [0-9]')" 3
like "they wait for each other" "$(cat "$scratch"/[123].err)" "waiting until other times on this GPU are taken"
tap_done
