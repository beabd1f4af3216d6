/*
 * app.c - the loop: wait for a key, a save, or news of a check; change the model;
 * draw.
 *
 * Signals are blocked except during ppoll, so that none is lost between the test of
 * the flag and the wait. Everything that can block for long happens elsewhere:
 * checks in the runner's thread, the editor in the terminal that the loop lends it.
 */
#include "config.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "child/proc.h"
#include "tui/backend.h"
#include "tui/backend_class.h"
#include "tui/draw.h"
#include "tui/frame.h"
#include "tui/pages/class.h"
#include "tui/pages/menu.h"
#include "tui/pages/program.h"
#include "tui/running.h"
#include "tui/term.h"
#include "tui/tui.h"

#define LOOK_MS 1000 /* how often to look at the file if inotify sends no events */
#define GLANCE_MS 60

struct app {
	struct model model;
	struct screen screen;
	struct backend backend;
	struct class_backend of_class; /* used instead of `backend` if its room is not NULL */
	struct tui_backend operations;
	bool mouse;            /* the workbook has taken it from the terminal */
	double ticked;         /* clock_now() at the last tick, or while nothing worked */
	sigset_t waiting;      /* the signal mask while we wait: the original one */
};

static void block_signals(sigset_t *before)
{
	static const int ours[] = { SIGINT, SIGTERM, SIGHUP, SIGWINCH };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		sigaddset(&set, ours[i]);
	pthread_sigmask(SIG_BLOCK, &set, before);
}

static int draw(struct app *app, struct error *err)
{
	int rows, cols;

	term_size(&rows, &cols);
	model_set_size(&app->model, rows, cols);
	if (frame_draw(&app->model, &app->screen))
		return error_nomem(err);
	draw_screen(&app->screen, app->model.theme, app->backend.redraw || app->of_class.redraw);
	app->backend.redraw = app->of_class.redraw = false;
	return 0;
}

/* False if the terminal is gone. */
static bool wait_for_event(struct app *app)
{
	struct timespec limit = { .tv_sec = LOOK_MS / 1000, .tv_nsec = LOOK_MS % 1000 * 1000000 };
	struct pollfd fds[] = {
		{ .fd = 0, .events = POLLIN },
		{ .fd = app->backend.runner ? runner_fd(app->backend.runner) : -1, .events = POLLIN },
		{ .fd = app->backend.watch ? watch_fd(app->backend.watch) : -1, .events = POLLIN },
	};

	if (app->model.checking || app->model.working[0])
		limit = (struct timespec){ .tv_nsec = MODEL_TICK_MS * 1000000 };
	if (ppoll(fds, sizeof fds / sizeof *fds, &limit, &app->waiting) <= 0)
		return true;
	return !(fds[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

static bool take_keys(struct app *app)
{
	int key, row, col;

	while ((key = term_key()) != KEYCODE_NONE) {
		if (key == KEYCODE_CLICK || key == KEYCODE_WHEEL_UP || key == KEYCODE_WHEEL_DOWN) {
			term_pointer(&row, &col);
			frame_mouse(&app->model, key, row, col);
		} else {
			model_key(&app->model, key);
		}
		if (app->mouse != app->model.mouse)
			term_mouse(app->mouse = app->model.mouse);
		if (!effects_run(&app->model, &app->operations))
			return false;
	}
	return true;
}

/* News can come at any time; the model's ticks are as long as it believes, since it counts seconds in them. */
static void tick(struct app *app)
{
	double now = clock_now();

	if (now - app->ticked < MODEL_TICK_MS / 1000.0)
		return;
	app->ticked = now;
	app->model.tick++;
}

static void take_news(struct app *app)
{
	struct model *m = &app->model;
	struct attempt *attempt;
	struct work *work;
	struct error err;

	if (m->working[0] && (work = backend_worked(&app->backend)) != NULL)
		work_done(m, work);
	if (runner_take(app->backend.runner, &attempt, &err)) {
		check_done(m, attempt);
		if (!attempt)
			model_set_problem(m, &err);
	} else if (m->checking) {
		check_so_far(m, runner_so_far(app->backend.runner));
		m->state = runner_state(app->backend.runner);
		tick(app);
	} else if (m->working[0]) {
		tick(app);
	}
	if (app->backend.watch && watch_changed(app->backend.watch))
		check_saved(m);
}

/* Another process grades: reads the table again when its database has changed. */
static void refresh_class(struct app *app)
{
	struct model *m = &app->model;
	char said[400];
	bool changes;
	struct error failed;

	if (classroom_regraded(app->of_class.room, said, sizeof said, &changes, &failed)) {
		if (failed.text[0]) {
			class_regraded(m, "", false);
			model_set_problem(m, &failed);
		} else {
			class_regraded(m, said, changes);
		}
	}
	if (model_page(m) != PAGE_PROBLEM && !m->answered && classroom_changed(app->of_class.room))
		class_refresh(m);
}

/* Does not show work that ends within a glance, so that the page does not flicker. */
static bool wait_briefly(struct app *app)
{
	struct model *m = &app->model;
	struct pollfd end = { .fd = app->backend.runner ? runner_fd(app->backend.runner) : -1, .events = POLLIN };

	while (m->working[0] && m->tick == m->started && poll(&end, 1, GLANCE_MS) > 0) {
		take_news(app);
		if (!effects_run(m, &app->operations))
			return false;
	}
	return true;
}

static int loop(struct app *app, struct error *err)
{
	while (effects_run(&app->model, &app->operations) && wait_briefly(app)) {
		if (draw(app, err))
			return -1;
		if (!app->model.checking && !app->model.working[0])
			app->ticked = clock_now();
		if (!wait_for_event(app) || proc_caught_signal() || !take_keys(app))
			break;
		if (app->of_class.room)
			refresh_class(app);
		else
			take_news(app);
	}
	return 0;
}

static const char *wanted(const char *option, const char *variable, const char *otherwise)
{
	const char *value = option ? option : getenv(variable);

	return value && *value ? value : otherwise;
}

static int open(struct app *app, enum page_id first, struct error *err)
{
	int rows, cols;

	if (term_open(err))
		return -1;
	term_size(&rows, &cols);
	if (model_init(&app->model, first, rows, cols, !term_utf8())) {
		term_close();
		return error_nomem(err);
	}
	app->model.theme = theme_wanted();
	app->model.mouse = app->mouse = strcmp(wanted(NULL, "WARPBOOK_MOUSE", "1"), "0") != 0;
	term_mouse(app->mouse);
	return 0;
}

static void shut(struct app *app)
{
	term_close();
	pthread_sigmask(SIG_SETMASK, &app->waiting, NULL);
	model_release(&app->model);
	screen_release(&app->screen);
}

static int run(struct app *app, const struct tui_options *options, struct error *err)
{
	struct error warning, unkept;
	struct bookmark place;
	int status;

	if (backend_open(&app->backend, options, &warning, err))
		return -1;
	if (open(app, PAGE_MENU, err)) {
		backend_close(&app->backend);
		return -1;
	}
	app->operations = backend_operations(&app->backend);
	app->model.device = wanted(options->device, "WARPBOOK_DEVICE", "vm");
	app->model.compiler = wanted(options->compiler, "WARPBOOK_COMPILER", NULL);
	bookmark_read(&options->workspace, &place);
	if (effects_run(&app->model, &app->operations)) {
		if (options->program)
			program_open(&app->model);
		else if (options->lesson)
			menu_open(&app->model, options->lesson);
		else
			menu_resume(&app->model, &place);
	}
	/* shows the problem above the page where the learner left */
	if (warning.text[0] && effects_run(&app->model, &app->operations))
		model_set_problem(&app->model, &warning);
	status = loop(app, err);
	menu_bookmark(&app->model, &place);
	bookmark_write(&options->workspace, &place, &unkept); /* without it the workbook opens with its menu */
	shut(app);
	backend_close(&app->backend);
	return status;
}

static int watch(struct app *app, struct error *err)
{
	int status;

	if (open(app, PAGE_CLASS, err))
		return -1;
	app->operations = class_backend_operations(&app->of_class);
	status = loop(app, err);
	shut(app);
	return status;
}

int tui_watch(struct classroom *room, struct error *err)
{
	struct app app = { .of_class = { .room = room } };
	int status;

	proc_catch_signals();
	block_signals(&app.waiting);
	status = watch(&app, err);
	pthread_sigmask(SIG_SETMASK, &app.waiting, NULL);
	return status;
}

int tui_run(const struct tui_options *options, struct error *err)
{
	struct app *app = calloc(1, sizeof *app);
	int status;

	if (!app)
		return error_nomem(err);
	proc_catch_signals();
	block_signals(&app->waiting);
	status = run(app, options, err);
	pthread_sigmask(SIG_SETMASK, &app->waiting, NULL);
	free(app);
	return status;
}
