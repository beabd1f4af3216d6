/*
 * learner_source.h - what the text of a learner's .cu file shows without a compiler: the names of kernels and parameters, and
 * spellings that are legal but usually a slip.
 *
 * No preprocessor and no parser: comments, literals and preprocessor lines are skipped, the rest is read as tokens (tokens.h). All
 * functions take the text as source[len]; it need not be valid C++. Names are allocated in the arena.
 */
#ifndef WARPBOOK_SOURCE_LEARNER_SOURCE_H
#define WARPBOOK_SOURCE_LEARNER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * The parameter names of `__global__ void kernel(...)` in a source text, for findings:
 * comments and strings are skipped, names are allocated in the arena. Returns how many,
 * 0 if the kernel was not found. A parameter without a name gives "".
 */
size_t source_kernel_params(const char *source, size_t len, const char *kernel,
			    struct arena *arena, const char ***names, int *line);
/* The same of a function of the host. *line 0: there is none. */
size_t source_function_params(const char *source, size_t len, const char *function,
			      struct arena *arena, const char ***names, int *line);
/* The names of all __global__ functions in the text, for "did you mean". */
size_t source_kernels(const char *source, size_t len, struct arena *arena, const char ***names);
/*
 * Is there an array, or the target of an atomic operation, that looks as if `__shared__` had been forgotten in front of it:
 * the first one's name (the arena's) and line. For a kernel whose answer is wrong: in a right one it may be as it should.
 */
bool source_own_array(const char *source, size_t len, struct arena *arena, const char **name, int *line);
/* Is there an `if` that a `;` ends right behind its condition, with no `else`: the line of the first one. */
bool source_empty_if(const char *source, size_t len, int *line);

/*
 * Whether the bytes are a text that a compiler can read; else what they are ("UTF-16 text"), what to do, and the line of the
 * first byte that says so (0: all of it).
 */
bool source_is_text(const char *bytes, size_t len, const char **is, const char **remedy, int *line);

/* A directive that reads another file: #include, #import, #embed. name: NULL where a macro gives it. */
struct source_include { const char *name; int line; bool angled; };
size_t source_includes(const char *source, size_t len, struct arena *arena, struct source_include **list);

#endif
