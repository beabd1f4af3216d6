/* trace.c - see trace.h. addr2line is part of binutils, which every machine that links programs has. */
#include "config.h"

#include "worker/trace.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child/proc.h"
#include "child/sandbox.h"

#define OFFSETS_MOST 32
#define QUESTION_MOST 64
#define WALL_SECONDS 120 /* for a busy machine */
#define CPU_SECONDS 5

/* The tool reads a program linked from a learner's file, so it may read nothing else. */
static void sandbox_of_tool(struct sandbox *s, const char *program)
{
	*s = (struct sandbox){ .kind = SANDBOX_TOOLS };
	sandbox_allow_system(s);
	sandbox_allow(s, program, SANDBOX_READ);
}

/*
 * "FILE:LINE" or "FILE:LINE (discriminator N)" of that file: returns the line, otherwise 0. For a file with a relative
 * name addr2line puts the compiler's folder in front.
 */
static int line_of(const char *text, size_t len, const char *file)
{
	const char *colon = memrchr(text, ':', len);
	size_t n = strlen(file), name = colon ? (size_t)(colon - text) : 0;

	return colon && name >= n && !memcmp(colon - n, file, n) && (name == n || colon[-(ptrdiff_t)n - 1] == '/')
		       ? atoi(colon + 1) : 0;
}

void trace_place(const char *program, const uint64_t *offsets, size_t n, const char *source, struct arena *arena,
		 struct source_place *place)
{
	char texts[OFFSETS_MOST][20];
	const char *argv[OFFSETS_MOST + 5] = { "addr2line", "-i", "-e", program };
	struct sandbox sandbox;
	struct proc_job job = { .argv = argv, .limits = { .wall_seconds = WALL_SECONDS, .cpu_seconds = CPU_SECONDS },
				.sandbox = &sandbox };
	struct proc_result said;
	int line = 0;

	sandbox_of_tool(&sandbox, program);
	*place = (struct source_place){ 0 };
	if (!source || n == 0)
		return;
	for (size_t i = 0; i < n && i < OFFSETS_MOST; i++) {
		snprintf(texts[i], sizeof texts[i], "0x%" PRIx64, offsets[i]);
		argv[4 + i] = texts[i];
	}
	if (proc_run(&job, &said, NULL))
		return;
	for (const char *at = buf_text(&said.out); line == 0 && *at;) {
		size_t len = strcspn(at, "\n");

		line = line_of(at, len, source);
		at += len + (at[len] == '\n');
	}
	proc_result_release(&said);
	if (line > 0)
		*place = (struct source_place){ .file = arena_strdup(arena, source), .line = line };
}

static const char *answer_known(const struct trace_answers *a, const char *question)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->known[i].question, question))
			return a->known[i].answer;
	return NULL;
}

static void answer_keep(struct trace_answers *a, const char *question, const struct buf *said)
{
	const char *q, *answer;

	if (a->n == TRACE_KNOWN || !said->len)
		return;
	q = arena_strdup(a->arena, question);
	answer = arena_strndup(a->arena, said->data, said->len);
	if (!q || !answer)
		return;
	a->known[a->n].question = q;
	a->known[a->n++].answer = answer;
}

int trace_lines(struct trace_answers *a, const char *question, struct buf *out)
{
	char texts[QUESTION_MOST][20];
	const char *argv[QUESTION_MOST + 6] = { "addr2line", "-a", "-i", "-e", a->program }, *known;
	struct sandbox sandbox;
	struct proc_job job = { .argv = argv, .sandbox = &sandbox,
				.limits = { .wall_seconds = WALL_SECONDS, .cpu_seconds = CPU_SECONDS,
					    .stdout_bytes = 64 << 10 } };
	struct proc_result said;
	size_t n = 0;

	for (const char *at = question; *at != '\n'; n++) {
		size_t digits = strncmp(at, "0x", 2) ? 0 : strspn(at + 2, "0123456789abcdef");

		if (n == QUESTION_MOST || !digits || digits > 16 || at[2 + digits] != '\n')
			return -1;
		snprintf(texts[n], sizeof texts[n], "%.*s", (int)digits + 2, at);
		argv[5 + n] = texts[n];
		at += digits + 3;
	}
	if (!n)
		return -1;
	if ((known = answer_known(a, question))) {
		buf_puts(out, known);
		return out->failed ? -1 : 0;
	}
	sandbox_of_tool(&sandbox, a->program);
	if (proc_run(&job, &said, NULL))
		return 0;
	buf_append(out, said.out.data, said.out.len);
	answer_keep(a, question, &said.out);
	proc_result_release(&said);
	return out->failed ? -1 : 0;
}
