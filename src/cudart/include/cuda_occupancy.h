/*
 * cuda_occupancy.h - for programs and headers that include it. The calculator itself, the functions cudaOcc*, is missing: use the
 * runtime's cudaOccupancyMaxActiveBlocksPerMultiprocessor() and similar calls instead.
 */
#ifndef WARPBOOK_CUDA_OCCUPANCY_H
#define WARPBOOK_CUDA_OCCUPANCY_H

#include <cuda_runtime_api.h>

#endif
