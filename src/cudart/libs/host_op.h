/*
 * host_op.h - operations that a library's stand-in does on memory itself, in C: cuBLAS and cuRAND on the vm.
 *
 * They are ordered like a kernel, checked like a copy, and cost what their bytes and operations would; their code
 * aims at being right and short, not at speed.
 */
#ifndef WARPBOOK_CUDART_LIBS_HOST_OP_H
#define WARPBOOK_CUDART_LIBS_HOST_OP_H

#include "cudart/queue.h"

/* The bytes of a range that is to be used, for the host; NULL if it is no memory that a kernel could use. */
void *host_op_bytes(uint64_t addr, uint64_t bytes);
/*
 * Whether `bytes` are there, of live memory of a device (or of the host, mapped); if not, a finding says so of
 * the call's `role`.
 */
bool host_op_check(const struct call *call, const void *addr, uint64_t bytes, const char *role);
/* Device bytes that the operation wrote count as written. */
void host_op_written(uint64_t addr, uint64_t bytes);

#endif
