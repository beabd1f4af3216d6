#!/bin/bash
# device.sh - on a machine with a GPU: kernels that fault, hang or print, each followed by a right one, which must not notice. The vm
# judges, and the GPU is asked after a pass. tests/cli/device.sh tests the handling of the driver without a GPU.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
if ! has_gpu || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi
solution=$TESTS_DIR/../solutions/01_kernels/add.cu

kernel() { # name body: a file with 01_kernels/add's kernel
	printf '#include <cassert>\n#include <cstdio>\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\t%s\n}\n' "$2" >"$scratch/$1.cu"
}

check() { # file options...
	"$WARPBOOK_BIN" check --no-record --as 01_kernels/add "$@" --compiler nvcc 2>&1
}

right_after() { # what
	like "after $1 a right kernel passes" "$(check "$solution" --device gpu)" "add: passed"
}

out=$("$WARPBOOK_BIN" doctor 2>&1)
like "doctor lists the GPU with its number" "$out" \
	"gpu:0: .* \(compute capability [0-9.]+, [0-9]+ SMs, [0-9]+ MiB\).*driver for CUDA [0-9]"
out=$(check "$solution" --device auto)
like "auto takes it" "$out" "^device: gpu, "
like "it confirms the results" "$(echo $out)" "device: gpu, .*: all [0-9]+ cases are right there too"
like "the time stands beside the reference's" "$out" "^speed: with n = [0-9]+, [0-9.]+ us: [0-9.]+x as fast as the reference"
json=$(check "$solution" --device gpu --json)
like "machine code for the card is what runs" "$json" "-arch=sm_[0-9]+ -cubin"
like "the last GPU and one more do not both exist" "$(check "$solution" --device gpu:99)" "there is no GPU 99"

kernel far 'if (i < n) out[i + (1ll << 40)] = a[i] + b[i];'
out=$(check "$scratch/far.cu" --device gpu)
like "an access far outside has its line and thread" "$(echo $out)" "out-of-bounds access .*\^ thread \("
right_after "an illegal address"

kernel slow 'while (*(volatile const float *)a < 1000.0f) ; if (i < n) out[i] = a[i] + b[i];'
start=$SECONDS
out=$(check "$scratch/slow.cu" --device gpu)
unlike "an endless loop does not pass" "$out" "add: passed"
ok "after seconds" test $((SECONDS - start)) -lt 25
right_after "an endless loop"

kernel trap 'if (i < n) __trap();'
out=$(check "$scratch/trap.cu" --device gpu)
unlike "a trap does not pass" "$out" "add: passed"
right_after "a trap"

kernel misaligned 'if (i < n) *(float2 *)((char *)out + 4) = make_float2(a[i], b[i]);'
out=$(check "$scratch/misaligned.cu" --device gpu)
unlike "a misaligned address does not pass" "$out" "add: passed"
right_after "a misaligned address"

kernel assert 'assert(i < n); out[i] = a[i] + b[i];'
out=$(check "$scratch/assert.cu" --device gpu)
unlike "a failed assertion does not pass" "$out" "add: passed"
right_after "a failed assertion"

kernel local 'volatile int big[2000]; big[i % 2000] = i; if (i < n) out[i] = a[i] + b[i] + 0 * big[i % 2000];'
like "local arrays work" "$(check "$scratch/local.cu" --device gpu)" "add: passed"

kernel prints 'if (i == 0) printf("n is %d\n", n); if (i < n) out[i] = a[i] + b[i];'
like "printf comes back" "$(check "$scratch/prints.cu" --device gpu)" "^  n is 1$"

kernel heap 'int *p = (int *)malloc(64); if (!p) __trap(); p[3] = i; if (i < n) out[i] = a[i] + b[i] + 0 * p[3]; free(p);'
like "malloc in a kernel works" "$(check "$scratch/heap.cu" --device gpu)" "add: passed"

kernel thrice 'if (i < n) for (int k = 0; k < 3000; k++) { out[i] = a[i] + b[i]; __threadfence(); }'
json=$(check "$scratch/thrice.cu" --device gpu --json)
ratio=$(echo "$json" | sed -n 's/.*"time_ratio": \([0-9]*\).*/\1/p')
ok "a slow kernel passes, and is reported to be slow (${ratio}x)" test "${ratio:-0}" -ge 3
like "its verdict is no other" "$json" '"verdict": "passed"'
tap_done
