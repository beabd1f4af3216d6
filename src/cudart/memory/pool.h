/* pool.h - pools of device memory that streams allocate from. */
#ifndef WARPBOOK_CUDART_MEMORY_POOL_H
#define WARPBOOK_CUDART_MEMORY_POOL_H

#include "cudart/memory/memory.h"

/* A call other than cudaFreeAsync freed memory of a pool. */
void pool_lost(struct memory *m);

#endif
