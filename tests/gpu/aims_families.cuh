// aims_families.cuh - what aims.cu times: data, the launch of the exercise, and a check of the result, for each family.
//
// A family's prepare() takes its arrays from the pool, in the order of the kernel's parameters, fills what is read and poisons
// what is written; wrong() counts the elements of the result that are not right. Sizes are larger than those of the
// exercises where these would end before a GPU is busy. Outputs that add up (dot, histogram) are checked after one launch.
#ifndef WARPBOOK_AIMS_FAMILIES_CUH
#define WARPBOOK_AIMS_FAMILIES_CUH

#include <cuda.h>

#include "aims_data.cuh"

#define N (1 << 26)

static void add_prepare(struct run *r)
{
	poison<float>(r, N);
	floats(r, N);
	floats(r, N);
	number(r, N);
	launch(r, N, 256, 1, 1, 256, 1);
}

static long add_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *a = (float *)r->value[1].p, *b = (float *)r->value[2].p;
	return wrong(N, [=] __device__(long i) { return out[i] == a[i] + b[i]; });
}

static void saxpy_prepare(struct run *r)
{
	floats(r, N);
	floats(r, N);
	real(r, 1.0f / 1024);
	number(r, N);
	launch(r, N, 256, 1, 1, 256, 1);
}

static long saxpy_wrong(struct run *r)
{
	float *y = (float *)r->value[0].p, *x = (float *)r->value[1].p;
	size_t seed = (size_t)((char *)x - pool); // y's, as floats() took it
	return wrong(N, [=] __device__(long i) {
		float before = (float)(hash(i + seed) >> 8) / (1 << 23) - 1;
		return fabsf(y[i] - (before + x[i] / 1024)) < 1e-6f;
	});
}

static void transform_prepare(struct run *r)
{
	poison<float>(r, N);
	floats(r, N);
	real(r, 2);
	real(r, -3);
	number(r, N);
	launch(r, N, 256, 1, 1, 256, 1);
}

static void transform_fast(struct run *r)
{
	launch(r, N, 4096, 1, 1, 256, 1);
}

static long transform_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *x = (float *)r->value[1].p;
	return wrong(N, [=] __device__(long i) {
		double c = cos((double)x[i]), s = sin((double)x[i]);
		return fabs(out[i] - (2 * c * c - 3 * s * s)) < 1e-5;
	});
}

static void copy_prepare(struct run *r, int part, int block)
{
	poison<float>(r, N + 2);
	floats(r, N + 2);
	number(r, N + 2);
	launch(r, N + 2, part, 1, 1, block, 1);
}

static void vector_copy_prepare(struct run *r)
{
	copy_prepare(r, 512, 128);
}

static void strided_copy_prepare(struct run *r)
{
	copy_prepare(r, 2048, 256);
}

static long copy_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *x = (float *)r->value[1].p;
	return wrong(N + 2, [=] __device__(long i) { return out[i] == x[i]; });
}

#define RECORDS (1 << 25)

static void aos_to_soa_prepare(struct run *r)
{
	for (int k = 0; k < 4; k++)
		poison<float>(r, RECORDS);
	floats(r, 4l * RECORDS);
	number(r, RECORDS);
	launch(r, RECORDS, 128, 1, 1, 128, 1);
}

static long aos_to_soa_wrong(struct run *r)
{
	float *p = (float *)r->value[4].p;
	long bad = 0;
	for (int k = 0; k < 4; k++) {
		float *out = (float *)r->value[k].p;
		bad += wrong(RECORDS, [=] __device__(long i) { return out[i] == p[4 * i + k]; });
	}
	return bad;
}

#define ROWS 2112
#define COLS 67584

static void row_vs_column_sum_prepare(struct run *r)
{
	poison<int>(r, ROWS);
	poison<int>(r, COLS);
	ints(r, (size_t)ROWS * COLS, 1000);
	number(r, ROWS);
	number(r, COLS);
	launch(r, COLS, 256, 1, 1, 256, 1);
}

static long row_vs_column_sum_wrong(struct run *r)
{
	int *rows = (int *)r->value[0].p, *cols = (int *)r->value[1].p, *x = (int *)r->value[2].p;
	return wrong(ROWS + COLS, [=] __device__(long i) {
		int sum = 0;
		if (i < ROWS)
			for (long c = 0; c < COLS; c++)
				sum += x[i * COLS + c];
		else
			for (long l = 0; l < ROWS; l++)
				sum += x[l * COLS + i - ROWS];
		return sum == (i < ROWS ? rows[i] : cols[i - ROWS]);
	});
}

#define SIDE 8192

static void transpose_prepare(struct run *r)
{
	poison<float>(r, (size_t)SIDE * SIDE);
	floats(r, (size_t)SIDE * SIDE);
	number(r, SIDE);
	number(r, SIDE);
	launch(r, SIDE, 64, SIDE, 64, 32, 8);
}

static long transpose_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *x = (float *)r->value[1].p;
	return wrong((long)SIDE * SIDE, [=] __device__(long i) { return out[i] == x[i % SIDE * SIDE + i / SIDE]; });
}

#define IMAGE 16384

static void smooth_prepare(struct run *r)
{
	poison<unsigned char>(r, (size_t)IMAGE * IMAGE);
	unsigned char *x = (unsigned char *)poison<unsigned char>(r, (size_t)IMAGE * IMAGE);
	each((long)IMAGE * IMAGE, [=] __device__(long i) { x[i] = hash(i) % 256; });
	number(r, IMAGE);
	number(r, IMAGE);
	launch(r, IMAGE, 32, IMAGE, 8, 32, 8);
}

static void smooth_fast(struct run *r)
{
	launch(r, IMAGE, 480, IMAGE, 80, 32, 8);
}

static long smooth_wrong(struct run *r)
{
	unsigned char *out = (unsigned char *)r->value[0].p, *x = (unsigned char *)r->value[1].p;
	return wrong((long)IMAGE * IMAGE, [=] __device__(long i) {
		long row = i / IMAGE, col = i % IMAGE, sum = 0;
		for (long dr = -1; dr <= 1; dr++)
			for (long dc = -1; dc <= 1; dc++)
				sum += x[min(max(row + dr, 0l), IMAGE - 1l) * IMAGE + min(max(col + dc, 0l), IMAGE - 1l)];
		return out[i] == sum / 9;
	});
}

#define MANY (1 << 28)

static void max_prepare(struct run *r)
{
	int *best = ints(r, 1, 1), *x = ints(r, MANY, 1000000000);
	each(1, [=] __device__(long) { x[MANY - 5] = 2000000000; *best = -1; });
	number(r, MANY);
	launch(r, MANY, 4096, 1, 1, 256, 1);
	r->grid.x = std::min(r->grid.x, 1056u);
}

static long max_wrong(struct run *r)
{
	int *best = (int *)r->value[0].p;
	return wrong(1, [=] __device__(long) { return *best == 2000000000; });
}

#define BYTES (1 << 28)

static void histogram_prepare(struct run *r)
{
	ints(r, 256, 1);
	unsigned char *x = poison<unsigned char>(r, BYTES);
	each(BYTES, [=] __device__(long i) { x[i] = hash(i); });
	number(r, BYTES);
	launch(r, BYTES, 4096, 1, 1, 256, 1);
	r->grid.x = std::min(r->grid.x, 792u);
}

static long histogram_wrong(struct run *r)
{
	int *bins = (int *)r->value[0].p, *expected = (int *)spare[1];
	unsigned char *x = (unsigned char *)r->value[1].p;
	MUST(cudaMemset(expected, 0, 1024));
	each(BYTES, [=] __device__(long i) { atomicAdd(&expected[x[i]], 1); });
	return wrong(256, [=] __device__(long i) { return bins[i] == expected[i]; });
}

static void dot_prepare(struct run *r)
{
	float *out = floats(r, 1);
	MUST(cudaMemset(out, 0, 4));
	ints(r, N, 7);
	ints(r, N, 7);
	float *x = (float *)r->value[1].p, *y = (float *)r->value[2].p;
	each(N, [=] __device__(long i) { x[i] = *(int *)(x + i), y[i] = *(int *)(y + i) - 3; });
	number(r, N);
	launch(r, N, 256, 1, 1, 256, 1);
	r->grid.x = 1056;
}

static long near_sum(float *out, double scale)
{
	double sum;
	float have;
	MUST(cudaMemcpy(&sum, tally, 8, cudaMemcpyDeviceToHost));
	MUST(cudaMemcpy(&have, out, 4, cudaMemcpyDeviceToHost));
	return !(fabs(have - sum) <= 1e-5 * scale);
}

static long dot_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *x = (float *)r->value[1].p, *y = (float *)r->value[2].p;
	double *sum = (double *)tally;
	MUST(cudaMemset(sum, 0, 8));
	each(1 << 18, [=] __device__(long t) {
		double mine = 0;
		for (long i = t; i < N; i += 1 << 18)
			mine += (double)x[i] * y[i];
		atomicAdd(sum, mine);
	});
	return near_sum(out, 3.0 * N);
}

static void sum_prepare(struct run *r)
{
	poison<float>(r, 1);
	unsigned *arrived = poison<unsigned>(r, 1);
	MUST(cudaMemset(arrived, 0, 4));
	floats(r, MANY);
	number(r, MANY);
	launch(r, MANY, 256, 1, 1, 256, 1);
	r->grid.x = 1056;
}

static long sum_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *x = (float *)r->value[2].p;
	double *sum = (double *)tally;
	MUST(cudaMemset(sum, 0, 8));
	each(1 << 18, [=] __device__(long t) {
		double mine = 0;
		for (long i = t; i < MANY; i += 1 << 18)
			mine += x[i];
		atomicAdd(sum, mine);
	});
	return near_sum(out, 1e5);
}

#define PIECES (N / 8192)

// A launch leaves behind what it has told.
static void scan_again(struct run *r)
{
	MUST(cudaMemsetAsync(r->value[1].p, 0, 4));
	MUST(cudaMemsetAsync(r->value[2].p, 0, 8 * PIECES));
}

static void scan_prepare(struct run *r)
{
	poison<int>(r, N);
	poison<unsigned>(r, 1);
	poison<unsigned long long>(r, PIECES);
	scan_again(r);
	ints(r, N, 20);
	number(r, N);
	launch(r, N, 8192, 1, 1, 256, 1);
}

static long scan_wrong(struct run *r)
{
	int *out = (int *)r->value[0].p, *x = (int *)r->value[3].p;
	unsigned long long *known = (unsigned long long *)r->value[2].p;
	return wrong(N, [=] __device__(long i) { return out[i] == x[i] + (i ? out[i - 1] : 0); }) +
	       wrong(PIECES, [=] __device__(long p) { return known[p] == (2ull << 32) + out[8192 * p + 8191]; });
}

static void matmul_sizes(struct run *r, int m, int n, int k)
{
	r->c = poison<float>(r, (size_t)m * n);
	r->a = floats(r, (size_t)m * k);
	r->b = floats(r, (size_t)k * n);
	number(r, m);
	number(r, n);
	number(r, k);
	r->m = m, r->n = n, r->k = k, r->lda = k, r->ldb = n, r->ldc = n;
	r->alpha = 1, r->beta = 0;
}

static void coalesced_prepare(struct run *r)
{
	matmul_sizes(r, 2048, 2048, 2048);
	launch(r, r->n, 32, r->m, 8, 256, 1);
}

static void tiled_prepare(struct run *r)
{
	matmul_sizes(r, 2048, 2048, 2048);
	launch(r, r->n, 32, r->m, 32, 32, 32);
}

static void register_prepare(struct run *r)
{
	matmul_sizes(r, 4096, 4096, 4096);
	launch(r, r->n, 128, r->m, 128, 16, 16);
}

static void tensor_prepare(struct run *r)
{
	matmul_sizes(r, 4096, 4096, 4096);
	launch(r, r->n, 128, r->m, 128, 128, 1);
}

// Where a matrix lies, for the tensor memory accelerator: sizes and the box that one copy takes, the fastest dimension first, and
// the bytes from one element to the next in the others. Tiles get the order of the 128-byte swizzle; what lies beyond is 0.
static void *tensor_map(CUtensorMap *map, float *at, int rank, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box)
{
	const cuuint32_t step[3] = { 1, 1, 1 };
	must("a tensor map cannot be made",
	     cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, at, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
				    CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
	return map;
}

// gemm_tensor.hopper.cu: a block computes 256 x 128 elements; a copy takes 128 x 32 numbers of a, or 32 x 128 of b as four parts
// of 32 columns.
static void tensor_fast(struct run *r)
{
	static CUtensorMap a, b;
	const cuuint64_t row_a = r->k * sizeof(float), row_b = r->n * sizeof(float);
	const cuuint64_t size_a[] = { (cuuint64_t)r->k, (cuuint64_t)r->m }, size_b[] = { 32, (cuuint64_t)r->k, (cuuint64_t)r->n / 32 };
	const cuuint64_t stride_b[] = { row_b, 32 * sizeof(float) };
	const cuuint32_t box_a[] = { 32, 128 }, box_b[] = { 32, 32, 4 };
	launch(r, r->n, 128, r->m, 256, 384, 1);
	r->shared = 4 * (256 + 128) * 32 * (int)sizeof(float) + 4 * 16;
	r->arg[1] = tensor_map(&a, r->a, 2, size_a, &row_a, box_a);
	r->arg[2] = tensor_map(&b, r->b, 3, size_b, stride_b, box_b);
}

static void any_shape_prepare(struct run *r)
{
	r->m = 2000, r->n = 2010, r->k = 2020, r->lda = 2024, r->ldb = 2016, r->ldc = 2016;
	r->c = floats(r, (size_t)r->m * r->ldc);
	r->a = floats(r, (size_t)r->m * r->lda);
	r->b = floats(r, (size_t)r->k * r->ldb);
	for (int v : { r->m, r->n, r->k, r->lda, r->ldb, r->ldc })
		number(r, v);
	real(r, r->alpha = 2);
	real(r, r->beta = 0); // with another the result would grow with every launch
	launch(r, r->n, 16, r->m, 16, 16, 16);
}

// c = alpha a b + beta c, row after row: the library sees everything transposed.
static void library_product(struct run *r, enum limit limit, float *c)
{
	MUST(cublasSetMathMode(cublas, limit == TF32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_PEDANTIC_MATH));
	MUST(cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, r->n, r->m, r->k, &r->alpha, r->b, r->ldb, r->a, r->lda, &r->beta, c, r->ldc));
}

static long product_wrong_by(struct run *r, enum limit limit, float most)
{
	float *c = r->c, *expected = (float *)spare[1];
	int n = r->n, ldc = r->ldc;
	library_product(r, limit, expected);
	return wrong((long)r->m * n, [=] __device__(long i) {
		long at = i / n * ldc + i % n;
		return fabsf(c[at] - expected[at]) <= most;
	});
}

static long product_wrong(struct run *r)
{
	return product_wrong_by(r, SGEMM, 1e-2f);
}

static long tensor_wrong(struct run *r)
{
	return product_wrong_by(r, TF32, 0.3f); // cut off here, rounded there
}

#define PLATE 8192

static void heat_step_prepare(struct run *r)
{
	poison<float>(r, (size_t)PLATE * PLATE);
	floats(r, (size_t)PLATE * PLATE);
	floats(r, (size_t)PLATE * PLATE);
	number(r, PLATE);
	number(r, PLATE);
	launch(r, PLATE, 32, PLATE, 8, 32, 8);
}

static void heat_step_fast(struct run *r)
{
	launch(r, PLATE, 128, PLATE, 32, 32, 8);
}

static long heat_step_wrong(struct run *r)
{
	float *out = (float *)r->value[0].p, *old = (float *)r->value[1].p, *source = (float *)r->value[2].p;
	return wrong((long)PLATE * PLATE, [=] __device__(long i) {
		long row = i / PLATE, col = i % PLATE;
		if (row == 0 || col == 0 || row == PLATE - 1 || col == PLATE - 1)
			return out[i] == old[i];
		float mean = 0.25f * (old[i - 1] + old[i + 1] + old[i - PLATE] + old[i + PLATE] + source[i]);
		return fabsf(out[i] - mean) < 1e-6f;
	});
}

#define SCORES 4096
#define SCORE_ROWS 16384

static void softmax_prepare(struct run *r)
{
	poison<float>(r, (size_t)SCORES * SCORE_ROWS);
	floats(r, (size_t)SCORES * SCORE_ROWS);
	number(r, SCORES);
	number(r, SCORE_ROWS);
	launch(r, SCORE_ROWS, 1, 1, 1, 128, 1);
}

static void softmax_fast(struct run *r)
{
	launch(r, SCORE_ROWS, 1, 1, 1, 256, 1);
}

// Each row by a thread of its own: its sum into the array of the expected results first.
static long softmax_wrong(struct run *r)
{
	float *y = (float *)r->value[0].p, *x = (float *)r->value[1].p;
	double *sum = (double *)spare[1];
	each(SCORE_ROWS, [=] __device__(long row) {
		sum[row] = 0;
		for (int i = 0; i < SCORES; i++)
			sum[row] += exp((double)x[row * SCORES + i]);
	});
	return wrong((long)SCORES * SCORE_ROWS, [=] __device__(long i) {
		double share = exp((double)x[i]) / sum[i / SCORES];
		return fabs(y[i] - share) <= 1e-5 * share;
	});
}

#define PAIRS 16384

static void matvec_prepare(struct run *r)
{
	poison<float>(r, PAIRS * 64);
	floats(r, PAIRS * 64 * 256l);
	floats(r, PAIRS * 256);
	number(r, 64);
	number(r, 256);
	number(r, PAIRS);
	launch(r, 64, 8, PAIRS, 1, 32, 8);
}

static long matvec_wrong(struct run *r)
{
	float *y = (float *)r->value[0].p, *a = (float *)r->value[1].p, *x = (float *)r->value[2].p;
	return wrong(PAIRS * 64, [=] __device__(long i) {
		double sum = 0;
		for (int k = 0; k < 256; k++)
			sum += (double)a[i * 256 + k] * x[i / 64 * 256 + k];
		return fabs(sum - y[i]) < 1e-4;
	});
}

#define MOST 1000

static __host__ __device__ int escape(int px, int py, int w, int h)
{
	int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096, x = 0, y = 0, steps = 0;
	for (; steps < MOST; steps++) {
		int xx = x * x / 4096, yy = y * y / 4096;
		if (xx + yy > 4 * 4096)
			break;
		y = ((x * y) >> 11) + cy;
		x = xx - yy + cx;
	}
	return steps;
}

static void mandelbrot_prepare(struct run *r)
{
	poison<int>(r, 4096 * 3072);
	number(r, 4096);
	number(r, 3072);
	number(r, MOST);
	launch(r, 4096, 32, 3072, 8, 32, 8);
}

static long mandelbrot_wrong(struct run *r)
{
	int *out = (int *)r->value[0].p;
	return wrong(4096 * 3072, [=] __device__(long i) { return out[i] == escape(i % 4096, i / 4096, 4096, 3072); });
}

// The same steps without a test, in as many threads as the machine holds.
__global__ void steps_kernel(int *out, int steps)
{
	int t = blockIdx.x * 256 + threadIdx.x, cx = t % 64 - 2048, cy = t % 91, x = 0, y = 0;
#pragma unroll 4
	for (int k = 0; k < steps; k++) {
		int xx = (x * x) >> 12, yy = (y * y) >> 12;
		y = ((x * y) >> 11) + cy;
		x = xx - yy + cx;
	}
	out[t] = x + y;
}

static double mandelbrot_steps(void)
{
	unsigned long long *sum = tally, steps;
	MUST(cudaMemset(sum, 0, 8));
	each(4096 * 3072, [=] __device__(long i) { atomicAdd(sum, (unsigned long long)escape(i % 4096, i / 4096, 4096, 3072)); });
	MUST(cudaMemcpy(&steps, sum, 8, cudaMemcpyDeviceToHost));
	return (double)steps;
}

#define GB(elements, size) (1.0 * (elements) * (size))
#define CUBE(side) (2.0 * (side) * (side) * (side))

static const struct family {
	const char *name, *size;
	enum limit limit;
	double work; // bytes, operations or steps
	double aim;  // share of the limit; 0: none is set, it is a step on the way
	void (*prepare)(struct run *);
	long (*wrong)(struct run *);
	void (*again)(struct run *); // before each launch, where one leaves something behind
	void (*fast)(struct run *);  // the launch of NAME.fast.cu, as its exercise has it
} families[] = {
	{ "add", "2^26", COPY, GB(N, 12), 0.95, add_prepare, add_wrong },
	{ "saxpy", "2^26", COPY, GB(N, 12), 0.95, saxpy_prepare, saxpy_wrong },
	{ "transform", "2^26", COPY, GB(N, 8), 0.95, transform_prepare, transform_wrong, NULL, transform_fast },
	{ "vector_copy", "2^26", COPY, GB(N, 8), 0.95, vector_copy_prepare, copy_wrong },
	{ "strided_copy", "2^26", COPY, GB(N, 8), 0.95, strided_copy_prepare, copy_wrong },
	{ "aos_to_soa", "2^25 x 16 B", COPY, GB(RECORDS, 32), 0.95, aos_to_soa_prepare, aos_to_soa_wrong },
	{ "row_vs_column_sum", "2112 x 67584", COPY, 2 * GB((size_t)ROWS * COLS, 4), 0.9, row_vs_column_sum_prepare, row_vs_column_sum_wrong },
	{ "transpose_tiled", "8192^2", COPY, GB((size_t)SIDE * SIDE, 8), 0.92, transpose_prepare, transpose_wrong },
	{ "smooth", "16384^2 bytes", COPY, GB((size_t)IMAGE * IMAGE, 2), 0.9, smooth_prepare, smooth_wrong, NULL, smooth_fast },
	{ "atomic_max_shared", "2^28", COPY, GB(MANY, 4), 0.95, max_prepare, max_wrong },
	{ "dot", "2^26", COPY, GB(N, 8), 0.95, dot_prepare, dot_wrong },
	{ "sum_any_n", "2^28", COPY, GB(MANY, 4), 0.95, sum_prepare, sum_wrong },
	{ "heat_step", "8192^2", COPY, GB((size_t)PLATE * PLATE, 12), 0.9, heat_step_prepare, heat_step_wrong, NULL, heat_step_fast },
	{ "softmax_rows", "16384 x 4096", COPY, GB((size_t)SCORES * SCORE_ROWS, 8), 0.9, softmax_prepare, softmax_wrong, NULL, softmax_fast },
	{ "histogram", "2^28 bytes", COPY, GB(BYTES, 1), 0.6, histogram_prepare, histogram_wrong },
	{ "scan_any_n", "2^26", COPY, GB(N, 8), 0.7, scan_prepare, scan_wrong, scan_again },
	{ "batched_matvec", "16384 x 64 x 256", COPY, GB(PAIRS * (64 * 257 + 256l), 4), 0.9, matvec_prepare, matvec_wrong },
	{ "matmul_coalesced", "2048^3", SGEMM, CUBE(2048), 0, coalesced_prepare, product_wrong },
	{ "matmul_tiled", "2048^3", SGEMM, CUBE(2048), 0, tiled_prepare, product_wrong },
	{ "matmul_any_shape", "2000 x 2010 x 2020", SGEMM, 2.0 * 2000 * 2010 * 2020, 0, any_shape_prepare, product_wrong },
	{ "matmul_register", "4096^3", SGEMM, CUBE(4096.0), 0.9, register_prepare, product_wrong },
	{ "gemm_tensor", "4096^3", TF32, CUBE(4096.0), 0.8, tensor_prepare, tensor_wrong, NULL, tensor_fast },
	{ "mandelbrot", "4096 x 3072, 1000", STEPS, 0, 0, mandelbrot_prepare, mandelbrot_wrong },
};

#endif
