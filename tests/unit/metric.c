/* metric.c - the table of metrics: its counters exist, and its figures are right. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "words/metric.h"
#include "base/path.h"
#include "tap/tap.h"

static const char *const known[] = {
#define COUNTER(name, unit, what) #name,
#include "simt/counters.def"
	"launched_blocks", "launched_warps", "bytes_needed", "seconds",
};

static const char *unknown;

static double ask(const void *ctx, const char *name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i], name))
			return 1;
	unknown = name;
	return NAN;
}

struct pair { const char *name; double value; };

static double look(const void *ctx, const char *name)
{
	for (const struct pair *p = ctx; p->name; p++)
		if (!strcmp(p->name, name))
			return p->value;
	return NAN;
}

static double value_of(const char *metric, const struct pair *pairs)
{
	return metric_find(metric)->value(&(struct metric_counts){ look, pairs });
}

static double spent_on(const char *metric, const struct pair *pairs)
{
	return metric_find(metric)->spent(&(struct metric_counts){ look, pairs });
}

static void test_table(void)
{
	const struct metric_counts counts = { ask, NULL };

	for (size_t i = 0; i < metric_nrows; i++) {
		const struct metric *m = &metric_rows[i];
		const char *at = strstr(m->sentence, "%s");

		unknown = NULL;
		m->value(&counts);
		m->spent(&counts);
		if (!ok(!unknown, "%s is made of counters that there are", m->name))
			printf("# %s\n", unknown);
		ok(at && !strstr(at + 2, "%s") && *m->advice && *m->noun && *m->what && metric_find(m->name) == m,
		   "and has its words, once");
	}
	ok(!metric_find("speed"), "a name that is not a metric is not found");
}

static void test_values(void)
{
	const struct pair strided[] = { { "global_requests", 10 }, { "global_sectors", 180 }, { "global_load_bytes", 640 },
					{ "global_store_bytes", 640 }, { NULL, 0 } };
	const struct pair shared[] = { { "shared_wavefronts", 96 }, { "shared_atomic_wavefronts", 4 }, { "bank_conflicts", 75 },
				       { NULL, 0 } };
	const struct pair lanes[] = { { "warp_instructions", 10 }, { "thread_instructions", 80 }, { NULL, 0 } };
	const struct pair blocks[] = { { "warp_instructions", 800 }, { "longest_block", 200 }, { NULL, 0 } };
	const struct pair none[] = { { "global_requests", 0 }, { "global_sectors", 0 }, { NULL, 0 } };

	ok(value_of("sectors_per_request", strided) == 18, "sectors per request");
	ok(spent_on("sectors_per_request", strided) == 140, "a line is to blame for the sectors beyond those it needs");
	ok(fabs(value_of("sector_use", strided) - 100.0 * 1280 / 5760) < 1e-9, "the part of them that is used");
	ok(value_of("bank_conflict_factor", shared) == 4, "passes relative to the fewest possible");
	ok(value_of("working_blocks", blocks) == 4, "blocks that share the work as the busiest one does");
	ok(value_of("active_lanes", lanes) == 8 && spent_on("active_lanes", lanes) == 240, "active lanes, and idle ones");
	ok(isnan(value_of("sectors_per_request", none)), "without loads there is nothing to measure");
	ok(isnan(value_of("traffic", strided)), "nor if a counter is missing");
}

static void test_texts(void)
{
	static const struct { double value; const char *text; } rows[] = {
		{ 4, "4" }, { 4.5, "4.5" }, { 31.94, "31.9" }, { 0.25, "0.25" }, { 1536, "1536" }, { 9999, "9999" },
		{ 13312, "13.3 k" }, { 1.234e6, "1.23 M" }, { 999999, "1 M" }, { 5e9, "5 G" }, { 0, "0" },
	};
	char text[32];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		is_text(metric_text(rows[i].value, text, sizeof text), rows[i].text, rows[i].text);
}

/* The author's manual lists them as they are. */
static void test_manual(void)
{
	struct buf manual = BUF_INIT;
	struct error err;
	char path[600];

	if (path_data("exercises/README.md", path, sizeof path, &err) || file_read(path, 1 << 20, &manual, &err)) {
		ok(false, "the manual is there");
		return;
	}
	for (size_t i = 0; i < metric_nrows; i++) {
		const struct metric *m = &metric_rows[i];
		char row[400];

		snprintf(row, sizeof row, "\n| `%s` | `%s` | %s | %s |\n", m->name, m->more ? "least" : "most", m->noun, m->what);
		ok(strstr(buf_text(&manual), row), "the manual tells of %s", m->name);
	}
	buf_release(&manual);
}

int main(void)
{
	test_table();
	test_values();
	test_texts();
	test_manual();
	return tap_done();
}
