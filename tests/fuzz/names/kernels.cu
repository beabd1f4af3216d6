#include <cuda_runtime.h>
#define GLOBAL __global__ \
	void
// __global__ void none(int x) in a comment
template <typename T, int N = 4 > 2 ? 3 : 5>
__global__ void __launch_bounds__(256, 2) scale(T *__restrict__ out, const T (&in)[N], float (*f)(int, int), int = 3)
{
    T tile[256], other[4][8];
    __shared__ T both[32];
    int t = threadIdx.x, row = t / 8;
    tile[t] = in[t]; /* unfinished " string */
    other[row % 4][t % 8] = R"x(raw " ; } text)x"[0];
    __syncthreads();
    out[t] = tile[255 - t] + both[t] + '\'' + other[0][t & 7];
}
extern "C" cudaError_t solve(const float *x, struct { int a; } *y, unsigned long long int n, ...);
namespace deep { namespace { __global__ void inner(float4 a[], void (*)(int)) { if (1) { } } } }
