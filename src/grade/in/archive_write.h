/*
 * archive_write.h - writes an archive that unpack.h opens: .tar.zst, the same bytes for the same files.
 */
#ifndef WARPBOOK_GRADE_IN_ARCHIVE_WRITE_H
#define WARPBOOK_GRADE_IN_ARCHIVE_WRITE_H

#include "base/buf.h"
#include "base/error.h"

struct archive_file { const char *name; struct buf bytes; };

/* In the order given, as plain files that everybody may read. */
int archive_write(const char *path, const struct archive_file *files, size_t n, struct error *err);

#endif
