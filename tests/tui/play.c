/* play.c - the loop of app.c with a script instead of the terminal. */
#include "config.h"

#include "tui/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/pages/class.h"
#include "tui/pages/program.h"
#include "tui/running.h"

static void settle(struct play *p)
{
	if (!effects_run(&p->model, &p->backend))
		p->left = true;
	if (frame_draw(&p->model, &p->screen))
		p->left = true;
}

void play_open(struct play *p, int rows, int cols, bool ascii)
{
	memset(p, 0, sizeof *p);
	p->backend = fake_backend(&p->fake);
	if (model_init(&p->model, PAGE_MENU, rows, cols, ascii))
		abort();
	settle(p);
}

void play_open_class(struct play *p, int rows, int cols, bool ascii)
{
	memset(p, 0, sizeof *p);
	p->backend = fake_backend(&p->fake);
	if (model_init(&p->model, PAGE_CLASS, rows, cols, ascii))
		abort();
	settle(p);
}

void play_close(struct play *p)
{
	work_free(p->fake.work);
	model_release(&p->model);
	screen_release(&p->screen);
}

/* "run", or "run:3/7": of seven cases the third, with the checkers. */
static bool play_stage(struct play *p, const char *word)
{
	static const char *const names[] = {
		[STAGE_READ] = "read", [STAGE_COMPILE] = "compile", [STAGE_EXPECT] = "expect", [STAGE_RUN] = "run",
		[STAGE_JUDGE] = "judge",
	};
	struct attempt_state state = { .step = JOB_STEP_CHECKED };
	char name[16] = "";

	sscanf(word, "%15[a-z]:%u/%u", name, &state.at, &state.of);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!strcmp(names[i], name)) {
			state.stage = (enum attempt_stage)i;
			p->model.state = state;
			return true;
		}
	}
	return false;
}

static bool play_result(struct play *p, const char *name)
{
	struct attempt *a = fake_attempt(name);

	if (!a && strcmp(name, "none"))
		return false;
	if (a && a->verdict != VERDICT_INTERRUPTED) {
		p->fake.attempts++;
		p->fake.passed |= a->verdict == VERDICT_PASSED;
	}
	check_done(&p->model, a);
	return true;
}

static bool play_so_far(struct play *p, const char *name)
{
	struct attempt *a = fake_attempt(name);

	if (a)
		check_so_far(&p->model, a);
	return a != NULL;
}

static void play_worked(struct play *p)
{
	struct work *w = p->fake.work;

	p->fake.work = NULL;
	work_do(&p->backend, w);
	work_done(&p->model, w);
	p->model.tick++;
}

static bool play_word(struct play *p, const char *word, size_t len)
{
	char text[64];
	int rows, cols, key;

	if (word[0] != '@' || len == 1) {
		key = key_from_name(word, len);
		model_key(&p->model, key);
		return key != KEYCODE_NONE;
	}
	if (snprintf(text, sizeof text, "%.*s", (int)len, word) >= (int)sizeof text)
		return false;
	if (!strcmp(text, "@saved"))
		check_saved(&p->model);
	else if (!strcmp(text, "@aside"))
		p->backend.aside = fake_aside;
	else if (!strcmp(text, "@worked"))
		play_worked(p);
	else if (!strcmp(text, "@graded"))
		p->fake.graded = true, class_refresh(&p->model);
	else if (!strcmp(text, "@regraded") || !strcmp(text, "@same"))
		class_regraded(&p->model, text[1] == 's' ? "the grade comes out the same" : "add: 9 -> 10 (passed)",
			       text[1] == 'r');
	else if (!strcmp(text, "@reject") || !strcmp(text, "@allow"))
		p->fake.reject = text[1] == 'r';
	else if (!strcmp(text, "@stub") || !strcmp(text, "@begun"))
		p->fake.stub = true, p->fake.begun = text[1] == 'b';
	else if (!strcmp(text, "@program"))
		program_open(&p->model);
	else if (!strcmp(text, "@twin"))
		p->fake.twin = true;
	else if (!strcmp(text, "@draws"))
		p->fake.draws = true;
	else if (!strcmp(text, "@host"))
		p->fake.host = true;
	else if (!strcmp(text, "@edited") || !strcmp(text, "@deleted") || !strcmp(text, "@no-editor"))
		p->fake.edited |= text[1] == 'e', p->fake.deleted |= text[1] == 'd', p->fake.no_editor |= text[1] == 'n',
			p->model.outline.editor_note = p->fake.no_editor ? "EDITOR is not set: open vi?" : NULL;
	else if (sscanf(text, "@size=%dx%d", &cols, &rows) == 2)
		model_set_size(&p->model, rows, cols);
	else if (sscanf(text, "@click=%d,%d", &rows, &cols) == 2)
		frame_mouse(&p->model, KEYCODE_CLICK, rows, cols);
	else if (sscanf(text, "@wheel=%d,%d", &rows, &cols) == 2)
		frame_mouse(&p->model, KEYCODE_WHEEL_DOWN, rows, cols);
	else if (!strncmp(text, "@stage=", 7))
		return play_stage(p, text + 7);
	else
		return !strncmp(text, "@sofar=", 7) ? play_so_far(p, text + 7) : !strncmp(text, "@result=", 8) &&
		       play_result(p, text + 8);
	return true;
}

bool play_script(struct play *p, const char *script)
{
	while (*script) {
		size_t blanks = strspn(script, " "), len = strcspn(script + blanks, " ");

		script += blanks;
		if (len && !play_word(p, script, len))
			return false;
		script += len;
		settle(p);
	}
	return true;
}
