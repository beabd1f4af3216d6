/* asked.c - see asked.h. */
#include "config.h"

#include "worker/asked.h"

#include <stdlib.h>
#include <string.h>

#define REQUEST_MOST ((size_t)1 << 20) /* escaped and with its names; what is too large in it is the compiler's side to say */
#define PIECE_BYTES ((size_t)48 << 10) /* of a reply: it fits a socket */

static int compile_now(struct asked *a, struct buf *out)
{
	buf_clear(&a->reply);
	if (a->job->compile && !a->request.failed && a->request.len <= REQUEST_MOST &&
	    a->job->compile(a->job->compile_ctx, buf_text(&a->request), &a->reply))
		return -1;
	buf_clear(&a->request);
	buf_printf(out, "%zu", a->reply.len);
	return a->reply.failed || out->failed ? -1 : 0;
}

static int answer_compile(struct asked *a, const char *words, struct buf *out)
{
	const size_t len = strcspn(words, "\n");
	size_t at;
	char *end;

	switch (*words) {
	case '+':
		if (a->request.len <= REQUEST_MOST)
			buf_append(&a->request, words + 1, len - 1);
		return 0;
	case '=':
		return compile_now(a, out);
	case '<':
		at = strtoul(words + 1, &end, 10);
		if (end == words + 1 || *end != '\n' || at > a->reply.len)
			return -1;
		buf_append(out, buf_text(&a->reply) + at, a->reply.len - at < PIECE_BYTES ? a->reply.len - at : PIECE_BYTES);
		return out->failed ? -1 : 0;
	default:
		return -1;
	}
}

int asked_answer(void *ctx, const char *question, struct buf *out)
{
	static const char word[] = "compile ";
	struct asked *a = ctx;

	if (!strncmp(question, word, sizeof word - 1))
		return answer_compile(a, question + sizeof word - 1, out);
	return a->nplaces++ < ASKED_PLACES ? trace_lines(a->places, question, out) : 0;
}

void asked_release(struct asked *a)
{
	buf_release(&a->request);
	buf_release(&a->reply);
}
