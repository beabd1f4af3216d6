/* remark.c - finds the word of a line that a finding is about. */
#include "config.h"

#include <string.h>

#include "tap/tap.h"
#include "words/kinds.h"
#include "words/remark.h"

/* The text at the column that the excerpt points to. */
static const char *pointed(const char *line, const char *message, int column)
{
	const struct remark_source own = { "k.cu", line, strlen(line) };
	struct finding f = { .place = { .file = "k.cu", .line = 1, .column = column } };
	int at;

	f.message = message;
	at = remark_column(&own, &f);
	return at > 0 && (size_t)at <= strlen(line) ? line + at - 1 : "";
}

static void points_to(const char *line, const char *message, int column, const char *want, const char *what)
{
	const char *at = pointed(line, message, column);

	ok(!strncmp(at, want, strlen(want)), "%s: %s", what, at);
}

static void points_to_bank(const char *text, const char *want, const char *what)
{
	const struct remark_source own = { "k.cu", text, strlen(text) };
	const struct finding f = { .kind = KIND_METRIC, .rule = "bank_conflict_factor",
				   .message = "shared memory takes 16 times the fewest passes",
				   .place = { .file = "k.cu", .line = 1, .column = 5 } };
	const char *at = text + remark_column(&own, &f) - 1;

	ok(!strncmp(at, want, strlen(want)), "%s: %.8s", what, at);
}

int main(void)
{
	static const char reads[] = "thread (0,0,0) of block (0,0,0) reads seat[1]; seat has 1 element";
	static const char writes[] = "thread (1,0,0) of block (0,0,0) writes seat[1]; seat has 1 element";

	points_to("    seat[i] = i + seat[1];\n", reads, 0, "seat[1]", "a read is on the right of `=`");
	points_to("    seat[i] = i + seat[1];\n", reads, 5, "seat[1]", "also when the column is that of the statement's begin");
	points_to("    seat[i] = i + seat[1];\n", writes, 5, "seat[i]", "a write is on the left");
	points_to("    seat[i] = i + seat[1];\n", reads, 19, "seat[1]", "an exact column counts");
	points_to("    seat[i] += seat[i - 1];\n", reads, 5, "seat[i] +=", "`+=` reads on the left, too");
	points_to("    if (seat[i] == seat[1])\n", reads, 9, "seat[i]", "a comparison assigns nothing");
	points_to("    out[seat[i]] = x[i];\n", reads, 5, "seat[i]", "an array that is read for an index is found there");
	points_to("    out[i] = x[i];\n", reads, 5, "out[i]", "without the array in the line the compiler's column stays");
	points_to_bank("    out[c * h + r] = tile[r][c];\n    __shared__ float tile[64][64];\n", "tile[r]",
		       "bank conflicts are those of the array in shared memory");
	points_to_bank("    out[c * h + r] = x[r];\n    __shared__ float tile[64][64];\n", "out[c", "if the line uses one");
	return tap_done();
}
