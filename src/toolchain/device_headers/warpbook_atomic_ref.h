/*
 * warpbook_atomic_ref.h - cuda::atomic_ref, cuda::atomic and cuda::atomic_thread_fence for kernels where there is no libcu++.
 *
 * Numbers of 4 and 8 bytes. Order and scope reach the PTX as the program names them, so that the checkers see them: loads and
 * stores carry their order, other operations are relaxed between fences. The scope of a cluster, which needs sm_90, is the
 * device's here.
 */
#pragma once

namespace cuda {

enum thread_scope {
	thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_cluster = 4, thread_scope_thread = 10,
};

namespace std {
enum memory_order {
	memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst,
};
}

using std::memory_order;
using std::memory_order_relaxed;
using std::memory_order_consume;
using std::memory_order_acquire;
using std::memory_order_release;
using std::memory_order_acq_rel;
using std::memory_order_seq_cst;

namespace __warpbook {

typedef unsigned int b32;
typedef unsigned long long b64;

enum reach { OF_BLOCK, OF_DEVICE, OF_SYSTEM };

constexpr reach reach_of(thread_scope s)
{
	return s == thread_scope_block || s == thread_scope_thread ? OF_BLOCK : s == thread_scope_system ? OF_SYSTEM : OF_DEVICE;
}

constexpr bool acquires(memory_order o)
{
	return o == memory_order_consume || o == memory_order_acquire || o >= memory_order_acq_rel;
}

constexpr bool releases(memory_order o) { return o >= memory_order_release; }

template <reach> struct ptx;

#define __warpbook_update(call, name, T, letter, scope) \
	static __warpbook_device T call(T *p, T v) \
	{ \
		T old; \
		__asm__ volatile("atom.relaxed." scope "." name " %0, [%1], %2;" \
				 : "=" letter(old) : "l"(p), letter(v) : "memory"); \
		return old; \
	}

#define __warpbook_words(B, T, S, bits, letter, scope) \
	static __warpbook_device B load(const B *p, bool acquire) \
	{ \
		B v; \
		if (acquire) \
			__asm__ volatile("ld.acquire." scope ".b" bits " %0, [%1];" : "=" letter(v) : "l"(p) : "memory"); \
		else \
			__asm__ volatile("ld.relaxed." scope ".b" bits " %0, [%1];" : "=" letter(v) : "l"(p) : "memory"); \
		return v; \
	} \
	static __warpbook_device void store(B *p, B v, bool release) \
	{ \
		if (release) \
			__asm__ volatile("st.release." scope ".b" bits " [%0], %1;" :: "l"(p), letter(v) : "memory"); \
		else \
			__asm__ volatile("st.relaxed." scope ".b" bits " [%0], %1;" :: "l"(p), letter(v) : "memory"); \
	} \
	static __warpbook_device B cas(B *p, B expected, B v) \
	{ \
		B old; \
		__asm__ volatile("atom.relaxed." scope ".cas.b" bits " %0, [%1], %2, %3;" \
				 : "=" letter(old) : "l"(p), letter(expected), letter(v) : "memory"); \
		return old; \
	} \
	__warpbook_update(exchange, "exch.b" bits, B, letter, scope) \
	__warpbook_update(and_, "and.b" bits, B, letter, scope) \
	__warpbook_update(or_, "or.b" bits, B, letter, scope) \
	__warpbook_update(xor_, "xor.b" bits, B, letter, scope) \
	__warpbook_update(add, "add.u" bits, T, letter, scope) \
	__warpbook_update(min, "min.u" bits, T, letter, scope) \
	__warpbook_update(max, "max.u" bits, T, letter, scope) \
	__warpbook_update(min, "min.s" bits, S, letter, scope) \
	__warpbook_update(max, "max.s" bits, S, letter, scope)

#define __warpbook_ptx(of, scope) \
	template <> struct ptx<of> { \
		__warpbook_words(b32, unsigned int, int, "32", "r", scope) \
		__warpbook_words(b64, unsigned long long, long long, "64", "l", scope) \
		__warpbook_update(add, "add.f32", float, "f", scope) \
		__warpbook_update(add, "add.f64", double, "d", scope) \
		static __warpbook_device int add(int *p, int v) { return (int)add((unsigned int *)p, (unsigned int)v); } \
		static __warpbook_device long long add(long long *p, long long v) \
		{ return (long long)add((unsigned long long *)p, (unsigned long long)v); } \
		static __warpbook_device void fence(bool strong) \
		{ \
			if (strong) \
				__asm__ volatile("fence.sc." scope ";" ::: "memory"); \
			else \
				__asm__ volatile("fence.acq_rel." scope ";" ::: "memory"); \
		} \
	};

__warpbook_ptx(OF_BLOCK, "cta")
__warpbook_ptx(OF_DEVICE, "gpu")
__warpbook_ptx(OF_SYSTEM, "sys")

#undef __warpbook_ptx
#undef __warpbook_words
#undef __warpbook_update

template <typename T> struct same { typedef T type; };
template <> struct same<long> { typedef long long type; };
template <> struct same<unsigned long> { typedef unsigned long long type; };

template <unsigned long> struct word;
template <> struct word<4> { typedef b32 type; };
template <> struct word<8> { typedef b64 type; };

} // namespace __warpbook

#define __warpbook_member inline __attribute__((device, always_inline, nodebug, unused))

template <typename T, thread_scope Scope = thread_scope_system> class atomic_ref {
	typedef __warpbook::ptx<__warpbook::reach_of(Scope)> ptx;
	typedef typename __warpbook::word<sizeof(T)>::type word;
	typedef typename __warpbook::same<T>::type number;

	static __warpbook_member word bits(T v) { return __builtin_bit_cast(word, v); }
	static __warpbook_member T value(word w) { return __builtin_bit_cast(T, w); }
	__warpbook_member word *words() const { return (word *)p; }
	static __warpbook_member void before(memory_order o)
	{
		if (__warpbook::releases(o))
			ptx::fence(o == memory_order_seq_cst);
	}
	static __warpbook_member void after(memory_order o)
	{
		if (__warpbook::acquires(o))
			ptx::fence(false);
	}

protected:
	T *p;

public:
	typedef T value_type;

	explicit __warpbook_member atomic_ref(T &of) : p(&of) {}
	__warpbook_member atomic_ref(const atomic_ref &) = default;
	atomic_ref &operator=(const atomic_ref &) = delete;

	__warpbook_member T load(memory_order o = memory_order_seq_cst) const
	{
		if (o == memory_order_seq_cst)
			ptx::fence(true);
		return value(ptx::load(words(), __warpbook::acquires(o)));
	}
	__warpbook_member void store(T v, memory_order o = memory_order_seq_cst) const
	{
		if (o == memory_order_seq_cst)
			ptx::fence(true);
		ptx::store(words(), bits(v), __warpbook::releases(o));
	}
	__warpbook_member T exchange(T v, memory_order o = memory_order_seq_cst) const
	{
		before(o);
		word old = ptx::exchange(words(), bits(v));
		after(o);
		return value(old);
	}
	__warpbook_member bool compare_exchange_strong(T &expected, T v, memory_order o = memory_order_seq_cst) const
	{
		before(o);
		word compared = bits(expected), old = ptx::cas(words(), compared, bits(v));
		after(o);
		expected = value(old);
		return old == compared;
	}
	__warpbook_member bool compare_exchange_strong(T &expected, T v, memory_order o, memory_order) const
	{ return compare_exchange_strong(expected, v, o); }
	__warpbook_member bool compare_exchange_weak(T &expected, T v, memory_order o = memory_order_seq_cst) const
	{ return compare_exchange_strong(expected, v, o); }
	__warpbook_member bool compare_exchange_weak(T &expected, T v, memory_order o, memory_order) const
	{ return compare_exchange_strong(expected, v, o); }

#define __warpbook_fetch(name, call, as) \
	__warpbook_member T fetch_##name(T v, memory_order o = memory_order_seq_cst) const \
	{ \
		before(o); \
		as old = ptx::call((as *)p, __builtin_bit_cast(as, v)); \
		after(o); \
		return __builtin_bit_cast(T, old); \
	}
	__warpbook_fetch(add, add, number)
	__warpbook_fetch(min, min, number)
	__warpbook_fetch(max, max, number)
	__warpbook_fetch(and, and_, word)
	__warpbook_fetch(or, or_, word)
	__warpbook_fetch(xor, xor_, word)
#undef __warpbook_fetch
	__warpbook_member T fetch_sub(T v, memory_order o = memory_order_seq_cst) const { return fetch_add((T)-v, o); }

	__warpbook_member void wait(T old, memory_order o = memory_order_seq_cst) const
	{
		while (bits(load(o)) == bits(old))
			;
	}
	__warpbook_member void notify_one() const {}
	__warpbook_member void notify_all() const {}
	__warpbook_member bool is_lock_free() const { return true; }

	__warpbook_member T operator=(T v) const { store(v); return v; }
	__warpbook_member operator T() const { return load(); }
	__warpbook_member T operator++(int) const { return fetch_add((T)1); }
	__warpbook_member T operator--(int) const { return fetch_sub((T)1); }
	__warpbook_member T operator++() const { return (T)(fetch_add((T)1) + (T)1); }
	__warpbook_member T operator--() const { return (T)(fetch_sub((T)1) - (T)1); }
	__warpbook_member T operator+=(T v) const { return (T)(fetch_add(v) + v); }
	__warpbook_member T operator-=(T v) const { return (T)(fetch_sub(v) - v); }
	__warpbook_member T operator&=(T v) const { return (T)(fetch_and(v) & v); }
	__warpbook_member T operator|=(T v) const { return (T)(fetch_or(v) | v); }
	__warpbook_member T operator^=(T v) const { return (T)(fetch_xor(v) ^ v); }
};

/* An atomic number of its own. The default constructor does nothing, since none runs for variables in device memory. */
template <typename T, thread_scope Scope = thread_scope_system> class atomic {
	T own;
	typedef atomic_ref<T, Scope> ref;
	__warpbook_member ref me() const { return ref(const_cast<T &>(own)); }

public:
	typedef T value_type;

	atomic() = default;
	constexpr __attribute__((device, host)) atomic(T v) : own(v) {}
	atomic(const atomic &) = delete;
	atomic &operator=(const atomic &) = delete;

	__warpbook_member T load(memory_order o = memory_order_seq_cst) const { return me().load(o); }
	__warpbook_member void store(T v, memory_order o = memory_order_seq_cst) { me().store(v, o); }
	__warpbook_member T exchange(T v, memory_order o = memory_order_seq_cst) { return me().exchange(v, o); }
	__warpbook_member bool compare_exchange_strong(T &expected, T v, memory_order o = memory_order_seq_cst)
	{ return me().compare_exchange_strong(expected, v, o); }
	__warpbook_member bool compare_exchange_strong(T &expected, T v, memory_order o, memory_order)
	{ return me().compare_exchange_strong(expected, v, o); }
	__warpbook_member bool compare_exchange_weak(T &expected, T v, memory_order o = memory_order_seq_cst)
	{ return me().compare_exchange_strong(expected, v, o); }
	__warpbook_member bool compare_exchange_weak(T &expected, T v, memory_order o, memory_order)
	{ return me().compare_exchange_strong(expected, v, o); }
#define __warpbook_fetch(name) \
	__warpbook_member T fetch_##name(T v, memory_order o = memory_order_seq_cst) { return me().fetch_##name(v, o); }
	__warpbook_fetch(add)
	__warpbook_fetch(sub)
	__warpbook_fetch(min)
	__warpbook_fetch(max)
	__warpbook_fetch(and)
	__warpbook_fetch(or)
	__warpbook_fetch(xor)
#undef __warpbook_fetch
	__warpbook_member void wait(T old, memory_order o = memory_order_seq_cst) const { me().wait(old, o); }
	__warpbook_member void notify_one() {}
	__warpbook_member void notify_all() {}
	__warpbook_member T operator=(T v) { store(v); return v; }
	__warpbook_member operator T() const { return load(); }
	__warpbook_member T operator++(int) { return fetch_add((T)1); }
	__warpbook_member T operator--(int) { return fetch_sub((T)1); }
	__warpbook_member T operator++() { return (T)(fetch_add((T)1) + (T)1); }
	__warpbook_member T operator--() { return (T)(fetch_sub((T)1) - (T)1); }
	__warpbook_member T operator+=(T v) { return (T)(fetch_add(v) + v); }
	__warpbook_member T operator-=(T v) { return (T)(fetch_sub(v) - v); }
};

__warpbook_member void atomic_thread_fence(memory_order o, thread_scope s = thread_scope_system)
{
	const bool strong = o == memory_order_seq_cst;

	if (o == memory_order_relaxed)
		return;
	switch (__warpbook::reach_of(s)) {
	case __warpbook::OF_BLOCK:  __warpbook::ptx<__warpbook::OF_BLOCK>::fence(strong); break;
	case __warpbook::OF_DEVICE: __warpbook::ptx<__warpbook::OF_DEVICE>::fence(strong); break;
	case __warpbook::OF_SYSTEM: __warpbook::ptx<__warpbook::OF_SYSTEM>::fence(strong); break;
	}
}

#undef __warpbook_member

} // namespace cuda
