/*
 * variables.h - the variables of the source, from the debug information (DWARF 2) that compilers put into PTX text: nvcc -G,
 * clang -g -O0, Numba with debugging (python/warpbook_numba.py).
 *
 *	clang   each variable has a place in its function's .local memory
 *	Numba   likewise
 *	nvcc    arrays have; the others are in registers, from one label to another
 *
 * The text is foreign: invalid parts are ignored without an error.
 */
#ifndef WARPBOOK_DEBUG_VARIABLES_H
#define WARPBOOK_DEBUG_VARIABLES_H

#include "ptx/ptx.h"
#include "simt/simt.h"

enum debug_kind { DEBUG_REAL, DEBUG_SIGNED, DEBUG_UNSIGNED, DEBUG_BOOL, DEBUG_POINTER, DEBUG_STRUCT };

struct debug_type {
	enum debug_kind kind;
	const char *name;            /* "float"; "" if it has none */
	uint32_t size;               /* bytes of one element */
	uint64_t shape[3];           /* of an array, slowest first; 0 past the last */
	const struct debug_member *members; size_t nmembers; /* STRUCT: those that are numbers or pointers themselves */
};
struct debug_member { const char *name; uint32_t offset; struct debug_type type; };

struct debug_variable {
	const char *name;
	struct debug_type type;
	bool is_parameter;
	int first, last;             /* the range of PTX lines in which it is in scope */
	const struct debug_place *places; size_t nplaces; /* private */
	const struct ptx_var *given; /* private: of the kernel's own, what the launch gives it; NULL: it is none of those */
};

struct debug_variables;

/* For the module parsed from that text. Never fails because of the text; NULL: out of memory. */
struct debug_variables *debug_variables_new(const struct ptx_module *m, const char *text, size_t len);
void debug_variables_free(struct debug_variables *v);
size_t debug_variables_count(const struct debug_variables *v);

/* Does any function have a variable of that name, in scope or not? */
bool debug_variable_exists(const struct debug_variables *v, const char *name, size_t len);
/* The k-th variable that is in scope at the step, innermost scope first; NULL past the last. */
const struct debug_variable *debug_variable_at(const struct debug_variables *v, const struct simt_step *s, size_t k);
/* Is it in shared memory? Then it has no value per lane. */
bool debug_variable_is_shared(const struct debug_variable *x);
/*
 * What it holds for the lane: copies as many bytes as there are, at most `size`; 0: it has no place at this step, or no value
 * yet. A parameter of the kernel has its value from the first step on, before the code has copied it to its place.
 */
size_t debug_variable_read(const struct debug_variables *v, const struct debug_variable *x, const struct simt_step *s,
			   unsigned lane, uint64_t offset, void *bytes, size_t size);
/* Has nothing written it yet? (Or does it get a place only later?) */
bool debug_variable_is_unset(const struct debug_variable *x, const struct simt_step *s, unsigned lane);

#endif
