/* show.c - `warpbook show EX`: the task, the file, and the state. */
#include "config.h"

#include <stdio.h>

#include "base/language.h"
#include "cmd/cmd.h"
#include "cmd/context.h"

static json_t *limits_json(const struct exercise *e)
{
	json_t *all = json_array();

	for (size_t i = 0; i < e->perf.nlimits; i++) {
		const struct perf_limit *l = &e->perf.limits[i];
		struct buf text = BUF_INIT;

		perf_limit_text(l, &text);
		json_array_append_new(all, json_pack("{s:s, s:s, s:f, s:b, s:o, s:o}", "metric", l->metric->name,
						     "side", l->at_least ? "least" : "most", "bound", l->bound,
						     "relative", l->relative, "text", json_text(buf_text(&text)), "why",
						     json_text(l->why)));
		buf_release(&text);
	}
	return all;
}

static int show_json(const struct exercise *e, const char *path, const struct store_progress *p)
{
	json_t *params = json_array();

	for (size_t i = 0; i < e->nparams; i++) {
		static const char *const roles[] = { "scalar", "in", "out", "inout" };

		json_array_append_new(params, json_pack("{s:s, s:s, s:s}", "name", e->params[i].name, "type",
							value_type_name(e->params[i].type), "role", roles[e->params[i].role]));
	}
	return print_json(json_pack("{s:s, s:o, s:o, s:s, s:o, s:i, s:i, s:o, s:b, s:i, s:i, s:o, s:o}", "id", e->id,
				    "title", json_text(e->title), "task", json_text(e->task), "kernel", e->kernel,
				    "params", params,
				    "difficulty", e->difficulty, "minutes", e->minutes, "file", json_text(path),
				    "passed", p->passed, "attempts", p->attempts, "hints", p->hints,
				    "last_verdict", json_text(p->last_verdict), "limits", limits_json(e)));
}

static int show_text(const struct exercise *e, const char *path, const struct store_progress *p)
{
	struct buf task = BUF_INIT;
	int status;

	printf(_("%s\n(%s, difficulty %d of 3, about %d minutes)\n\n"), e->title, e->id, e->difficulty, e->minutes);
	exercise_task_text(e, &task);
	status = print_markup(buf_text(&task));
	buf_release(&task);
	printf(_("\nfile:  "));
	if (path[0])
		print_path(path);
	else
		printf(_("none yet: make a workspace with `warpbook init`"));
	putchar('\n');
	if (p->attempts) {
		printf(p->passed ? tr_n("state: passed, %d try", "state: passed, %d tries", (uint64_t)p->attempts)
				 : tr_n("state: not passed yet, %d try", "state: not passed yet, %d tries",
						(uint64_t)p->attempts),
		       p->attempts);
		printf(p->passed ? "\n" : _(", last: %s\n"), retold(p->last_message));
	}
	printf(_("next:  edit the file, then `warpbook check %s`; stuck? `warpbook hint %s`\n"), e->name, e->name);
	return status;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct exercise *e;
	struct context context;
	const char *id;
	char path[600] = "";
	int status;

	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) ||
	    context_exercise(&context, nargs ? args[0] : NULL, &id, &err) ||
	    (context.workspace.root[0] && workspace_exercise_path(&context.workspace, id, path, sizeof path)) ||
	    exercise_open_for(&e, id, path, &err)) {
		status = report_error(&err);
	} else {
		struct store_progress p = context_progress(&context, id);

		status = (output.json ? show_json : show_text)(e, path, &p);
		exercise_close(e);
	}
	context_close(&context);
	return status;
}

const struct command command_show = {
	.name = "show", .arguments = "[EX]", .summary = N_("show an exercise's task, file and state"),
	.help = N_("Without EX: the next one that you have not passed.\n"), .max_args = 1, .run = run,
};
