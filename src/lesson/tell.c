/* tell.c - puts a lesson into the learner's language: every text that a page shows, and no code, answer or name. */
#include "config.h"

#include "lesson/tell.h"

#include <stdio.h>
#include <string.h>

#include "catalog/overlay.h"

struct telling { struct overlay *overlay; struct arena *arena; };

static void tell(struct telling *t, const char **text)
{
	*text = overlay_text(t->overlay, t->arena, *text);
}

/* A line to sort may be a sentence, or code, which ends in another way. */
static bool is_code(const char *line)
{
	return line[strcspn(line, ";{}#")] != '\0';
}

static void tell_question(struct telling *t, struct step *s)
{
	for (size_t i = 0; i < s->nchoices; i++) {
		tell(t, &s->choices[i].text);
		tell(t, &s->choices[i].why);
	}
	for (size_t i = 0; i < s->norder; i++)
		if (!is_code(s->order[i]))
			tell(t, &s->order[i]);
	tell(t, &s->why);
}

static void tell_step(struct telling *t, struct step *s)
{
	tell(t, &s->title);
	if (s->kind != STEP_CODE && s->kind != STEP_EXPERIMENT)
		tell(t, &s->text);
	tell(t, &s->caption);
	tell_question(t, s);
	for (size_t i = 0; i < s->npoints; i++)
		tell(t, &s->points[i]);
	for (size_t i = 0; i < s->table.rows * s->table.cols; i++)
		tell(t, &s->table.cells[i]);
	for (size_t i = 0; i < s->npictures; i++)
		tell(t, &s->pictures[i].title);
}

int lesson_tell(struct lesson *l, struct error *err)
{
	struct telling t = { NULL, &l->arena };
	char folder[300];

	snprintf(folder, sizeof folder, "lessons/%.200s", l->id);
	if (overlay_open(&t.overlay, folder, err))
		return -1;
	tell(&t, &l->title);
	tell(&t, &l->summary);
	for (size_t i = 0; t.overlay && i < l->nsteps; i++)
		tell_step(&t, &l->steps[i]);
	overlay_close(t.overlay);
	return l->arena.failed ? error_nomem(err) : 0;
}
