/*
 * cublaslt.c - cuBLASLt over the core of cuBLAS: a product whose layouts and epilogue come from attributes.
 *
 *	d = activation(alpha op(a) op(b) + beta c + bias)
 *
 * with a factor for each matrix of 8 bits.
 *
 * A descriptor is memory of the program's, in which a struct of ours lies. Each of its attributes is a row of a table.
 */
#include "config.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/check/report.h"
#include "cudart/libs/blas.h"
#include "words/kinds.h"

#pragma GCC visibility push(default)
#include "cudart/include/cublasLt.h"
#pragma GCC visibility pop

struct layout { uint32_t type; int32_t order; uint64_t rows, columns; int64_t ld, step; int32_t count; };
struct desc {
	int32_t compute, scale, pointers, a_op, b_op, sm_count, bias_type, aux_type;
	uint32_t epilogue;
	int8_t fast;
	uint64_t bias, aux, scales[4], largest;
	int64_t bias_step, aux_ld, aux_step;
};
struct preference { uint32_t search, schemes, align[4]; uint64_t workspace, kinds; float waves; };

_Static_assert(sizeof(struct layout) <= sizeof(cublasLtMatrixLayoutOpaque_t) &&
		sizeof(struct desc) <= sizeof(cublasLtMatmulDescOpaque_t) &&
	       sizeof(struct preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t), "there is room");

/* ---- attributes --------------------------------------------------------------------------------- */

struct attribute { unsigned number; size_t at, size; };

#define ROW(number, type, member) { number, offsetof(struct type, member), sizeof ((struct type *)0)->member }
static const struct attribute layout_rows[] = {
	ROW(CUBLASLT_MATRIX_LAYOUT_TYPE, layout, type), ROW(CUBLASLT_MATRIX_LAYOUT_ORDER, layout, order),
	ROW(CUBLASLT_MATRIX_LAYOUT_ROWS, layout, rows), ROW(CUBLASLT_MATRIX_LAYOUT_COLS, layout, columns),
	ROW(CUBLASLT_MATRIX_LAYOUT_LD, layout, ld), ROW(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, layout, count),
	ROW(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, layout, step), { 0, 0, 0 },
};
static const struct attribute desc_rows[] = {
	ROW(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, desc, compute), ROW(CUBLASLT_MATMUL_DESC_SCALE_TYPE, desc, scale),
	ROW(CUBLASLT_MATMUL_DESC_POINTER_MODE, desc, pointers), ROW(CUBLASLT_MATMUL_DESC_TRANSA, desc, a_op),
	ROW(CUBLASLT_MATMUL_DESC_TRANSB, desc, b_op), ROW(CUBLASLT_MATMUL_DESC_EPILOGUE, desc, epilogue),
	ROW(CUBLASLT_MATMUL_DESC_BIAS_POINTER, desc, bias), ROW(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, desc, bias_step),
	ROW(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, desc, aux), ROW(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, desc, aux_ld),
	ROW(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, desc, aux_step), ROW(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, desc,
										 sm_count),
	ROW(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, desc, aux_type), ROW(CUBLASLT_MATMUL_DESC_FAST_ACCUM, desc, fast),
	ROW(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, desc, bias_type), ROW(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, desc, scales[0]),
	ROW(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, desc, scales[1]), ROW(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, desc, scales[2]),
	ROW(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, desc, scales[3]), ROW(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, desc, largest),
	{ 0, 0, 0 },
};
static const struct attribute preference_rows[] = {
	ROW(CUBLASLT_MATMUL_PREF_SEARCH_MODE, preference, search), ROW(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, preference,
								       workspace),
	ROW(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, preference, schemes), ROW(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
			preference, align[0]),
	ROW(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, preference, align[1]), ROW(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
			preference, align[2]),
	ROW(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, preference, align[3]),
	ROW(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, preference, waves),
	ROW(CUBLASLT_MATMUL_PREF_IMPL_MASK, preference, kinds), { 0, 0, 0 },
};

static const struct attribute *attribute_find(const struct attribute *rows, unsigned number)
{
	while (rows->size && rows->number != number)
		rows++;
	return rows->size ? rows : NULL;
}

static cublasStatus_t attribute_set(void *object, const struct attribute *rows, unsigned number, const void *value, size_t size)
{
	const struct attribute *row = attribute_find(rows, number);

	if (!row || !object || !value || size != row->size)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy((char *)object + row->at, value, row->size);
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t attribute_get(const void *object, const struct attribute *rows, unsigned number, void *value,
		size_t size, size_t *written)
{
	const struct attribute *row = attribute_find(rows, number);

	if (!row)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (written)
		*written = row->size;
	if (!size && written)
		return CUBLAS_STATUS_SUCCESS;
	if (!object || !value || size < row->size)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(value, (const char *)object + row->at, row->size);
	return CUBLAS_STATUS_SUCCESS;
}

#define ATTRIBUTES(Name, kind, rows) \
cublasStatus_t cublasLt##Name##SetAttribute(cublasLt##Name##_t object, cublasLt##kind number, const void *value, size_t size) \
{ \
	return attribute_set(object, rows, number, value, size); \
} \
cublasStatus_t cublasLt##Name##GetAttribute(cublasLt##Name##_t object, cublasLt##kind number, void *value, size_t size, \
		size_t *written) \
{ \
	return attribute_get(object, rows, number, value, size, written); \
} \
cublasStatus_t cublasLt##Name##Destroy(cublasLt##Name##_t object) \
{ \
	free(object); \
	return CUBLAS_STATUS_SUCCESS; \
}

ATTRIBUTES(MatrixLayout, MatrixLayoutAttribute_t, layout_rows)
ATTRIBUTES(MatmulDesc, MatmulDescAttributes_t, desc_rows)
ATTRIBUTES(MatmulPreference, MatmulPreferenceAttributes_t, preference_rows)

/* ---- making descriptors ------------------------------------------------------------------------------ */

/* Clears a descriptor and puts `bytes` of ours into it. */
static cublasStatus_t fill(void *object, size_t room, size_t size, const void *ours, size_t bytes)
{
	if (!object || size < room)
		return object ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_INVALID_VALUE;
	memset(object, 0, room);
	memcpy(object, ours, bytes);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t desc, size_t size, cublasComputeType_t compute,
		cudaDataType scale)
{
	const struct desc d = { .compute = compute, .scale = scale, .epilogue = CUBLASLT_EPILOGUE_DEFAULT, .bias_type = -1,
			.aux_type = -1 };

	return fill(desc, sizeof *desc, size, &d, sizeof d);
}

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t size, cudaDataType type,
		uint64_t rows, uint64_t columns, int64_t ld)
{
	const struct layout l = { .type = type, .rows = rows, .columns = columns, .ld = ld, .count = 1 };

	return fill(layout, sizeof *layout, size, &l, sizeof l);
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, size_t size)
{
	const struct preference p = { 0 };

	return fill(preference, sizeof *preference, size, &p, sizeof p);
}

#define CREATE(Name, parameters, init) \
cublasStatus_t cublasLt##Name##Create parameters \
{ \
	if (!made) \
		return CUBLAS_STATUS_INVALID_VALUE; \
	*made = malloc(sizeof **made); \
	return *made ? init : CUBLAS_STATUS_ALLOC_FAILED; \
}

CREATE(MatmulDesc, (cublasLtMatmulDesc_t *made, cublasComputeType_t compute, cudaDataType scale),
       cublasLtMatmulDescInit_internal(*made, sizeof **made, compute, scale))
CREATE(MatrixLayout, (cublasLtMatrixLayout_t *made, cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld),
       cublasLtMatrixLayoutInit_internal(*made, sizeof **made, type, rows, columns, ld))
CREATE(MatmulPreference, (cublasLtMatmulPreference_t *made), cublasLtMatmulPreferenceInit_internal(*made, sizeof **made))

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
	return cublasCreate_v2((cublasHandle_t *)handle);
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
	return cublasDestroy_v2((cublasHandle_t)handle);
}

size_t cublasLtGetVersion(void)
{
	return 130000;
}

size_t cublasLtGetCudartVersion(void)
{
	return 13000;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
	return cublasGetStatusName(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
	return cublasGetStatusString(status);
}

/* ---- the product --------------------------------------------------------------------------------------- */

enum { RELU = 2, BIAS = 4, DRELU = 8, GRADIENT = 16, GELU = 32, DGELU = 64, AUX = 128, OF_A = 256, OF_B = 512 };
enum { ANY_BIAS = BIAS | GRADIENT | OF_A | OF_B };

static const unsigned epilogues[] = {
	CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_BIAS,
	CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU, CUBLASLT_EPILOGUE_DRELU_BGRAD,
	CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
	CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB,
};

/* ReLU's auxiliary matrix has a bit for each element of the result: 1 where it is positive; eight of a column in a byte. */
static bool has_mask(unsigned epilogue)
{
	return epilogue & AUX && epilogue & (RELU | DRELU);
}

static double gelu(double x)
{
	return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static double gelu_slope(double x)
{
	const double t = tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));

	return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * 0.7978845608028654 * (1 + 3 * 0.044715 * x * x);
}

/* The value of the result at that row and column. */
static double activate(const struct blas_op *b, double v, void *aux, int64_t row, int64_t column)
{
	const int64_t at = blas_place(&b->aux, row, column);
	const unsigned bit = 1u << (row & 7);
	uint8_t *mask = has_mask(b->flags) && aux ? (uint8_t *)aux + blas_place(&b->aux, row / 8, column) : NULL;

	if (mask && b->flags & RELU)
		*mask = (uint8_t)(v > 0 ? *mask | bit : *mask & ~bit);
	if (mask && b->flags & DRELU)
		return *mask & bit ? v : 0;
	if (b->flags & AUX && b->flags & GELU)
		blas_element_set(aux, b->aux.type, at, v);
	if (b->flags & RELU)
		return v > 0 ? v : 0;
	if (b->flags & DGELU)
		return v * gelu_slope(blas_element(aux, b->aux.type, at));
	return b->flags & GELU ? gelu(v) : v;
}

/* The gradient of a bias of the operand: sums of its rows, or of the second one's columns. */
static void operand_sum(const struct blas_op *b, int64_t index, void *bias)
{
	const bool first = b->flags & OF_A;
	double *x = first ? blas_unpack(&b->a, index, b->m, b->k) : blas_unpack(&b->b, index, b->k, b->n);

	for (int64_t i = 0; x && i < (first ? b->m : b->n); i++) {
		double sum = 0;

		for (int64_t l = 0; l < b->k; l++)
			sum += first ? x[i + l * b->m] : x[l + i * b->k];
		blas_element_set(bias, b->bias.type, i, sum);
	}
	free(x);
}

static double scale(const struct blas_op *b, int i)
{
	return b->scales[i].device ? creal(blas_scalar_value(&b->scales[i])) : 1;
}

/* Returns the largest absolute value of the result before its factor. */
static double matmul_one(struct blas_op *b, int64_t index)
{
	const double alpha = creal(blas_scalar_value(&b->alpha)) * scale(b, 0) * scale(b, 1);
	const double beta = creal(blas_scalar_value(&b->beta)) * scale(b, 2), factor = scale(b, 3);
	double largest = 0;
	double *product = blas_product(b, index);
	void *d = blas_at(&b->c, index), *aux = b->aux.addr ? blas_at(&b->aux, index) : NULL,
			*bias = b->bias.addr ? blas_at(&b->bias, index) : NULL;
	const void *c = beta ? blas_at(&b->added, index) : NULL;

	for (int64_t i = 0; product && d && i < b->m; i++) {
		double sum = 0;

		for (int64_t j = 0; j < b->n; j++) {
			double v = alpha * product[i + j * b->m] +
				   (c ? beta * blas_element(c, b->added.type, blas_place(&b->added, i, j)) : 0);

			v = activate(b, v + (bias && b->flags & BIAS ? blas_element(bias, b->bias.type, i) : 0), aux, i, j);
			sum += v;
			largest = fmax(largest, fabs(v));
			blas_element_set(d, b->c.type, blas_place(&b->c, i, j), factor * v);
		}
		if (bias && b->flags & GRADIENT)
			blas_element_set(bias, b->bias.type, i, sum);
	}
	if (bias && b->flags & (OF_A | OF_B))
		operand_sum(b, index, bias);
	free(product);
	return largest;
}

static void compute_matmul(struct blas_op *b)
{
	double largest = 0;

	for (int64_t i = 0; i < b->count; i++)
		largest = fmax(largest, matmul_one(b, i));
	if (b->result)
		blas_result_set(b, largest);
}

static bool has_type(const struct layout *l)
{
	switch (l->type) {
	case CUDA_R_32F: case CUDA_R_64F: case CUDA_R_16F: case CUDA_R_16BF: case CUDA_R_8I: case CUDA_R_32I:
	case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return true;
	default: return false;
	}
}

static bool is_float_of_8(const struct layout *l)
{
	return l->type == CUDA_R_8F_E4M3 || l->type == CUDA_R_8F_E5M2;
}

static bool is_narrow(const struct layout *l)
{
	return l->type == CUDA_R_8I || is_float_of_8(l);
}

/* A GPU multiplies operands of 8 bits in one way: the first by rows, the second by columns. */
static bool is_turned(const struct desc *desc, const struct layout *const all[4])
{
	const bool by_rows = (desc->a_op != CUBLAS_OP_N) != (all[0]->order == CUBLASLT_ORDER_ROW);
	const bool by_columns = (desc->b_op != CUBLAS_OP_N) == (all[1]->order == CUBLASLT_ORDER_ROW);

	return (is_narrow(all[0]) || is_narrow(all[1])) && !(by_rows && by_columns);
}

static bool is_in_16(const struct layout *l)
{
	return l->ld * (int64_t)blas_type_bytes((cudaDataType)l->type) % 16 == 0;
}

/* What a GPU does not multiply (an H200, by cuBLAS 13.0), in words; NULL: it does. *next gets the remedy. */
static const char *refusal(const struct desc *desc, const struct layout *const all[4], const char **next)
{
	const struct layout *a = all[0], *b = all[1], *d = all[3];
	const uint64_t k = desc->a_op ? a->rows : a->columns;
	size_t e = 0;

	*next = "name one of them: CUBLASLT_EPILOGUE_RELU_AUX_BIAS, say";
	while (e < sizeof epilogues / sizeof *epilogues && epilogues[e] != desc->epilogue)
		e++;
	if (e == sizeof epilogues / sizeof *epilogues)
		return "an epilogue that is none of cublasLtEpilogue_t";
	*next = "set CUBLASLT_MATMUL_DESC_TRANSA to CUBLAS_OP_T, and leave TRANSB";
	if (is_turned(desc, all))
		return "a GPU multiplies operands of 8 bits only if the first is transposed and the second is not";
	*next = "let the result be by columns, or add the bias in a kernel";
	if (d->order == CUBLASLT_ORDER_ROW && desc->epilogue & (ANY_BIAS | AUX))
		return "a GPU has epilogues with a bias or an auxiliary matrix only for a result by columns";
	if (!is_float_of_8(a) || !is_float_of_8(b))
		return NULL;
	*next = "let one of both be CUDA_R_8F_E4M3";
	if (a->type == CUDA_R_8F_E5M2 && b->type == CUDA_R_8F_E5M2)
		return "a GPU does not multiply E5M2 by E5M2";
	*next = "let the result be CUDA_R_8F_E4M3";
	if (d->type == CUDA_R_8F_E5M2 && a->type == CUDA_R_8F_E4M3 && b->type == CUDA_R_8F_E4M3)
		return "a GPU has no result of E5M2 for two operands of E4M3";
	*next = "fill up the matrices, so that k and the leading dimensions are multiples of 16 bytes";
	return k % 16 || !is_in_16(a) || !is_in_16(b) || !is_in_16(all[2]) || !is_in_16(d) ?
	       "a GPU multiplies FP8 only if k and each leading dimension are multiples of 16 bytes" : NULL;
}

/* What the vm cannot compute, in words; NULL: it can. */
static const char *lacks(const struct desc *desc, const struct layout *const all[4])
{
	for (int i = 0; i < 4; i++) {
		if (!has_type(all[i]))
			return "an element type other than float, double, half, bfloat16, FP8 and the integers of 8 and 32 bits";
		if (all[i]->order != CUBLASLT_ORDER_COL && all[i]->order != CUBLASLT_ORDER_ROW)
			return "an order other than by columns and by rows";
	}
	return desc->pointers == CUBLASLT_POINTER_MODE_HOST ||
	       desc->pointers == CUBLASLT_POINTER_MODE_DEVICE ? NULL : "a vector of scalars";
}

/* op(a) is m x k, op(b) k x n, c and d m x n: what is wrong, in words; NULL: nothing. */
static const char *mismatch(const struct desc *desc, const struct layout *const all[4])
{
	const struct layout *a = all[0], *b = all[1], *c = all[2], *d = all[3];
	const uint64_t m = desc->a_op ? a->columns : a->rows, k = desc->a_op ? a->rows : a->columns;
	const uint64_t inner = desc->b_op ? b->columns : b->rows, n = desc->b_op ? b->rows : b->columns;

	if (k != inner)
		return "the first operand's columns are not the second one's rows (after CUBLASLT_MATMUL_DESC_TRANSA and TRANSB)";
	if (m != d->rows || n != d->columns)
		return "the result's layout does not have the first operand's rows and the second one's columns";
	if (c->rows != d->rows || c->columns != d->columns)
		return "the layouts of C and D have different sizes";
	return a->count != d->count || b->count != d->count ? "the layouts have different batch counts" : NULL;
}

/* Is there a factor for the result, or a place for its largest value, and the result is not of 8 bits? */
static bool has_idle_factor(const struct desc *desc, const struct layout *const all[4])
{
	return is_float_of_8(all[0]) && !is_float_of_8(all[3]) && (desc->scales[3] || desc->largest);
}

static struct operand operand_of(const void *at, const struct layout *l, int64_t rows, int64_t columns, bool transposed)
{
	return blas_matrix(at, (cudaDataType)l->type, rows, columns, l->ld, l->step,
			   transposed != (l->order == CUBLASLT_ORDER_ROW) ? CUBLAS_OP_T : CUBLAS_OP_N);
}

static void epilogue_add(struct blas_op *op, const struct desc *desc, const struct layout *d)
{
	if (desc->epilogue & ANY_BIAS) {
		op->bias = blas_vector((const void *)(uintptr_t)desc->bias,
				desc->bias_type < 0 ? (cudaDataType)d->type : (cudaDataType)desc->bias_type,
				desc->epilogue & OF_B ? op->n : op->m, 1);
		op->bias.step = desc->bias_step;
		op->bias_written = desc->epilogue & (GRADIENT | OF_A | OF_B);
	}
	if (has_mask(desc->epilogue)) {
		op->aux = blas_matrix((const void *)(uintptr_t)desc->aux, CUDA_R_8U, (op->m + 7) / 8, op->n, desc->aux_ld / 8,
				      desc->aux_step / 8, CUBLAS_OP_N);
		op->aux_written = desc->epilogue & RELU;
	} else if (desc->epilogue & AUX) {
		op->aux = blas_matrix((const void *)(uintptr_t)desc->aux,
				      (cudaDataType)(desc->aux_type < 0 ? (int)d->type : desc->aux_type), op->m,
				      op->n, desc->aux_ld, desc->aux_step, CUBLAS_OP_N);
		op->aux_written = desc->epilogue & GELU;
	}
}

static cublasStatus_t reject(struct call *call, cublasStatus_t status, const char *next, const char *why)
{
	report_call(KIND_API_ERROR, call, NULL, next, "%s: %s", call->name, why);
	return blas_leave(call, status);
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t object, const void *alpha, const void *a,
		cublasLtMatrixLayout_t a_layout, const void *b, cublasLtMatrixLayout_t b_layout, const void *beta, const void *c,
			      cublasLtMatrixLayout_t c_layout, void *d, cublasLtMatrixLayout_t d_layout,
			      const cublasLtMatmulAlgo_t *algo, void *workspace, size_t size, cudaStream_t stream)
{
	const struct desc *desc = (const struct desc *)object;
	const struct layout *const all[4] = { (const struct layout *)a_layout, (const struct layout *)b_layout,
			(const struct layout *)c_layout,
					      (const struct layout *)d_layout };
	struct cublasContext own = { .stream = stream };
	struct blas_op op = { .compute = compute_matmul };
	const char *why, *next;
	BEGIN;
	(void)algo, (void)workspace, (void)size;
	if (!desc || !all[0] || !all[1] || !all[2] || !all[3] || !alpha || !beta)
		return blas_leave(&call, CUBLAS_STATUS_INVALID_VALUE);
	if ((why = mismatch(desc, all)))
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE, "compare the rows and columns of the layouts", why);
	if ((why = refusal(desc, all, &next)))
		return reject(&call, CUBLAS_STATUS_NOT_SUPPORTED, next, why);
	if ((why = lacks(desc, all)))
		return reject(&call, CUBLAS_STATUS_NOT_SUPPORTED, "the virtual machine lacks this: run the program with --device "
								  "gpu", why);
	if ((desc->epilogue & ANY_BIAS && !desc->bias) || (desc->epilogue & AUX && !desc->aux))
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE,
			      "set CUBLASLT_MATMUL_DESC_BIAS_POINTER, or EPILOGUE_AUX_POINTER",
			      "the epilogue wants a bias or an auxiliary matrix, and has none");
	if ((desc->scales[0] | desc->scales[1]) % 16 && is_float_of_8(all[0]))
		return reject(&call, CUBLAS_STATUS_NOT_SUPPORTED, "give each factor an allocation of its own, or 16 bytes of one",
			      "a GPU takes the factors of FP8 operands only at addresses that are multiples of 16");
	if (c == d && all[2]->type != all[3]->type)
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE, "let C be NULL where beta is 0, or memory of its own",
			      "C and D are the same memory, and have different types");
	if (has_idle_factor(desc, all))
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE,
			      "leave CUBLASLT_MATMUL_DESC_D_SCALE_POINTER and AMAX_D_POINTER, or let the result be of 8 bits",
			      "the result is not of 8 bits, and has a factor or a place for its largest value");
	if (has_mask(desc->epilogue) && (desc->aux_ld % 128 || desc->aux_ld < (int64_t)all[3]->rows || desc->aux_step % 128))
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE,
			      "round CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD up to a multiple of 128, and the batch's stride too",
			      "the mask of ReLU has columns of fewer bits than the result has rows, or not a multiple of 128");
	if (!(desc->epilogue & ANY_BIAS) && desc->bias)
		return reject(&call, CUBLAS_STATUS_INVALID_VALUE,
			      "set CUBLASLT_MATMUL_DESC_EPILOGUE to one with a bias, or leave CUBLASLT_MATMUL_DESC_BIAS_POINTER",
			      "there is a bias, and the epilogue adds none");
	own.pointers = (cublasPointerMode_t)desc->pointers;
	op.m = (int64_t)all[3]->rows;
	op.n = (int64_t)all[3]->columns;
	op.k = (int64_t)(desc->a_op ? all[0]->rows : all[0]->columns);
	op.count = all[3]->count;
	op.flags = desc->epilogue;
	op.a = operand_of(a, all[0], op.m, op.k, desc->a_op);
	op.b = operand_of(b, all[1], op.k, op.n, desc->b_op);
	op.c = operand_of(d, all[3], op.m, op.n, false);
	op.alpha = blas_scalar(&own, alpha, (cudaDataType)desc->scale);
	op.beta = blas_scalar(&own, beta, (cudaDataType)desc->scale);
	if (c && (op.beta.device || op.beta.value != 0))
		op.added = operand_of(c, all[2], op.m, op.n, false);
	for (int i = 0; i < 4; i++)
		op.scales[i] = (struct scalar){ desc->scales[i], CUDA_R_32F, 0 };
	op.result = desc->largest;
	op.result_type = CUDA_R_32F;
	epilogue_add(&op, desc, all[3]);
	return blas_submit(&call, &own, &op);
}

/* There is one algorithm. */
static void algorithm_set(cublasLtMatmulHeuristicResult_t *result, cublasStatus_t status)
{
	*result = (cublasLtMatmulHeuristicResult_t){ .state = status, .wavesCount = 1 };
}

static cublasStatus_t is_possible(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
		cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d)
{
	const struct layout *const all[4] = { (const struct layout *)a, (const struct layout *)b, (const struct layout *)c,
			(const struct layout *)d };

	const char *next;

	if (!desc || !a || !b || !c || !d || mismatch((const struct desc *)desc, all))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (refusal((const struct desc *)desc, all, &next) || lacks((const struct desc *)desc, all))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return has_idle_factor((const struct desc *)desc, all) ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
		cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
					      cublasLtMatmulPreference_t preference, int wanted,
					      cublasLtMatmulHeuristicResult_t results[], int *found)
{
	const cublasStatus_t status = is_possible(desc, a, b, c, d);

	(void)preference;
	if (!handle || !found || !results || wanted < 1)
		return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
	*found = status == CUBLAS_STATUS_SUCCESS;
	if (*found)
		algorithm_set(results, status);
	return status;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
		cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, const cublasLtMatmulAlgo_t *algo,
				       cublasLtMatmulHeuristicResult_t *result)
{
	const cublasStatus_t status = is_possible(desc, a, b, c, d);

	if (!handle || !algo || !result)
		return handle ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
	algorithm_set(result, status);
	return status;
}
