/*
 * checked.cu - whole programs, from allocation to result, to compare their run
 * with all checks to the one without: checked.sh runs them.
 *
 *	checked naive|naive_managed|tiled|reduction|scan|histogram|stencil|sparse|transpose|scatter N
 *
 * Every program is right: the checks have nothing to report. Each prints a sum of its result.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define TILE 16
#define BLOCK 256
#define BINS 256

#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
	fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e_)); exit(1); } } while (0)

__global__ void naive(float *c, const float *a, const float *b, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	if (row >= n || col >= n)
		return;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

__global__ void tiled(float *c, const float *a, const float *b, int n)
{
	__shared__ float ta[TILE][TILE], tb[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
	float sum = 0;

	for (int t = 0; t < n; t += TILE) {
		ta[y][x] = a[row * n + t + x];
		tb[y][x] = b[(t + y) * n + col];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += ta[y][k] * tb[k][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

__global__ void reduction(float *out, const float *in, int n)
{
	__shared__ float part[BLOCK];
	float sum = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += in[i];
	part[threadIdx.x] = sum;
	__syncthreads();
	for (int half = BLOCK / 2; half; half /= 2) {
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, part[0]);
}

/* Each block scans its elements; the sums of blocks go to `sums`. */
__global__ void scan(float *out, const float *in, float *sums, int n)
{
	__shared__ float part[2][BLOCK];
	int i = blockIdx.x * BLOCK + threadIdx.x, from = 0;

	part[0][threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < BLOCK; d *= 2, from = 1 - from) {
		float v = part[from][threadIdx.x];

		if (threadIdx.x >= d)
			v += part[from][threadIdx.x - d];
		part[1 - from][threadIdx.x] = v;
		__syncthreads();
	}
	if (i < n)
		out[i] = part[from][threadIdx.x];
	if (threadIdx.x == BLOCK - 1 && sums)
		sums[blockIdx.x] = part[from][BLOCK - 1];
}

__global__ void scan_add(float *out, const float *sums, int n)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	if (blockIdx.x && i < n)
		out[i] += sums[blockIdx.x - 1];
}

__global__ void histogram(unsigned *bins, const unsigned char *in, int n)
{
	__shared__ unsigned mine[BINS];

	mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&mine[in[i]], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void stencil(float *out, const float *in, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
		out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

/* y = A x, one thread a row. */
__global__ void sparse(float *y, const float *values, const int *columns, const int *rows, const float *x, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (row >= n)
		return;
	for (int k = rows[row]; k < rows[row + 1]; k++)
		sum += values[k] * x[columns[k]];
	y[row] = sum;
}

__global__ void transpose(float *out, const float *in, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	out[x * n + y] = in[y * n + x];
}

__global__ void scatter(float *out, const int *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[to[i]] += i;
}

static std::vector<void *> arrays;

template <typename T> static T *array(size_t n, bool managed)
{
	T *p;

	CHECK(managed ? cudaMallocManaged(&p, n * sizeof(T)) : cudaMalloc(&p, n * sizeof(T)));
	arrays.push_back(p);
	return p;
}

template <typename T> static T *array_of(const std::vector<T> &v, bool managed)
{
	T *p = array<T>(v.size(), managed);

	if (managed)
		memcpy(p, v.data(), v.size() * sizeof(T));
	else
		CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

template <typename T> static int sum_print(const char *what, const T *p, size_t n)
{
	std::vector<T> v(n);
	double sum = 0;

	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDefault));
	for (T x : v)
		sum += x;
	printf("%s %g\n", what, sum);
	for (void *array : arrays)
		CHECK(cudaFree(array));
	return 0;
}

static std::vector<float> numbers(size_t n)
{
	std::vector<float> v(n);

	for (size_t i = 0; i < n; i++)
		v[i] = (float)(i % 7) - 3;
	return v;
}

static int product(const char *what, int n)
{
	bool managed = strstr(what, "managed");
	float *a = array_of(numbers((size_t)n * n), managed), *b = array_of(numbers((size_t)n * n), managed), *c = array<float>((size_t)n * n, managed);
	dim3 block(TILE, TILE), grid(n / TILE, n / TILE);

	if (what[0] == 'n')
		naive<<<grid, block>>>(c, a, b, n);
	else
		tiled<<<grid, block>>>(c, a, b, n);
	return sum_print(what, c, (size_t)n * n);
}

static int grid_steps(const char *what, int n)
{
	float *in = array_of(numbers((size_t)n * n), false), *out = array_of(numbers((size_t)n * n), false);
	dim3 block(32, 8), grid(n / 32, n / 8);

	for (int step = 0; step < 10; step++) {
		if (what[0] == 's')
			stencil<<<grid, block>>>(out, in, n);
		else
			transpose<<<grid, block>>>(out, in, n);
		float *next = in; in = out; out = next;
	}
	return sum_print(what, in, (size_t)n * n);
}

static int scan_all(int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK, sup = (blocks + BLOCK - 1) / BLOCK;
	float *in = array_of(numbers(n), false), *out = array<float>(n, false), *sums = array<float>(blocks, false), *sums2 = array<float>(sup, false);

	for (int step = 0; step < 4; step++) {
		scan<<<blocks, BLOCK>>>(out, in, sums, n);
		scan<<<sup, BLOCK>>>(sums, sums, sums2, blocks);
		scan<<<1, BLOCK>>>(sums2, sums2, NULL, sup);
		scan_add<<<sup, BLOCK>>>(sums, sums2, blocks);
		scan_add<<<blocks, BLOCK>>>(out, sums, n);
	}
	return sum_print("scan", out, n);
}

static int histogram_all(int n)
{
	std::vector<unsigned char> v(n);
	unsigned *bins = array_of(std::vector<unsigned>(BINS), false);

	for (int i = 0; i < n; i++)
		v[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
	histogram<<<64, BINS>>>(bins, array_of(v, false), n);
	return sum_print("histogram", bins, BINS);
}

static int sparse_all(int n)
{
	std::vector<int> rows(n + 1), columns;
	unsigned r = 1;

	for (int row = 0; row < n; row++) {
		rows[row] = (int)columns.size();
		for (int k = 0, of = 4 + row % 13; k < of; k++, r = r * 1664525 + 1013904223)
			columns.push_back((int)(((size_t)r * n) >> 32));
	}
	rows[n] = (int)columns.size();
	float *values = array_of(numbers(columns.size()), false), *x = array_of(numbers(n), false), *y = array<float>(n, false);
	int *c = array_of(columns, false), *at = array_of(rows, false);

	for (int step = 0; step < 10; step++)
		sparse<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(y, values, c, at, x, n);
	return sum_print("sparse", y, n);
}

static int scatter_all(int n)
{
	std::vector<int> to(n);
	float *out = array_of(numbers(n), false);

	for (int i = 0; i < n; i++)
		to[i] = (int)((long long)i * 7919 % n);
	int *where = array_of(to, false);
	for (int step = 0; step < 10; step++)
		scatter<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(out, where, n);
	return sum_print("scatter", out, n);
}

int main(int argc, char **argv)
{
	const char *what = argc == 3 ? argv[1] : "";
	int n = argc == 3 ? atoi(argv[2]) : 0;

	if (!strncmp(what, "naive", 5) || !strncmp(what, "tiled", 5))
		return product(what, n);
	if (!strcmp(what, "stencil") || !strcmp(what, "transpose"))
		return grid_steps(what, n);
	if (!strcmp(what, "scan"))
		return scan_all(n);
	if (!strcmp(what, "histogram"))
		return histogram_all(n);
	if (!strcmp(what, "sparse"))
		return sparse_all(n);
	if (!strcmp(what, "scatter"))
		return scatter_all(n);
	if (!strcmp(what, "reduction")) {
		float *out = array_of(std::vector<float>(1), false);

		for (int step = 0; step < 10; step++)
			reduction<<<64, BLOCK>>>(out, array_of(numbers(n), false), n);
		return sum_print(what, out, 1);
	}
	fputs("usage: checked WHAT N\n", stderr);
	return 2;
}
