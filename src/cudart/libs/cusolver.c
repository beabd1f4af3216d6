/*
 * cusolver.c - cuSOLVER's dense part: its state, its routines for all types of numbers, and those that solve A X = B in two
 * precisions. Most calls are a row of cusolver.def, which names the routine.
 *
 * LAPACK solves in the precision of A: what a GPU refines to that precision is there from the beginning, in no iterations.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cudart/libs/solver.h"
#include "cudart/runtime.h"

/* Parameters are kept for the program's questions; LAPACK's methods need none. */
struct cusolverDnParams { int unused; };
struct gesvdjInfo { double tolerance; int sweeps, sorted; };
struct syevjInfo { double tolerance; int sweeps, sorted; };

/* ---- the calls: state ---- */

/* Memory to work in is looked at, and has no other use here; nor has the precision to work in. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
	BEGIN;
	if (!handle)
		return solver_leave(&call, CUSOLVER_STATUS_INVALID_VALUE);
	*handle = calloc(1, sizeof **handle);
	return solver_leave(&call, *handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED);
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
	BEGIN;
	free(handle);
	return solver_leave(&call, handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED);
}

/* ---- the routines ---- */

/* Cholesky's factor, or (potri) the inverse by it. */
static cusolverStatus_t potrf(struct call *call, cusolverDnHandle_t handle, cudaDataType t, const char *name,
		cublasFillMode_t fill, int64_t n, void *a, int64_t a_ld, int *info)
{
	struct solver_op s = solver_begin(t, name, name, info);

	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_matrix(&s, a, t, n, n, a_ld, true);
	return solver_submit(call, handle, &s);
}

static struct solver_op svd_begin(cudaDataType t, char u_job, char vt_job, int64_t m, int64_t n, void *a, int64_t a_ld,
		void *sigma, int *info)
{
	struct solver_op s = solver_begin(t, "gesvd", "gesvd", info);

	solver_letter(&s, u_job);
	solver_letter(&s, vt_job);
	solver_word(&s, m);
	solver_word(&s, n);
	solver_matrix(&s, a, t, m, n, a_ld, true);
	solver_vector(&s, sigma, solver_real_of(t), solver_least(m, n), true);
	s.is_wrong |= !strchr("ASON", u_job) || !strchr("ASON", vt_job);
	return s;
}

static void svd_end(struct solver_op *s, cudaDataType t, int64_t m, int64_t n)
{
	solver_work(s, t);
	if (solver_is_complex(t))
		solver_own(s, 5 * solver_least(m, n) * solver_type_bytes(solver_real_of(t)));
}

static void svd_side(struct solver_op *s, const void *at, cudaDataType t, char job, int64_t rows, int64_t columns, int64_t ld)
{
	if (job == 'A' || job == 'S')
		solver_matrix(s, at, t, rows, columns, ld, true);
	else
		solver_matrix(s, NULL, t, 0, 0, 1, false);
}

static cusolverStatus_t gesvd(struct call *call, cusolverDnHandle_t handle, cudaDataType t, signed char u_job,
		signed char vt_job, int64_t m,
			      int64_t n, void *a, int64_t a_ld, void *sigma, void *u, int64_t u_ld, void *vt, int64_t vt_ld,
					int *info)
{
	struct solver_op s = svd_begin(t, u_job, vt_job, m, n, a, a_ld, sigma, info);

	svd_side(&s, u, t, u_job, m, u_job == 'A' ? m : solver_least(m, n), u_ld);
	svd_side(&s, vt, t, vt_job, vt_job == 'A' ? n : solver_least(m, n), n, vt_ld);
	svd_end(&s, t, m, n);
	s.is_wrong |= m < n; /* as in cuSOLVER */
	return solver_submit(call, handle, &s);
}

/* Jacobi's method gives V where the other gives its adjoint. */
static cusolverStatus_t gesvdj(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cusolverEigMode_t mode,
		bool economic, int64_t m,
			       int64_t n, void *a, int64_t a_ld, void *sigma, void *u, int64_t u_ld, void *v, int64_t v_ld,
					int *info, int count)
{
	const char job = mode == CUSOLVER_EIG_MODE_NOVECTOR ? 'N' : economic ? 'S' : 'A';
	const int64_t rows = job == 'A' ? n : solver_least(m, n);
	struct solver_op s = svd_begin(t, job, job, m, n, a, a_ld, sigma, info);
	struct solver_argument *adjoint;

	svd_side(&s, u, t, job, m, job == 'A' ? m : solver_least(m, n), u_ld);
	if (job == 'N') {
		svd_side(&s, NULL, t, job, 0, 0, 1);
	} else {
		adjoint = solver_add(&s, SOLVER_ADJOINT);
		*adjoint = (struct solver_argument){ .kind = SOLVER_ADJOINT, .type = t, .word = (int)v_ld, .addr = (uintptr_t)v,
						     .rows = rows, .written = true,
					      .columns = n };
		adjoint->bytes = rows && n ? (uint64_t)((rows - 1) * v_ld + n) * solver_type_bytes(t) : 0;
		adjoint->step = (uint64_t)(v_ld * rows) * solver_type_bytes(t);
		s.is_wrong |= v_ld < n || v_ld < 1;
		solver_word(&s, rows > 0 ? rows : 1);
	}
	svd_end(&s, t, m, n);
	s.count = count;
	return solver_submit(call, handle, &s);
}

/* Eigenvalues of a symmetric or Hermitian matrix; `type` and b: of a pair of matrices. */
static cusolverStatus_t syevd(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int type, cusolverEigMode_t mode,
			      cublasFillMode_t fill, int64_t n, void *a, int64_t a_ld, void *b, int64_t b_ld, void *w,
					int *info, int count)
{
	struct solver_op s = type ? solver_begin(t, "sygvd", "hegvd", info) : solver_begin(t, "syevd", "heevd", info);

	if (type)
		solver_word(&s, type);
	solver_letter(&s, mode == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N');
	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_matrix(&s, a, t, n, n, a_ld, true);
	if (type)
		solver_matrix(&s, b, t, n, n, b_ld, true);
	solver_vector(&s, w, solver_real_of(t), n, true);
	solver_work(&s, t);
	if (solver_is_complex(t))
		solver_work(&s, solver_real_of(t));
	solver_work(&s, CUDA_R_32I);
	s.count = count;
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t potrs(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasFillMode_t fill, int64_t n,
		int64_t columns, const void *a, int64_t a_ld, void *b, int64_t b_ld, int *info)
{
	struct solver_op s = solver_begin(t, "potrs", "potrs", info);

	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_word(&s, columns);
	solver_matrix(&s, a, t, n, n, a_ld, false);
	solver_matrix(&s, b, t, n, columns, b_ld, true);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t potrf_batched(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasFillMode_t fill, int
		n, const void *a, int a_ld, int *info, int count)
{
	struct solver_op s = solver_begin(t, "potrf", "potrf", info);

	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_listed(&s, a, t, n, n, a_ld, true);
	s.count = count;
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t potrs_batched(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasFillMode_t fill, int
		n, int columns, const void *a, int a_ld, const void *b, int b_ld, int *info, int count)
{
	struct solver_op s = solver_begin(t, "potrs", "potrs", NULL);

	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_word(&s, columns);
	solver_listed(&s, a, t, n, n, a_ld, false);
	solver_listed(&s, b, t, n, columns, b_ld, true);
	s.count = count;
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t getrf(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int m, int n, void *a, int a_ld, int
		*pivots, int *info)
{
	struct solver_op s = solver_begin(t, "getrf", "getrf", info);

	solver_word(&s, m);
	solver_word(&s, n);
	solver_matrix(&s, a, t, m, n, a_ld, true);
	solver_vector(&s, pivots, CUDA_R_32I, solver_least(m, n), true);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t getrs(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasOperation_t op, int n, int
		columns, const void *a, int a_ld, const int *pivots, void *b, int b_ld, int *info)
{
	struct solver_op s = solver_begin(t, "getrs", "getrs", info);

	solver_letter(&s, solver_transposition(op));
	solver_word(&s, n);
	solver_word(&s, columns);
	solver_matrix(&s, a, t, n, n, a_ld, false);
	solver_vector(&s, pivots, CUDA_R_32I, n, false);
	solver_matrix(&s, b, t, n, columns, b_ld, true);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t geqrf(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int64_t m, int64_t n, void *a,
		int64_t a_ld, void *tau, int *info)
{
	struct solver_op s = solver_begin(t, "geqrf", "geqrf", info);

	solver_word(&s, m);
	solver_word(&s, n);
	solver_matrix(&s, a, t, m, n, a_ld, true);
	solver_vector(&s, tau, t, solver_least(m, n), true);
	solver_work(&s, t);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t orgqr(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int m, int n, int k, void *a, int
		a_ld, const void *tau, int *info)
{
	struct solver_op s = solver_begin(t, "orgqr", "ungqr", info);

	solver_word(&s, m);
	solver_word(&s, n);
	solver_word(&s, k);
	solver_matrix(&s, a, t, m, n, a_ld, true);
	solver_vector(&s, tau, t, k, false);
	solver_work(&s, t);
	s.is_wrong |= n > m || k > n;
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t ormqr(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasSideMode_t side,
		cublasOperation_t op, int m, int n, int k, const void *a, int a_ld, const void *tau, void *c, int c_ld, int
		*info)
{
	const int rows = side == CUBLAS_SIDE_LEFT ? m : n;
	struct solver_op s = solver_begin(t, "ormqr", "unmqr", info);

	solver_letter(&s, side == CUBLAS_SIDE_LEFT ? 'L' : 'R');
	solver_letter(&s, solver_transposition(op));
	solver_word(&s, m);
	solver_word(&s, n);
	solver_word(&s, k);
	solver_matrix(&s, a, t, rows, k, a_ld, false);
	solver_vector(&s, tau, t, k, false);
	solver_matrix(&s, c, t, m, n, c_ld, true);
	solver_work(&s, t);
	s.is_wrong |= k > rows || op == (solver_is_complex(t) ? CUBLAS_OP_T : CUBLAS_OP_C);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t sytrf(struct call *call, cusolverDnHandle_t handle, cudaDataType t, cublasFillMode_t fill, int n, void
		*a, int a_ld, int *pivots, int *info)
{
	struct solver_op s = solver_begin(t, "sytrf", "sytrf", info);

	solver_letter(&s, solver_fill(fill));
	solver_word(&s, n);
	solver_matrix(&s, a, t, n, n, a_ld, true);
	solver_vector(&s, pivots, CUDA_R_32I, n, true);
	solver_work(&s, t);
	return solver_submit(call, handle, &s);
}

static cusolverStatus_t gebrd(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int m, int n, void *a, int a_ld,
		void *d, void *e, void *tau_q, void *tau_p, int *info)
{
	struct solver_op s = solver_begin(t, "gebrd", "gebrd", info);

	solver_word(&s, m);
	solver_word(&s, n);
	solver_matrix(&s, a, t, m, n, a_ld, true);
	solver_vector(&s, d, solver_real_of(t), solver_least(m, n), true);
	solver_vector(&s, e, solver_real_of(t), solver_least(m, n) - 1, true);
	solver_vector(&s, tau_q, t, solver_least(m, n), true);
	solver_vector(&s, tau_p, t, solver_least(m, n), true);
	solver_work(&s, t);
	s.is_wrong |= m < n;
	return solver_submit(call, handle, &s);
}

/* ---- the calls with pivots of 64 bits, and the inverse of a triangle ---- */

static cusolverStatus_t getrf_wide(struct call *call, cusolverDnHandle_t handle, cudaDataType a_type, int64_t m, int64_t n,
				   void *a, int64_t a_ld, int64_t *pivots, int *info)
{
	struct solver_op s = solver_begin(a_type, "getrf", "getrf", info);

	solver_word(&s, m);
	solver_word(&s, n);
	solver_matrix(&s, a, a_type, m, n, a_ld, true);
	solver_pivots(&s, pivots, solver_least(m, n), true);
	s.is_wrong |= !pivots; /* LAPACK cannot leave them out */
	return solver_submit(call, handle, &s);
}

cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t op, int64_t n,
				  int64_t columns, cudaDataType a_type, const void *a, int64_t a_ld, const int64_t *pivots,
				  cudaDataType b_type, void *b, int64_t b_ld, int *info)
{
	struct solver_op s = solver_begin(a_type, "getrs", "getrs", info);
	BEGIN;
	solver_letter(&s, solver_transposition(op));
	solver_word(&s, n);
	solver_word(&s, columns);
	solver_matrix(&s, a, a_type, n, n, a_ld, false);
	solver_pivots(&s, pivots, n, false);
	solver_matrix(&s, b, a_type, n, columns, b_ld, true);
	s.is_wrong |= b_type != a_type || !pivots;
	return solver_submit(&call, handle, &s);
}

static cusolverStatus_t trtri(struct call *call, cusolverDnHandle_t handle, cudaDataType a_type, cublasFillMode_t fill,
			      cublasDiagType_t diagonal, int64_t n, void *a, int64_t a_ld, int *info)
{
	struct solver_op s = solver_begin(a_type, "trtri", "trtri", info);

	solver_letter(&s, solver_fill(fill));
	solver_letter(&s, diagonal == CUBLAS_DIAG_UNIT ? 'U' : 'N');
	solver_word(&s, n);
	solver_matrix(&s, a, a_type, n, n, a_ld, true);
	return solver_submit(call, handle, &s);
}

/* ---- two precisions ---- */

/* A stays as it is, as where the refinement converges. */
static cusolverStatus_t gesv(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int64_t n, int64_t columns,
			     const void *a, int64_t a_ld, int *pivots, const void *b, int64_t b_ld, void *x, int64_t x_ld,
			     int *rounds, int *info)
{
	struct solver_op s = solver_begin(t, "gesv", "gesv", info);

	solver_word(&s, n);
	solver_word(&s, columns);
	solver_copy(&s, t, n, n, a, n, a_ld, NULL, 0, 0);
	solver_vector(&s, pivots, CUDA_R_32I, n, true);
	solver_copy(&s, t, n, columns, b, n, b_ld, x, n, x_ld);
	s.is_wrong |= !pivots || !x || !rounds;
	if (rounds)
		*rounds = 0;
	return solver_submit(call, handle, &s);
}

/* The least squares of m equations for n unknowns: as cuSOLVER, for m >= n. */
static cusolverStatus_t gels(struct call *call, cusolverDnHandle_t handle, cudaDataType t, int64_t m, int64_t n, int64_t columns,
			     const void *a, int64_t a_ld, const void *b, int64_t b_ld, void *x, int64_t x_ld, int *rounds,
			     int *info)
{
	struct solver_op s = solver_begin(t, "gels", "gels", info);

	solver_letter(&s, 'N');
	solver_word(&s, m);
	solver_word(&s, n);
	solver_word(&s, columns);
	solver_copy(&s, t, m, n, a, m, a_ld, NULL, 0, 0);
	solver_copy(&s, t, m, columns, b, m, b_ld, x, n, x_ld);
	solver_work(&s, t);
	s.is_wrong |= m < n || !x || !rounds;
	if (rounds)
		*rounds = 0;
	return solver_submit(call, handle, &s);
}

/* ---- the calls whose answer is one expression ---- */

#define DONE(does) ((does), CUSOLVER_STATUS_SUCCESS)
#define ASKED(to, value) (!(to) ? CUSOLVER_STATUS_INVALID_VALUE : DONE(*(to) = (value)))
#define MAKE(to) (!(to) ? CUSOLVER_STATUS_INVALID_VALUE : \
		  (*(to) = calloc(1, sizeof **(to))) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED)
#define REFUSED solver_leave(&call, CUSOLVER_STATUS_INVALID_VALUE)

#define CUSOLVER(name, parameters)
#define CUSOLVER_ANSWER(name, parameters, answer) cusolverStatus_t name parameters { return answer; }
#define CUSOLVER_CALL(name, parameters, answer) cusolverStatus_t name parameters { BEGIN; return answer; }
#define CUSOLVER_WORK(name, parameters, answer) \
cusolverStatus_t name parameters \
{ \
	BEGIN; \
	return solver_has_room(&call, work, size, sizeof *work) ? answer : REFUSED; \
}
#define CUSOLVER_SPACE(name, parameters, answer) \
cusolverStatus_t name parameters \
{ \
	BEGIN; \
	return solver_has_space(&call, device_work, device_size, host_work, host_size) ? answer : REFUSED; \
}
#include "cudart/libs/cusolver.def"
