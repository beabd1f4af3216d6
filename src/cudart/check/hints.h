/*
 * hints.h - a layer below findings: what is no mistake by any rule, but mostly one in the program's sense. At most HINTS_MOST at
 * the end of a run without errors, each with what was seen. A hint states facts; the program may have meant them.
 *
 * What it sees: the bytes that copies from the host and kernels write and read, of the first launches; and the kernels' text.
 * Where it cannot see all (textures, graphs, kernels that launch kernels, libraries, many launches) it says nothing of bytes.
 */
#ifndef WARPBOOK_CUDART_CHECK_HINTS_H
#define WARPBOOK_CUDART_CHECK_HINTS_H

#include <jansson.h>

#include "cudart/launch/launch.h"
#include "ptx/ptx.h"

struct memory;

#define HINTS_MOST 3

void hints_start(void);
/* Does the launch need the ranges of its accesses? */
bool hints_want_ranges(const struct kernel_op *k);
/* Is all of it from the host, and nothing from a kernel? false: not known, too. */
bool hints_is_input(const struct memory *m);
/* A launch has ended. */
void hints_launch(const struct kernel_op *k, const struct simt_result *r);
/* Memory of the host is about to be freed. */
void hints_freed(struct memory *m);
/* Its record ends, and its addresses may become those of other memory. */
void hints_removed(const struct memory *m);
/* A texture object is new: has it modes that have no effect together? Its reads are looked at in the end. */
void hints_texture(const struct call *call, const struct cudaTextureDesc *desc, uint64_t handle);
/* The same for one of that many bytes of memory. */
void hints_texture_of_bytes(const struct call *call, uint64_t handle, uint64_t bytes);
/* Prints them. errors: the program has some, which come first. */
void hints_report(bool errors);
/* [ { hint, file, line, message, next } ] */
json_t *hints_json(void);

/* A stream's wait for a value has ended, by the write of the operation with that number; 0: unknown. */
void hints_waited(const struct op *wait, uint64_t by);

/* ---- shared by hints.c, hints_kernel.c and hints_texture.c --------------------------------------------- */

#define KERNELS_MOST 64

/* What the launches of a kernel have in common: the first one's site, the most threads along y and z, the last one's number. */
struct launched {
	const char *symbol;
	struct call_site site;
	uint64_t first;                     /* the number of the first launch, which is at `site` */
	bool asked;                         /* was it asked about before? */
	struct dim3u most;
	uint64_t blocks, columns;           /* most of a launch, and most along x */
	uint64_t last, block;               /* threads of the last launch, and of one of its blocks */
	bool reads[2];                      /* its index along y, z, of the thread or of the block */
	struct ptx_bounds *bounds;          /* of its indices; NULL: not known, or it reads none of these */
	bool fits[2];                       /* a launch had threads enough for a bound along y, z, */
	struct call_site *lacks[2];         /* or too few: the first such launch */
	const char *file;                   /* of its code, and the lines, if it reads one of them */
	int *lines; size_t nlines;
	bool draws;                         /* random numbers, as far as its files show */
	bool writes_floats, fuses, approximates, adds; /* a * b + c with one rounding; sinf() and its like; atomically */
};

void hints_say(const char *id, const struct source_place *place, const char *next, const char *message, ...)
	__attribute__((format(printf, 4, 5)));
/* Notes the launch. NULL: no memory is left, or there were too many kernels. */
const struct launched *hints_kernel_note(const struct kernel_op *k);
/* The kernels that were launched. */
const struct launched *hints_kernels(size_t *n);
/*
 * The launch with that many threads, an element each; NULL: none. rest: elements that are left; then also one whose threads took
 * several elements each, the same number, where another block or less would have taken the rest.
 */
const struct launched *hints_launched_by(uint64_t elements, uint64_t rest);
/* How much of the arrays that a kernel writes, or reads, is used: at most half of one; some; all that it writes is written. */
enum hints_use { HINTS_UNKNOWN, HINTS_PART, HINTS_SOME, HINTS_WHOLE };
/* What their texts show. */
void hints_kernels_say(enum hints_use (*use)(const struct launched *k));
/* What the reads of textures show. */
void hints_textures_say(void);
/* Does the source look at what the call returns? */
bool hints_is_checked(const struct call *call);
/* The copy brings floats of the kernel to the host: are they compared exactly? */
void hints_exact_say(const struct launched *k, const struct call *copy);

#endif
