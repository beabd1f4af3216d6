/* errand.c - see errand.h. */
#include "config.h"

#include "lsp/errand.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

extern char **environ;

#define DOCUMENT_BYTES_MOST ((size_t)64 << 20)

/* This process's variables with that folder first in PYTHONPATH; NULL: memory ran out. They live as long as `line`. */
static const char **environment_with(const char *modules, struct buf *line)
{
	static const char name[] = "PYTHONPATH=";
	const char *before = getenv("PYTHONPATH"), **all;
	size_t n = 0, kept = 0;

	while (environ[n])
		n++;
	buf_printf(line, "%s%s%s%s", name, modules, before && *before ? ":" : "", before ? before : "");
	all = line->failed ? NULL : calloc(n + 2, sizeof *all);
	for (size_t i = 0; all && i < n; i++)
		if (strncmp(environ[i], name, strlen(name)))
			all[kept++] = environ[i];
	if (all)
		all[kept] = line->data;
	return all;
}

static void *run(void *arg)
{
	struct errand *j = arg;
	struct buf line = BUF_INIT;
	const char **variables = j->modules ? environment_with(j->modules, &line) : NULL;
	const char *argv[ERRAND_WORDS_MOST + 2] = { NULL };
	char self[PATH_MAX];
	struct proc_job p = {
		.argv = argv, .envp = variables ? variables : (const char *const *)environ, .cwd = j->folder, .stop = &j->stop,
		.wants_report = j->on_report, .limits = { .wall_seconds = j->seconds,
							  .stdout_bytes = j->on_report ? 0 : DOCUMENT_BYTES_MOST,
			    .report_bytes = DOCUMENT_BYTES_MOST },
	};

	if (path_self(self, sizeof self)) {
		argv[0] = self;
		memcpy(argv + 1, j->words, sizeof j->words);
		j->status = proc_run(&p, &j->result, &j->err);
	} else {
		j->status = error_set(&j->err, PARTY_MACHINE, "this system does not say where the program is");
	}
	free(variables);
	buf_release(&line);
	return write(j->wake, "", 1) == 1 ? NULL : arg;
}

int errand_start(struct errand *j, int wake)
{
	j->stop = 0;
	j->wake = wake;
	j->status = 0;
	j->err = (struct error){ .line = 0 };
	memset(&j->result, 0, sizeof j->result);
	if (pthread_create(&j->thread, NULL, run, j))
		return error_set(&j->err, PARTY_MACHINE, "cannot start a thread");
	j->running = true;
	return 0;
}

void errand_cancel(struct errand *j)
{
	j->stop = 1;
}

void errand_join(struct errand *j)
{
	if (j->running)
		pthread_join(j->thread, NULL);
	j->running = false;
}

void errand_release(struct errand *j)
{
	proc_result_release(&j->result);
	memset(&j->result, 0, sizeof j->result);
}

json_t *errand_document(const struct errand *j)
{
	const struct buf *text = j->on_report ? &j->result.report : &j->result.out;

	return json_loadb(buf_text(text), text->len, 0, NULL);
}
