/*
 * cuda_pipeline_primitives.h - asynchronous copies from global to shared memory, for clang without a CUDA
 * toolkit: cp.async, in groups.
 */
#pragma once

#include <cuda_runtime.h>

/* 4, 8 or 16 bytes; sets the last `zeros` of them to 0. */
__warpbook_device void __pipeline_memcpy_async(void *shared, const void *global, size_t size, size_t zeros = 0)
{
	unsigned int to = (unsigned int)__cvta_generic_to_shared(shared), take = (unsigned int)(size - zeros);
	size_t from = __cvta_generic_to_global(global);

	if (size == 16)
		__asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(to), "l"(from), "r"(take) : "memory");
	else if (size == 8)
		__asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" :: "r"(to), "l"(from), "r"(take) : "memory");
	else if (size == 4)
		__asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(to), "l"(from), "r"(take) : "memory");
	else
		__trap();
}

__warpbook_device void __pipeline_commit() { __asm__ volatile("cp.async.commit_group;" ::: "memory"); }

/* Waits for all groups except the last `prior`. */
__warpbook_device void __pipeline_wait_prior(size_t prior)
{
#define __warpbook_wait(n) case n: __asm__ volatile("cp.async.wait_group " #n ";" ::: "memory"); break;
	switch (prior) {
	__warpbook_wait(0) __warpbook_wait(1) __warpbook_wait(2) __warpbook_wait(3)
	__warpbook_wait(4) __warpbook_wait(5) __warpbook_wait(6) __warpbook_wait(7)
	default: __asm__ volatile("cp.async.wait_group 8;" ::: "memory"); /* waits for more than requested */
	}
#undef __warpbook_wait
}
