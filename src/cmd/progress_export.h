/* progress_export.h - the learner's progress as a document to keep or to hand in. */
#ifndef WARPBOOK_CMD_PROGRESS_EXPORT_H
#define WARPBOOK_CMD_PROGRESS_EXPORT_H

#include "base/buf.h"
#include "cmd/context.h"

/* Markdown, or one HTML page that needs no other file. */
int progress_markdown(const struct context *d, struct buf *out, struct error *err);
int progress_html(const struct context *d, struct buf *out, struct error *err);

#endif
