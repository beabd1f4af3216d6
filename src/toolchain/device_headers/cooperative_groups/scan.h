/* scan.h - prefix scans over the threads of a tile or of the active lanes. */
#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <typename Group, typename T, typename Op> __warpbook_device T inclusive_scan(const Group &g, T value, Op op)
{
	unsigned int rank = g.thread_rank();

	for (unsigned int delta = 1; delta < g.size(); delta *= 2) {
		T other = g.shfl_up(value, delta);
		if (rank >= delta)
			value = op(other, value);
	}
	return value;
}

template <typename Group, typename T> __warpbook_device T inclusive_scan(const Group &g, T value)
{
	return inclusive_scan(g, value, plus<T>());
}

/* The first thread gets T(). */
template <typename Group, typename T, typename Op> __warpbook_device T exclusive_scan(const Group &g, T value, Op op)
{
	T before = g.shfl_up(inclusive_scan(g, value, op), 1);

	return g.thread_rank() ? before : T();
}

template <typename Group, typename T> __warpbook_device T exclusive_scan(const Group &g, T value)
{
	return exclusive_scan(g, value, plus<T>());
}

}
