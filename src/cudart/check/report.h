/*
 * report.h - findings of the runtime: to stderr as they come, all of them as JSON at the end.
 *
 * The same cause from the same line is told once and counted.
 */
#ifndef WARPBOOK_CUDART_CHECK_REPORT_H
#define WARPBOOK_CUDART_CHECK_REPORT_H

#include "words/finding.h"
#include "cudart/call.h"

/*
 * A finding of a call or of the work it handed in, at the program's line that made the call. kind: a row of
 * findings.def. `other`: a second place that belongs to it, or NULL. advice may be NULL.
 */
void report_call(enum finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* What the vm found in a kernel, with the call that launched it. */
void report_kernel(const struct finding *f, const char *kernel, const struct call *launch);

/* How often something was found, the same again and again included. */
size_t report_total(void);
/* Forgets what was told, and prints nothing from now on: somebody asks for it (observe.h). */
void report_quietly(void);

size_t report_count(enum finding_level level);
const struct finding *report_all(size_t *n);
/* At the end: how many there were, and the JSON document if it was asked for. Once, however often it is called. */
void report_end(void);

#endif
