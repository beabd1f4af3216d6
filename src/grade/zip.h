/* zip.h - writes zip archives of a few small files, uncompressed: what platforms take back. */
#ifndef WARPBOOK_GRADE_ZIP_H
#define WARPBOOK_GRADE_ZIP_H

#include <stdbool.h>

#include "base/buf.h"

struct zip { struct buf bytes, directory; unsigned entries; };

/* A file with that path; the name is UTF-8. A program may be executed after unpacking. */
void zip_add(struct zip *z, const char *name, const struct buf *content, bool program);
/* Ends the archive: it is z->bytes then. failed in it: no memory. */
void zip_end(struct zip *z);
void zip_release(struct zip *z);

#endif
