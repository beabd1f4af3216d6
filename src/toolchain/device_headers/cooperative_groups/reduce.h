/* reduce.h - reductions over the threads of a tile or of the active lanes. */
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

#define __warpbook_operator_of(name, expression) \
	template <typename T> struct name { __warpbook_method T operator()(T a, T b) const { return expression; } };
__warpbook_operator_of(plus, a + b)
__warpbook_operator_of(less, b < a ? b : a)
__warpbook_operator_of(greater, a < b ? b : a)
__warpbook_operator_of(bit_and, a & b)
__warpbook_operator_of(bit_or, a | b)
__warpbook_operator_of(bit_xor, a ^ b)
#undef __warpbook_operator_of

template <unsigned int Size, typename Parent, typename T, typename Op>
__warpbook_device T reduce(const thread_block_tile<Size, Parent> &g, T value, Op op)
{
#pragma unroll
	for (unsigned int lanes = Size / 2; lanes; lanes /= 2)
		value = op(value, g.shfl_xor(value, lanes));
	return value;
}

template <typename T, typename Op> __warpbook_device T reduce(const coalesced_group &g, T value, Op op)
{
	unsigned int rank = g.thread_rank(), n = g.size();

	for (unsigned int half = 1; half < n; half *= 2) {
		T other = g.shfl_down(value, half);
		if (rank % (2 * half) == 0 && rank + half < n)
			value = op(value, other);
	}
	return g.shfl(value, 0);
}

}
