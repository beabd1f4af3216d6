/*
 * image.h - the device code in a program: fat binaries, and the kernels and variables that compilers register for
 * them.
 *
 * The runtime loads a fat binary on a device when the program first uses a part of it there. It identifies kernels and
 * variables by the address of their host twin: the stub that <<< >>> calls, the variable's shadow.
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
	size_t shared_max;          /* per block, static and dynamic; 48 KiB until cudaFuncSetAttribute */
	int carveout;
	size_t *offsets, nparams;   /* of its parameters, once its module is known */
	size_t params_len;
	int attribute_values[cudaFuncAttributeMax]; /* the other attributes of cudaFuncSetAttribute, stored and returned */
	int registers;              /* per thread, estimated (kernel_info.c); 0: not yet */
	bool asked;                 /* has the program asked about it? That loads its code */
	struct function *next;      /* in an image that the program loaded itself */
};

struct symbol {
	const void *host;           /* the variable's twin */
	const char *name;
	struct image *image;
	size_t bytes;
	bool is_constant;
	void **managed;             /* of a __managed__ variable of nvcc: where the program stores its address; else NULL */
	void *home;                 /* of one of clang: the variable itself, in pages of its own; else NULL */
};

/* The function or variable with that host twin; NULL if there is none. */
struct function *function_find(const void *host);
struct symbol *symbol_find(const void *host);
/* The program's variable of that name, as its source has it; NULL: none. */
const struct symbol *symbol_named(const char *name);

/*
 * The program of the image on that device, loaded if necessary; NULL with the error, and with the code that the API call returns.
 */
struct simt_program *image_program(struct image *image, int device, cudaError_t *code, struct error *err);
/*
 * Reports that error: as the learner's at its line if an asm statement is
 * wrong, otherwise as unsupported. The kernel may be NULL.
 */
void image_report(const struct call *call, const struct function *f, const struct error *err);
/* The kernel in its module; NULL with the error. */
const struct ptx_function *function_ptx(struct function *f, int device, cudaError_t *code, struct error *err);
/* The offsets of the packed parameters, for a kernel that was launched or described before. */
const size_t *function_params(struct function *f, size_t *count);
const struct ptx_module *image_module(const struct image *image);
/* The PTX text of the image, as fatbin_ptx; NULL with the error, also if there are several. */
const char *image_text(const struct image *image, size_t *len, char **unpacked, struct error *err);
/* All of the image's __constant__ variables. */
size_t image_constant_bytes(const struct image *image);
/* The architecture of its PTX, 75 for sm_75; 0 before its first use. */
int image_target(const struct image *image);
/*
 * Can its kernels wait for the kernel before them? They are for sm_90, or some have a griddepcontrol, whatever clang calls its
 * target. False before its first use.
 */
bool image_can_wait(struct image *image);
/* The limit of registers per thread that it was linked with; 0: no limit. */
unsigned image_registers(const struct image *image);
cudaError_t symbol_place(const struct call *call, struct symbol *s, int device, uint64_t *addr);

/*
 * Code that the program loads while it runs: PTX, ended by a zero byte, or a fat binary; NULL with the error. Its kernels are
 * found by name or number (NULL: none), and launched by their `host`.
 */
struct image *image_new(const void *code, struct error *err);
void image_forget(struct image *image);
struct function *image_function(struct image *image, const char *name);
struct function *image_kernel(struct image *image, size_t index);

/*
 * The result of cuLinkComplete: texts of PTX in one container, after a check that they link. NULL with the error; the caller
 * frees it. image_new accepts it. If `most_registers` is not 0, its kernels report no more than that. image_text_is_valid checks
 * one text alone.
 */
struct image_text { char *text; size_t len; };
char *image_join(const struct image_text *texts, size_t n, unsigned most_registers, size_t *len, struct error *err);
bool image_text_is_valid(const char *text, size_t len, const char *name, struct error *err);
/* The PTX in a fat binary, or in an object file or library of `len` bytes that holds one; as fatbin_ptx. */
const char *image_ptx_in(const char *bytes, size_t size, size_t *len, char **unpacked, struct error *err);

/*
 * The PTX text in a fat binary, of the newest architecture. NULL with the error: only machine code, unknown compression, or
 * truncated. The text is inside the fat binary; if it was compressed, the caller frees *unpacked, which otherwise is NULL.
 */
const char *fatbin_ptx(const void *fatbin, size_t *len, char **unpacked, struct error *err);

#endif
