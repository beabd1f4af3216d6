/*
 * neighbours.h - the files beside an answer in a folder of the student's own: headers, modules, folders of them.
 *
 * What `warpbook check` would let the answer read there, a class's check copies. An answer that cannot name another file has no
 * neighbours, so that equal answers in different folders stay one check.
 */
#ifndef WARPBOOK_GRADE_IN_NEIGHBOURS_H
#define WARPBOOK_GRADE_IN_NEIGHBOURS_H

#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"

/* May it read a file beside it? In vain is harmless. text: of the file at that path. */
bool neighbours_needed(const char *path, const struct buf *text);
/* Adds the names and contents of the neighbours. */
void neighbours_hash(const char *path, struct hash *hash);
/*
 * Copies them into the folder `to`, where the answer has the name `file`, which no neighbour gets. Left out are hidden files,
 * links, and files too large for a header. Too many files are the machine's error.
 */
int neighbours_copy(const char *path, const char *to, const char *file, struct error *err);

#endif
