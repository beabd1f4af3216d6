// Products by nvcuda::wmma, of each type and shape, in each pair of layouts, against three loops of the host.
// options: -arch=sm_80
#include <cstdio>
#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda;

template <typename T> struct stored { typedef T type; };
template <> struct stored<wmma::precision::tf32> { typedef float type; };

template <typename L> __host__ __device__ constexpr bool by_rows() { return false; }
template <> __host__ __device__ constexpr bool by_rows<wmma::row_major>() { return true; }

template <int M, int N, int K, typename T, typename C, typename LA, typename LB>
__global__ void multiply(const typename stored<T>::type *a, const typename stored<T>::type *b, const C *c, C *d)
{
	wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
	wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
	wmma::fragment<wmma::accumulator, M, N, K, C> fc, zero;
	wmma::load_matrix_sync(fa, a, by_rows<LA>() ? K : M);
	wmma::load_matrix_sync(fb, b, by_rows<LB>() ? N : K);
	wmma::load_matrix_sync(fc, c, M, wmma::mem_col_major);
	wmma::mma_sync(fc, fa, fb, fc);
	wmma::fill_fragment(zero, (C)0.0f);
	for (int i = 0; i < fc.num_elements; i++)
		fc.x[i] = fc.x[i] + zero.x[i] + fc.x[i];
	wmma::store_matrix_sync(d, fc, N, wmma::mem_row_major);
}

static int number(int i) { return i * i % 7 - 3; }

template <int M, int N, int K, typename T, typename C, typename LA, typename LB> static int wrong()
{
	typedef typename stored<T>::type S;
	S *a, *b;
	C *c, *d;
	int wrong = 0;
	cudaMallocManaged(&a, M * K * sizeof(S));
	cudaMallocManaged(&b, K * N * sizeof(S));
	cudaMallocManaged(&c, M * N * sizeof(C));
	cudaMallocManaged(&d, M * N * sizeof(C));
	bool is_unsigned = sizeof(S) == 1 && (S)200 > (S)100;
	for (int i = 0; i < M; i++)
		for (int k = 0; k < K; k++)
			a[by_rows<LA>() ? i * K + k : k * M + i] = (S)(float)(number(i * K + k) + 3 * is_unsigned);
	for (int k = 0; k < K; k++)
		for (int j = 0; j < N; j++)
			b[by_rows<LB>() ? k * N + j : j * K + k] = (S)(float)(number(5 * (k * N + j) + 2) + 3 * is_unsigned);
	for (int i = 0; i < M * N; i++)
		c[i] = (C)(float)number(i + 1);
	multiply<M, N, K, T, C, LA, LB><<<1, 32>>>(a, b, c, d);
	cudaDeviceSynchronize();
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++) {
			int sum = number(j * M + i + 1);
			for (int k = 0; k < K; k++)
				sum += (number(i * K + k) + 3 * is_unsigned) * (number(5 * (k * N + j) + 2) + 3 * is_unsigned);
			wrong += (float)d[i * N + j] != 2.0f * sum;
		}
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	cudaFree(d);
	return wrong;
}

template <int M, int N, int K, typename T, typename C> static void report(const char *what)
{
	using wmma::row_major;
	using wmma::col_major;
	int all = wrong<M, N, K, T, C, row_major, row_major>() + wrong<M, N, K, T, C, row_major, col_major>() +
		  wrong<M, N, K, T, C, col_major, row_major>() + wrong<M, N, K, T, C, col_major, col_major>();
	printf("%2d x %2d x %2d, %s: %d wrong\n", M, N, K, what, all);
}

template <int M, int N> static void shape()
{
	report<M, N, 16, half, float>("half, sums in float");
	report<M, N, 16, half, half>("half");
	report<M, N, 16, __nv_bfloat16, float>("bfloat16");
	report<M, N, 16, signed char, int>("signed bytes");
	report<M, N, 16, unsigned char, int>("unsigned bytes");
}

int main()
{
	shape<16, 16>();
	shape<32, 8>();
	shape<8, 32>();
	report<16, 16, 8, wmma::precision::tf32, float>("tf32");
	report<8, 8, 4, double, double>("double");
	return 0;
}
