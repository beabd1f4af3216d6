/* notes.c - the learner's own notes on a lesson, in the editor. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tui/pages/exercise.h"
#include "tui/pages/lesson.h"

static int notes_run(struct model *m, const struct tui_backend *b, const struct effect *e, struct error *err)
{
	int status = b->notes(b->ctx, exercise_of(m)->note_lesson, exercise_of(m)->note_heading, err);

	model_effect(m, outline_read, NULL, 0, false);
	return status;
}

static void open_now(struct model *m)
{
	model_effect(m, notes_run, NULL, 0, false);
}

void notes_open(struct model *m, const char *id, const char *heading)
{
	struct exercise_page *x = exercise_of(m);

	snprintf(x->note_lesson, sizeof x->note_lesson, "%.*s", (int)strcspn(id, "/"), id);
	snprintf(x->note_heading, sizeof x->note_heading, "%s", heading);
	exercise_with_editor(m, open_now);
}

/* The heading: "Step 12: Banks", or the exercise. */
void notes_here(struct model *m, int key)
{
	const struct lesson_page *l = lesson_of(m);
	const struct step *step = lesson_step(m);
	const char *title = step ? step_title(step) : NULL;
	char heading[200];

	if (model_page(m) != PAGE_LESSON) {
		notes_open(m, exercise_of(m)->assignment.id, exercise_of(m)->assignment.title);
		return;
	}
	snprintf(heading, sizeof heading, "Step %zu%s%s", l->step + 1, title ? ": " : "", title ? title : "");
	notes_open(m, l->lesson->id, heading);
}
