/* kernel_progress.c - see kernel_progress.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cudart/check/kernel_progress.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "cudart/runtime.h"

#define FIRST_SECONDS 3.0  /* in a terminal */
#define EACH_SECONDS  1.0
#define LINE_SECONDS  10.0 /* elsewhere, and ten times as many for each further line */
#define COLUMNS       79
#define OFTEN_SECONDS 0.001 /* calls that follow each other more closely than this do not all read the clock: */
#define SKIPS_MOST    255   /* at most so many between two that do */

/* Kernels run one at a time. */
static double began, next, looked;
static unsigned skips, left;
static bool is_shown;

static void show(const char *name, uint64_t ended, uint64_t blocks, double seconds)
{
	char line[COLUMNS + 1];

	snprintf(line, sizeof line, "%.40s: %" PRIu64 " of %" PRIu64 " blocks done in %.0f s", name, ended, blocks, seconds);
	fprintf(stderr, "\r%-*s", COLUMNS, line);
	is_shown = true;
}

/* `how` it is, after its name. */
static void tell(const char *name, const char *how, const struct call_site *launch, uint64_t ended, uint64_t blocks)
{
	struct source_place place = { 0 };

	fprintf(stderr, "warpbook: kernel `%s` %s: %" PRIu64 " of %" PRIu64 " blocks done", name, how, ended, blocks);
	if (call_place(launch, &place) && place.line)
		fprintf(stderr, "; launched at %s:%d", place.file, place.line);
	fputc('\n', stderr);
}

void kernel_progress(const char *kernel, const struct call_site *launch, uint64_t ended, uint64_t blocks)
{
	const bool terminal = runtime.settings.progress;
	char how[40];
	struct buf name = BUF_INIT;
	double now;

	if (left) {
		left--;
		return;
	}
	now = clock_now();
	skips = now - looked < OFTEN_SECONDS ? 2 * skips + 1 : 0;
	left = skips = skips < SKIPS_MOST ? skips : SKIPS_MOST;
	looked = now;
	if (began == 0) {
		began = now;
		next = now + (terminal ? FIRST_SECONDS : LINE_SECONDS);
	}
	if (now < next)
		return;
	next = terminal ? now + EACH_SECONDS : began + 10 * (next - began);
	kernel_name_put(kernel, false, &name);
	if (terminal) {
		show(buf_text(&name), ended, blocks, now - began);
	} else {
		snprintf(how, sizeof how, "has run for %.0f s", now - began);
		tell(buf_text(&name), how, launch, ended, blocks);
	}
	fflush(stderr);
	buf_release(&name);
}

void kernel_progress_stopped(const char *kernel, const struct call_site *launch, uint64_t ended, uint64_t blocks)
{
	struct buf name = BUF_INIT;

	kernel_progress_end();
	kernel_name_put(kernel, false, &name);
	tell(buf_text(&name), "is stopped", launch, ended, blocks);
	fflush(stderr);
	buf_release(&name);
}

void kernel_progress_end(void)
{
	began = 0;
	skips = left = 0;
	if (!is_shown)
		return;
	fprintf(stderr, "\r%*s\r", COLUMNS, "");
	fflush(stderr);
	is_shown = false;
}
