// The course's fast matrix product for sm_90a (tests/gpu/gemm_tensor.hopper.cu): tensor copies with multicast in clusters of two
// blocks, a pipeline of mbarriers between warps with different tasks, and wgmma in tf32. With integers each sum is exact.
// needs: nvcc (clang has no __cluster_dims__)
// options: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>
#include "../gpu/gemm_tensor.hopper.cu"

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

static decltype(&cuTensorMapEncodeTiled) encode;

static void describe(tensor_map *map, float *at, int rank, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box)
{
	const cuuint32_t step[3] = { 1, 1, 1 };
	CUresult r = encode((CUtensorMap *)map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, at, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
			    CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);

	if (r != CUDA_SUCCESS) {
		printf("a tensor map cannot be made: %d\n", (int)r);
		exit(1);
	}
}

static void try_product(int m, int n, int k)
{
	std::vector<float> ha((size_t)m * k), hb((size_t)k * n), hc((size_t)m * n);
	const cuuint64_t row_a = k * sizeof(float), size_a[] = { (cuuint64_t)k, (cuuint64_t)m }, size_b[] = { 32, (cuuint64_t)k, (cuuint64_t)n / 32 };
	const cuuint64_t stride_b[] = { n * sizeof(float), 32 * sizeof(float) };
	const cuuint32_t box_a[] = { DEEP, HIGH / CLUSTER }, box_b[] = { 32, DEEP, WIDE / 32 };
	const int bytes = (int)sizeof(shared);
	static tensor_map map_a, map_b;
	float *a, *b, *c;
	double sum = 0;
	int wrong = 0;

	for (size_t i = 0; i < ha.size(); i++)
		ha[i] = (float)((int)(i * 7 % 31) - 15);
	for (size_t i = 0; i < hb.size(); i++)
		hb[i] = (float)((int)(i * 13 % 29) - 14);
	CHECK(cudaMalloc(&a, ha.size() * sizeof *a));
	CHECK(cudaMalloc(&b, hb.size() * sizeof *b));
	CHECK(cudaMalloc(&c, hc.size() * sizeof *c));
	CHECK(cudaMemcpy(a, ha.data(), ha.size() * sizeof *a, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(b, hb.data(), hb.size() * sizeof *b, cudaMemcpyHostToDevice));
	describe(&map_a, a, 2, size_a, &row_a, box_a);
	describe(&map_b, b, 3, size_b, stride_b, box_b);
	CHECK(cudaFuncSetAttribute(gemm_tensor, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
	gemm_tensor<<<dim3(n / WIDE, (m + HIGH - 1) / HIGH), 384, bytes>>>(c, map_a, map_b, m, n, k);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(hc.data(), c, hc.size() * sizeof *c, cudaMemcpyDeviceToHost));
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			float want = 0;

			for (int e = 0; e < k; e++)
				want += ha[(size_t)i * k + e] * hb[(size_t)e * n + j];
			wrong += hc[(size_t)i * n + j] != want;
			sum += (i + 1) * hc[(size_t)i * n + j];
		}
	printf("%d x %d x %d: %d wrong, sum %.0f\n", m, n, k, wrong, sum);
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(c));
}

int main()
{
	cudaDriverEntryPointQueryResult found;
	void *f = NULL;

	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &found));
	encode = (decltype(encode))f;
	try_product(256, 256, 256);
	try_product(128, 256, 320); // half of the rows are outside of a
	try_product(512, 512, 64);
	return 0;
}
