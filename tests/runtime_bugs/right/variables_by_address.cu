// prints: 1 0 5 1
// prints: 1 1 1 1 1
// prints: 3 99 3 3.5 1
// prints: 2
// prints: 63
// prints: 63
// Variables of all kinds are copied by their addresses, and sizes of pointers are meant.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>
#include <cuda_runtime.h>
using std::vector;
typedef float (*fn_t)(float);
__device__ float half_of(float x) { return x / 2; }
__device__ fn_t d_fn = half_of;
struct node { node *next; int value; };
struct params { float *data; int n; };
namespace math { template <typename T> struct vector { T x, y, z; }; }
__device__ float *d_ptr;
__device__ float *d_ptrs[4];
__device__ double acc[4];
__constant__ params c_params;
__constant__ float coef[2];
__device__ float values[100];
float *h; // global of the same name
#define BUF(name, n) float name[n]
__global__ void fill(float *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = i;
}

__global__ void use_symbols(double *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = i;
	if (i < 4)
		acc[i] = i;
	if (i < n)
		values[i] = coef[i % 2] + (d_ptr ? *d_ptr : 0) + (d_ptrs[1] ? *d_ptrs[1] : 0) + c_params.n;
}

__global__ void link(node *nodes, node **head)
{
	nodes[0].value = 1;
	nodes[0].next = nodes + 1;
	nodes[1].value = 2;
	nodes[1].next = NULL;
	*head = nodes;
}

__global__ void pool_fill(char *pool)
{
	pool[threadIdx.x] = threadIdx.x;
}

static void two_of(const float *d)
{
	float h[2];
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
	cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[1]);
}

static void by_macro(const float *d)
{
	BUF(h, 64);
	cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[63]);
}

struct deleter {
	void operator()(float *p) const { cudaFree(p); }
};

__constant__ float *state[2];
class members_in_a_row {
	float *x, *v;

public:
	members_in_a_row(float *d) : x(d), v(d + 1)
	{
		cudaMemcpyToSymbol(state, &x, 2 * sizeof(float *));
	}
};

template <typename T> static void upload(T *to, const T &v)
{
	cudaMemcpy(to, &v, sizeof(v), cudaMemcpyHostToDevice);
}

template <typename T> static void download(T *v, const T *from, size_t n)
{
	cudaMemcpy(v, from, n * sizeof(*v), cudaMemcpyDeviceToHost);
}

int main()
{
	float *d, **d_rows;
	double *dd;
	node *nodes, **head;
	char *pool;
	cudaMalloc(&d, 100 * sizeof(float));
	cudaMalloc(&d_rows, 8 * sizeof(float *));
	cudaMalloc(&dd, 100 * sizeof(double));
	cudaMalloc(&nodes, 4 * sizeof(node));
	cudaMalloc(&head, 4 * sizeof(node *));
	cudaMalloc(&pool, 1 << 16);
	fill<<<1, 100>>>(d, 100);
	link<<<1, 1>>>(nodes, head);
	pool_fill<<<1, 128>>>(pool);
	// symbols
	cudaMemcpyToSymbol(d_ptr, &d, sizeof(d));
	cudaMemcpyToSymbol(d_ptrs, &d, sizeof(d), sizeof(d));
	params p = { d, 7 };
	cudaMemcpyToSymbol(c_params, &p, sizeof(p));
	params *pp = &p;
	cudaMemcpyToSymbol(c_params, pp, sizeof(*pp));
	float *weights = (float *)malloc(2 * sizeof(float));
	weights[0] = 1;
	weights[1] = 2;
	cudaMemcpyToSymbol(coef, weights, sizeof(weights)); // all of it, by chance
	use_symbols<<<1, 100>>>(dd, 100);
	double *hd = (double *)malloc(800);
	cudaMemcpy(hd, dd, sizeof(hd), cudaMemcpyDeviceToHost); // one double, by chance
	cudaMemcpyFromSymbol(hd, acc, sizeof(hd));
	double one;
	cudaMemcpy(&one, dd + 5, sizeof(one), cudaMemcpyDeviceToHost);
	fn_t h_fn;
	cudaMemcpyFromSymbol(&h_fn, d_fn, sizeof(h_fn));
	float *back;
	cudaMemcpyFromSymbol(&back, d_ptr, sizeof(back));
	cudaMemcpyFromSymbol(&back, d_ptrs, sizeof(float *), sizeof(float *));
	printf("%d %g %g %d\n", back == d, *hd, one, h_fn != NULL);
	// addresses
	node *first;
	cudaMemcpy(&first, head, sizeof(first), cudaMemcpyDeviceToHost);
	node *second;
	cudaMemcpy(&second, nodes, sizeof(second), cudaMemcpyDeviceToHost); // the first member
	cudaMemcpy(&nodes[1].next, &first, sizeof(first), cudaMemcpyHostToDevice);
	cudaMemcpy(nodes + 2, &second, sizeof(node *), cudaMemcpyHostToDevice);
	for (int i = 0; i < 4; i++)
		cudaMemcpy(d_rows + i, &d, sizeof(d), cudaMemcpyHostToDevice);
	cudaMemcpy(&d_rows[4], &d, sizeof(float *), cudaMemcpyHostToDevice);
	float *rows[2] = { d, d + 50 };
	cudaMemcpy(d_rows + 5, rows, sizeof(rows), cudaMemcpyHostToDevice);
	cudaMemcpy(d_rows + 5, &rows, sizeof(rows), cudaMemcpyHostToDevice);
	cudaMemset(d_rows, 0, sizeof(d_rows));
	float **got = (float **)malloc(64);
	cudaMemcpy(got, d_rows + 1, sizeof(got), cudaMemcpyDeviceToHost);
	std::vector<float *> ptrs(4, d);
	cudaMemcpy(d_rows, ptrs.data(), ptrs.size() * sizeof(ptrs[0]), cudaMemcpyHostToDevice);
	cudaMemcpy(pool + 64, &d, sizeof(d), cudaMemcpyHostToDevice);
	float *kept;
	cudaMemcpy(&kept, pool + 64, sizeof(kept), cudaMemcpyDeviceToHost);
	uint64_t addr;
	cudaMemcpy(&addr, d_rows, sizeof(addr), cudaMemcpyDeviceToHost);
	void *any;
	cudaMemcpy(&any, d_rows, sizeof(any), cudaMemcpyDeviceToHost);
	printf("%d %d %d %d %d\n", first == nodes, second == nodes + 1, kept == d, addr == (uint64_t)d, any == d);
	// objects
	math::vector<float> v = { 1, 2, 3 };
	cudaMemcpy(d, &v, sizeof(v), cudaMemcpyHostToDevice);
	cudaMemcpy(&v, d, sizeof(v), cudaMemcpyDeviceToHost);
	std::vector<float4>::value_type quad;
	cudaMemcpy(&quad, d, sizeof(quad), cudaMemcpyDeviceToHost);
	members_in_a_row row(d);
	std::unique_ptr<float, deleter> own;
	float *owned;
	cudaMalloc(&owned, 40);
	own.reset(owned);
	cudaMemcpyToSymbol(d_ptr, &own, sizeof(float *));
	std::array<float, 100> a;
	cudaMemcpy(&a, d, sizeof(a), cudaMemcpyDeviceToHost);
	vector<float> w(100);
	cudaMemcpy(w.data(), d, w.size() * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(&w[0], d, 400, cudaMemcpyDeviceToHost);
	cudaMemcpy(&w.front(), d, 400, cudaMemcpyDeviceToHost);
	cudaMemcpy(&*w.begin(), d, 400, cudaMemcpyDeviceToHost);
	std::string s(100, 'x');
	cudaMemcpy(pool, &s[0], s.size(), cudaMemcpyHostToDevice);
	cudaMemcpy(pool, s.c_str(), s.size() + 1, cudaMemcpyHostToDevice);
	std::unique_ptr<float[]> u(new float[100]);
	cudaMemcpy(u.get(), d, 400, cudaMemcpyDeviceToHost);
	cudaMemcpy(&u[10], d, 360, cudaMemcpyDeviceToHost);
	upload(d, 3.5f);
	float *r;
	upload(d_rows, d);
	download(&r, d_rows, 1);
	float x;
	download(&x, d, 1);
	node n = { nodes, 5 };
	upload(nodes + 3, n);
	printf("%g %g %g %g %d\n", v.z, a[99], w[2], x, r == d);
	two_of(d);
	by_macro(d);
	h = (float *)malloc(400);
	cudaMemcpy(h, d, 100 * sizeof(*h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[63]);
	float2 *pair = (float2 *)malloc(8);
	cudaMemcpy(pair, d, sizeof(*pair), cudaMemcpyDeviceToHost);
	cudaMemcpy(pair, d, sizeof(float2), cudaMemcpyDeviceToHost);
	{
		int h;
		cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
		int *q = new int;
		cudaMemcpy(q, d, sizeof(*q), cudaMemcpyDeviceToHost);
		int &ref = *q;
		cudaMemcpy(&ref, d, sizeof(ref), cudaMemcpyDeviceToHost);
		delete q;
	}
	auto copy = [&](float *to, size_t bytes) { cudaMemcpy(to, d, bytes, cudaMemcpyDeviceToHost); };
	copy(h, sizeof(float) * 8);
	cudaMemcpy(&h[2], &d[2], sizeof(h[0]) * 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(h + 2, d + 2, sizeof *h, cudaMemcpyDeviceToHost);
	long long *big = (long long *)malloc(80);
	cudaMemcpy(big, dd, sizeof(big), cudaMemcpyDeviceToHost);
	cudaFree(d);
	cudaFree(d_rows);
	cudaFree(dd);
	cudaFree(nodes);
	cudaFree(head);
	cudaFree(pool);
	free(weights);
	free(hd);
	free(got);
	free(h);
	free(pair);
	free(big);
	return 0;
}
