/*
 * warpbook_nv_atomic.h - nvcc's built-in atomics with an order and a scope (CUDA C++ Programming Guide, "__nv_atomic functions").
 *
 * Every scope is the device's here, or wider than requested. Fences around a relaxed operation give the order.
 */
#pragma once

enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };

__warpbook_device void __warpbook_order_before(int order)
{
	if (order >= __NV_ATOMIC_RELEASE)
		__threadfence();
}

__warpbook_device void __warpbook_order_after(int order)
{
	if (order == __NV_ATOMIC_CONSUME || order == __NV_ATOMIC_ACQUIRE || order >= __NV_ATOMIC_ACQ_REL)
		__threadfence();
}

#define __warpbook_nv_fetch(fetch, call) \
	template <typename T, typename U> __warpbook_device T __nv_atomic_fetch_##fetch(T *address, U value, int order, int = __NV_THREAD_SCOPE_SYSTEM) \
	{ \
		__warpbook_order_before(order); \
		T old = call(address, (T)value); \
		__warpbook_order_after(order); \
		return old; \
	} \
	template <typename T, typename U> __warpbook_device void __nv_atomic_##fetch(T *address, U value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) \
	{ __nv_atomic_fetch_##fetch(address, value, order, scope); }

__warpbook_nv_fetch(add, atomicAdd)
__warpbook_nv_fetch(sub, atomicSub)
__warpbook_nv_fetch(and, atomicAnd)
__warpbook_nv_fetch(or, atomicOr)
__warpbook_nv_fetch(xor, atomicXor)
__warpbook_nv_fetch(min, atomicMin)
__warpbook_nv_fetch(max, atomicMax)

#undef __warpbook_nv_fetch

/* A relaxed load and store, of 4 or 8 bytes. */
template <int bytes> struct __warpbook_relaxed;
template <> struct __warpbook_relaxed<4> {
	typedef unsigned int word;
	__warpbook_device word load(const void *p)
	{ word v; __asm__ volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
	__warpbook_device void store(void *p, word v)
	{ __asm__ volatile("st.relaxed.gpu.b32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }
};
template <> struct __warpbook_relaxed<8> {
	typedef unsigned long long word;
	__warpbook_device word load(const void *p)
	{ word v; __asm__ volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(v) : "l"(p) : "memory"); return v; }
	__warpbook_device void store(void *p, word v)
	{ __asm__ volatile("st.relaxed.gpu.b64 [%0], %1;" :: "l"(p), "l"(v) : "memory"); }
};

template <typename T> __warpbook_device T __nv_atomic_load_n(T *address, int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
	if (order == __NV_ATOMIC_SEQ_CST)
		__threadfence();
	union { typename __warpbook_relaxed<sizeof(T)>::word word; T value; } of;
	of.word = __warpbook_relaxed<sizeof(T)>::load(address);
	__warpbook_order_after(order);
	return of.value;
}

template <typename T> __warpbook_device void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{ *result = __nv_atomic_load_n(address, order, scope); }

template <typename T, typename U> __warpbook_device void __nv_atomic_store_n(T *address, U value, int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
	__warpbook_order_before(order);
	union { T value; typename __warpbook_relaxed<sizeof(T)>::word word; } of;
	of.value = (T)value;
	__warpbook_relaxed<sizeof(T)>::store(address, of.word);
	if (order == __NV_ATOMIC_SEQ_CST)
		__threadfence();
}

template <typename T> __warpbook_device void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{ __nv_atomic_store_n(address, *value, order, scope); }

template <typename T, typename U> __warpbook_device T __nv_atomic_exchange_n(T *address, U value, int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
	__warpbook_order_before(order);
	T old = atomicExch(address, (T)value);
	__warpbook_order_after(order);
	return old;
}

template <typename T> __warpbook_device void __nv_atomic_exchange(T *address, T *value, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{ *result = __nv_atomic_exchange_n(address, *value, order, scope); }

/* `weak` and the order on failure make no difference here. */
template <typename T, typename U>
__warpbook_device bool __nv_atomic_compare_exchange_n(T *address, T *expected, U value, bool, int order, int, int = __NV_THREAD_SCOPE_SYSTEM)
{
	__warpbook_order_before(order);
	T compared = *expected, old = atomicCAS(address, compared, (T)value);
	__warpbook_order_after(order);
	*expected = old;
	return old == compared;
}

template <typename T>
__warpbook_device bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool weak, int order, int failed,
						    int scope = __NV_THREAD_SCOPE_SYSTEM)
{ return __nv_atomic_compare_exchange_n(address, expected, *value, weak, order, failed, scope); }

__warpbook_device void __nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
	if (order != __NV_ATOMIC_RELAXED)
		__threadfence();
}
