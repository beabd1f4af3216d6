/* kernel_progress.c - see kernel_progress.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cudart/check/kernel_progress.h"
#include "cudart/check/kernel_names.h"

#define FIRST_SECONDS 3.0
#define EACH_SECONDS  1.0
#define COLUMNS       79

/* Kernels run one at a time. */
static double began, next;
static bool is_shown;

void kernel_progress(const char *kernel, uint64_t ended, uint64_t blocks)
{
	double now = clock_now();
	struct buf name = BUF_INIT;
	char line[COLUMNS + 1];

	if (began == 0) {
		began = now;
		next = now + FIRST_SECONDS;
	}
	if (now < next)
		return;
	next = now + EACH_SECONDS;
	kernel_name_put(kernel, false, &name);
	snprintf(line, sizeof line, "%.40s: %" PRIu64 " of %" PRIu64 " blocks done in %.0f s", buf_text(&name), ended, blocks, now - began);
	fprintf(stderr, "\r%-*s", COLUMNS, line);
	fflush(stderr);
	buf_release(&name);
	is_shown = true;
}

void kernel_progress_end(void)
{
	began = 0;
	if (!is_shown)
		return;
	fprintf(stderr, "\r%*s\r", COLUMNS, "");
	fflush(stderr);
	is_shown = false;
}
