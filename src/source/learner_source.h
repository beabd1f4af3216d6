/*
 * learner_source.h - reads a learner's .cu file without a compiler: the names of kernels and parameters, and code that is
 * legal but usually a mistake.
 *
 * No preprocessor and no parser: it skips comments, literals and preprocessor lines, and reads the rest as tokens (tokens.h).
 * All functions take the text as source[len]; it need not be valid C++. Names are allocated in the arena.
 */
#ifndef WARPBOOK_SOURCE_LEARNER_SOURCE_H
#define WARPBOOK_SOURCE_LEARNER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

/*
 * The parameter names of `__global__ void kernel(...)` in a source text, for findings:
 * comments and strings are skipped, names are allocated in the arena. Returns how many,
 * 0 if the kernel was not found. A parameter without a name gives "".
 */
size_t source_kernel_params(const char *source, size_t len, const char *kernel,
			    struct arena *arena, const char ***names, int *line);
/* The same for a host function. *line 0: the text has no such function. */
size_t source_function_params(const char *source, size_t len, const char *function,
			      struct arena *arena, const char ***names, int *line);
/* The names of all __global__ functions in the text, for "did you mean". */
size_t source_kernels(const char *source, size_t len, struct arena *arena, const char ***names);
/*
 * True if an array or the target of an atomic operation seems to lack a `__shared__`: returns the first one's name (in the arena)
 * and line. Use it only for a kernel with a wrong answer: in a right one it may be intended.
 */
bool source_own_array(const char *source, size_t len, struct arena *arena, const char **name, int *line);
/*
 * The variable, or the array, that the line uses without a value: declared without
 * one above it in the same function. NULL: none, or several.
 */
const char *source_unset_name(const char *source, size_t len, int line, bool is_array, struct arena *arena);
/* The message of an uninitialised read (simt/check/check_init.c) at the line, with that name if there is one. */
const char *source_unset_message(const char *source, size_t len, int line, const char *message, struct arena *arena);
/*
 * The same for an access outside of the thread's local memory
 * (simt/check/check_bounds.c): the one local array that the line uses.
 */
const char *source_local_message(const char *source, size_t len, int line, const char *message, struct arena *arena);

/* Two arrays that a kernel carves out of one array in shared memory: their names, the lines that declare them, and its name. */
struct source_carved { const char *part[2]; int line[2]; const char *array; };
/*
 * True if the two lines each use one such array, two different ones at different places of the same pool: then a race for
 * one byte on these lines means that the two arrays overlap.
 */
bool source_carved(const char *source, size_t len, int line, int other_line, struct arena *arena, struct source_carved *out);
/*
 * The message and the advice of a race in shared memory (simt/check/check_race.c),
 * if source_carved() knows its cause; otherwise unchanged.
 */
struct source_race { int line, other_line; };
void source_carved_explain(const char *source, size_t len, const struct source_race *race, struct arena *arena,
			   const char **message, const char **advice);

/* True if a `;` right after its condition ends an `if` without `else`: the line of the first one. */
bool source_empty_if(const char *source, size_t len, int *line);

/*
 * Reads the source's declaration of a __shared__ variable of that name: its type ("float", "unsigned int"), and its extents,
 * slowest first: 0 after the last, UINT64_MAX for one that is not a sum or product of numbers and named numbers. False: it has
 * none.
 */
bool source_shared_array(const char *source, size_t len, const char *name, struct arena *arena, const char **type,
			 uint64_t shape[3]);
/*
 * The bytes of a row of the array of floats, doubles or integers that the source declares under that name with two extents, as
 * `float m[ROWS][100]`. 0: it declares none, or several.
 */
uint64_t source_row_bytes(const char *source, size_t len, const char *name);

/*
 * What a name stands for on a line, by the declaration that is in scope before the first call of CUDA there, or that of a
 * member of a class that ends above. The name may be `a.b` or `a->b`: a member of the class of a. type: of the object, of what
 * the pointer points to, or of the elements, without `const` and the like: "unsigned int", "std::vector<float>"; into the
 * source, NULL if the name was not found. is_nested: pointers to pointers, or an array of pointers. is_global, is_member:
 * declared outside of functions and classes, and in a class.
 */
enum source_variable_kind { SOURCE_UNKNOWN, SOURCE_OBJECT, SOURCE_ARRAY, SOURCE_POINTER };
struct source_variable {
	enum source_variable_kind kind;
	const char *type;
	size_t type_len;
	bool is_nested, is_global, is_member;
};
struct source_variable source_variable_at(const char *source, size_t len, int line, const char *name);

/*
 * True if the bytes are a text that a compiler can read; otherwise *is names their form ("UTF-16 text"), with the remedy and
 * the line of the first byte that shows it (0: the whole file).
 */
bool source_is_text(const char *bytes, size_t len, const char **is, const char **remedy, int *line);

/* The line that declares the variable of that name, mangled or not: the first on which the name stands alone. 0: none. */
int source_variable_line(const char *source, size_t len, const char *symbol);

/* A directive that reads another file: #include, #import, #embed. name: NULL if a macro gives it. */
struct source_include { const char *name; int line; bool angled; };
size_t source_includes(const char *source, size_t len, struct arena *arena, struct source_include **list);

/* A place where the text may end: after a statement or a declaration that begins at the line, within `depth` open braces. */
struct source_end { const char *at; int line; unsigned depth; };
size_t source_ends(const char *source, size_t len, struct arena *arena, struct source_end **list);
/* The text to that place, with its braces and #ifs closed. */
void source_cut(const char *source, const struct source_end *end, struct buf *out);

#endif
