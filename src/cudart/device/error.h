/* error.h - advice for an error that a call returned. Names and texts: cudaGetErrorName, cudaGetErrorString. */
#ifndef WARPBOOK_CUDART_DEVICE_ERROR_H
#define WARPBOOK_CUDART_DEVICE_ERROR_H

#include "cudart/call.h"

/* A sentence for a finding's advice; NULL if there is none. */
const char *error_advice(cudaError_t error);

#endif
