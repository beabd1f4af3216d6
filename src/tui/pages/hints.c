/* hints.c - the hints read so far. */
#include "config.h"

#include "base/language.h"
#include "tui/pages/exercise.h"
#include "tui/pages/nearby.h"

static int count(const struct model *m)
{
	int n = 0;

	while (n < 3 && exercise_of(m)->assignment.hints[n])
		n++;
	return n;
}

static void status_line(const struct model *m, struct buf *out)
{
	buf_printf(out, _("%d of %d hints"), exercise_of(m)->assignment.hints_used, count(m));
}

static void content(const struct model *m, struct page *p)
{
	int n = count(m);

	for (int i = 0; i < exercise_of(m)->assignment.hints_used && i < n; i++) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_TITLE, _("Hint %d"), i + 1);
		page_markup(p, exercise_of(m)->assignment.hints[i]);
	}
	if (!n)
		page_wrap(p, 0, STYLE_DIM, _("this exercise has no hints"));
	else if (exercise_of(m)->assignment.hints_used < n) {
		page_blank(p);
		page_line(p);
		page_printf(p, STYLE_DIM, _("%s shows the next one; it says more"), request_key(REQUEST_HINT));
	}
}

/* ---- keys ---------------------------------------------------------------------------------- */

static int used_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	return model_recorded(m, b->hint_used(b->ctx, exercise_of(m)->assignment.id, e->number, err), err);
}

static bool has_next(const struct model *m)
{
	return exercise_of(m)->assignment.hints_used < count(m);
}

static bool offers(const struct model *m)
{
	return has_next(m) || model_page(m) != PAGE_HINTS;
}

/* The first press opens the page with the hints read before; there, each press shows the next one. */
static void hint(struct model *m, int key)
{
	struct assignment *a = &exercise_of(m)->assignment;
	bool arriving = model_page(m) != PAGE_HINTS;

	if (arriving)
		model_push(m, PAGE_HINTS);
	if (arriving && a->hints_used)
		return;
	if (has_next(m))
		model_effect(m, used_run, NULL, ++a->hints_used, false);
	else
		model_notice(m, false, _("there are no more hints"));
}

static const struct action actions[] = { { REQUEST_HINT, hint, offers }, { REQUEST_NONE } };

const struct view view_hints = {
	.actions = actions, .status_line = status_line, .content = content, .layout = LAYOUT_SOURCE, .lower = nearby_task,
	.lower_title = nearby_task_title,
};
