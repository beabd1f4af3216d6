/*
 * call_place.h - translates return addresses to lines of the program, and finds names in such a line.
 *
 * Lines come from the debug information that `warpbook cc` requests, through addr2line of binutils, which comes with every
 * compiler. It takes some milliseconds: call it only when there is something to report. A confined program, which cannot start
 * a process, asks the process that runs it, on the descriptor that WARPBOOK_PLACES names (child/proc.h).
 */
#ifndef WARPBOOK_CUDART_CHECK_CALL_PLACE_H
#define WARPBOOK_CUDART_CHECK_CALL_PLACE_H

#include <stdbool.h>

#include "words/finding.h"
#include "cudart/call.h"
#include "source/learner_source.h"

/*
 * The innermost line of the call that is in the program's own files, not in a header of the compiler or the system. The
 * file's name lives as long as the process. false: unknown; *place is zeroed.
 */
bool call_place(const struct call_site *site, struct source_place *place);
/* Looks up many at once, so that call_place need not. */
void call_place_prepare(const struct call_site *const *sites, size_t n);
/* This one may be needed: the next look-up, if there is one, includes it. One costs as much as many. */
void call_place_expect(const struct call_site *site);

/*
 * The index-th argument of the call `name` in that line of the source, without casts, `&` and blanks: "d_x" of
 * `cudaMalloc((void **)&d_x, n * sizeof(float))`; name "<<<" finds the arguments of a kernel's launch, "cuda*" those
 * of the first call whose name begins with cuda. Returns false if the statement that begins there does not show it, or has the
 * call more than once.
 */
bool call_place_argument(const struct source_place *place, const char *name, unsigned index, char *text, size_t size);
/* The same for the nth (from 0) of `n` calls of that name in the line; false if it has another number of them. */
bool call_place_nth(const struct source_place *place, const char *name, unsigned nth, unsigned n, unsigned index, char *text,
		    size_t size);
/*
 * The call by the name that the line has for it: C++ headers implement one call by another, as cudaMallocHost by cudaHostAlloc.
 * If the line shows neither, or both: `name`.
 */
const char *call_place_written(const struct source_place *place, const char *name);
/*
 * Of a handler that runs at the program's end: has the program called exit()?
 * Then its own code is between two parts of the C library.
 */
bool call_place_is_exit(void);
/* Does the line have that text? */
bool call_place_has(const struct source_place *place, const char *text);
/* What the variable is in that line. */
struct source_variable call_place_variable(const struct source_place *place, const char *name);
/* The file's text for excerpts, NULL if it cannot be read; lives as long as the process. */
const char *call_place_text(const char *file, size_t *len);

#endif
