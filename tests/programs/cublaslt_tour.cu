// options: -lcublasLt
/*
 * A tour of cuBLASLt: layouts by columns and by rows, transposed, batched, C apart from D, half precision, and the epilogues of a
 * layer forwards and backwards. The results are compared with sums of this program's own.
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

static const int m = 5, n = 6, k = 4;
static cublasLtHandle_t handle;
static void *work;
static unsigned seed = 1;

static float number()
{
	seed = seed * 1664525u + 1013904223u;
	return (float)(seed >> 16 & 255) / 64 - 2;
}

static float value(float x)
{
	return x;
}

static float value(__half x)
{
	return __half2float(x);
}

template <typename T> struct Array {
	std::vector<float> host;
	T *at;

	explicit Array(int n) : host(n)
	{
		std::vector<T> typed(n);
		for (int i = 0; i < n; i++)
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

static double gelu(double x)
{
	return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

struct Form { int epilogue; bool a_rows, d_rows, a_transposed, b_transposed; int count; bool apart; };

template <typename T> static double worst_of(const Form &f, cudaDataType type)
{
	const int each_a = m * k, each_b = k * n, each_d = m * n;
	const float alpha = 0.75f, beta = f.apart ? -0.5f : 0;
	Array<T> a(each_a * f.count), b(each_b * f.count), c(each_d * f.count), d(each_d * f.count), bias(m), aux(each_d * f.count);
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a_layout, b_layout, d_layout;
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t result;
	int found = 0;
	const cublasOperation_t t = CUBLAS_OP_T;
	const int row = CUBLASLT_ORDER_ROW;
	const int64_t steps[3] = { each_a, each_b, each_d }, aux_ld = m, aux_step = each_d;
	const size_t workspace = 1 << 20; /* the gradient of a bias needs some */

	CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &f.epilogue, sizeof f.epilogue));
	if (f.a_transposed)
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t));
	if (f.b_transposed)
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &t, sizeof t));
	if (f.epilogue & (4 | 16))
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.at, sizeof bias.at));
	if (f.epilogue & 128) {
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.at, sizeof aux.at));
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof aux_ld));
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, &aux_step, sizeof aux_step));
	}
	int a_rows = f.a_transposed ? k : m, a_columns = f.a_transposed ? m : k, b_rows = f.b_transposed ? n : k;
	CHECK(cublasLtMatrixLayoutCreate(&a_layout, type, a_rows, a_columns, f.a_rows ? a_columns : a_rows));
	CHECK(cublasLtMatrixLayoutCreate(&b_layout, type, b_rows, f.b_transposed ? k : n, b_rows));
	CHECK(cublasLtMatrixLayoutCreate(&d_layout, type, m, n, f.d_rows ? n : m));
	if (f.a_rows)
		CHECK(cublasLtMatrixLayoutSetAttribute(a_layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &row, sizeof row));
	if (f.d_rows)
		CHECK(cublasLtMatrixLayoutSetAttribute(d_layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &row, sizeof row));
	const cublasLtMatrixLayout_t layouts[3] = { a_layout, b_layout, d_layout };
	for (int i = 0; i < 3; i++) {
		CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &f.count, sizeof f.count));
		CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &steps[i], sizeof steps[i]));
	}
	CHECK(cublasLtMatmulPreferenceCreate(&preference));
	CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
	CHECK(cublasLtMatmulAlgoGetHeuristic(handle, desc, a_layout, b_layout, d_layout, d_layout, preference, 1, &result, &found));
	CHECK(cublasLtMatmul(handle, desc, &alpha, a.at, a_layout, b.at, b_layout, &beta, f.apart ? c.at : d.at, d_layout, d.at, d_layout, &result.algo, work, workspace, 0));

	const std::vector<float> got = d.now(), aux_now = aux.now(), bias_now = bias.now();
	double worst = found == 1 ? 0 : 1;
	for (int s = 0; s < f.count; s++)
		for (int i = 0; i < m; i++) {
			double sum = 0;
			for (int j = 0; j < n; j++) {
				const int at = s * each_d + (f.d_rows ? i * n + j : i + j * m), aux_at = s * each_d + i + j * m;
				double v = 0;
				for (int l = 0; l < k; l++) {
					bool by_rows = f.a_rows != f.a_transposed;
					v += (double)a.host[s * each_a + (by_rows ? i * k + l : i + l * m)] *
					     b.host[s * each_b + (f.b_transposed ? l * n + j : l + j * k)];
				}
				v = alpha * v + (f.apart ? beta * c.host[at] : 0) + (f.epilogue & 4 ? bias.host[i] : 0);
				if ((f.epilogue & (128 | 32)) == (128 | 32))
					worst = fmax(worst, fabs(aux_now[aux_at] - v));
				if (f.epilogue & 2)
					v = fmax(v, 0);
				if (f.epilogue & 32)
					v = gelu(v);
				if (f.epilogue & 64) /* a difference quotient, independent of the formula for the slope */
					v *= (gelu(aux.host[aux_at] + 1e-5) - gelu(aux.host[aux_at] - 1e-5)) / 2e-5;
				sum += v;
				worst = fmax(worst, fabs(got[at] - v));
			}
			if (f.epilogue & 16)
				worst = fmax(worst, fabs(bias_now[i] - sum));
		}
	CHECK(cublasLtMatmulPreferenceDestroy(preference));
	CHECK(cublasLtMatrixLayoutDestroy(a_layout));
	CHECK(cublasLtMatrixLayoutDestroy(b_layout));
	CHECK(cublasLtMatrixLayoutDestroy(d_layout));
	CHECK(cublasLtMatmulDescDestroy(desc));
	return worst;
}

int main()
{
	static const struct { const char *name; Form form; } forms[] = {
		{ "plain", { CUBLASLT_EPILOGUE_DEFAULT, false, false, false, false, 1, false } },
		{ "transposed", { CUBLASLT_EPILOGUE_DEFAULT, false, false, true, true, 1, false } },
		{ "by rows", { CUBLASLT_EPILOGUE_DEFAULT, true, true, true, false, 1, true } },
		{ "batched, C apart", { CUBLASLT_EPILOGUE_DEFAULT, false, false, true, false, 3, true } },
		{ "relu and bias", { CUBLASLT_EPILOGUE_RELU_BIAS, true, false, false, false, 1, true } },
		{ "gelu", { CUBLASLT_EPILOGUE_GELU, false, false, false, false, 1, false } },
		{ "gelu, kept, bias", { CUBLASLT_EPILOGUE_GELU_AUX_BIAS, false, false, false, true, 2, false } },
		{ "gelu backwards", { CUBLASLT_EPILOGUE_DGELU, false, false, true, false, 2, false } },
		{ "and the bias", { CUBLASLT_EPILOGUE_DGELU_BGRAD, false, false, true, false, 1, false } },
	};

	CHECK(cublasLtCreate(&handle));
	CHECK(cudaMalloc(&work, 1 << 20));
	for (auto &f : forms)
		printf("%-18s %s, %s in half\n", f.name, worst_of<float>(f.form, CUDA_R_32F) < 1e-3 ? "right" : "WRONG",
		       worst_of<__half>(f.form, CUDA_R_16F) < 0.08 ? "right" : "WRONG");
	CHECK(cudaFree(work));
	CHECK(cublasLtDestroy(handle));
	return 0;
}
