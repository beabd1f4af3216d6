#include <cstdio>
#include <cuda_fp16.h>
__global__ void k(const __half *a, const half *b, half *c, half2 *d, float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  half x = a[i], y = b[i];
  c[i] = __hfma(x, y, __float2half(0.5f)) + x * y - __hdiv(x, y); 
  half2 p = __halves2half2(x, y); p = __hadd2(p, __hmul2(p, __float2half2_rn(1.5f))); d[i] = __hfma2(p, p, p);
  f[i] = __half2float(hsqrt(__habs(x))) + (x < y ? 1.f : 2.f) + __low2float(p) + (float)__shfl_xor_sync(0xffffffff, x, 1);
  if (__hgt(x, __float2half(1.0f))) atomicAdd(&c[n], __float2half(1.0f));
}
int main() {
  const int n = 32; half *a, *b, *c; half2 *d; float *f;
  cudaMallocManaged(&a, 2 * n); cudaMallocManaged(&b, 2 * n); cudaMallocManaged(&c, 2 * n + 4); cudaMallocManaged(&d, 4 * n); cudaMallocManaged(&f, 4 * n);
  for (int i = 0; i < n; i++) { a[i] = __float2half(i * 0.37f - 4); b[i] = __float2half(1.0f / (i + 1)); } c[n] = __float2half(0.f);
  k<<<1, n>>>(a, b, c, d, f, n); cudaDeviceSynchronize();
  for (int i = 0; i < n; i += 5) printf("%g %g %g %g\n", __half2float(c[i]), __half2float(d[i].x), __half2float(__high2half(d[i])), f[i]);
  printf("%g\n", __half2float(c[n]));
  for (float v : { 65504.f, 65519.f, 65520.f, 6e-8f, 3e-8f, 2.98e-8f, 1e-5f, 0.1f, -0.33333f }) printf("%04x ", __half_as_ushort(__float2half(v)));
  puts("");
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d); cudaFree(f);
}
