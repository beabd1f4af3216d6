/*
 * report.h - findings of the runtime: printed to stderr at once, except for errors that the program may handle; all of them as
 * JSON or SARIF at the end.
 *
 * It reports the same cause from the same line once, and counts it.
 */
#ifndef WARPBOOK_CUDART_CHECK_REPORT_H
#define WARPBOOK_CUDART_CHECK_REPORT_H

#include "words/finding.h"
#include "cudart/call.h"

/*
 * Reports a finding about a call or the work it submitted, at the program's line that made the call. kind: a row of
 * findings.def. `other`: a second, related place, or NULL. advice may be NULL.
 */
void report_call(finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The same as a note, whatever the kind's level: the program may well be right. */
void report_note(finding_kind kind, const struct call *call, const struct call *other, const char *advice, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* Reports the vm's finding in a kernel, with the call that launched it or, if not NULL, the place in the kernel that did. */
void report_kernel(const struct finding *f, const char *kernel, const struct call *launch, const struct source_place *in_kernel);

/*
 * The program may handle an error that a call returns: findings of those kinds are held back until its end. If the program has
 * looked at the error, and ends well, they become notes.
 */
void report_error_seen(void);
/*
 * A call has failed, and the program drops its error. What is found from now on and may follow from that is held back:
 * report_error_seen() prints it, and report_fold(), at the end, forgets it. A crash prints it, too.
 */
void report_dropped(const struct call *call);
/*
 * The call got no memory: why, with the remedy (WARPBOOK_MEMORY); NULL if no memory of a device was asked for. A kernel that uses
 * a null pointer after that is told of it, and report_fold() tells a program that ended itself because of it.
 */
const char *report_full(const struct call *call);
/* The call fails, too, and no finding says why: may that come of those before? */
bool report_explains(const struct call *call);
/*
 * The program has not coped with the error of that call, whatever it looks at: the finding about it, if there is one, is no note.
 * False: there is none.
 */
bool report_uphold(const struct call *call);
/* The call is about to write to that memory (its first address), on the device. */
void report_writes(const struct call *call, uint64_t place);
/* The next finding of report_call() or report_note() is about that memory. */
void report_about(uint64_t place);
void report_fold(void);
/* Moves the last finding to its place in the order of time. */
void report_last_to(size_t place);
/* In a child of fork(), which does not reach report_end: holds nothing back from now on. */
void report_at_once(void);
/* Prints the findings that were held back, because a crash is about to end the program. */
void report_flush(void);
/* The program's exit status, before report_end; early: it ended itself by exit() with a status that says that it failed. */
void report_exit_status(int status, bool early);
bool report_was_ended_early(void);
int report_exited_with(void); /* 0 as well if it is unknown */
/* Has the program looked at the error of a call that failed, and ended with an exit status that says so? */
bool report_gave_up(void);

/* The number of findings, repetitions included. */
size_t report_total(void);
/* Forgets all findings so far, and prints none from now on: an observer takes them (observe.h). */
void report_disable(void);

size_t report_count(enum finding_level level);
bool report_has(finding_kind kind); /* was there a finding of that kind? */
const struct finding *report_all(size_t *n);
/* At the start: a file for a document exists from now on, with what has been found so far, however the program ends. */
void report_begin(void);
/* At the end: prints the number of findings, and writes the requested documents. Works once, however often it is called. */
void report_end(void);

#endif
