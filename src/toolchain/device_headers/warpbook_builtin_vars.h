/*
 * warpbook_builtin_vars.h - threadIdx, blockIdx, blockDim, gridDim and warpSize.
 *
 * Each member is a property that reads one special register. It stores nothing; an
 * assignment is an error, and so is any use in a host function.
 */
#pragma once

#define __warpbook_register(var, member, sreg) \
	__declspec(property(get = var##_##member)) unsigned int member; \
	__attribute__((device, always_inline, nodebug)) __inline__ unsigned int var##_##member() const \
	{ return (unsigned int)__nvvm_read_ptx_sreg_##sreg##_##member(); }

#define __warpbook_builtin_var(var, sreg) \
	struct __warpbook_##var { \
		__warpbook_register(var, x, sreg) \
		__warpbook_register(var, y, sreg) \
		__warpbook_register(var, z, sreg) \
		__attribute__((device, always_inline, nodebug)) __inline__ operator uint3() const \
		{ return { x, y, z }; } \
		__attribute__((device, always_inline, nodebug)) __inline__ operator dim3() const \
		{ return dim3(x, y, z); } \
		__warpbook_##var() = delete; \
	}; \
	extern const __attribute__((device, weak)) __warpbook_##var var

__warpbook_builtin_var(threadIdx, tid);
__warpbook_builtin_var(blockIdx, ctaid);
__warpbook_builtin_var(blockDim, ntid);
__warpbook_builtin_var(gridDim, nctaid);

static const __attribute__((device, unused)) int warpSize = 32;
