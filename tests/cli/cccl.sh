#!/bin/bash
# cccl.sh - clang with CUB, Thrust and libcu++ where there is no CUDA toolkit: what to install is said, and the headers of a
# distribution do. The toolkit of this machine is hidden in a mount namespace of the test's own.
#
#	CCCL_HEADERS=DIR cccl.sh   the headers are there, and not in /usr/include
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
compiler=$(compilers | grep clang | tail -n 1)
[ "$compiler" ] || { echo "1..0 # SKIP no clang on this machine"; exit 0; }
headers=${CCCL_HEADERS:-/usr/include}
hidden=()
for toolkit in /usr/local/cuda /opt/cuda; do [ ! -d "$toolkit" ] || hidden+=("$(realpath "$toolkit")"); done
unset CUDA_HOME CUDA_PATH WARPBOOK_COMPILER

alone() { # COMMAND...: without a toolkit
	unshare -m --map-root-user bash -c 'while [ "$1" != -- ]; do mount -t tmpfs none "$1" || exit 99; shift; done; shift; exec "$@"' _ \
		"${hidden[@]}" -- "$@"
}
unshare -m --map-root-user true 2>/dev/null || { echo "1..0 # SKIP no mount namespaces on this machine"; exit 0; }
run() { alone "$WARPBOOK_BIN" run --compiler "$compiler" "$@"; }

# ---- a barrier in shared memory, of any libcu++ ------------------------------------------------
mkdir -p "$scratch/made/cuda/std" && cd "$scratch" || exit 99
cat >made/cuda/std/barrier <<'H'
class barrier {
	int count;
public:
	barrier() = default;
	__host__ __device__ ~barrier()
	{
		if (count) {
			count = 0;
		}
	}
	__device__ int line() const { return __LINE__; }
};
H
echo '#include "std/barrier"' >made/cuda/barrier
cat >shared.cu <<'H'
#include <cstdio>
#include <cuda/barrier>
__global__ void kernel(int *line) { __shared__ barrier b; *line = b.line(); }
int main()
{
	int *line;
	cudaMallocManaged(&line, sizeof *line);
	kernel<<<1, 1>>>(line);
	cudaDeviceSynchronize();
	printf("line %d\n", *line);
	cudaFree(line);
}
H
for folder in "$PWD/made" made; do
	is "a barrier with a destructor is in shared memory, and lines stay: -I ${folder/#$PWD/WHOLE}" \
		"$(run -I"$folder" shared.cu 2>&1)" "line 11"
done
sed -i '1i // a line more' made/cuda/std/barrier
is "a change of the header is seen" "$(run -Imade shared.cu 2>&1)" "line 12"
ok "the header itself stays" grep -q 'count = 0' made/cuda/std/barrier

# ---- nothing is installed ------------------------------------------------------------------------
for what in thrust/sort.h:libthrust-dev cub/cub.cuh:libcub-dev 'cuda/barrier:libcu\+\+-dev'; do
	header=${what%:*}
	if [ -e "/usr/include/$header" ]; then skip "$header is missing" "it is not"; continue; fi
	printf '#include <%s>\nint main() {}\n' "$header" >missing.cu
	like "$header is missing: what to install is said" "$(run missing.cu 2>&1 | joined)" "Debian's .*${what#*:}"
done

# ---- the headers of a distribution ---------------------------------------------------------------
for what in cub_tour:cub/cub.cuh thrust_tour:thrust/sort.h libcxx_barrier:cuda/barrier libcxx_pipeline:cuda/pipeline; do
	name=${what%:*} program=$TESTS_DIR/programs/${what%:*}
	if [ ! -e "$headers/${what#*:}" ]; then skip "$name with a distribution's headers" \
		"no $headers/${what#*:}: libcub-dev, libthrust-dev, libcu++-dev"; continue; fi
	include=()
	[ "$headers" = /usr/include ] || include=(-isystem "$headers")
	# shellcheck disable=SC2046 # words are words
	run "${include[@]}" $(sed -n 's|^// options: *||p' "$program.cu") "$program.cu" >"$name.out" 2>"$name.err"
	is "$name with a distribution's headers: no findings" "$(cat "$name.err")" ""
	ok "$name: its output" cmp "$name.out" "$program.expected"
done
tap_done
