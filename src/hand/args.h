/*
 * args.h - a kernel's parameters, and the values of `--arg` for them.
 *
 *	[NAME=]TYPE[COUNT][:FILL]     a buffer: out=f32[1024], x=f32[1024]:random, i32[]:3,1,2
 *	[NAME=][TYPE:]VALUE           a number: n=1000, f32:0.5
 *	[NAME=]same:NAME              the buffer of another argument
 *	[NAME=]null                   a null pointer
 *	[NAME=]hex:DIGITS             bytes, for a struct
 *
 * A C++ kernel's mangled name and its source give types, names and const. PTX written by hand
 * gives only sizes; then a buffer has the type given in `--arg`.
 */
#ifndef WARPBOOK_HAND_ARGS_H
#define WARPBOOK_HAND_ARGS_H

#include "base/arena.h"
#include "base/error.h"
#include "hand/file.h"
#include "hand/numbers.h"

#define HAND_MEMORY_BYTES ((uint64_t)1 << 30) /* the device's memory in a run */

struct hand_param {
	const char *name;                  /* "x", or "" when unknown */
	const char *cpp;                   /* "float const*"; NULL when unknown */
	uint64_t size, align, offset;      /* offset: in the parameter block */
	bool is_pointer, is_const;         /* according to cpp; is_const: the pointee is const */
	bool may_be_pointer;               /* eight bytes that may be an address */
	const struct number_row *type; /* of the number, or of the elements; NULL when unknown */
	unsigned width;                    /* the count of numbers in an element: 4 for float4, otherwise 1 */
};

struct hand_params { struct hand_param *list; size_t n; uint64_t bytes; };

enum hand_arg_kind { ARG_BUFFER, ARG_VALUE, ARG_SAME };

struct hand_arg {
	enum hand_arg_kind kind;
	const char *label;                 /* the given name, otherwise the parameter's, otherwise "arg1" */
	const struct number_row *type; /* of a buffer's numbers */
	uint64_t count;                    /* the count of numbers */
	unsigned width;                    /* numbers of an element, as findings count them */
	uint8_t *bytes;                    /* a buffer's (NULL: left uninitialised) or a value's */
	uint64_t len;
	bool read_only;
	size_t same;                       /* ARG_SAME: index of the argument whose buffer it is */
	uint64_t addr;                     /* ARG_BUFFER: address on the device, once allocated */
};

/* "add(float*, float const*, int)", in the arena; the name itself if it is not mangled. */
const char *hand_kernel_signature(const struct ptx_function *f, struct arena *arena);
/* The kernel's parameters, in the arena. */
int hand_params_read(const struct hand_file *f, const struct ptx_function *kernel, struct arena *arena,
		   struct hand_params *out, struct error *err);
/* The words of --arg. */
struct hand_words { const char *const *list; size_t n; };
/* One argument per parameter, in their order. Errors name the argument and the parameter. */
int hand_args_read(const struct hand_words *given, const struct hand_params *params, const char *signature,
		 uint64_t seed, struct arena *arena, struct hand_arg **out, struct error *err);

#endif
