/*
 * image.h - device code as it lies in a program: fat binaries, and what the compilers register of them.
 *
 * A fat binary is loaded on a device when something of it is first used there. Kernels and variables are known
 * by the address of their host twin: the stub that <<< >>> calls, the variable's shadow.
 */
#ifndef WARPBOOK_CUDART_IMAGE_H
#define WARPBOOK_CUDART_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "cudart/runtime.h"
#include "ptx/ir.h"
#include "simt/simt.h"

struct image;

struct function {
	const void *host;           /* the stub */
	const char *name;           /* mangled */
	struct image *image;
	size_t shared_max;          /* of a block, static and dynamic; 48 KiB until cudaFuncSetAttribute */
	int carveout;
	size_t *offsets, nparams;   /* of its parameters, once its module is known */
	size_t params_len;
	int wishes[cudaFuncAttributeMax]; /* the others of cudaFuncSetAttribute, kept and told back */
	int registers;              /* of a thread, estimated (kernel_info.c); 0: not yet */
	struct function *next;      /* of an image that the program loaded itself */
};

struct symbol {
	const void *host;           /* the variable's twin */
	const char *name;
	struct image *image;
	size_t bytes;
	bool is_constant;
	void **managed;             /* of a __managed__ variable: where the program keeps its address; else NULL */
};

/* What the pointer names; NULL if nothing. */
struct function *function_find(const void *host);
struct symbol *symbol_find(const void *host);

/* The program of the image on that device, loaded if need be; NULL with the error, and its code for the program's caller. */
struct simt_program *image_program(struct image *image, int device, cudaError_t *code, struct error *err);
/* The kernel in its module; NULL with the error. */
const struct ptx_function *function_ptx(struct function *f, int device, cudaError_t *code, struct error *err);
/* Where each parameter of a kernel that was launched or described before lies among the packed ones. */
const size_t *function_params(struct function *f, size_t *count);
/* All of the image's __constant__ variables. */
size_t image_constant_bytes(const struct image *image);
/* The architecture its PTX is for, 75 for sm_75; 0 before its first use. */
int image_target(const struct image *image);
cudaError_t symbol_place(const struct call *call, struct symbol *s, int device, uint64_t *addr);

/*
 * Code that the program loads while it runs: PTX, ended by a zero byte, or a fat binary; NULL with the error. Its kernels are
 * found by name or number (NULL: there is none), and launched by the `host` that they get.
 */
struct image *image_new(const void *code, struct error *err);
void image_forget(struct image *image);
struct function *image_function(struct image *image, const char *name);
struct function *image_kernel(struct image *image, size_t index);

/*
 * The PTX text in a fat binary: of the newest architecture. NULL with the error: machine code alone, compressed in an unknown
 * way, torn. The text lies in the fat binary; one that had to be unpacked is *unpacked too, the caller's to free, else NULL.
 */
const char *fatbin_ptx(const void *fatbin, size_t *len, char **unpacked, struct error *err);

#endif
