/* gantt.c - what a host program did, as entries to draw: numbers that a foreign program made up do no harm. */
#include "config.h"

#include <string.h>

#include "draw/gantt.h"
#include "tap/tap.h"
#include "timeline/timeline_draw.h"

static struct observed_op ops[] = {
	{ .kind = OBSERVED_COPY_IN, .what = "cudaMemcpyAsync", .place = { "a.cu", 8, 0, NULL, 0 }, .start_ns = 100,
	  .end_ns = 400 },
	{ .kind = OBSERVED_KERNEL, .what = "twice", .place = { "a.cu", 9, 0, NULL, 0 }, .start_ns = 400, .end_ns = 900,
	  .because = 1 },
};
static struct observed_host host[] = {
	{ "cudaStreamSynchronize", { "a.cu", 10, 0, NULL, 0 }, 0, true, 120, 900, 2 },
	{ "cudaMalloc", { "a.cu", 7, 0, NULL, 0 }, 0, false, 0, 90, 0 },
};
static struct observed seen = { .ops = ops, .nops = 2, .host = host, .nhost = 2 };

static size_t entries_of(struct arena *arena, struct timeline_entry **e)
{
	struct error err;
	size_t n;

	return gantt_of(&seen, arena, e, &n, &err) ? 0 : n;
}

int main(void)
{
	const struct timeline_style style = { .width = 80 };
	struct arena arena = { 0 };
	struct timeline_entry *e;
	struct buf text = BUF_INIT;
	size_t chain[4], n;

	ok(entries_of(&arena, &e) == 4 && e[2].kind == TIMELINE_HOST_WAIT && e[3].kind == TIMELINE_HOST_CALL && e[3].line == 7,
	   "the host's waits and calls follow the operations");
	ok(e[1].because == 0 && e[2].because == 1 && e[3].because == TIMELINE_NO_ENTRY, "with what each waited for");
	timeline_text(e, 4, &style, &text);
	ok(strstr(buf_text(&text), "\nhost  ") && strstr(buf_text(&text), "cudaStreamSynchronize") &&
	   strstr(buf_text(&text), "the host waits 1 time, "),
	   "so the drawing has a row of the host");
	ops[0].because = 3;
	n = entries_of(&arena, &e);
	ok(n == 4 && timeline_critical(e, n, chain, 4) == 1, "a chain that comes back to where it was is cut there");
	ops[0].because = 1;
	ops[1].because = UINT32_MAX;
	n = entries_of(&arena, &e);
	ok(n == 4 && timeline_critical(e, n, chain, 4) == 1 && e[0].because == TIMELINE_NO_ENTRY,
	   "as is one out of the list, and one to itself");
	seen.nops = 0;
	ok(entries_of(&arena, &e) == 0, "without operations there is nothing to draw");
	buf_release(&text);
	arena_release(&arena);
	return tap_done();
}
