/*
 * libraries.cu - cooperative groups, libcu++, CUB and Thrust in kernels, for nvcc. As in
 * courses.cu one block of 64 threads runs each kernel; libraries.py says what they write.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/atomic>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/variant>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <thrust/sort.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/binary_search.h>
namespace cg = cooperative_groups;
#define KERNEL(name) extern "C" __global__ void name(int *out, const int *in, int n)
KERNEL(cg_block) { auto b = cg::this_thread_block(); __shared__ int s[64]; s[b.thread_rank()] = in[b.thread_rank()]; b.sync(); out[threadIdx.x] = s[63-threadIdx.x] + b.size() + b.group_index().x; }
KERNEL(cg_tile) { auto t = cg::tiled_partition<8>(cg::this_thread_block()); int v = in[threadIdx.x]; for (int o = t.size()/2; o; o/=2) v += t.shfl_xor(v, o); out[threadIdx.x] = v + t.meta_group_rank()*1000 + t.any(v&1) + t.ballot(t.thread_rank()&1); }
KERNEL(cg_reduce) { auto t = cg::tiled_partition<32>(cg::this_thread_block()); out[threadIdx.x] = cg::reduce(t, in[threadIdx.x], cg::plus<int>()) + cg::reduce(t, in[threadIdx.x], cg::greater<int>()); }
KERNEL(cg_scan) { auto t = cg::tiled_partition<16>(cg::this_thread_block()); out[threadIdx.x] = cg::inclusive_scan(t, in[threadIdx.x]) * 3 + cg::exclusive_scan(t, in[threadIdx.x], cg::plus<int>()); }
KERNEL(cg_coalesced) { out[threadIdx.x] = -1; if (in[threadIdx.x] & 1) { auto a = cg::coalesced_threads(); out[threadIdx.x] = a.thread_rank() * 100 + a.size() + cg::reduce(a, 1, cg::plus<int>()) + a.shfl(in[threadIdx.x], 0); } }
KERNEL(cg_labeled) { auto t = cg::tiled_partition<32>(cg::this_thread_block()); auto l = cg::labeled_partition(t, in[threadIdx.x] % 3); out[threadIdx.x] = l.size() * 100 + l.thread_rank(); }
KERNEL(cg_binary) { auto t = cg::coalesced_threads(); auto l = cg::binary_partition(t, in[threadIdx.x] & 1); out[threadIdx.x] = l.size() * 100 + l.thread_rank(); }
KERNEL(cg_async) { __shared__ int s[64]; auto b = cg::this_thread_block(); cg::memcpy_async(b, s, in, 256); cg::wait(b); out[threadIdx.x] = s[63 - threadIdx.x]; }
KERNEL(cg_invoke) { auto b = cg::this_thread_block(); __shared__ int s; cg::invoke_one(b, [&]{ s = 5; }); b.sync(); out[threadIdx.x] = s; }
KERNEL(cu_atomic) { __shared__ cuda::atomic<int, cuda::thread_scope_block> a; if (threadIdx.x == 0) new (&a) cuda::atomic<int, cuda::thread_scope_block>(0); __syncthreads(); a.fetch_add(in[threadIdx.x], cuda::memory_order_relaxed); __syncthreads(); int e = 5; a.compare_exchange_strong(e, 7); out[threadIdx.x] = a.load(cuda::memory_order_acquire); }
__device__ cuda::atomic<long long> ga; __device__ cuda::std::atomic<unsigned> gu; __device__ cuda::std::atomic_flag gf;
KERNEL(cu_atomic_device) { ga.fetch_max(in[threadIdx.x]); gu.fetch_xor(threadIdx.x + 1); gu++; ga.store(3, cuda::std::memory_order_release); gf.test_and_set(); out[threadIdx.x] = (int)ga.exchange(3) ; cuda::atomic_thread_fence(cuda::memory_order_seq_cst); cuda::atomic_ref<int> r(out[threadIdx.x]); r.fetch_add(1); r.fetch_and(0xff); }
KERNEL(cu_small_atomic) { __shared__ unsigned long long store[4]; __shared__ cuda::atomic<char, cuda::thread_scope_block> c; if (!threadIdx.x) new (&c) cuda::atomic<char, cuda::thread_scope_block>(1); __syncthreads(); c.fetch_add(1); __syncthreads(); out[threadIdx.x] = c.load(); (void)store; }
KERNEL(cu_barrier) { __shared__ cuda::barrier<cuda::thread_scope_block> bar; __shared__ int s[64]; if (threadIdx.x == 0) init(&bar, blockDim.x); __syncthreads(); s[threadIdx.x] = in[threadIdx.x]; bar.arrive_and_wait(); out[threadIdx.x] = s[(threadIdx.x + 1) & 63]; auto tok = bar.arrive(); bar.wait(cuda::std::move(tok)); }
KERNEL(cu_std) { cuda::std::array<int, 4> a{1,2,3,(int)threadIdx.x}; auto t = cuda::std::make_tuple(a[3], 2.5f); cuda::std::optional<int> o = threadIdx.x & 1 ? cuda::std::optional<int>(4) : cuda::std::nullopt; cuda::std::complex<float> z(1, threadIdx.x); cuda::std::variant<int, float> v = 3; out[threadIdx.x] = cuda::std::get<0>(t) + o.value_or(9) + (int)(z * z).imag() + cuda::std::get<int>(v); }
KERNEL(cub_reduce) { typedef cub::BlockReduce<int, 64> R; __shared__ typename R::TempStorage s; int r = R(s).Sum(in[threadIdx.x]); out[threadIdx.x] = threadIdx.x ? 0 : r; }
KERNEL(cub_scan) { typedef cub::BlockScan<int, 64> R; __shared__ typename R::TempStorage s; int r; R(s).ExclusiveSum(in[threadIdx.x], r); out[threadIdx.x] = r; }
KERNEL(cub_sort) { typedef cub::BlockRadixSort<int, 64, 1> R; __shared__ typename R::TempStorage s; int k[1] = { in[threadIdx.x] }; R(s).Sort(k); out[threadIdx.x] = k[0]; }
KERNEL(cub_warp) { typedef cub::WarpReduce<int> R; __shared__ typename R::TempStorage s[2]; int r = R(s[threadIdx.x / 32]).Reduce(in[threadIdx.x], cuda::maximum<>{}); out[threadIdx.x] = threadIdx.x % 32 ? 0 : r; }
KERNEL(cub_histogram) { typedef cub::BlockHistogram<unsigned char, 64, 1, 16> R; __shared__ typename R::TempStorage s; __shared__ int h[16]; unsigned char d[1] = { (unsigned char)(in[threadIdx.x] & 15) }; R(s).Histogram(d, h); __syncthreads(); out[threadIdx.x] = h[threadIdx.x & 15]; }
KERNEL(cub_load) { typedef cub::BlockLoad<int, 16, 4, cub::BLOCK_LOAD_TRANSPOSE> L; __shared__ typename L::TempStorage s; if (threadIdx.x < 16) { int v[4]; cub::LoadDirectBlocked(threadIdx.x, in, v); cub::StoreDirectStriped<16>(threadIdx.x, out, v); } }
KERNEL(thrust_seq) { int a[8]; for (int k = 0; k < 8; k++) a[k] = (in[k] * 7 + threadIdx.x * k) % 31; thrust::sort(thrust::seq, a, a + 8); out[threadIdx.x] = a[3] * 100 + thrust::reduce(thrust::seq, a, a + 8) + (int)thrust::binary_search(thrust::seq, a, a + 8, 5); }
