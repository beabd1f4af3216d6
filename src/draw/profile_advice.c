/* profile_advice.c - the savings that the learner's lines allow, by profile/waste.h, ordered by their modelled time. */
#include "config.h"

#include "draw/profile.h"

#include <stdlib.h>
#include <string.h>

static int by_saving(const void *a, const void *b)
{
	const struct profile_advice *x = a, *y = b;

	return x->times != y->times ? (x->times < y->times) - (x->times > y->times) : (x->line > y->line) - (x->line < y->line);
}

/* "an H200"; if the launch is too small to fill it, "a fully occupied H200" */
static void occupied_put(const struct profile *p, bool filled, struct buf *text)
{
	const char *called = p->gpu.figures.called, *name = strchr(called, ' ');

	buf_printf(text, filled && name ? "a fully occupied%s" : "%s", filled && name ? name : called);
}

static const char *message(const struct profile *p, int line, const struct waste *w, bool filled, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *kept;

	buf_printf(&text, "line %d: ", line);
	waste_put(w, &text);
	buf_printf(&text, ". Otherwise the kernel would run about %.2gx faster on ", w->times);
	occupied_put(p, filled, &text);
	buf_puts(&text, " (modelled)");
	kept = arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept;
}

int profile_advise(struct profile *p, struct arena *arena, struct error *err)
{
	const struct waste_setting setting = { .launch = profile_launch(&p->own, &p->gpu.figures), .doubles = p->doubles };
	bool filled = waste_times_to_fill(&setting.launch) > 1;
	size_t cap = 0;

	for (size_t i = 0; i < p->own.nlines; i++)
		for (size_t k = 0; k < WASTE_ROWS && p->own.lines[i].line > 0; k++) {
			struct profile_advice *a;
			struct waste w;

			if (!waste_look(&setting, k, &p->own.lines[i].counts, &w))
				continue;
			a = arena_push(arena, &p->advice, &p->nadvice, &cap, sizeof *a);
			if (!a)
				return error_nomem(err);
			*a = (struct profile_advice){
				.line = p->own.lines[i].line, .kind = w.kind, .now = w.now, .best = w.best, .times = w.times,
				.times_here = w.times_here, .message = message(p, p->own.lines[i].line, &w, filled, arena),
				.next = w.next,
			};
			if (!a->message)
				return error_nomem(err);
		}
	if (p->nadvice)
		qsort(p->advice, p->nadvice, sizeof *p->advice, by_saving);
	return 0;
}
