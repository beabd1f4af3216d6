// options: -lcublasLt
/*
 * Epilogues of cuBLASLt that keep a mask of ReLU and use it backwards, and gradients of biases: of the result, of the first operand
 * and of the second one. A mask has a bit for each element, in columns of a multiple of 128 bits. Compared with plain sums.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static cublasLtHandle_t handle;
static void *work;
static const size_t workspace = 1 << 20;
static unsigned seed = 7;

static float number()
{
	seed = seed * 1664525u + 1013904223u;
	return (float)(seed >> 16 & 255) / 64 - 2;
}

static float value(float x) { return x; }
static float value(__half x) { return __half2float(x); }

template <typename T> struct Array {
	std::vector<float> host;
	T *at;

	explicit Array(size_t n) : host(n)
	{
		std::vector<T> typed(n);
		for (size_t i = 0; i < n; i++)
			typed[i] = (T)(host[i] = number());
		CHECK(cudaMalloc(&at, n * sizeof(T)));
		CHECK(cudaMemcpy(at, typed.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	}
	~Array() { CHECK(cudaFree(at)); }
	std::vector<float> now() const
	{
		std::vector<T> typed(host.size());
		std::vector<float> x;
		CHECK(cudaMemcpy(typed.data(), at, typed.size() * sizeof(T), cudaMemcpyDeviceToHost));
		for (T v : typed)
			x.push_back(value(v));
		return x;
	}
};

struct Form { const char *name; int epilogue, m, n, k, count; int64_t mask_ld; };

template <typename T> static double worst_of(const Form &f, cudaDataType type)
{
	const int m = f.m, n = f.n, k = f.k, e = f.epilogue;
	const bool relu = e & 2, masked = e & 128, drelu = e & 8, of_a = e & 256, of_b = e & 512, of_d = e & 16;
	const float alpha = 0.5f, beta = 0;
	const size_t mask_bytes = f.mask_ld / 8 * n, all_mask = mask_bytes * f.count, bias_length = of_b ? n : m;
	Array<T> a((size_t)m * k * f.count), b((size_t)k * n * f.count), d((size_t)m * n * f.count), bias(bias_length);
	std::vector<unsigned char> mask(all_mask + 1), mask_now(all_mask + 1);
	for (unsigned char &byte : mask)
		byte = (unsigned char)(number() * 64);
	unsigned char *device_mask;
	CHECK(cudaMalloc(&device_mask, all_mask + 1));
	CHECK(cudaMemcpy(device_mask, mask.data(), all_mask + 1, cudaMemcpyHostToDevice));

	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t layouts[3];
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t result;
	int found = 0;
	const int64_t mask_step = (int64_t)mask_bytes * 8, steps[3] = { m * k, k * n, m * n };
	const int rows[3] = { m, k, m }, columns[3] = { k, n, n };
	CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &e, sizeof e));
	if (e & (4 | 16 | 256 | 512))
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.at, sizeof bias.at));
	if (masked) {
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &device_mask, sizeof device_mask));
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &f.mask_ld, sizeof f.mask_ld));
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, &mask_step, sizeof mask_step));
	}
	for (int i = 0; i < 3; i++) {
		CHECK(cublasLtMatrixLayoutCreate(&layouts[i], type, rows[i], columns[i], rows[i]));
		CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &f.count, sizeof f.count));
		CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &steps[i], sizeof steps[i]));
	}
	CHECK(cublasLtMatmulPreferenceCreate(&preference));
	CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
	CHECK(cublasLtMatmulAlgoGetHeuristic(handle, desc, layouts[0], layouts[1], layouts[2], layouts[2], preference, 1, &result, &found));
	CHECK(cublasLtMatmul(handle, desc, &alpha, a.at, layouts[0], b.at, layouts[1], &beta, d.at, layouts[2], d.at, layouts[2], &result.algo, work,
			     workspace, 0));
	CHECK(cudaMemcpy(mask_now.data(), device_mask, all_mask + 1, cudaMemcpyDeviceToHost));

	const std::vector<float> got = d.now(), bias_now = bias.now();
	std::vector<double> gradient(bias_length);
	double worst = found == 1 && mask_now[all_mask] == mask[all_mask] ? 0 : 1;
	for (int s = 0; s < f.count; s++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				double v = 0;
				for (int l = 0; l < k; l++)
					v += (double)a.host[s * m * k + i + l * m] * b.host[s * k * n + l + j * k];
				v = alpha * v + (e & 4 ? bias.host[i] : 0);
				const size_t byte = s * mask_bytes + (size_t)j * (f.mask_ld / 8) + i / 8;
				const bool was = masked && mask[byte] >> i % 8 & 1, is = masked && mask_now[byte] >> i % 8 & 1;
				if (relu && masked && is != (v > 0) && fabs(v) > 1e-4)
					worst = 1;
				if (relu)
					v = fmax(v, 0);
				if (drelu) {
					worst = is == was ? worst : 1; /* it is only read */
					v = was ? v : 0;
				}
				if (of_d)
					gradient[i] += v;
				worst = fmax(worst, fabs(got[s * m * n + i + j * m] - v) / (1 + fabs(v)));
			}
	for (int l = 0; l < k; l++) {
		for (int i = 0; of_a && i < m; i++)
			gradient[i] += a.host[i + l * m];
		for (int j = 0; of_b && j < n; j++)
			gradient[j] += b.host[l + j * k];
	}
	for (size_t i = 0; i < bias_length; i++)
		worst = fmax(worst, fabs(bias_now[i] - (of_a || of_b || of_d ? gradient[i] : bias.host[i])) / (1 + fabs(gradient[i])));
	CHECK(cublasLtMatmulPreferenceDestroy(preference));
	for (cublasLtMatrixLayout_t l : layouts)
		CHECK(cublasLtMatrixLayoutDestroy(l));
	CHECK(cublasLtMatmulDescDestroy(desc));
	CHECK(cudaFree(device_mask));
	return worst;
}

int main()
{
	static const Form forms[] = {
		{ "relu, mask", CUBLASLT_EPILOGUE_RELU_AUX, 13, 6, 4, 1, 128 },
		{ "long columns", CUBLASLT_EPILOGUE_RELU_AUX, 130, 3, 5, 1, 256 },
		{ "batched", CUBLASLT_EPILOGUE_RELU_AUX, 16, 4, 8, 3, 128 },
		{ "mask and bias", CUBLASLT_EPILOGUE_RELU_AUX_BIAS, 24, 9, 7, 1, 384 },
		{ "relu backwards", CUBLASLT_EPILOGUE_DRELU, 13, 6, 4, 1, 128 },
		{ "batched", CUBLASLT_EPILOGUE_DRELU, 32, 5, 8, 2, 128 },
		{ "and the bias", CUBLASLT_EPILOGUE_DRELU_BGRAD, 37, 8, 6, 1, 128 },
		{ "bias of A", CUBLASLT_EPILOGUE_BGRADA, 16, 8, 24, 1, 0 },
		{ "bias of B", CUBLASLT_EPILOGUE_BGRADB, 16, 9, 24, 1, 0 },
	};

	CHECK(cublasLtCreate(&handle));
	CHECK(cudaMalloc(&work, workspace));
	for (const Form &f : forms)
		printf("%-15s %s, %s in half\n", f.name, worst_of<float>(f, CUDA_R_32F) < 1e-4 ? "right" : "WRONG",
		       worst_of<__half>(f, CUDA_R_16F) < 0.01 ? "right" : "WRONG");
	CHECK(cudaFree(work));
	CHECK(cublasLtDestroy(handle));
	return 0;
}
