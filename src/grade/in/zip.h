/* zip.h - writes zip archives of a few small files, uncompressed, for uploads to platforms. */
#ifndef WARPBOOK_GRADE_IN_ZIP_H
#define WARPBOOK_GRADE_IN_ZIP_H

#include <stdbool.h>

#include "base/buf.h"

struct zip { struct buf bytes, directory; unsigned entries; };

/* Adds a file with that path; the name is UTF-8. A program becomes executable when unpacked. */
void zip_add(struct zip *z, const char *name, const struct buf *content, bool program);
/* Ends the archive, which is then z->bytes. failed in it: no memory. */
void zip_end(struct zip *z);
void zip_release(struct zip *z);

#endif
