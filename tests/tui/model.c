/* model.c - the effects of keys and events that a window alone does not show. */
#include "config.h"

#include <locale.h>
#include <stdlib.h>

#include "base/hash.h"
#include "tap/tap.h"
#include "tui/pages/class.h"
#include "tui/pages/exercise.h"
#include "tui/pages/glossary.h"
#include "tui/pages/lesson.h"
#include "tui/pages/menu.h"
#include "tui/pages/profile.h"
#include "tui/play.h"
#include "tui/running.h"

#define TO_ADD "down down enter" /* from the row that is suggested first */

static void test_leaving(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "enter ? q q");
	ok(!p.left && model_page(&p.model) == PAGE_MENU, "q leads back page by page");
	play_script(&p, "q");
	ok(p.left, "on the first page it leaves");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, TO_ADD " h Q");
	ok(p.left, "Q leaves from anywhere");
	play_close(&p);
	play_open(&p, 5, 20, false);
	play_script(&p, "q enter");
	ok(!p.left && model_page(&p.model) == PAGE_MENU, "in a window too small to see, keys do nothing");
	play_script(&p, "Q");
	ok(p.left, "but Q still leaves");
	play_close(&p);
}

static void test_lesson(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "enter space space");
	ok(p.fake.steps_done[1] == 2, "a step left behind counts as read");
	play_script(&p, "q enter");
	ok(lesson_of(&p.model)->step == 2, "a lesson opens again where it was left");
	play_script(&p, "n 1");
	ok(lesson_of(&p.model)->answers[3].chosen == 0 && p.fake.steps_done[1] == 3,
	   "a wrong answer is kept, and does not count");
	play_script(&p, "7");
	ok(lesson_of(&p.model)->answers[3].chosen == 0, "a number that is no choice chooses nothing");
	play_script(&p, "2");
	ok(p.fake.steps_done[1] == 4, "a right one does");
	play_script(&p, "n 1 8 esc 1 . . enter");
	ok(!lesson_of(&p.model)->answers[4].has_number && p.model.notice_bad, "what is not a number is rejected");
	play_script(&p, "1 8 enter");
	ok(lesson_of(&p.model)->answers[4].has_number && p.fake.steps_done[1] == 4, "a wrong number does not count");
	for (int i = 0; i < 100; i++)
		play_script(&p, "9");
	play_script(&p, "esc 1 9 enter");
	ok(p.fake.steps_done[1] == 5, "a right number does, however much was typed before");
	play_script(&p, "p p p p p p");
	ok(lesson_of(&p.model)->step == 0 && p.model.notice[0], "the first step has none before it");
	play_close(&p);
}

static void test_reading_on(void)
{
	struct play p;
	size_t step;

	play_open(&p, 12, 40, false);
	play_script(&p, "enter");
	for (int i = 0; i < 5 && p.model.lines <= p.model.body_rows; i++)
		play_script(&p, "n");
	step = lesson_of(&p.model)->step;
	ok(p.model.lines > p.model.body_rows, "a low window has the first part of a page");
	play_script(&p, "space");
	ok(lesson_of(&p.model)->step == step && model_scroll(&p.model) > 0, "space reads on in it");
	for (int i = 0; i < 10 && lesson_of(&p.model)->step == step; i++)
		play_script(&p, "space");
	ok(lesson_of(&p.model)->step == step + 1 && model_scroll(&p.model) == 0, "and at its end goes to the next");
	play_script(&p, "left n");
	ok(lesson_of(&p.model)->step == step + 1, "n goes there at once");
	play_close(&p);
}

static void test_last_step(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "enter");
	for (int i = 0; i < 10 && model_page(&p.model) == PAGE_LESSON; i++)
		play_script(&p, "n");
	ok(model_page(&p.model) == PAGE_MENU && strstr(p.model.notice, "the last step of \"Kernels\"; 2 exercises are left"),
	   "the end of a lesson says what is left: %s", p.model.notice);
	play_close(&p);
}

static void test_nearby(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "enter space space space space 1 9 enter space");
	ok(!glossary_of(&p.model)->glossary && !lesson_ahead(&p.model), "a small window asks for nothing that it cannot show");
	model_set_size(&p.model, 60, 200);
	play_script(&p, "space left");
	ok(glossary_of(&p.model)->glossary && lesson_ahead(&p.model) && lesson_of(&p.model)->ahead_source,
	   "a large one has terms, and the exercise of the step");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_EXERCISE && !lesson_of(&p.model)->ahead.id,
	   "which is forgotten when it opens, because it will change");
	p.fake.reject = true;
	play_script(&p, "q");
	ok(model_page(&p.model) == PAGE_LESSON && !lesson_ahead(&p.model),
	   "without it the page is complete: an error is not reported");
	p.fake.reject = false;
	play_close(&p);
}

static void test_experiment(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "down down down down enter");
	if (!ok(lesson_step(&p.model) && lesson_step(&p.model)->kind == STEP_EXPERIMENT, "a lesson stands at an experiment"))
		printf("# page %d\n", (int)model_page(&p.model));
	ok(!lesson_of(&p.model)->answers[0].chart && model_offers(&p.model, REQUEST_RUN), "which can be run");
	play_script(&p, "enter");
	ok(lesson_of(&p.model)->answers[0].chart && lesson_of(&p.model)->step == 0, "enter runs it and stays");
	play_script(&p, "r");
	ok(lesson_of(&p.model)->answers[0].chart && lesson_of(&p.model)->step == 0, "r runs it again");
	play_script(&p, "enter");
	ok(lesson_of(&p.model)->step == 1 && p.fake.steps_done[2] == 1, "once it has run, enter goes on");
	play_script(&p, "r");
	ok(p.model.notice[0] && !model_offers(&p.model, REQUEST_RUN), "where there is none, nothing is run");
	p.fake.reject = true;
	play_script(&p, "p r");
	ok(model_page(&p.model) == PAGE_PROBLEM, "what keeps it from running is reported");
	play_close(&p);
}

static void test_pictures(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "down down down down enter");
	ok(p.fake.figures == 0, "a page without pictures makes none");
	play_script(&p, "space");
	ok(p.fake.figures == 1 && lesson_of(&p.model)->answers[1].figure && !lesson_of(&p.model)->answers[1].figure->lacks,
	   "a page with a picture makes it when it is opened");
	play_script(&p, "left space");
	ok(p.fake.figures == 1 && lesson_of(&p.model)->answers[1].figure, "once");
	play_script(&p, "q enter");
	ok(p.fake.figures == 1 && lesson_of(&p.model)->answers[1].figure, "a lesson that is opened again still has it");
	play_script(&p, "q up up enter q down down enter");
	ok(p.fake.figures == 1 && !strcmp(lesson_of(&p.model)->lesson->id, "02_grids") && lesson_of(&p.model)->answers[1].figure,
	   "after another lesson, too");
	play_close(&p);

	play_open(&p, 24, 80, false);
	p.fake.reject = true;
	play_script(&p, "down down down down enter space");
	ok(model_page(&p.model) == PAGE_LESSON && lesson_of(&p.model)->answers[1].figure &&
	   lesson_of(&p.model)->answers[1].figure->lacks,
	   "what keeps it from being made is reported on the page");
	p.fake.reject = false;
	play_script(&p, "q enter space left space");
	ok(lesson_of(&p.model)->answers[1].figure && !lesson_of(&p.model)->answers[1].figure->lacks,
	   "and not kept: the next opening tries again");
	play_close(&p);
}

/* A figure whose arena has that many bytes; lacks: it says why it has no pictures. */
static const struct figure *made(struct arena *a, size_t bytes, const char *lacks)
{
	struct figure *f = arena_alloc(a, sizeof *f);

	arena_alloc(a, bytes);
	if (f)
		f->lacks = lacks;
	return f;
}

static void test_kept(void)
{
	struct lesson one = { .version = "one" }, edited = { .version = "two" };
	struct kept kept = { .n = 0 };
	struct arena a = { 0 };
	const struct figure *first, *f;

	kept_put(&kept, &one, 3, first = made(&a, 100, NULL), &a);
	ok(!kept_take(&kept, &one, 2, &a) && !kept_take(&kept, &edited, 3, &a),
	   "another page, or the page of a changed lesson, has no kept picture");
	f = kept_take(&kept, &one, 3, &a);
	ok(f && f == first && !kept_take(&kept, &one, 3, &(struct arena){ 0 }),
	   "a kept picture is handed out once, with its memory");
	arena_release(&a);
	kept_put(&kept, &one, 1, made(&a, 100, "no compiler"), &a);
	ok(!kept.n && !a.chunks, "a failure is not kept");
	for (size_t i = 0; i < KEPT_MOST + 1; i++)
		kept_put(&kept, &one, i, made(&a, 100, NULL), &a);
	ok(kept.n == KEPT_MOST && !kept_take(&kept, &one, 0, &a) && (f = kept_take(&kept, &one, KEPT_MOST, &a)),
	   "the oldest makes room");
	arena_release(&a);
	kept_put(&kept, &one, 100, made(&a, KEPT_BYTES / 2, NULL), &a);
	kept_put(&kept, &one, 101, made(&a, KEPT_BYTES / 2, NULL), &a);
	ok(kept.n == 1 && kept.pages[0].step == 101, "and so it does where memory is short");
	kept_put(&kept, &one, 102, made(&a, KEPT_BYTES + 1, NULL), &a);
	ok(kept.n == 1 && !a.chunks, "what is larger than all of it is not kept");
	kept_release(&kept);
}

static void test_links(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "down down down down enter o");
	ok(p.model.notice[0] && !model_offers(&p.model, REQUEST_LINK), "a page that names nothing says so");
	play_script(&p, "space space");
	ok(model_offers(&p.model, REQUEST_LINK), "a page may name a lesson");
	play_script(&p, "o");
	ok(model_page(&p.model) == PAGE_LESSON && !strcmp(lesson_of(&p.model)->lesson->id, "01_kernels"), "which a key opens");
	play_script(&p, "q");
	ok(model_page(&p.model) == PAGE_LESSON && !strcmp(lesson_of(&p.model)->lesson->id, "02_grids") &&
	   lesson_of(&p.model)->step == 2, "back is the page that named it");
	play_script(&p, "q");
	ok(model_page(&p.model) == PAGE_MENU, "and then the menu");
	play_close(&p);
}

/* Outside the loop: the keys respond as quickly as without it. */
static void test_picture_aside(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	p.backend.aside = fake_aside;
	play_script(&p, "down down down down enter space");
	ok(p.fake.work && !strcmp(p.fake.work->task->title, "drawing the picture") && !lesson_of(&p.model)->answers[1].figure,
	   "a picture is made beside the loop");
	play_script(&p, "left");
	ok(lesson_of(&p.model)->step == 0 && p.model.work_dropped, "meanwhile a key leaves the page, and ends it");
	play_script(&p, "space");
	ok(lesson_of(&p.model)->step == 1, "another comes back");
	work_do(&p.backend, p.fake.work);
	work_done(&p.model, p.fake.work);
	p.fake.work = NULL;
	effects_run(&p.model, &p.backend);
	ok(p.fake.work && p.fake.work->number == 2 && !lesson_of(&p.model)->answers[1].figure, "where it is made anew");
	play_script(&p, "esc");
	work_do(&p.backend, p.fake.work);
	work_done(&p.model, p.fake.work);
	p.fake.work = NULL;
	effects_run(&p.model, &p.backend);
	ok(!p.fake.work && !lesson_of(&p.model)->answers[1].figure, "escape ends it for as long as the page is open");
	play_script(&p, "left space");
	work_do(&p.backend, p.fake.work);
	work_done(&p.model, p.fake.work);
	p.fake.work = NULL;
	ok(lesson_of(&p.model)->answers[1].figure != NULL, "and then it comes");
	play_close(&p);
}

/* The name of the term that the keys lead to; "": none. */
static const char *term_after(struct play *p, const char *keys)
{
	play_script(p, keys);
	return glossary_of(&p->model)->chosen ? glossary_of(&p->model)->glossary->terms[glossary_of(&p->model)->chosen - 1].name :
	       "";
}

static void test_terms(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	is_text(term_after(&p, "K"), "", "the glossary opens with no term chosen");
	is_text(term_after(&p, "n"), "barrier", "the next term is the first");
	is_text(term_after(&p, "n right"), "thread", "and then the next");
	is_text(term_after(&p, "p"), "kernel", "another key goes back");
	is_text(term_after(&p, "left left"), "warp", "before the first is the last");
	is_text(term_after(&p, "n"), "barrier", "after the last the first");
	ok(p.model.follow, "the page follows it");
	is_text(term_after(&p, "down n"), "kernel", "who scrolls goes on from there");
	is_text(term_after(&p, "q enter K n"), "kernel", "on a page of a lesson the first is the page's first");
	is_text(term_after(&p, "n"), "thread", "the next one, too");
	is_text(term_after(&p, "a n n n"), "kernel", "among all terms those of the page are found");
	is_text(term_after(&p, "q q / w enter n"), "warp", "the term that was searched for stands first");
	is_text(term_after(&p, "n"), "barrier", "before all others");
	is_text(term_after(&p, "p p"), "thread", "in both directions");
	play_close(&p);
}

static void test_lesson_to_exercise(void)
{
	struct menu_row row;
	struct play p;

	play_open(&p, 24, 80, false);
	p.fake.steps_done[1] = 5;
	play_script(&p, "enter");
	ok(lesson_step(&p.model)->kind == STEP_EXERCISE, "the lesson stands at its exercise");
	play_script(&p, "enter c @result=memory");
	ok(model_page(&p.model) == PAGE_RESULT && p.fake.steps_done[1] == 5,
	   "a failed check shows its result and ends no step");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_EXERCISE, "from there enter leads back to the exercise");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_RESULT, "where enter shows the result again");
	play_script(&p, "c @result=passed");
	ok(p.fake.steps_done[1] == 6, "a pass ends the step");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_LESSON && lesson_of(&p.model)->step == 6, "and enter goes on to the next step");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_MENU && p.fake.steps_done[1] == 7, "after the last step comes the menu");
	row = menu_row(&p.model, menu_of(&p.model)->cursor);
	ok(row.exercise && !strcmp(row.exercise->name, "scale"), "with the cursor on what is suggested next");
	play_close(&p);
}

/* A GPU confirms and takes times after the verdict. */
static void test_verdict_first(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	p.fake.steps_done[1] = 5;
	play_script(&p, "enter enter c @sofar=passed");
	ok(model_page(&p.model) == PAGE_RESULT && p.model.checking && p.fake.steps_done[1] == 6,
	   "a verdict is shown, and counts, while the GPU still works");
	ok(exercise_of(&p.model)->assignment.attempts == 0, "but is no attempt yet");
	play_script(&p, "@sofar=passed @result=passed");
	ok(model_page(&p.model) == PAGE_RESULT && !p.model.checking && exercise_of(&p.model)->assignment.attempts == 1,
	   "the whole result takes its place");
	play_script(&p, "c @sofar=passed q @result=passed");
	ok(model_page(&p.model) == PAGE_EXERCISE && !exercise_of(&p.model)->so_far,
	   "and does not come back to one who has left its page");
	play_script(&p, "c @sofar=passed n @result=passed");
	ok(!exercise_of(&p.model)->attempt && !p.model.checking, "nor to one who has gone on to another exercise");
	play_close(&p);
}

static void test_checks(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, TO_ADD " @saved");
	ok(p.fake.checks == 1 && p.model.checking, "saving the file checks it");
	play_script(&p, "c");
	ok(p.fake.checks == 1 && p.model.notice[0], "one check at a time");
	play_script(&p, "@saved @saved @result=memory");
	ok(p.fake.checks == 2 && p.model.checking, "what was saved meanwhile is checked when the first has ended");
	ok(p.fake.cancels == 1, "which the newer save cancels, once");
	play_script(&p, "@saved @result=interrupted");
	ok(p.fake.checks == 3 && exercise_of(&p.model)->attempt->verdict == VERDICT_MEMORY_ERROR && p.model.checking,
	   "a cancelled check is no result, and the next one begins");
	play_script(&p, "q q @result=passed");
	ok(model_page(&p.model) == PAGE_MENU && strstr(p.model.notice, "passed"),
	   "a result that comes when one has gone on is a notice");
	ok(p.model.outline.lessons[1].passed == 2, "and the menu knows");
	play_script(&p, "enter s");
	ok(model_page(&p.model) == PAGE_SOLUTION, "after a pass the solution needs no question");
	play_script(&p, "q c esc");
	ok(p.fake.cancels == 3 && model_page(&p.model) == PAGE_EXERCISE && p.model.notice[0],
	   "Escape ends a check, and stays on the page");
	play_script(&p, "esc @result=interrupted");
	ok(!p.model.checking && model_page(&p.model) != PAGE_RESULT && exercise_of(&p.model)->assignment.attempts == 2,
	   "which then has no result");
	play_script(&p, "n down down enter c @result=none");
	ok(!p.model.checking && exercise_of(&p.model)->assignment.attempts == 2, "a check that came to no verdict is no attempt");
	play_script(&p, "c q up enter @result=passed");
	ok(model_page(&p.model) == PAGE_EXERCISE && !exercise_of(&p.model)->attempt,
	   "another exercise's result is not shown as this one's");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, TO_ADD " c P @result=memory");
	ok(model_page(&p.model) == PAGE_PROGRESS && p.model.notice[0], "on the page of progress a result is a notice");
	play_close(&p);
}

static void test_asking(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, TO_ADD " s n");
	ok(model_page(&p.model) == PAGE_EXERCISE && !exercise_of(&p.model)->solution,
	   "the solution stays hidden if one thinks better of it");
	play_script(&p, "r y R x");
	ok(p.fake.resets == 0, "only R and y reset");
	play_script(&p, "R y");
	ok(p.fake.resets == 1, "and y does");
	play_script(&p, "h h h h");
	ok(p.fake.hints_used == 3 && p.model.notice[0], "there are three hints and no more");
	play_script(&p, "q h");
	ok(p.fake.hints_used == 3 && model_page(&p.model) == PAGE_HINTS, "they can be read again");
	play_script(&p, "e");
	ok(p.fake.edits == 1, "the editor opens from the hints as well");
	play_script(&p, "ctrl-l");
	ok(p.fake.redraws == 1, "ctrl-l draws again");
	play_close(&p);
	play_open(&p, 24, 80, false);
	p.fake.hints_used = 1;
	play_script(&p, TO_ADD " h");
	ok(p.fake.hints_used == 1, "coming back to the hints uncovers none");
	play_script(&p, "h");
	ok(p.fake.hints_used == 2, "asking again does");
	play_close(&p);
}

static void solution_is(struct model *m, char *text)
{
	free(exercise_of(m)->solution);
	exercise_of(m)->solution = text;
	model_push(m, PAGE_SOLUTION);
}

static bool shows(const struct play *p, const char *words)
{
	struct buf window = BUF_INIT;
	bool found;

	screen_dump(&p->screen, false, &window);
	found = strstr(buf_text(&window), words) != NULL;
	buf_release(&window);
	return found;
}

/*
 * If the window has room for the solution's longest line, that line is not wrapped;
 * the solution is beside the file only if it fits there.
 */
static void test_solution_width(void)
{
	static const char *const words = "int x; // a comment that goes on for one hundred and twenty columns, as those in the "
					 "solutions do, which is wider than most windows";
	static const char *const paragraph = "// a comment that goes on for one hundred and twenty columns, as those in the "
					     "solutions do, which is\n// wider than most windows\n";
	const int needs = (int)strlen(words) + 2 + 4; /* indent and frame */
	bool broken = false, wraps = true, anew = true;
	struct play p;

	play_open(&p, 40, 80, false);
	play_script(&p, "enter space space space space space enter c @result=passed");
	solution_is(&p.model, strdup(words));
	for (int cols = 60; cols < 400; cols += 2) {
		char size[32];
		struct buf window = BUF_INIT;

		snprintf(size, sizeof size, "@size=%dx40", cols);
		play_script(&p, size);
		screen_dump(&p.screen, false, &window);
		broken |= cols >= needs && !strstr(buf_text(&window), words);
		wraps &= cols >= needs || strstr(buf_text(&window), "↪");
		buf_release(&window);
	}
	ok(!broken, "a long line of a solution is whole where the window has room");
	ok(wraps, "and goes on below a mark where it has not");
	solution_is(&p.model, strdup(paragraph));
	for (int cols = 60; cols < 400; cols += 2) {
		char size[32];
		struct buf window = BUF_INIT;

		snprintf(size, sizeof size, "@size=%dx40", cols);
		play_script(&p, size);
		screen_dump(&p.screen, false, &window);
		anew &= !strstr(buf_text(&window), "↪") && strstr(buf_text(&window), "// a comment") &&
			strstr(buf_text(&window), "windows");
		buf_release(&window);
	}
	ok(anew, "the lines of a comment are made anew for the window");
	play_close(&p);
}

/* Letters that are keys elsewhere are text in a blank, between enter and enter or esc. */
static void test_blank(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "up enter");
	ok(model_page(&p.model) == PAGE_LESSON && !question_fills(&p.model), "a page with a blank opens, and its keys are keys");
	play_script(&p, "n p enter q Q n p / ? 1 left right tab home");
	ok(!p.left && question_fills(&p.model) && lesson_of(&p.model)->step == 0 &&
	   !strcmp(lesson_of(&p.model)->typed, "qQnp/?1"), "after enter, letters are text");
	play_script(&p, "esc");
	ok(!question_fills(&p.model) && !lesson_of(&p.model)->answers[0].filled[0] && model_page(&p.model) == PAGE_LESSON,
	   "esc leaves the blank, without an answer");
	play_script(&p, "enter enter");
	ok(!question_fills(&p.model) && !lesson_of(&p.model)->answers[0].filled[0], "nothing is no answer");
	play_script(&p, "enter t h r x backspace enter");
	ok(!strcmp(lesson_of(&p.model)->answers[0].filled, "thr") && lesson_of(&p.model)->answers[0].again &&
	   p.fake.steps_done[0] == 0, "a wrong answer does not count");
	play_script(&p, "enter enter");
	ok(question_fills(&p.model) && lesson_of(&p.model)->answers[0].again && p.model.notice[0],
	   "the same again is no second try");
	play_script(&p, "space enter");
	ok(lesson_of(&p.model)->answers[0].again, "nor is it with a space more");
	play_script(&p, "e enter");
	ok(!lesson_of(&p.model)->answers[0].again && !strcmp(lesson_of(&p.model)->answers[0].filled, "thr e"),
	   "another wrong one is: the reason is shown");
	play_script(&p, "enter");
	for (int i = 0; i < 100; i++)
		play_script(&p, "x");
	ok(strlen(lesson_of(&p.model)->typed) == STEP_BLANK_SIZE - 1, "a blank takes so many characters");
	play_script(&p, "esc enter backspace backspace backspace backspace backspace backspace");
	ok(question_fills(&p.model) && !lesson_of(&p.model)->typed[0], "backspace empties it, and no more");
	play_script(&p, "paste t h r e a d I d x . x enter + b l o c k I d x . x * b l o c k D i m . x enter paste-end");
	ok(question_fills(&p.model) && strstr(lesson_of(&p.model)->typed, "threadIdx.x +block"),
	   "text is pasted into it, and the end of a line gives no answer");
	play_script(&p, "enter");
	ok(step_answer_right(lesson_step(&p.model), &lesson_of(&p.model)->answers[0]) && p.fake.steps_done[0] == 1,
	   "any of the right texts is right");
	play_script(&p, "enter");
	ok(lesson_of(&p.model)->step == 1, "then enter goes on");
	play_script(&p, "p paste x paste-end");
	ok(lesson_of(&p.model)->step == 0 && !question_fills(&p.model) && p.model.notice[0],
	   "outside the blank, pasted text does nothing");
	play_close(&p);
}

/* Pasted text never acts as commands. */
static void test_paste(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "paste Q r e r y paste-end");
	ok(!p.left && model_page(&p.model) == PAGE_MENU && p.model.notice[0], "pasted letters are no keys, and that is said");
	play_script(&p, "enter space space space n paste 1 9 paste-end");
	ok(!strcmp(lesson_of(&p.model)->typed, "19"), "a pasted number is one where a number is asked for");
	play_script(&p, "space");
	ok(lesson_of(&p.model)->step == 4 && p.model.notice[0] && lesson_of(&p.model)->typed[0],
	   "space drops no number that was typed: it says what does");
	play_script(&p, "esc 1 8 enter");
	ok(lesson_of(&p.model)->answers[4].again, "the first wrong number shows no reason");
	play_script(&p, "1 7 enter");
	ok(!lesson_of(&p.model)->answers[4].again, "the second does");
	play_close(&p);
}

/* After the last exercise of a lesson come the pages of the next one. */
static void test_next_lesson(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	p.fake.steps_done[1] = 0;
	play_script(&p, "up enter q");
	model_effect(&p.model, exercise_run, "00_welcome/hello", 0, false);
	play_script(&p, "j n");
	ok(model_page(&p.model) == PAGE_LESSON && !strcmp(lesson_of(&p.model)->lesson->id, "01_kernels"),
	   "n leads to the pages of the next lesson");
	play_script(&p, "q");
	ok(model_page(&p.model) == PAGE_MENU, "and q from there to the menu");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "@draws n down down enter c @result=memory q c @result=passed");
	ok(exercise_of(&p.model)->image && exercise_of(&p.model)->image->cols == 12, "a pass has a picture of the output");
	play_script(&p, "c @result=memory");
	ok(!exercise_of(&p.model)->image, "which a failure has not");
	play_close(&p);
}

static void test_stub(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "@stub " TO_ADD " e");
	ok(p.fake.edits == 1 && p.fake.edit_line == 11, "the editor opens at the line that a stub leaves to the learner");
	ok(p.model.file.scroll == 5, "which a low panel shows");
	play_script(&p, "@begun @saved @result=machine e");
	ok(p.fake.edit_line == 0, "and anywhere once it has gone");
	play_script(&p, "R y tab home");
	ok(p.model.file.scroll == 0, "the file can be moved to its first line");
	play_script(&p, "@saved @result=machine");
	ok(p.model.file.scroll == 5, "a result shows the code, not the comments before it");
	play_script(&p, "tab home R y");
	ok(p.model.file.scroll == 5, "and so does a reset");
	play_close(&p);
}

/* The file beside the text, and the way from a finding to its line. */
static void test_source(void)
{
	struct bookmark left;
	struct play p;

	play_open(&p, 36, 120, false);
	play_script(&p, TO_ADD);
	ok(exercise_of(&p.model)->source && p.fake.reads == 1, "an exercise opens with the learner's file");
	play_script(&p, "e");
	ok(p.fake.edits == 1 && p.fake.edit_line == 0, "before a check the editor opens wherever it likes");
	play_script(&p, "@saved");
	ok(p.fake.reads == 2, "a save is read");
	play_script(&p, "@result=race e");
	ok(p.fake.edit_line == 4, "the editor opens at the line of the finding");
	play_script(&p, "] e");
	ok(exercise_of(&p.model)->finding == 1 && p.fake.edit_line == 3, "and of the next one");
	play_script(&p, "] [ [");
	ok(exercise_of(&p.model)->finding == 0, "findings go round");
	play_script(&p, "tab down down");
	ok(p.model.file.focus && model_scroll(&p.model) == 0, "tab moves in the file instead of the text");
	play_script(&p, "R y");
	ok(!exercise_of(&p.model)->attempt && model_page(&p.model) == PAGE_EXERCISE,
	   "a reset forgets the result of the file before");
	play_script(&p, "c @result=passed n");
	ok(model_page(&p.model) == PAGE_EXERCISE && !strcmp(exercise_of(&p.model)->assignment.id, "01_kernels/scale"),
	   "after a pass, n opens the next exercise that is not passed");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "n enter N");
	ok(!strcmp(p.fake.heading, "Step 1: A kernel"), "N on a lesson opens notes at the step");
	play_script(&p, "q " TO_ADD " N");
	ok(!strcmp(p.fake.heading, "Add two arrays") && model_page(&p.model) == PAGE_EXERCISE, "and on an exercise at its title");
	play_script(&p, "l");
	ok(model_page(&p.model) == PAGE_LESSON && lesson_step(&p.model)->kind == STEP_EXERCISE,
	   "l goes to the step that asks for it");
	play_script(&p, "q");
	menu_bookmark(&p.model, &left);
	ok(!strcmp(left.exercise, "01_kernels/add") && !left.lesson[0], "the place to come back to is the exercise");
	play_script(&p, "@reject N");
	ok(model_page(&p.model) == PAGE_PROBLEM, "notes that cannot be written are an error");
	play_script(&p, "@allow n");
	ok(!strcmp(exercise_of(&p.model)->assignment.id, "01_kernels/scale"), "from which n goes to the next exercise");
	play_close(&p);
	play_open(&p, 60, 200, false);
	play_script(&p, TO_ADD " p");
	ok(model_page(&p.model) == PAGE_PROFILE && profile_of(&p.model)->beside_made && profile_of(&p.model)->beside.line == 6,
	   "a large profile has its line's picture");
	play_close(&p);
	play_open(&p, 24, 80, false);
	menu_resume(&p.model, &left);
	play_script(&p, "j");
	ok(model_page(&p.model) == PAGE_EXERCISE && p.model.depth == 1 && !strcmp(exercise_of(&p.model)->assignment.id,
										  left.exercise), "which opens again");
	play_close(&p);
	play_open(&p, 24, 80, false);
	left = (struct bookmark){ .lesson = "01_kernels", .step = 3, .exercise = "01_kernels/scale" };
	menu_resume(&p.model, &left);
	play_script(&p, "j q");
	ok(model_page(&p.model) == PAGE_LESSON && lesson_of(&p.model)->step == 2, "from its lesson, if it was there");
	menu_bookmark(&p.model, &left);
	ok(!strcmp(left.lesson, "01_kernels") && left.step == 3 && !left.exercise[0], "a lesson's place is its step");
	play_script(&p, "q");
	left = (struct bookmark){ .lesson = "01_gone", .step = 3, .exercise = "01_kernels/gone" };
	menu_resume(&p.model, &left);
	play_script(&p, "j k");
	ok(model_page(&p.model) == PAGE_MENU, "what is gone opens nothing");
	menu_bookmark(&p.model, &left);
	ok(!left.lesson[0] && !left.exercise[0], "the menu is no place");
	play_script(&p, "home enter / w down down enter");
	ok(model_page(&p.model) == PAGE_HINTS, "a search goes to what was found");
	play_script(&p, "q q q / paste w a r p paste-end");
	ok(model_page(&p.model) == PAGE_SEARCH && shows(&p, "words: warp▏"), "pasted words are searched for");
	play_script(&p, "backspace backspace q Q");
	ok(!p.left && model_page(&p.model) == PAGE_SEARCH && shows(&p, "words: waqQ▏"), "letters are no commands there");
	play_script(&p, "esc");
	ok(!p.left && model_page(&p.model) == PAGE_MENU, "esc is one");
	play_script(&p, "K @reject q K");
	ok(model_page(&p.model) == PAGE_PROBLEM, "a glossary that cannot be read is an error");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "@no-editor " TO_ADD " e n");
	ok(p.fake.edits == 0, "without EDITOR, what would open is asked first");
	play_script(&p, "e y e");
	ok(p.fake.edits == 2, "and only once");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "@no-editor n enter N n");
	ok(!p.fake.heading[0], "before notes, too");
	play_script(&p, "N y");
	ok(!strcmp(p.fake.heading, "Step 1: A kernel"), "which then open");
	play_close(&p);
}

static void test_profile(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	ok(play_script(&p, "n down down enter p") && model_page(&p.model) == PAGE_PROFILE, "p opens the profile");
	ok(profile_of(&p.model)->by == PROFILE_share && profile_of(&p.model)->lines[0]->line == 6,
	   "the line that takes most is first");
	play_script(&p, "e");
	ok(p.fake.edit_line == 6, "the editor opens at the chosen line");
	play_script(&p, "down S");
	ok(profile_of(&p.model)->by == PROFILE_COLUMNS && profile_of(&p.model)->lines[profile_of(&p.model)->row]->line == 5,
	   "sorted by line the chosen one stays");
	play_script(&p, "G e down up up up up e");
	ok(p.fake.edit_line == 4 && profile_of(&p.model)->row == 0, "the cursor stays in the table");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_PROFILE && p.model.notice[0], "a line without an access has no picture");
	play_script(&p, "g");
	while (profile_of(&p.model)->lines[profile_of(&p.model)->row]->line != 6 && profile_of(&p.model)->row < 2)
		play_script(&p, "down");
	play_script(&p, "enter");
	ok(model_page(&p.model) == PAGE_PICTURE && drawn_of(&p.model)->picture.line == 6, "enter draws the line");
	play_script(&p, "q s s s s s s s s s s s");
	ok(model_page(&p.model) == PAGE_PROFILE, "sorting goes round");
	play_script(&p, "@saved @result=passed q");
	play_script(&p, "p");
	ok(model_page(&p.model) == PAGE_PROFILE && !profile_of(&p.model)->old, "after a save p makes a new one");
	play_script(&p, "q c p");
	ok(model_page(&p.model) != PAGE_PROFILE && p.model.notice[0], "while a check runs there is none");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter c @result=memory p");
	ok(profile_chosen(&p.model) && profile_chosen(&p.model)->line == 4,
	   "after a verdict about a line the profile begins there");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter @reject p");
	ok(model_page(&p.model) == PAGE_PROBLEM, "what fails is said");
	play_script(&p, "q @allow p q q enter p");
	ok(model_page(&p.model) == PAGE_PROFILE, "and another time it works");
	play_close(&p);
}

static bool is_python(const struct play *p)
{
	const char *ending = exercise_of(&p->model)->assignment.path ? strrchr(exercise_of(&p->model)->assignment.path,
									       '.') : NULL;

	return ending && !strcmp(ending, ".py");
}

static void test_language(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter L");
	ok(!is_python(&p) && strstr(p.model.notice, "no version in Python"), "an exercise without a twin says so");
	ok(!model_offers(&p.model, REQUEST_LANGUAGE), "and the bar has no key for it");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "@twin n down down enter");
	ok(model_offers(&p.model, REQUEST_LANGUAGE) && !is_python(&p), "one with a twin begins in the workspace's language");
	play_script(&p, "L");
	ok(is_python(&p) && model_page(&p.model) == PAGE_EXERCISE && strstr(p.model.notice, "add.py"), "L changes to Python");
	play_script(&p, "@saved @result=memory L");
	ok(!is_python(&p) && model_page(&p.model) == PAGE_EXERCISE && !exercise_of(&p.model)->attempt,
	   "and back, from its result too, which is gone then");
	play_script(&p, "c L");
	ok(!is_python(&p) && strstr(p.model.notice, "a check is running"), "not while it is checked");
	play_script(&p, "@result=passed @reject L");
	ok(model_page(&p.model) == PAGE_PROBLEM && !is_python(&p), "what fails is said");
	play_close(&p);
}

static bool works(const struct play *p)
{
	return p->model.working[0] && p->fake.work;
}

static void test_work(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter @aside p");
	ok(works(&p) && model_page(&p.model) == PAGE_EXERCISE, "a profile is made beside the loop");
	play_script(&p, "down @size=100x30");
	ok(works(&p) && !p.model.work_dropped, "the keys of the page work meanwhile");
	play_script(&p, "@worked");
	ok(!p.model.working[0] && model_page(&p.model) == PAGE_PROFILE, "and its page opens at its end");
	play_script(&p, "q @saved @result=passed q p esc");
	ok(p.model.work_dropped && model_page(&p.model) == PAGE_EXERCISE && p.model.notice[0] && p.fake.cancels == 1,
	   "Escape ends the work that runs");
	play_script(&p, "@worked");
	ok(!p.model.working[0] && model_page(&p.model) == PAGE_EXERCISE, "and then nothing opens");
	play_script(&p, "p q");
	ok(p.model.work_dropped && p.fake.cancels == 2, "who leaves the page ends it, too");
	play_script(&p, "@worked");
	ok(model_page(&p.model) == PAGE_MENU, "and stays where the keys have led");
	play_script(&p, "enter p @saved");
	ok(p.model.work_dropped && !p.model.checking && p.fake.cancels == 3, "a save ends the work that runs");
	play_script(&p, "@worked");
	ok(p.model.checking, "and the check begins after it");
	play_script(&p, "@result=passed q p @reject @worked");
	ok(model_page(&p.model) == PAGE_PROBLEM && !p.model.working[0], "what fails is said");
	play_script(&p, "@allow q t @worked");
	ok(model_page(&p.model) == PAGE_STEPPER, "the stepper begins");
	play_script(&p, "n n n");
	ok(works(&p) && p.model.nlater == 2, "its keys wait for each other");
	play_script(&p, "@worked");
	ok(works(&p) && p.model.nlater == 1, "in turn");
	play_script(&p, "esc @worked");
	ok(!p.model.working[0] && !p.model.nlater && model_page(&p.model) == PAGE_STEPPER, "until Escape ends them all");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter @saved @result=passed q @aside t n @worked");
	ok(model_page(&p.model) == PAGE_EXERCISE && !strcmp(exercise_of(&p.model)->assignment.id, "01_kernels/scale"),
	   "the stepper of one exercise does not open over another: t, then n while it builds");
	play_close(&p);
	play_open(&p, 24, 80, false);
	play_script(&p, "n down down enter @aside p");
	ok(works(&p), "the workbook may be left in the middle");
	play_close(&p);
}

static void test_mouse(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "@click=7,20");
	ok(menu_of(&p.model)->cursor == 2 && model_page(&p.model) == PAGE_MENU,
	   "a click chooses a row, past the line of a summary");
	play_script(&p, "@click=6,20 @click=22,20 @click=0,0");
	ok(menu_of(&p.model)->cursor == 2 && model_page(&p.model) == PAGE_MENU, "a click beside all rows does nothing");
	play_script(&p, "@click=8,20 @click=8,20");
	ok(model_page(&p.model) == PAGE_EXERCISE, "another click opens it");
	play_script(&p, "@click=4,20");
	ok(p.model.file.focus, "a click chooses the file's panel");
	play_script(&p, "@wheel=15,20");
	ok(!p.model.file.focus, "the wheel moves the panel that it is over");
	play_close(&p);

	play_open(&p, 36, 120, false);
	play_script(&p, "down down down down enter @click=5,110");
	ok(lesson_of(&p.model)->step == 1, "a click on a step beside a lesson's page turns to it");
	play_script(&p, "@click=4,110 @click=3,110 @click=34,110 @click=4,20");
	ok(lesson_of(&p.model)->step == 0, "and a click elsewhere does nothing");
	play_close(&p);
	play_open(&p, 36, 120, false);
	play_script(&p, "n enter n n n n 1 8");
	if (ok(lesson_of(&p.model)->typed[0] && lesson_of(&p.model)->step > 0, "a number is being typed"))
		play_script(&p, "@click=4,110");
	ok(lesson_of(&p.model)->typed[0] && lesson_of(&p.model)->step > 0 && p.model.notice[0],
	   "then the click waits for its end");
	play_close(&p);
}

static void test_failures(void)
{
	struct play p;

	play_open(&p, 24, 80, false);
	play_script(&p, "@reject enter");
	ok(model_page(&p.model) == PAGE_PROBLEM, "a lesson that cannot be opened says why");
	play_script(&p, "q @allow enter @reject space");
	ok(model_page(&p.model) == PAGE_LESSON && lesson_of(&p.model)->step == 1 && p.model.notice_bad,
	   "a record that cannot be kept does not stop the learner");
	play_script(&p, "q @allow " TO_ADD " @reject c");
	ok(model_page(&p.model) == PAGE_PROBLEM && !p.model.checking, "a check that cannot start says why");
	play_script(&p, "q e");
	ok(model_page(&p.model) == PAGE_PROBLEM, "an editor that cannot start says why");
	play_close(&p);
}

/* After an exercise was opened by name, the menu's cursor is on it. */
static void test_opening_exercise(void)
{
	struct menu_row row;
	struct play p;

	play_open(&p, 24, 80, false);
	menu_open(&p.model, "scale");
	play_script(&p, "@allow");
	ok(model_page(&p.model) == PAGE_EXERCISE, "'scale' names an exercise");
	play_script(&p, "q");
	row = menu_row(&p.model, menu_of(&p.model)->cursor);
	ok(row.exercise && !strcmp(row.exercise->name, "scale"), "and the menu's cursor is on it");
	play_close(&p);
	play_open(&p, 24, 80, false);
	menu_open(&p.model, "02");
	play_script(&p, "@allow q");
	row = menu_row(&p.model, menu_of(&p.model)->cursor);
	ok(row.lesson && !row.exercise && !strcmp(row.lesson->id, "02_grids"), "as on a lesson that was named");
	play_close(&p);
}

static void test_opening(void)
{
	static const struct { const char *word; bool found; } words[] = {
		{ "1", true }, { "01", true }, { "kernels", true }, { "01_kernels", true },
		{ "", false }, { "9", false }, { "1x", false },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct play p;

		play_open(&p, 24, 80, false);
		menu_open(&p.model, words[i].word);
		play_script(&p, "@allow");
		ok((model_page(&p.model) == PAGE_LESSON) == words[i].found, "'%s' %s a lesson", words[i].word,
		   words[i].found ? "names" : "does not name");
		play_close(&p);
	}
}

/* Random keys, in windows of all sizes: the state stays consistent in any order. */
static void test_any_order(void)
{
	static const char *const words[] = {
		"enter", "space", "esc", "up", "down", "left", "right", "pgup", "pgdn", "home", "end", "backspace",
		"1", "2", "9", ".", "-", "n", "p", "e", "c", "h", "s", "r", "y", "q", "?", "G", "g", "v", "k", "j",
		"@saved", "@stage=compile", "@result=passed", "@result=memory", "@result=compile", "@result=none",
		"@result=printf", "@size=80x24", "@size=60x16", "@size=20x5", "@size=132x50", "@size=40x12", "@edited",
		"@deleted",
		"@click=5,20", "@wheel=12,40", "M", "P", "@result=race", "@result=missing",
		"@result=interrupted", "]", "[", "o", "tab", "T", "R", "paste", "paste-end", "@reject", "@allow", "@allow",
	};
	struct rng rng;
	bool sound = true;

	rng_init(&rng, 1);
	for (int round = 0; round < 20; round++) {
		struct play p;

		play_open(&p, 24, 80, round % 2);
		for (int i = 0; i < 400 && !p.left; i++) {
			const char *word = words[rng_below(&rng, sizeof words / sizeof *words)];

			if (!strncmp(word, "@result", 7) && !p.model.checking)
				continue;
			play_script(&p, word);
			sound &= p.model.depth >= 0 && p.model.depth < PAGE_COUNT && menu_of(&p.model)->cursor >= 0 &&
				 menu_of(&p.model)->cursor < menu_rows(&p.model) && p.model.neffects == 0;
		}
		play_close(&p);
	}
	ok(sound, "keys and events in any order leave a sound state");
}

static void test_class(void)
{
	struct play p;
	bool sound = true;

	play_open_class(&p, 24, 80, false);
	ok(model_page(&p.model) == PAGE_CLASS && class_of(&p.model)->n == 4, "a class opens on its table");
	play_script(&p, "down right a + 1 enter g o o d backspace enter");
	ok(!strcmp(p.fake.adjusted, "1001 01_kernels/saxpy +1 goo"),
	   "an adjustment is of the chosen submission, with its reason");
	play_script(&p, "a x enter w h y enter");
	ok(!strcmp(p.fake.adjusted, "1001 01_kernels/saxpy +1 goo") && p.model.notice_bad,
	   "words that are no points change nothing, and that is said");
	play_script(&p, "a + 2 enter enter a + 2 enter esc a esc");
	ok(!strcmp(p.fake.adjusted, "1001 01_kernels/saxpy +1 goo") && !class_prompt(&p.model),
	   "without a reason there is no adjustment");
	play_script(&p, "enter c 4 : space w h y enter");
	ok(!strcmp(p.fake.commented, "1001 01_kernels/saxpy 4: why") && model_page(&p.model) == PAGE_SUBMISSION,
	   "a comment is of the open submission");
	play_script(&p, "c = x enter");
	ok(p.model.notice_bad, "an item that the rubric lacks is said");
	play_script(&p, "c enter c esc esc");
	ok(!strcmp(p.fake.commented, "1001 01_kernels/saxpy 4: why") && !class_prompt(&p.model) &&
	   model_page(&p.model) == PAGE_CLASS,
	   "without words there is no comment");
	play_script(&p, "r @regraded y");
	ok(p.fake.regrades == 1 && p.fake.applied == 1 && !p.fake.dropped, "what a regrade changes counts after y");
	play_script(&p, "r @regraded n r @same");
	ok(p.fake.applied == 1 && p.fake.dropped == 1 && !p.model.answered,
	   "and not after n; without a change there is no question");
	play_script(&p, "/ r a c e");
	ok(class_of(&p.model)->n == 1 && !strcmp(class_chosen(&p.model)->id, "1003"), "a filter by the words of a verdict");
	play_script(&p, "esc");
	ok(class_of(&p.model)->n == 4 && !strcmp(class_chosen(&p.model)->id, "1003"),
	   "esc clears it, and the student stays chosen");
	play_script(&p, "s s");
	ok(class_of(&p.model)->by == 0 && !strcmp(class_of(&p.model)->shown[0]->id, "-rf lee"),
	   "s sorts by total, then by the exercises");
	play_script(&p, "home enter n n n n q");
	ok(model_page(&p.model) == PAGE_CLASS && class_of(&p.model)->row == 3 && p.model.notice[0] == '\0',
	   "from a submission to the next ones, and back");
	play_script(&p, "P K N enter P K ? / P q q Q");
	ok(p.left, "keys of the learner's pages do nothing here");
	play_close(&p);
	for (unsigned seed = 1; seed <= 20; seed++) {
		static const char *const words[] = { "up", "down", "left", "right", "enter", "q", "esc", "a", "r", "s", "S", "o",
						     "/", "n", "p", "y", "?",
			"@graded", "@regraded", "@same", "@reject", "@allow", "@size=40x12", "@size=20x5", "@size=120x36",
			"backspace", "1", "+", "end", "home",
			"P", "K", "N", "pgdn", "paste", "paste-end", "@click=6,10", "@wheel=6,10" };
		unsigned at = seed;

		play_open_class(&p, 24, 80, seed % 2);
		for (int i = 0; i < 300; i++) {
			at = at * 1103515245u + 12345u;
			play_script(&p, words[(at >> 16) % (sizeof words / sizeof *words)]);
			sound &= p.model.depth >= 0 && p.model.depth < PAGE_COUNT && class_of(&p.model)->row >= 0 &&
				 (!class_of(&p.model)->n || class_of(&p.model)->row < (int)class_of(&p.model)->n) &&
				 p.model.neffects == 0;
		}
		play_close(&p);
	}
	ok(sound, "keys and events in any order leave a class in a sound state");
}

int main(void)
{
	if (!setlocale(LC_ALL, "C.UTF-8"))
		printf("# without the locale C.UTF-8\n");
	test_leaving();
	test_lesson();
	test_reading_on();
	test_last_step();
	test_nearby();
	test_experiment();
	test_pictures();
	test_kept();
	test_terms();
	test_picture_aside();
	test_links();
	test_lesson_to_exercise();
	test_verdict_first();
	test_checks();
	test_asking();
	test_failures();
	test_solution_width();
	test_blank();
	test_paste();
	test_profile();
	test_language();
	test_work();
	test_mouse();
	test_stub();
	test_next_lesson();
	test_source();
	test_opening();
	test_opening_exercise();
	test_any_order();
	test_class();
	return tap_done();
}
