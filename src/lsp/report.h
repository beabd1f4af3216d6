/* report.h - a report of `check`, `run` or `cc`, which is JSON, as diagnostics of the protocol. */
#ifndef WARPBOOK_LSP_REPORT_H
#define WARPBOOK_LSP_REPORT_H

#include <jansson.h>

#include "base/buf.h"

/* The file that was checked. */
struct report_source {
	const char *path;        /* as the child was given it: the file, or a copy of an editor's text */
	const char *own;         /* the file that the user knows */
	const char *uri;         /* and its URI, as the editor writes it */
	const char *folder;      /* relative names of other files begin here */
	const struct buf *text;  /* what was checked */
};

/* An object: for each URI a list of diagnostics. The source's own URI is always in it. A new reference. */
json_t *report_diagnostics(const json_t *report, const struct report_source *source);

#endif
