/*
 * cuda_occupancy.h - for programs and headers that include it along. The calculator itself, the functions cudaOcc*, is missing: the
 * runtime's cudaOccupancyMaxActiveBlocksPerMultiprocessor() and the like tell the same.
 */
#ifndef WARPBOOK_CUDA_OCCUPANCY_H
#define WARPBOOK_CUDA_OCCUPANCY_H

#include <cuda_runtime_api.h>

#endif
