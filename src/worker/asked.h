/*
 * asked.h - what a confined host program asks its parent, over the door of child/proc.h: for lines of its code, since it can
 * start no addr2line, and for texts to be compiled, since it can start no compiler (NVRTC).
 *
 *	0x12ab             addresses, a line each: what addr2line says of them (trace.h)
 *	compile +TEXT      a piece of a request (toolchain/request.h); no answer
 *	compile =          the request is whole: it is compiled. The answer is how many bytes the reply has
 *	compile <OFFSET    the reply from there on, as far as one answer goes
 *
 * The program is foreign, and may ask anything in any order: anything but a question closes the door, and a request beyond the
 * limits gets an empty answer. While it waits it is stopped (proc.h), so it can do nothing that its parent, which compiles, would
 * not see.
 */
#ifndef WARPBOOK_WORKER_ASKED_H
#define WARPBOOK_WORKER_ASKED_H

#include "worker/record.h"
#include "worker/trace.h"

#define ASKED_QUESTIONS 8192 /* of a process; proc.h counts them */
#define ASKED_PLACES 64      /* of them for lines of code */

/* Starts with { .places, .job }. */
struct asked {
	struct trace_answers *places;
	const struct job *job;   /* its `compile` answers; NULL there: nothing is compiled */
	struct buf request, reply;
	unsigned nplaces;
};

int asked_answer(void *ctx, const char *question, struct buf *out);
void asked_release(struct asked *a);

#endif
