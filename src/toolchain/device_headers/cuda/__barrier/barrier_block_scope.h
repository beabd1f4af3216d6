/*
 * barrier_block_scope.h - libcu++'s cuda::barrier with clang, which takes no variable in shared memory whose destructor does
 * something. That of cuda::barrier gives the hardware's barrier back, which the virtual machine does not need.
 *
 * In the header of this name its dispatch over architectures is the only one with two cases. So while the header is read, a
 * dispatch with two cases does nothing. What the header includes comes before that. This is known of the versions below;
 * others are read as they are.
 */
#include <cuda/std/__cccl/version.h>

#if CCCL_MAJOR_VERSION == 3 && CCCL_MINOR_VERSION <= 1 && !defined(_CUDA___BARRIER_BARRIER_BLOCK_SCOPE_H)
#include <cuda/__fwd/barrier.h>
#include <cuda/__fwd/barrier_native_handle.h>
#include <cuda/__ptx/instructions/mbarrier_arrive.h>
#include <cuda/__ptx/ptx_dot_variants.h>
#include <cuda/__ptx/ptx_helper_functions.h>
#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/__barrier/barrier.h>
#include <cuda/std/__barrier/empty_completion.h>
#include <cuda/std/__barrier/poll_tester.h>
#include <cuda/std/__new_>
#include <cuda/std/chrono>
#include <cuda/std/cstdint>
#include <nv/target>

#pragma push_macro("NV_DISPATCH_TARGET")
#undef NV_DISPATCH_TARGET
#define __warpbook_no_cases(...)
#define __warpbook_all_cases(...) _NV_TARGET_DISPATCH(__VA_ARGS__)
#define __warpbook_ninth(a, b, c, d, e, f, g, h, i, ...) i
#define NV_DISPATCH_TARGET(...)                                                                                           \
	__warpbook_ninth(__VA_ARGS__, __warpbook_all_cases, , __warpbook_all_cases, , __warpbook_no_cases, , __warpbook_all_cases, )(__VA_ARGS__)
#include_next <cuda/__barrier/barrier_block_scope.h>
#pragma pop_macro("NV_DISPATCH_TARGET")
#undef __warpbook_no_cases
#undef __warpbook_all_cases
#undef __warpbook_ninth
#else
#include_next <cuda/__barrier/barrier_block_scope.h>
#endif
