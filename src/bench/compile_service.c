/* compile_service.c - see compile_service.h. */
#include "config.h"

#include "bench/compile_service.h"

#include "child/proc.h"
#include "toolchain/request.h"

static void compile_one(struct compile_service *s, const char *line, struct reply *reply)
{
	struct arena arena = { .chunks = NULL };
	struct compiler compiler = s->compiler;
	struct request request;

	compiler.cpu_seconds = SERVICE_SECONDS_EACH;
	if (request_decode(line, &arena, &request)) {
		buf_puts(&reply->log, "error: the program and its headers are too large, or are no texts\n");
	} else if (s->texts >= SERVICE_TEXTS) {
		buf_printf(&reply->log, "error: a program may compile %d texts here, in all its cases\n", SERVICE_TEXTS);
	} else if (s->seconds >= SERVICE_SECONDS) {
		buf_printf(&reply->log, "error: compiling may take %.0f seconds of a processor here, in all cases of a program\n",
			   SERVICE_SECONDS);
	} else {
		s->texts++;
		request_compile(&compiler, &request, true, reply);
		s->seconds += reply->end == REPLY_FAILED ? SERVICE_SECONDS_EACH : reply->cpu_seconds;
	}
	arena_release(&arena);
}

int compile_service_answer(void *service, const char *request, struct buf *out)
{
	struct reply reply = { .end = REPLY_FAILED };
	int status;

	compile_one(service, request, &reply);
	status = proc_interrupted() ? -1 : reply_encode(&reply, out);
	reply_release(&reply);
	return status;
}
