/*
 * backtrace.h - backtrace(), as glibc has it. Another C library (musl) has none: there a trace is empty, and what is
 * reported with one names the place of the fault alone. Include config.h first.
 */
#ifndef WARPBOOK_BASE_BACKTRACE_H
#define WARPBOOK_BASE_BACKTRACE_H

#ifdef HAVE_EXECINFO_H
#include <execinfo.h>
#else
static inline int backtrace(void **frames, int size)
{
	(void)frames;
	(void)size;
	return 0;
}
#endif

#endif
