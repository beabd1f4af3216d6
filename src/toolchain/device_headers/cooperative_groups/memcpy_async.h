/* memcpy_async.h - a copy by all threads of a group; wait() waits until it is done. */
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename Group, typename T> __warpbook_device void memcpy_async(const Group &g, T *to, const T *from, size_t bytes)
{
	for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
		to[i] = from[i];
}

template <typename Group> __warpbook_device void wait(const Group &g) { g.sync(); }

}
