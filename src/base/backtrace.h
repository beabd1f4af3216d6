/*
 * backtrace.h - glibc's backtrace(). Other C libraries (musl) lack it: then a trace is empty, and a report names
 * only the place of the fault. Include config.h first.
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
