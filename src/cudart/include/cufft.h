/* cufft.h - the part of cuFFT that the virtual machine has. */
#ifndef WARPBOOK_CUFFT_H
#define WARPBOOK_CUFFT_H
#define _CUFFT_H_ /* programs test for the header with it */

#include "cuda_runtime_api.h"
#include "library_types.h"
#include "vector_types.h"
#ifdef __CUDA__
#include "cuComplex.h"
#endif

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;

typedef enum cufftResult_t {
	CUFFT_SUCCESS = 0,
	CUFFT_INVALID_PLAN = 1,
	CUFFT_ALLOC_FAILED = 2,
	CUFFT_INVALID_TYPE = 3,
	CUFFT_INVALID_VALUE = 4,
	CUFFT_INTERNAL_ERROR = 5,
	CUFFT_EXEC_FAILED = 6,
	CUFFT_SETUP_FAILED = 7,
	CUFFT_INVALID_SIZE = 8,
	CUFFT_UNALIGNED_DATA = 9,
	CUFFT_INVALID_DEVICE = 11,
	CUFFT_NO_WORKSPACE = 13,
	CUFFT_NOT_IMPLEMENTED = 14,
	CUFFT_NOT_SUPPORTED = 16,
	CUFFT_MISSING_DEPENDENCY = 17,
	CUFFT_NVRTC_FAILURE = 18,
	CUFFT_NVJITLINK_FAILURE = 19,
	CUFFT_NVSHMEM_FAILURE = 20,
} cufftResult;

typedef enum cufftType_t {
	CUFFT_R2C = 0x2a,
	CUFFT_C2R = 0x2c,
	CUFFT_C2C = 0x29,
	CUFFT_D2Z = 0x6a,
	CUFFT_Z2D = 0x6c,
	CUFFT_Z2Z = 0x69,
} cufftType;

#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

#ifdef __cplusplus
extern "C" {
#endif

#define CUFFT(name, parameters) cufftResult name parameters;
#define CUFFT_ANSWER(name, parameters, answer) CUFFT(name, parameters)
#define CUFFT_CALL(name, parameters, answer) CUFFT(name, parameters)
#include "../libs/cufft.def"

#ifdef __cplusplus
}
#endif

#endif
