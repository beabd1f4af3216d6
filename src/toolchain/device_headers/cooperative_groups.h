/*
 * cooperative_groups.h - groups of threads as objects: the block, its tiles, the active lanes, the grid; for clang
 * without a CUDA toolkit. Each call gives the same instruction as with nvcc.
 */
#pragma once
#define _COOPERATIVE_GROUPS_H_ /* programs test it to find out whether the header is included */

#include <cuda_runtime.h>

#define __warpbook_method __attribute__((device, always_inline, nodebug)) inline

namespace cooperative_groups {

namespace details {

/* Moves a value of any size between lanes, word by word. */
template <typename T, typename F> __warpbook_device T by_words(const T &value, F move)
{
	unsigned int words[(sizeof(T) + 3) / 4] = { 0 };
	T out;

	__builtin_memcpy(words, &value, sizeof value);
#pragma unroll
	for (unsigned int i = 0; i < sizeof words / 4; i++)
		words[i] = move(words[i]);
	__builtin_memcpy(&out, words, sizeof out);
	return out;
}

__warpbook_device unsigned int lane()
{
	unsigned int id;
	__asm__("mov.u32 %0, %%laneid;" : "=r"(id));
	return id;
}

__warpbook_device unsigned int lanes_below()
{
	unsigned int mask;
	__asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
	return mask;
}

/* The position of the mask's n-th set bit. */
__warpbook_device unsigned int nth_lane(unsigned int mask, unsigned int n)
{
	for (; n; n--)
		mask &= mask - 1;
	return (unsigned int)__ffs((int)mask) - 1;
}

__warpbook_device unsigned int block_rank()
{
	return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__warpbook_device unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }

}

/* ---- the block ---- */

class thread_group;

class thread_block {
	public:
	typedef thread_block self;
	static constexpr unsigned int max_threads = 1024;
	__warpbook_method static void sync() { __syncthreads(); }
	__warpbook_method static unsigned int thread_rank() { return details::block_rank(); }
	__warpbook_method static unsigned int size() { return details::block_size(); }
	__warpbook_method static unsigned int num_threads() { return details::block_size(); }
	__warpbook_method static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	__warpbook_method static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
	__warpbook_method static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
	__warpbook_method static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

__warpbook_device thread_block this_thread_block() { return thread_block(); }

/* ---- lanes of a warp: the base of tiles and of active lanes ---- */

class lane_group {
	protected:
	unsigned int mask_;      /* of the warp's lanes */
	unsigned int size_;
	unsigned int first_;     /* a tile's first lane; unused for other lanes */
	bool dense_;
	__warpbook_method unsigned int from(unsigned int rank) const
	{ return dense_ ? first_ + rank : details::nth_lane(mask_, rank); }

	public:
	__warpbook_method lane_group(unsigned int mask, unsigned int size, unsigned int first, bool dense)
		: mask_(mask), size_(size), first_(first), dense_(dense) {}
	__warpbook_method void sync() const { __syncwarp(mask_); }
	__warpbook_method unsigned int size() const { return size_; }
	__warpbook_method unsigned int num_threads() const { return size_; }
	__warpbook_method unsigned int thread_rank() const
	{ return dense_ ? details::lane() - first_ : (unsigned int)__popc(mask_ & details::lanes_below()); }
	__warpbook_method int any(int predicate) const { return __any_sync(mask_, predicate); }
	__warpbook_method int all(int predicate) const { return __all_sync(mask_, predicate); }
	__warpbook_method unsigned int ballot(int predicate) const
	{
		unsigned int voted = __ballot_sync(mask_, predicate), packed = 0;

		if (dense_)
			return voted >> first_;
		for (unsigned int i = 0, m = mask_; m; i++, m &= m - 1)
			packed |= (voted >> (__ffs((int)m) - 1) & 1u) << i;
		return packed;
	}
	template <typename T> __warpbook_method T shfl(T value, unsigned int rank) const
	{
		unsigned int mask = mask_, lane = from(rank % size_);
		return details::by_words(value, [=](unsigned int w) { return __shfl_sync(mask, w, (int)lane); });
	}
	template <typename T> __warpbook_method T shfl_down(T value, unsigned int delta) const
	{
		unsigned int mask = mask_, rank = thread_rank(), lane = rank + delta < size_ ? from(rank + delta) : details::lane();
		return details::by_words(value, [=](unsigned int w) { return __shfl_sync(mask, w, (int)lane); });
	}
	template <typename T> __warpbook_method T shfl_up(T value, unsigned int delta) const
	{
		unsigned int mask = mask_, rank = thread_rank(), lane = rank >= delta ? from(rank - delta) : details::lane();
		return details::by_words(value, [=](unsigned int w) { return __shfl_sync(mask, w, (int)lane); });
	}
	template <typename T> __warpbook_method T shfl_xor(T value, unsigned int lanes) const
	{
		unsigned int mask = mask_, rank = thread_rank() ^ lanes, lane = rank < size_ ? from(rank) : details::lane();
		return details::by_words(value, [=](unsigned int w) { return __shfl_sync(mask, w, (int)lane); });
	}
	template <typename T> __warpbook_method unsigned int match_any(T value) const
	{ return __match_any_sync(mask_, value) >> (dense_ ? first_ : 0); }
	template <typename T> __warpbook_method unsigned int match_all(T value, int &all) const
	{ return __match_all_sync(mask_, value, &all) >> (dense_ ? first_ : 0); }
};

class coalesced_group : public lane_group {
	public:
	__warpbook_method coalesced_group(unsigned int mask) : lane_group(mask, (unsigned int)__popc(mask), 0, false) {}
	__warpbook_method unsigned int meta_group_rank() const { return 0; }
	__warpbook_method unsigned int meta_group_size() const { return 1; }
};

__warpbook_device coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* ---- tiles of a size that is a power of two ---- */

template <unsigned int Size, typename Parent = void> class thread_block_tile : public lane_group {
	static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
		      "a tile has 1, 2, 4, 8, 16 or 32 threads (larger ones need nvcc)");

	public:
	__warpbook_method thread_block_tile()
		: lane_group((Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << (details::lane() & ~(Size - 1)), Size,
			     details::lane() & ~(Size - 1), true) {}
	template <typename Other> __warpbook_method thread_block_tile(const thread_block_tile<Size, Other> &)
		: thread_block_tile() {}
	__warpbook_method static constexpr unsigned int size() { return Size; }
	__warpbook_method static constexpr unsigned int num_threads() { return Size; }
	__warpbook_method static unsigned int thread_rank() { return details::lane() & (Size - 1); }
	__warpbook_method static unsigned int meta_group_rank() { return details::block_rank() / Size; }
	__warpbook_method static unsigned int meta_group_size() { return (details::block_size() + Size - 1) / Size; }
	template <typename T> __warpbook_method T shfl(T value, unsigned int rank) const
	{
		unsigned int mask = mask_;
		return details::by_words(value, [=](unsigned int w) { return __shfl_sync(mask, w, (int)rank, (int)Size); });
	}
	template <typename T> __warpbook_method T shfl_down(T value, unsigned int delta) const
	{
		unsigned int mask = mask_;
		return details::by_words(value, [=](unsigned int w) { return __shfl_down_sync(mask, w, delta, (int)Size); });
	}
	template <typename T> __warpbook_method T shfl_up(T value, unsigned int delta) const
	{
		unsigned int mask = mask_;
		return details::by_words(value, [=](unsigned int w) { return __shfl_up_sync(mask, w, delta, (int)Size); });
	}
	template <typename T> __warpbook_method T shfl_xor(T value, unsigned int lanes) const
	{
		unsigned int mask = mask_;
		return details::by_words(value, [=](unsigned int w) { return __shfl_xor_sync(mask, w, (int)lanes, (int)Size); });
	}
};

template <unsigned int Size, typename Group> __warpbook_device thread_block_tile<Size, Group> tiled_partition(const Group &)
{
	return thread_block_tile<Size, Group>();
}

/* ---- a group of any of these kinds, with a size that is known at run time ---- */

class thread_group {
	unsigned int mask_, size_, first_; /* size_ 0: the whole block */

	public:
	__warpbook_method thread_group(const thread_block &) : mask_(0), size_(0), first_(0) {}
	__warpbook_method thread_group(unsigned int mask, unsigned int size, unsigned int first) : mask_(mask), size_(size), first_(first) {}
	template <unsigned int Size, typename Parent> __warpbook_method thread_group(const thread_block_tile<Size, Parent> &)
		: mask_((Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << (details::lane() & ~(Size - 1))), size_(Size),
		  first_(details::lane() & ~(Size - 1)) {}
	__warpbook_method void sync() const
	{
		if (size_)
			__syncwarp(mask_);
		else
			__syncthreads();
	}
	__warpbook_method unsigned int size() const { return size_ ? size_ : details::block_size(); }
	__warpbook_method unsigned int num_threads() const { return size(); }
	__warpbook_method unsigned int thread_rank() const { return size_ ? details::lane() - first_ : details::block_rank(); }
};

/* A tile of a warp, of 1 to 32 threads. */
__warpbook_device thread_group tiled_partition(const thread_group &, unsigned int size)
{
	unsigned int first = details::lane() & ~(size - 1);
	return thread_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first, size, first);
}

template <typename Predicate> __warpbook_device coalesced_group binary_partition(const coalesced_group &, Predicate is)
{
	unsigned int here = __activemask(), yes = __ballot_sync(here, (bool)is);
	return coalesced_group(is ? yes : here & ~yes);
}

/* The active lanes that have the same label. */
template <typename Label> __warpbook_device coalesced_group labeled_partition(const coalesced_group &, Label label)
{
	return coalesced_group(__match_any_sync(__activemask(), label));
}

template <unsigned int Size, typename Parent, typename Label>
__warpbook_device coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile, Label label)
{
	unsigned int lanes = (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << (details::lane() - tile.thread_rank());
	return coalesced_group(__match_any_sync(lanes, label));
}

template <unsigned int Size, typename Parent, typename Predicate>
__warpbook_device coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile, Predicate is)
{
	return labeled_partition(tile, (int)(bool)is);
}

/* ---- the grid, of a cooperative launch ---- */

class grid_group {
	/* The barrier's word is the second one of the driver's workspace. */
	__warpbook_method static unsigned int *barrier()
	{
		unsigned int high, low;

		__asm__("mov.u32 %0, %%envreg1;" : "=r"(high));
		__asm__("mov.u32 %0, %%envreg2;" : "=r"(low));
		return (unsigned int *)((unsigned long long)high << 32 | low) + 1;
	}

	public:
	__warpbook_method static bool is_valid() { return barrier() != (unsigned int *)0 + 1; }
	__warpbook_method static void sync()
	{
		if (!is_valid())
			__trap();
		__syncthreads();
		if (details::block_rank() == 0) {
			unsigned int blocks = gridDim.x * gridDim.y * gridDim.z, before, now;
			unsigned int mine = blockIdx.x + blockIdx.y + blockIdx.z == 0 ? 0x80000001u - blocks : 1;

			/* Each round of all blocks adds 2^31: the top bit flips when the last block arrives. */
			__asm__ volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(barrier()), "r"(mine) : "memory");
			do
				__asm__ volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(barrier()) : "memory");
			while (!((now ^ before) & 0x80000000u));
		}
		__syncthreads();
	}
	__warpbook_method static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
	__warpbook_method static unsigned long long block_rank()
	{ return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z); }
	__warpbook_method static unsigned long long size() { return num_blocks() * details::block_size(); }
	__warpbook_method static unsigned long long num_threads() { return size(); }
	__warpbook_method static unsigned long long thread_rank() { return block_rank() * details::block_size() + details::block_rank(); }
	__warpbook_method static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	__warpbook_method static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	__warpbook_method static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

__warpbook_device grid_group this_grid() { return grid_group(); }

template <typename Group> __warpbook_device void sync(const Group &g) { g.sync(); }
__warpbook_device unsigned int thread_rank(const thread_block &g) { return g.thread_rank(); }
__warpbook_device unsigned int group_size(const thread_block &g) { return g.size(); }

}
