/*
 * host_op.h - operations that a stand-in for a library performs on memory itself, in C: cuBLAS, cuFFT and cuRAND on the
 * vm.
 *
 * The runtime orders them like kernels, checks them like copies, and models their cost from bytes and operations; their
 * code aims to be right and short, not fast.
 */
#ifndef WARPBOOK_CUDART_LIBS_HOST_OP_H
#define WARPBOOK_CUDART_LIBS_HOST_OP_H

#include "cudart/queue.h"

/* The host's pointer to the bytes of a range; NULL if a kernel could not use that memory. */
void *host_op_bytes(uint64_t addr, uint64_t bytes);
/*
 * Checks that `bytes` of live memory of a device (or mapped host memory) exist; if not, reports a finding about the
 * call's `role`, with the advice `next` if they are too few.
 */
bool host_op_check(const struct call *call, const void *addr, uint64_t bytes, const char *role, const char *next);
/* Marks device bytes that the operation wrote as written. */
void host_op_written(uint64_t addr, uint64_t bytes);
/* A second operation that does the same, for graphs: a record of `size` bytes that owns no memory. NULL when out of memory. */
struct op *host_op_clone(const struct op *op, size_t size);

#endif
