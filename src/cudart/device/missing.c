/*
 * missing.c - unsupported calls: every call of api.def that is MISSING can be linked, and reports an error when the
 * program makes it. A program with such a call in a branch that it never takes works.
 */
#include "config.h"

#include "cudart/call.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* Missing calls ignore their parameters. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The alternative to suggest, by chapter. */
#define GROUP(name, title, advice) static const char instead_of_##name[] __attribute__((unused)) = advice;
#include "cudart/groups.def"

static cudaError_t missing(struct call call, const char *advice)
{
	report_call(KIND_NOT_SUPPORTED, &call, NULL, advice, "%s is not supported by the virtual machine", call.name);
	return call_leave(&call, cudaErrorNotSupported);
}

#define DONE(define)
#define MISSING(define) define

#define CALL(name, parameters, group, status, undone, text) \
	status(cudaError_t name parameters { return missing(CALL_ENTER_OR_RETURN, instead_of_##group); })
#define HIDDEN(name, group, status, undone, text) \
	status(cudaError_t name(void); cudaError_t name(void) { return missing(CALL_ENTER_OR_RETURN, instead_of_##group); })
#pragma GCC visibility push(default)
#include "cudart/api.def"
#pragma GCC visibility pop
