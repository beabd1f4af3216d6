// Returns at once where a table is empty; one allocation for all arrays; the scan counts one element more.
// Expect: passed
#include <cuda_runtime.h>
template <bool UPPER> __device__ int bound(const int *v, int n, int key)
{
    const int *p = v;
    while (n > 0) { int half = n >> 1; bool right = UPPER ? p[half] <= key : p[half] < key; p = right ? p + half + 1 : p; n = right ? n - half - 1 : half; }
    return (int)(p - v);
}
__global__ void count(int *many, const int *left, const int *right, int nl, int nr)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= nl; i += gridDim.x * blockDim.x)
        many[i] = i < nl ? bound<true>(right, nr, left[i]) - bound<false>(right, nr, left[i]) : 0;
}
__global__ void scan(int *x, int m)
{
    __shared__ int sums[256];
    int t = threadIdx.x, each = (m + 255) / 256, sum = 0;
    for (int k = t * each; k < min(m, (t + 1) * each); k++) sum += x[k];
    sums[t] = sum;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += before;
    }
    sum = sums[t] - sum;
    for (int k = t * each; k < min(m, (t + 1) * each); k++) { int own = x[k]; x[k] = sum; sum += own; }
}
__global__ void write(int *lr, int *rr, const int *begin, const int *left, const int *right, int nl, int nr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nl) return;
    int j = begin[i] < begin[i + 1] ? bound<false>(right, nr, left[i]) : 0;
    for (int k = begin[i]; k < begin[i + 1]; k++, j++) { lr[k] = i; rr[k] = j; }
}
int merge_join(int *left_row, int *right_row, const int *left, const int *right, int nl, int nr)
{
    if (nl <= 0 || nr <= 0) return 0;
    int *d, pairs = 0;
    cudaMalloc(&d, (2 * (size_t)nl + 1 + nr) * sizeof(int));
    int *dl = d, *dr = dl + nl, *many = dr + nr;
    cudaMemcpy(dl, left, nl * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dr, right, nr * sizeof(int), cudaMemcpyHostToDevice);
    count<<<(nl + 256) / 256, 256>>>(many, dl, dr, nl, nr);
    scan<<<1, 256>>>(many, nl + 1);
    cudaMemcpy(&pairs, many + nl, sizeof(int), cudaMemcpyDeviceToHost);
    if (pairs) {
        int *out;
        cudaMalloc(&out, 2 * (size_t)pairs * sizeof(int));
        write<<<(nl + 255) / 256, 256>>>(out, out + pairs, many, dl, dr, nl, nr);
        cudaMemcpy(left_row, out, pairs * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(right_row, out + pairs, pairs * sizeof(int), cudaMemcpyDeviceToHost);
        cudaFree(out);
    }
    cudaFree(d);
    return pairs;
}
