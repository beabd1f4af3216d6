/*
 * python.h - programs in Python: the lines that made a call.
 *
 * Where the process runs a Python interpreter, a call's site is not made of return addresses but of lines of the program's Python
 * files: of its frames, without those of installed packages.
 */
#ifndef WARPBOOK_CUDART_CHECK_PYTHON_H
#define WARPBOOK_CUDART_CHECK_PYTHON_H

#include <stdbool.h>

#include "cudart/call.h"

/* Fills the site with the lines of the calling thread; false: no Python runs in it, and the site is unchanged. Not with the lock held. */
bool python_site(struct call_site *site);
/* Does the process run an interpreter? */
bool python_is_here(void);
/* Has there been such a site? */
bool python_runs(void);
/* Whether an element of a site is a line of Python; and which. */
bool python_line(const void *pc, const char **file, int *line);

#endif
