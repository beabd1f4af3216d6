/*
 * compile_service.h - compiles what a confined host program asks for (NVRTC), as struct job's `compile` does (worker/record.h).
 *
 * The text is foreign: the compiler has its usual sandbox, and less time than for a learner's file; what a program asks for in
 * all is limited in number and in processor time. Beyond that the reply says so.
 */
#ifndef WARPBOOK_BENCH_COMPILE_SERVICE_H
#define WARPBOOK_BENCH_COMPILE_SERVICE_H

#include "base/buf.h"
#include "toolchain/toolchain.h"

#define SERVICE_TEXTS 256        /* of all cases of a run */
#define SERVICE_SECONDS 60.0     /* of a processor, for all of them */
#define SERVICE_SECONDS_EACH 10  /* of one process of a compilation */

/* Starts with the compiler alone. */
struct compile_service { struct compiler compiler; unsigned texts; double seconds; };

int compile_service_answer(void *service, const char *request, struct buf *reply);

#endif
