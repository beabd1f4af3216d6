/*
 * solver.h - cuSOLVER's dense part on the virtual machine: LAPACK of this machine does the work, on the device's memory.
 *
 * A call begins an operation with the name of LAPACK's routine, adds the routine's arguments in their order, and submits it:
 *
 *	struct solver_op s = solver_begin(CUDA_R_64F, "getrf", "getrf", info);
 *	solver_word(&s, m);
 *	solver_word(&s, n);
 *	solver_matrix(&s, a, CUDA_R_64F, m, n, a_ld, true);
 *	solver_vector(&s, pivots, CUDA_R_32I, n, true);
 *	return solver_submit(&call, handle, &s);
 *
 * LAPACK is loaded with the first call; without it, calls fail and name the package.
 */
#ifndef WARPBOOK_CUDART_LIBS_SOLVER_H
#define WARPBOOK_CUDART_LIBS_SOLVER_H

#include "cudart/call.h"
#include "cudart/queue.h"

#pragma GCC visibility push(default)
#include "cudart/include/cusolverDn.h"
#pragma GCC visibility pop

#define SOLVER_ARGUMENTS 20

struct cusolverDnContext { cudaStream_t stream; };

enum solver_kind {
	SOLVER_WORD,    /* an integer, or a letter */
	SOLVER_MEMORY,  /* of the device */
	SOLVER_WORK,    /* the routine says how much it needs, and the next argument is the size */
	SOLVER_SIZE,
	SOLVER_OWN,     /* memory of the operation's own */
	SOLVER_ADJOINT, /* the same, whose adjoint goes to the device's memory */
	SOLVER_COPY,    /* the same, read from the device's memory, of which the first rows go back to there, or elsewhere */
	SOLVER_PIVOTS,  /* 32-bit numbers, of 64 bits on the device */
	SOLVER_INFO,
};

struct solver_argument {
	enum solver_kind kind;
	cudaDataType type;          /* of elements */
	int word;                   /* of an ADJOINT or COPY: how far its columns are apart at `addr` */
	uint64_t addr, bytes, step; /* step: from matrix to matrix of a batch */
	int64_t rows, columns;      /* of an ADJOINT or COPY */
	uint64_t from, from_bytes;  /* of a COPY: where it is read, rows and distance of columns there */
	int64_t from_rows, from_ld, kept_rows;
	bool listed, written;       /* listed: the address is that of pointers, one to each matrix */
};

struct solver_op {
	struct op op;
	char routine[16];
	struct solver_argument all[SOLVER_ARGUMENTS];
	unsigned used;
	int count;
	uint64_t info;
	bool is_wrong;              /* an argument is one that LAPACK does not accept */
};

bool solver_is_complex(cudaDataType t);
unsigned solver_type_bytes(cudaDataType t);
cudaDataType solver_real_of(cudaDataType t);

/* The routine's name without the letter of its type: for real numbers, and for complex ones. */
struct solver_op solver_begin(cudaDataType t, const char *real, const char *complex_, int *info);
struct solver_argument *solver_add(struct solver_op *s, enum solver_kind kind);
void solver_word(struct solver_op *s, int64_t value);
void solver_letter(struct solver_op *s, char c);
void solver_vector(struct solver_op *s, const void *at, cudaDataType t, int64_t n, bool written);
/* A matrix, and its leading dimension. */
void solver_matrix(struct solver_op *s, const void *at, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, bool written);
void solver_listed(struct solver_op *s, const void *at, cudaDataType t, int64_t rows, int64_t columns, int64_t ld, bool written);
/* A copy of the matrix `from`, with room for `rows`, and its leading dimension. The first `kept` rows go `to`, if any. */
void solver_copy(struct solver_op *s, cudaDataType t, int64_t rows, int64_t columns, const void *from, int64_t from_rows,
		 int64_t from_ld, void *to, int64_t kept, int64_t to_ld);
void solver_pivots(struct solver_op *s, const int64_t *at, int64_t n, bool written);
void solver_work(struct solver_op *s, cudaDataType t);
void solver_own(struct solver_op *s, int64_t bytes);

/* Both end the call. */
cusolverStatus_t solver_submit(struct call *call, cusolverDnHandle_t h, struct solver_op *filled);
cusolverStatus_t solver_leave(struct call *call, cusolverStatus_t status);

/* LAPACK's memory is the operation's own: programs need one element. */
cusolverStatus_t solver_size(cusolverDnHandle_t handle, int *size);
cusolverStatus_t solver_sizes(cusolverDnHandle_t handle, size_t *device_size, size_t *host_size);
/* Has the memory to work in room for `size` elements, and are those enough? If not, it reports. */
bool solver_has_room(const struct call *call, const void *work, int size, size_t element);
/* The same for the calls with memory of the device and of the host. */
bool solver_has_space(const struct call *call, const void *device_work, size_t device_size, const void *host_work,
		      size_t host_size);

static inline char solver_fill(cublasFillMode_t fill)
{
	return fill == CUBLAS_FILL_MODE_UPPER ? 'U' : 'L';
}

static inline char solver_transposition(cublasOperation_t op)
{
	return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C';
}

static inline int64_t solver_least(int64_t m, int64_t n)
{
	return m < n ? m : n;
}

#endif
