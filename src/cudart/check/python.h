/*
 * python.h - programs in Python: finds the lines that made a call.
 *
 * If the process runs a Python interpreter, a call's site has lines of the program's Python files instead of return addresses:
 * those of its frames, without installed packages.
 */
#ifndef WARPBOOK_CUDART_CHECK_PYTHON_H
#define WARPBOOK_CUDART_CHECK_PYTHON_H

#include <stdbool.h>

#include "cudart/call.h"

/*
 * Fills the site with the lines of the calling thread; false: it runs no Python, and the site is unchanged. Do not hold the lock.
 */
bool python_site(struct call_site *site);
/* Does the process run an interpreter? */
bool python_is_here(void);
/* Has there been such a site? */
bool python_runs(void);
/* Is an element of a site a line of Python? If so, which? */
bool python_line(const void *pc, const char **file, int *line);

#endif
