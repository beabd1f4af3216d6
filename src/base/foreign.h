/*
 * foreign.h - is a file the program's own, or does it come from a compiler, the system or us? By its path alone.
 *
 * Errors and findings belong to lines that somebody can mend: both the compiler's messages and the places of calls
 * pass over what foreign.def lists.
 */
#ifndef WARPBOOK_BASE_FOREIGN_H
#define WARPBOOK_BASE_FOREIGN_H

#include <stdbool.h>

bool path_is_foreign(const char *path);

#endif
