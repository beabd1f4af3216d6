/*
 * annotation.h - a report of warpbook as comments on source lines: for code hosts, as a SARIF document, and as HTML.
 *
 * A report is the JSON document of `check`, `run`, `vm run` or of the runtime. It may come from another program: entries that
 * lack a field are skipped.
 *
 * SARIF is version 2.1.0 (OASIS standard, 27 March 2020), one run for all reports.
 */
#ifndef WARPBOOK_WORDS_ANNOTATION_H
#define WARPBOOK_WORDS_ANNOTATION_H

#include <jansson.h>
#include <stdio.h>

#include "base/buf.h"

/* One remark about a place. The report owns the texts; "" or NULL and 0 for missing values. */
struct annotation {
	const char *id;           /* a finding's kind, a verdict, or "compiler" */
	const char *level;        /* note, warning or error */
	const char *title, *text, *advice, *file;
	int line, column;
	const json_t *other;      /* the second place, or NULL */
	const json_t *entry;      /* the finding or the compiler's message itself; NULL: a verdict */
};

typedef void annotation_fn(void *arg, const struct annotation *a);

/*
 * Calls take(arg, ...) for each finding and each message of the compiler, and for a verdict that has neither. Gives a file below
 * the current folder relative to it. `otherwise`: the file for entries that name none; with "" or NULL they are skipped.
 */
void annotations_of(const json_t *report, const char *otherwise, annotation_fn *take, void *arg);

/* Writes a line of a workflow's output ("Workflow commands for GitHub Actions": `error`, `warning`, `notice`). */
void annotation_github(const struct annotation *a, FILE *out);

/* A reference to a file as RFC 3986 requires it: a relative path unchanged, otherwise absolute. A new reference. */
json_t *annotation_uri(const char *path);
/* An element of the array that sarif_document takes. A new reference. */
json_t *annotation_sarif(const struct annotation *a);
/* The document, with a rule for each kind of finding. Takes over `results`; a new reference. */
json_t *sarif_document(json_t *results);
/* The document of one report. A new reference. */
json_t *sarif_of(const json_t *report, const char *otherwise);

/*
 * The report as HTML: a box for the verdict, if it has one, and for each entry, with its line. In the user's language. path: of
 * the report, in whose folder are the files that are not in the current one.
 */
void annotations_html(const json_t *report, const char *path, struct buf *out);

#endif
