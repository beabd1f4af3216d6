/*
 * foreign_path.h - is a file the program's own, or does it come from a compiler, the system or us? By its path alone.
 *
 * Errors and findings belong to lines that somebody can mend: both the compiler's messages and the places of calls
 * pass over what foreign_path.def lists.
 */
#ifndef WARPBOOK_BASE_FOREIGN_PATH_H
#define WARPBOOK_BASE_FOREIGN_PATH_H

#include <stdbool.h>

bool path_is_foreign(const char *path);

#endif
