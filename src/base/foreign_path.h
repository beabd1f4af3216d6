/*
 * foreign_path.h - decides by its path whether a file is the program's own, or comes from a compiler, the system or warpbook.
 *
 * Errors and findings belong to lines that the learner can fix: both the compiler's messages and the places of calls
 * skip the files that foreign_path.def lists.
 */
#ifndef WARPBOOK_BASE_FOREIGN_PATH_H
#define WARPBOOK_BASE_FOREIGN_PATH_H

#include <stdbool.h>

bool path_is_foreign(const char *path);

#endif
