#!/bin/bash
# goes_on.sh - after an illegal access: with --continue the kernel goes on, without it even an endless kernel ends soon.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 XDG_CACHE_HOME="$scratch/cache"
unset WARPBOOK_COMPILER WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_DEVICES WARPBOOK_CONTINUE WARPBOOK_SECONDS WARPBOOK_INSTRUCTIONS
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
run() { "$w" run "$@" >out 2>err </dev/null; echo $?; }
errors() { grep -c '\^ thread' err; }

cat >past.cu <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void past(int *x, int n, int what)
{
	__shared__ int s[32];
	int i = threadIdx.x, seen = 7;
	s[i] = 1;
	if (what == 0)
		seen = x[i + n];
	else if (what == 1)
		x[i + n] = 1;
	else if (what == 2)
		seen = atomicAdd(&x[i + n], 1);
	else if (what == 3)
		seen = s[i + 1 + n];
	else if (what == 4)
		seen = *(int *)((char *)x + 2);
	else if (what == 5)
		__trap();
	else if (what == 6)
		seen = *(int *)(char *)(size_t)(n - 32);
	x[i] = seen;
}
int main(int argc, char **argv)
{
	int *x, host[32] = { 0 };
	cudaMalloc(&x, sizeof host);
	past<<<1, 32>>>(x, 32, atoi(argv[1]));
	int error = cudaDeviceSynchronize();
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", error, host[0], host[31]);
	cudaFree(x);
}
END
for what in 0:load:0 1:store:7 2:atomic:0 3:shared:0 4:misaligned:0 6:null:0; do
	IFS=: read -r number name seen <<<"$what"
	is "$name: the program goes on" "$(run --continue past.cu -- "$number"; cat out)" "$(printf '0\n0 %s %s' "$seen" "$seen")"
	is "$name: there is one finding" "$(errors)" 1
	run past.cu -- "$number" >/dev/null
	unlike "$name: without the option it is an error" "$(cat out)" '^0 '
done
run --continue past.cu -- 5 >/dev/null
unlike "a trap stops it all the same" "$(cat out)" '^0 '
is "the environment says so, too" "$(WARPBOOK_CONTINUE=1 run past.cu -- 0; cat out)" "$(printf '0\n0 0 0')"
"$w" cc past.cu -o past 2>/dev/null
is "exec has it" "$("$w" exec --continue ./past 0 2>err; errors)" "$(printf '0 0 0\n1')"

cat >many.cu <<'END'
#include <cstdio>
__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 64; k++)
		sum += in[i] * k;
	out[i + 1] = sum;
}
int main()
{
	const int n = 256 * 512;
	float *in, *out, last;
	cudaMalloc(&in, n * 4);
	cudaMalloc(&out, n * 4);
	cudaMemset(in, 0, n * 4);
	cudaMemset(out, 0, n * 4);
	shift<<<512, 256>>>(in, out, n);
	printf("%d\n", cudaMemcpy(&last, out + n - 1, 4, cudaMemcpyDeviceToHost));
	cudaFree(in);
	cudaFree(out);
}
END
for threads in 1 4; do
	is "$threads threads: the program goes on" "$(WARPBOOK_VM_THREADS=$threads run --continue many.cu; cat out)" \
		"$(printf '0\n0')"
	is "$threads threads: the last block's store is reported once" "$(errors)" 1
	WARPBOOK_VM_THREADS=$threads run --continue --check none many.cu >/dev/null
	is "$threads threads: and without checks" "$(cat out; errors)" "$(printf '0\n1')"
done

cat >endless.cu <<'END'
__global__ void endless(int *x, volatile int *flag, int n)
{
	if (threadIdx.x < 32)
		x[n + threadIdx.x] = 1;
	int k = 0;
	while (n > 0 && !*flag)
		k += n;
	x[0] = k;
}
int main()
{
	int *x, *flag;
	cudaMalloc(&x, 400);
	cudaMallocManaged(&flag, 4);
	*flag = 0;
	endless<<<2, 64>>>(x, flag, 100);
	return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
END
is "an endless kernel ends after its illegal access" "$(timeout 120 "$w" run endless.cu >out 2>err; echo $?)" 0
is "which is what is reported" "$(grep -c 'x\[100\]' err; grep -c 'still runs' err)" "$(printf '1\n0')"
tap_done
