/*
 * driver.h - the parts of the CUDA driver that gpu.c uses: its functions, and its errors in words.
 *
 * libcuda.so.1 belongs to the graphics driver and is opened at run time, so neither a CUDA
 * toolkit nor its headers are needed to build or to run this.
 */
#ifndef WARPBOOK_DEVICE_DRIVER_H
#define WARPBOOK_DEVICE_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "words/finding.h"

struct driver {
#define DRIVER(name, symbol, params) int (*name) params;
#define LATER(name, symbol, params) int (*name) params;
#include "device/driver.def"
#undef DRIVER
#undef LATER
};

/* Filled by driver_open; the library stays open for the life of the process. */
extern struct driver cuda;

/* Opens the library and starts the driver, once. -1: there is no driver, or it does not work here. */
int driver_open(struct error *err);

enum driver_result_kind { RESULT_FAULT, RESULT_HANG, RESULT_LAUNCH, RESULT_IMAGE, RESULT_MACHINE };

/* A row of gpu_errors.def. */
struct driver_result {
	int code;
	enum driver_result_kind kind;
	finding_kind finding;        /* FINDING_KINDS unless FAULT or HANG */
	const char *meaning, *next;  /* next: NULL if there is no step to name */
};

/* The code's row; for a code without one, a row that blames the machine. Never NULL. */
const struct driver_result *driver_result(int code);

/* "CUDA_ERROR_ILLEGAL_ADDRESS": the driver's name for the code, or otherwise the name in gpu_errors.def. */
const char *driver_code_name(int code);

/* "the GPU driver cannot WHAT: ..." with the next step; the machine's fault. Returns -1. */
int driver_fail(struct error *err, const char *what, int code);

#endif
