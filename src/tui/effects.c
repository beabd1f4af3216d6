/* effects.c - takes the effects one by one; a failure opens a page with the reason. */
#include "config.h"

#include "tui/effects.h"

#include "tui/running.h"

bool effects_run(struct model *m, const struct tui_backend *b)
{
	struct effect e;

	while (model_take_effect(m, &e)) {
		struct error err = { 0 };

		if (e.task ? task_begin(m, b, &e, &err) : e.run(m, b, &e, &err))
			model_set_problem(m, &err);
		running_leave(m);
	}
	return !m->left;
}
