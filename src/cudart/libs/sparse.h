/*
 * sparse.h - what the parts of cuSPARSE share: its descriptors, matrices as lists of entries, and the way from a call to an
 * operation of cuBLAS's core (blas.h).
 */
#ifndef WARPBOOK_CUDART_LIBS_SPARSE_H
#define WARPBOOK_CUDART_LIBS_SPARSE_H

#include "cudart/libs/blas.h"

#pragma GCC visibility push(default)
#include "cudart/include/cusparse.h"
#pragma GCC visibility pop

enum { BY_ROWS = 1, BY_COLUMNS = 2, BY_COORDINATES = 3, FORMAT = 3, FROM_ONE = 4, TRANSPOSED = 8, CONJUGATED = 16 };

struct cusparseContext { struct cublasContext blas; };
struct cusparseDnVecDescr { int64_t size; const void *values; cudaDataType type; };
struct cusparseDnMatDescr { int64_t rows, columns, ld; const void *values; cudaDataType type; cusparseOrder_t order; };
struct cusparseSpMatDescr {
	unsigned format;
	int64_t rows, columns, nnz;
	const void *offsets, *indices, *values; /* by coordinates: the offsets are the rows */
	cusparseIndexType_t offset_type, index_type;
	cusparseIndexBase_t base;
	cudaDataType type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diagonal;
};
struct cusparseMatDescr {
	cusparseMatrixType_t type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diagonal;
	cusparseIndexBase_t base;
};

struct cusparseSpVecDescr {
	int64_t size, nnz;
	const void *indices, *values;
	cusparseIndexType_t index_type;
	cusparseIndexBase_t base;
	cudaDataType type;
};
struct cusparseSpSVDescr { bool is_analysed; };
struct cusparseSpSMDescr { bool is_analysed; };
/* The first row whose pivot is 0, from the index base; -1: none. */
struct csrilu02Info { int64_t zero; };
struct csric02Info { int64_t zero; };

struct entry { int64_t row, column; double complex value; };
struct entries { struct entry *all; int64_t n; };

/* What was read of two matrices, and their product, row by row and in order. */
struct cusparseSpGEMMDescr { struct entries a, b, c; int64_t products; };

/* For qsort: by row, and in a row by column. */
int sparse_by_place(const void *a, const void *b);

/*
 * The matrix of m rows and n columns whose values are the operand `values` (none: all 1), with offsets in `added` and indices in
 * `bias`. The list is to be freed; entries have the place in memory as their order.
 */
struct entries entries_read(const struct blas_op *b, const struct operand *values, int64_t nnz);

static inline void index_set(const struct operand *o, void *at, int64_t i, int64_t v)
{
	if (o->type == CUDA_R_64I)
		((int64_t *)at)[i] = v;
	else
		((int32_t *)at)[i] = (int32_t)v;
}

int64_t sparse_index(const struct operand *o, const void *at, int64_t i);
/* Whether 0 <= v < n; if not, it reports the `what` of that value. */
bool sparse_is_inside(const struct blas_op *b, int64_t v, int64_t n, const char *what);

/* A dense matrix, and its element (i, j). */
struct operand sparse_dense(cusparseConstDnMatDescr_t d, cusparseOperation_t op);
double complex sparse_dense_at(const struct operand *o, const void *at, int64_t i, int64_t j);

struct operand sparse_indices(const void *at, cusparseIndexType_t t, int64_t n);
unsigned sparse_flags(cusparseConstSpMatDescr_t a, cusparseOperation_t op);
/* The structure of a sparse matrix. */
struct blas_op sparse_op(cusparseConstSpMatDescr_t a, cusparseOperation_t op);
struct scalar sparse_scalar(cusparseHandle_t handle, const void *at, cudaDataType t);

/* Ends the call: the operation runs in the handle's stream, and at once if the host gets a result. */
cusparseStatus_t sparse_submit(struct call *call, cusparseHandle_t handle, struct blas_op b);
/* Ends the call without one. */
cusparseStatus_t sparse_leave(struct call *call, cusparseStatus_t status);

/* Calls that cusparse.def has for each type, or way; each ends the call. */
enum { GATHER, SCATTER, AXPBY, ROTATE };
cusparseStatus_t sparse_elements(struct call *call, cusparseHandle_t handle, unsigned how, cusparseConstSpVecDescr_t x,
				 cusparseConstDnVecDescr_t y, const void *alpha, const void *beta);
cusparseStatus_t sparse_factor(struct call *call, cusparseHandle_t handle, bool lu, int m, int nnz, cusparseMatDescr_t d,
			       void *values, cudaDataType type, const int *offsets, const int *index, int64_t *zero);
cusparseStatus_t sparse_diagonals(struct call *call, cusparseHandle_t handle, cudaDataType type, int64_t m, int64_t n,
				  const void *low, const void *d, const void *up, void *x, int64_t ld, int64_t count,
				  int64_t step, bool may_swap);
cusparseStatus_t sparse_nnz(struct call *call, cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
			    cusparseMatDescr_t d, const void *a, cudaDataType type, int a_ld, int *counts, int *all);

#endif
