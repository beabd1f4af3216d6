/* warpbook_prelude.h - what clang precompiles for programs: the header that it includes before each source. */
#include <cuda_runtime.h>
