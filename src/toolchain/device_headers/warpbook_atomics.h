/*
 * warpbook_atomics.h - atomicAdd and its family: relaxed, with device scope, or with the scope of a block or of the system if
 * the name ends in _block or _system; they return the old value.
 */
#pragma once

#define __warpbook_atomic(name, op, T, N, nvvm) \
	__warpbook_device T atomic##name(T *address, T value) \
	{ return (T)__nvvm_atom_##op##_gen_##nvvm((N *)address, (N)value); } \
	__warpbook_device T atomic##name##_block(T *address, T value) \
	{ return (T)__nvvm_atom_cta_##op##_gen_##nvvm((N *)address, (N)value); } \
	__warpbook_device T __warpbook_system_atomic##name(T *address, T value) \
	{ return (T)__nvvm_atom_sys_##op##_gen_##nvvm((N *)address, (N)value); }
#define __warpbook_atomic_bits(name, op) \
	__warpbook_atomic(name, op, int, int, i) \
	__warpbook_atomic(name, op, unsigned int, int, i) \
	__warpbook_atomic(name, op, unsigned long long, long long, ll)

__warpbook_atomic_bits(Add, add)
__warpbook_atomic(Add, add, float, float, f)
__warpbook_atomic(Add, add, double, double, d)
__warpbook_atomic_bits(Exch, xchg)
__warpbook_atomic_bits(And, and)
__warpbook_atomic_bits(Or, or)
__warpbook_atomic_bits(Xor, xor)
__warpbook_atomic(Min, min, int, int, i)
__warpbook_atomic(Min, min, unsigned int, unsigned int, ui)
__warpbook_atomic(Min, min, long long, long long, ll)
__warpbook_atomic(Min, min, unsigned long long, unsigned long long, ull)
__warpbook_atomic(Max, max, int, int, i)
__warpbook_atomic(Max, max, unsigned int, unsigned int, ui)
__warpbook_atomic(Max, max, long long, long long, ll)
__warpbook_atomic(Max, max, unsigned long long, unsigned long long, ull)
__warpbook_atomic(Inc, inc, unsigned int, unsigned int, ui)
__warpbook_atomic(Dec, dec, unsigned int, unsigned int, ui)

__warpbook_device int atomicSub(int *address, int value) { return atomicAdd(address, -value); }
__warpbook_device unsigned int atomicSub(unsigned int *address, unsigned int value)
{ return atomicAdd(address, 0u - value); }
__warpbook_device int atomicSub_block(int *address, int value) { return atomicAdd_block(address, -value); }
__warpbook_device unsigned int atomicSub_block(unsigned int *address, unsigned int value)
{ return atomicAdd_block(address, 0u - value); }
__warpbook_device float atomicExch_block(float *address, float value)
{ return __int_as_float(atomicExch_block((int *)address, __float_as_int(value))); }
__warpbook_device float atomicExch(float *address, float value)
{ return __int_as_float(atomicExch((int *)address, __float_as_int(value))); }

#define __warpbook_cas(T, N, nvvm) \
	__warpbook_device T atomicCAS(T *address, T compare, T value) \
	{ return (T)__nvvm_atom_cas_gen_##nvvm((N *)address, (N)compare, (N)value); } \
	__warpbook_device T atomicCAS_block(T *address, T compare, T value) \
	{ return (T)__nvvm_atom_cta_cas_gen_##nvvm((N *)address, (N)compare, (N)value); } \
	__warpbook_device T __warpbook_system_atomicCAS(T *address, T compare, T value) \
	{ return (T)__nvvm_atom_sys_cas_gen_##nvvm((N *)address, (N)compare, (N)value); }

__warpbook_cas(int, int, i)
__warpbook_cas(unsigned int, int, i)
__warpbook_cas(unsigned long long, long long, ll)

__warpbook_device unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value)
{
	unsigned short old;
	__asm__ volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
	return old;
}

__warpbook_device int __warpbook_system_atomicSub(int *address, int value) { return __warpbook_system_atomicAdd(address, -value); }
__warpbook_device unsigned int __warpbook_system_atomicSub(unsigned int *address, unsigned int value)
{ return __warpbook_system_atomicAdd(address, 0u - value); }
__warpbook_device float __warpbook_system_atomicExch(float *address, float value)
{ return __int_as_float(__warpbook_system_atomicExch((int *)address, __float_as_int(value))); }

/* System scope, for the types above; others have device scope. */
#define __warpbook_scoped(name) \
	template <typename T> __warpbook_device T __warpbook_system_##name(T *address, T value) { return name(address, value); } \
	template <typename T, typename U> __warpbook_device T name##_system(T *address, U value) \
	{ return __warpbook_system_##name(address, (T)value); }

__warpbook_scoped(atomicAdd)
__warpbook_scoped(atomicSub)
__warpbook_scoped(atomicExch)
__warpbook_scoped(atomicMin)
__warpbook_scoped(atomicMax)
__warpbook_scoped(atomicAnd)
__warpbook_scoped(atomicOr)
__warpbook_scoped(atomicXor)
__warpbook_scoped(atomicInc)
__warpbook_scoped(atomicDec)
template <typename T> __warpbook_device T __warpbook_system_atomicCAS(T *address, T compare, T value)
{ return atomicCAS(address, compare, value); }
template <typename T, typename U, typename V> __warpbook_device T atomicCAS_system(T *address, U compare, V value)
{ return __warpbook_system_atomicCAS(address, (T)compare, (T)value); }

#undef __warpbook_scoped
