#include <cstdio>
#include <curand_kernel.h>
template <typename S> __global__ void k(unsigned *o, float *f, double *d) {
  int t = threadIdx.x; S s; curand_init(1234567ull + ((unsigned long long)t << 33), t, t * 5 + (t == 3 ? 100000 : 0), &s);
  for (int i = 0; i < 9; i++) o[t * 9 + i] = curand(&s);
  f[t*4] = curand_uniform(&s); f[t*4+1] = curand_normal(&s); f[t*4+2] = curand_normal(&s); f[t*4+3] = curand_log_normal(&s, 0.f, 1.f); d[t*2] = curand_uniform_double(&s); d[t*2+1] = curand_normal_double(&s);
}
__global__ void p4(float4 *o) { curandStatePhilox4_32_10_t s; curand_init(42, threadIdx.x, threadIdx.x, &s); o[threadIdx.x] = curand_uniform4(&s); o[4+threadIdx.x] = curand_normal4(&s); }
template <typename S> void run() {
  unsigned *o; float *f; double *d; cudaMallocManaged(&o, 4 * 9 * 5); cudaMallocManaged(&f, 4*4*5); cudaMallocManaged(&d, 8 * 2 * 5);
  k<S><<<1, 5>>>(o, f, d); cudaDeviceSynchronize();
  for (int i = 0; i < 45; i++) printf("%u%c", o[i], i % 9 == 8 ? '\n' : ' ');
  for (int i = 0; i < 20; i++) printf("%.4f ", f[i]); puts("");
  for (int i = 0; i < 10; i++) printf("%.12f ", d[i]); puts(""); cudaFree(o); cudaFree(f); cudaFree(d);
}
int main() { run<curandState>(); run<curandStatePhilox4_32_10_t>(); float4 *o; cudaMallocManaged(&o, 128); p4<<<1,4>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 8; i++) printf("%.4f %.4f %.4f %.4f\n", o[i].x, o[i].y, o[i].z, o[i].w); cudaFree(o); }
