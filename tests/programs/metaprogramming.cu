/*
 * What the compiler can do before the kernel runs: loops unrolled by recursion, a table made by constexpr,
 * code chosen by traits, expressions that become one kernel, variadic packs.
 */
// options: -std=c++17
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

/* x to the power N, by squaring, with no loop left */
template <unsigned N> struct power {
	template <class T> __host__ __device__ static constexpr T of(T x)
	{
		if constexpr (N == 0)
			return T(1);
		else if constexpr (N % 2)
			return x * power<N - 1>::of(x);
		else
			return power<N / 2>::of(x * x);
	}
};
static_assert(power<10>::of(2) == 1024, "known before anything runs");

struct bit_counts {
	unsigned char of[256];
	constexpr bit_counts() : of()
	{
		for (int i = 0; i < 256; i++)
			for (int b = i; b; b >>= 1)
				of[i] += b & 1;
	}
};
__constant__ constexpr bit_counts counts;

template <class T> struct accumulator { using type = T; };
template <> struct accumulator<unsigned char> { using type = int; };

template <class T> __global__ void polynomial(typename accumulator<T>::type *out, const T *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const typename accumulator<T>::type x = in[i];
	if constexpr (std::is_integral<T>::value)
		out[i] = power<3>::of(x) + counts.of[in[i] & 255];
	else
		out[i] = power<5>::of(x) - x;
}

/* expressions: a + b * c over arrays makes one kernel and no array in between */
struct array { const int *data; __device__ int operator[](int i) const { return data[i]; } };
template <class L, class R> struct plus { L l; R r; __device__ int operator[](int i) const { return l[i] + r[i]; } };
template <class L, class R> struct times { L l; R r; __device__ int operator[](int i) const { return l[i] * r[i]; } };
template <class T> struct is_expression : std::false_type {};
template <> struct is_expression<array> : std::true_type {};
template <class L, class R> struct is_expression<plus<L, R>> : std::true_type {};
template <class L, class R> struct is_expression<times<L, R>> : std::true_type {};
template <class L, class R> using both = std::enable_if_t<is_expression<L>::value && is_expression<R>::value>;
template <class L, class R, class = both<L, R>> plus<L, R> operator+(L l, R r) { return { l, r }; }
template <class L, class R, class = both<L, R>> times<L, R> operator*(L l, R r) { return { l, r }; }

template <class E> __global__ void evaluate(int *out, E expression, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = expression[i];
}

template <class... Arrays> __global__ void sum_of(int *out, int n, Arrays... arrays)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (0 + ... + arrays[i]);
}

template <class T> static T *to_device(const std::vector<T> &host)
{
	T *device;
	CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
	CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
	return device;
}

template <class T> static std::vector<T> to_host(const T *device, int n)
{
	std::vector<T> host(n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
	return host;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 777, grid = (n + 127) / 128;
	std::vector<unsigned char> bytes(n);
	std::vector<double> doubles(n);
	std::vector<int> a(n), b(n), c(n);
	for (int i = 0; i < n; i++) {
		bytes[i] = (unsigned char)(i * 5);
		doubles[i] = i % 16;
		a[i] = i;
		b[i] = i % 10;
		c[i] = 3 - i % 7;
	}
	unsigned char *d_bytes = to_device(bytes);
	double *d_doubles = to_device(doubles), *d_results;
	int *d_a = to_device(a), *d_b = to_device(b), *d_c = to_device(c), *d_out;
	CHECK(cudaMalloc(&d_out, n * sizeof(int)));
	CHECK(cudaMalloc(&d_results, n * sizeof(double)));
	int wrong[4] = {};

	polynomial<<<grid, 128>>>(d_out, d_bytes, n);
	std::vector<int> out = to_host(d_out, n);
	constexpr bit_counts table;
	for (int i = 0; i < n; i++)
		wrong[0] += out[i] != bytes[i] * bytes[i] * bytes[i] + table.of[bytes[i]];
	polynomial<<<grid, 128>>>(d_results, d_doubles, n);
	std::vector<double> results = to_host(d_results, n);
	for (int i = 0; i < n; i++)
		wrong[1] += results[i] != power<5>::of(doubles[i]) - doubles[i];
	evaluate<<<grid, 128>>>(d_out, array{ d_a } + array{ d_b } * array{ d_c } + array{ d_b }, n);
	out = to_host(d_out, n);
	for (int i = 0; i < n; i++)
		wrong[2] += out[i] != a[i] + b[i] * c[i] + b[i];
	sum_of<<<grid, 128>>>(d_out, n, d_a, d_b, d_c, d_a);
	out = to_host(d_out, n);
	for (int i = 0; i < n; i++)
		wrong[3] += out[i] != a[i] + b[i] + c[i] + a[i];
	printf("bytes %d, doubles %d, expression %d, pack %d wrong\n", wrong[0], wrong[1], wrong[2], wrong[3]);
	CHECK(cudaFree(d_bytes));
	CHECK(cudaFree(d_doubles));
	CHECK(cudaFree(d_results));
	for (int *p : { d_a, d_b, d_c, d_out })
		CHECK(cudaFree(p));
	return wrong[0] || wrong[1] || wrong[2] || wrong[3];
}
