/*
 * Thrust: vectors that look like std::vector, the usual algorithms, iterators that are computed as they go.
 */
// options: -std=c++17
// needs: nvcc (clang takes 20 seconds and more to compile it)
#include <cstdio>
#include <cstdlib>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

struct saxpy {
	float a;
	__host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

struct square {
	__host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};

struct is_multiple {
	int of;
	__host__ __device__ bool operator()(int x) const { return x % of == 0; }
};

struct dot {
	__host__ __device__ float operator()(const thrust::tuple<float, float> &pair) const
	{
		return thrust::get<0>(pair) * thrust::get<1>(pair);
	}
};

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 5000;
	int failed = 0;

	thrust::host_vector<int> h(n);
	for (int i = 0; i < n; i++)
		h[i] = (int)((unsigned)i * 2654435761u >> 12) % 10007;
	thrust::device_vector<int> d = h;
	thrust::sort(d.begin(), d.end());
	thrust::host_vector<int> sorted = d, want = h;
	thrust::sort(want.begin(), want.end());
	printf("sort: first %d, last %d, %s\n", sorted[0], sorted[n - 1], sorted == want ? "right" : "WRONG");
	failed += sorted != want;

	int sum = thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()), by_hand = 0;
	long long squares = thrust::transform_reduce(d.begin(), d.end(), square(), 0LL, thrust::plus<long long>()), all = 0;
	for (int x : h) {
		by_hand += x;
		all += (long long)x * x;
	}
	printf("reduce: %d, squares %lld: %s\n", sum, squares, sum == by_hand && squares == all ? "right" : "WRONG");
	failed += sum != by_hand || squares != all;

	thrust::device_vector<float> x(n), y(n, 2.0f);
	thrust::sequence(x.begin(), x.end());
	thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy{ 3.0f });
	int wrong = 0;
	thrust::host_vector<float> z = y;
	for (int i = 0; i < n; i++)
		wrong += z[i] != 3.0f * i + 2.0f;
	printf("transform: %d wrong, y[9] = %.1f\n", wrong, (float)y[9]);
	failed += wrong;

	thrust::device_vector<float> a(100, 0.5f), b(100);
	thrust::sequence(b.begin(), b.end());
	auto zipped = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
	float product = thrust::transform_reduce(zipped, zipped + 100, dot(), 0.0f, thrust::plus<float>());
	printf("zip: dot product %.1f\n", product);
	failed += product != 2475.0f;

	thrust::device_vector<int> ones(n, 1), positions(n);
	thrust::exclusive_scan(ones.begin(), ones.end(), positions.begin());
	thrust::device_vector<int> multiples(n);
	auto end = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), multiples.begin(),
	    is_multiple{ 7 });
	printf("scan: last %d; %d multiples of 7, the last is %d\n", (int)positions.back(), (int)(end - multiples.begin()),
	    (int)*(end - 1));
	failed += positions.back() != n - 1 || end - multiples.begin() != (n + 6) / 7;

	thrust::device_vector<int> keys(8), values(8);
	const int raw_keys[] = { 5, 2, 9, 2, 7, 5, 1, 9 };
	thrust::copy(raw_keys, raw_keys + 8, keys.begin());
	thrust::sequence(values.begin(), values.end());
	thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
	printf("by key:");
	for (int i = 0; i < 8; i++)
		printf(" %d:%d", (int)keys[i], (int)values[i]);
	printf("\n");
	return failed != 0;
}
