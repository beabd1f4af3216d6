#!/bin/bash
# messages.sh - the texts of findings: the names, the line and the advice, for programs with one mistake each; and the
# compiler's warnings in the JSON.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child words source ptx simt cudart toolchain worker
export NO_COLOR=1
unset WARPBOOK_COMPILER WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_DEVICES
w=$WARPBOOK_BIN
mkdir "$scratch/work"
cd "$scratch/work" || exit 99
compilers=$(compilers | awk '/nvcc/; !/nvcc/ { newest = $0 } END { if (newest) print newest }')
[ "$compilers" ] || { skip "findings say what to do" "no compiler"; tap_done; }

# says NAME TEXT: what `run` prints of NAME.cu, in one line, has TEXT in it
says() {
	if grep -qF -- "$2" "$1.one"; then tap_report 0 "$c: $1: $2"; else tap_report 1 "$c: $1: $2"; sed 's/^/# /' "$1.one"; fi
}
silent_about() {
	if grep -qF -- "$2" "$1.one"; then tap_report 1 "$c: $1: not: $2"; sed 's/^/# /' "$1.one";
		else tap_report 0 "$c: $1: not: $2"; fi
}
runs() {
	"$w" run --compiler "$c" --plain "$1.cu" >"$1.out" 2>"$1.err" </dev/null
	tr -d '|' <"$1.err" | tr '\n' ' ' | tr -s ' ' >"$1.one"
	echo >>"$1.one"
}

cat >streams.cu <<'END'
#include <vector>
__global__ void k(int *p, int v) { p[threadIdx.x] = v; }
int main()
{
	int *d;
	cudaMalloc(&d, 32 * sizeof(int));
	std::vector<cudaStream_t> streams(3);
	for (auto &one : streams)
		cudaStreamCreate(&one);
	k<<<1, 32, 0, streams[1]>>>(d, 1);
	k<<<1, 32, 0, streams[2]>>>(d, 2);
	cudaDeviceSynchronize();
	cudaStream_t s[3];
	for (int i = 1; i < 3; i++)
		cudaStreamCreate(&s[i]);
	k<<<1, 32, 0, s[1]>>>(d, 1);
	k<<<1, 32, 0, s[2]>>>(d, 2);
	cudaDeviceSynchronize();
	cudaFree(d);
}
END
cat >graph.cu <<'END'
__global__ void a(int *p) { p[threadIdx.x] = 1; }
__global__ void b(int *p) { p[threadIdx.x] += 1; }
int main()
{
	int *d;
	cudaMalloc(&d, 32 * sizeof(int));
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g;
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t n1, n2;
	void *args[] = { &d };
	cudaKernelNodeParams p = {};
	p.func = (void *)a;
	p.gridDim = dim3(1);
	p.blockDim = dim3(32);
	p.kernelParams = args;
	cudaGraphAddKernelNode(&n1, g, nullptr, 0, &p);
	p.func = (void *)b;
	cudaGraphAddKernelNode(&n2, g, nullptr, 0, &p);
	cudaGraphExec_t e;
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, s);
	cudaDeviceSynchronize();
	cudaFree(d);
}
END
cat >frees.cu <<'END'
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main()
{
	int *d, *e;
	cudaMalloc(&d, sizeof(int));
	if (cudaFree(d + 1) != cudaSuccess)
		cudaGetLastError();
	cudaFree(d);
	cudaMallocAsync(&e, 32 * sizeof(int), 0);
	cudaFreeAsync(e, 0);
	k<<<1, 32>>>(e);
	cudaDeviceSynchronize();
}
END
cat >warns.cu <<'END'
__global__ void k(int *p) { *p = 1; }
int main()
{
	int *d;
	cudaMalloc(&d, sizeof(int));
	k<<<1, 1>>>(d);
#warning "look here"
	cudaDeviceSynchronize();
	cudaFree(d);
}
END

cat >overflow.cu <<'END'
__global__ void far(float *m, int width, int y) { m[y * width] = 1; }
int main()
{
	float *m;
	cudaMalloc(&m, 64 * sizeof(float));
	far<<<1, 1>>>(m, 65536, 32770);
	cudaDeviceSynchronize();
	cudaFree(m);
}
END
cat >pitch.cu <<'END'
__global__ void fill(float *rows, size_t pitch, int height)
{
	for (int y = 0; y < height; y++)
		rows[y * pitch + threadIdx.x] = y;
}
int main()
{
	float *rows;
	size_t pitch;
	cudaMallocPitch((void **)&rows, &pitch, 32 * sizeof(float), 16);
	fill<<<1, 32>>>(rows, pitch, 16);
	cudaDeviceSynchronize();
	cudaFree(rows);
}
END
cat >elements.cu <<'END'
__global__ void sum(const float *in, float *out, int n)
{
	float all = 0;
	for (int i = 0; i < n; i++)
		all += in[i];
	*out = all;
}
int main()
{
	const int n = 64;
	float h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, sizeof(float));
	cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
	sum<<<1, 1>>>(in, out, n);
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
}
END
cat >flag.cu <<'END'
__global__ void hand(volatile int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = 42;
		*flag = 1;
	} else {
		while (*flag == 0)
			;
		*out = *data;
	}
}
int main()
{
	int *p;
	cudaMalloc(&p, 3 * sizeof(int));
	cudaMemset(p, 0, 3 * sizeof(int));
	hand<<<2, 1>>>(p, p + 1, p + 2);
	cudaDeviceSynchronize();
	cudaFree(p);
}
END
cat >carved.cu <<'END'
extern __shared__ int parts[];
__global__ void carve(int *out, int n)
{
	int *first = parts, *second = parts + n - 2, i = threadIdx.x;
	first[i] = i;
	second[i] = 2 * i;
	__syncthreads();
	out[i] = first[i] + second[i];
}
int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	carve<<<1, 64, 128 * sizeof(int)>>>(out, 64);
	cudaDeviceSynchronize();
	cudaFree(out);
}
END
cat >caret.cu <<'END'
__global__ void add(const float *left, const float *right, float *out)
{
	int i = threadIdx.x;
	out[i] = left[i] + right[i];
}
int main()
{
	float *left, *right, *out;
	cudaMalloc(&left, 64 * sizeof(float));
	cudaMalloc(&right, 32 * sizeof(float));
	cudaMalloc(&out, 64 * sizeof(float));
	cudaMemset(left, 0, 64 * sizeof(float));
	cudaMemset(right, 0, 32 * sizeof(float));
	add<<<1, 64>>>(left, right, out);
	cudaDeviceSynchronize();
	cudaFree(left);
	cudaFree(right);
	cudaFree(out);
}
END

for c in $compilers; do
	for name in streams graph frees overflow pitch elements flag carved caret; do runs $name; done
	says streams "in stream streams[2] writes d[0] to d[31] while kernel k in stream streams[1] writes it"
	says streams "in stream s[2] writes d[0] to d[31] while kernel k in stream s[1] writes it"
	says graph "kernel b in one node of the graph reads d[0] to d[31] while kernel a in another node writes it"
	says graph "next: add an edge from one to the other"
	says frees "cudaFree is given d + 1, the address just behind d, not its start"
	says overflow "did an int overflow in the index?"
	says pitch "a pitch counts bytes, not elements"
	says elements "cudaMemcpy on line 16 wrote only its first 64 of 256 bytes: its size counts bytes, not elements"
	says flag "__threadfence() between the data and the flag's write, and between the flag's read and the data"
	says carved '`first` (line 4) and `second` (line 4) overlap in `parts`'
	is "$c: the caret stands under the array that is meant" \
		"$(grep -A1 'out.i. = left' caret.err | sed -n 's/^ *| \( *^\).*/\1/p')" \
		"$(printf '%23s^' '')"
	says frees "after e was freed on line 10"
	for again in "" again; do
		"$w" run --compiler "$c" --json=doc.json warns.cu >/dev/null 2>&1
		grep -q '"findings"' doc.json && grep -q 'look here' doc.json
		tap_report $? "$c: the document of run has the compiler's warnings${again:+, when nothing is compiled}"
	done
	"$w" cc --compiler "$c" --json -o warns warns.cu >doc.json 2>/dev/null
	grep -q '"built"' doc.json && grep -q 'look here' doc.json
	tap_report $? "$c: so has that of cc"
done
tap_done
