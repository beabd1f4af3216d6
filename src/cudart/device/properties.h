/*
 * properties.h - the properties of the virtual devices: an H200's. Sizes are in bytes; SM: a multiprocessor. Sources:
 * "CUDA C++ Programming Guide", technical specifications of compute capability 9.0.
 */
#ifndef WARPBOOK_CUDART_DEVICE_PROPERTIES_H
#define WARPBOOK_CUDART_DEVICE_PROPERTIES_H

#include "cudart/call.h"
#include "cudart/settings.h"

enum {
	SM_COUNT = MULTIPROCESSORS_MOST,
	THREADS_OF_BLOCK = 1024, THREADS_OF_SM = 2048, BLOCKS_OF_SM = 32,
	REGISTERS_OF_SM = 65536, REGISTERS_OF_THREAD = 255,
	SHARED_DEFAULT = 48 << 10,   /* per block, static and dynamic */
	SHARED_OPT_IN = 227 << 10,   /* the same after cudaFuncSetAttribute */
	SHARED_OF_SM = 228 << 10, SHARED_RESERVED = 1 << 10, /* reserved by the system in each block's */
	CLUSTER_PORTABLE = 8, CLUSTER_MOST = 16,
};

/* An existing device's. */
unsigned properties_multiprocessors(int device);
/* One attribute of an existing device; false if there is no such attribute. */
bool properties_attribute(int device, enum cudaDeviceAttr wanted, int *value);

#endif
