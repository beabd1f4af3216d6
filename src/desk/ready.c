/* ready.c - see ready.h. */
#include "config.h"

#include "desk/ready.h"

#include "toolchain/python/numba_ready.h"

struct numba_ready *ready_new(void)
{
	return numba_ready_new();
}

void ready_start(struct numba_ready *p, const char *path)
{
	numba_ready_start(p, path);
}

void ready_free(struct numba_ready *p)
{
	numba_ready_free(p);
}
