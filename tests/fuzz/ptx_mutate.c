/*
 * ptx_mutate.c - the mutator of the PTX targets, for libFuzzer and for driver.c: one time in five it
 * damages bytes as usual; otherwise it adds, removes and moves statements, changes numbers
 * to unusual ones, and now and then generates a new module. So most of its output
 * parses, and damage reaches the parts behind the parser.
 */
#include "config.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "ptx_maker.h"
#include "ptx_mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* The start of a random line, or the end of the text. */
static size_t line_choose(struct rng *rng, const char *text, size_t len)
{
	size_t at = len ? rng_below(rng, len) : 0;

	while (at < len && at && text[at - 1] != '\n')
		at++;
	return at;
}

static size_t line_length(const char *text, size_t len, size_t at)
{
	const char *end = at < len ? memchr(text + at, '\n', len - at) : NULL;

	return end ? (size_t)(end - (text + at)) + 1 : len - at;
}

/* Replaces `cut` bytes at `at`; does nothing if the result does not fit. */
static size_t splice(char *text, size_t len, size_t max, size_t at, size_t cut, const struct buf *with)
{
	if (with->len > max - (len - cut) || with->failed)
		return len;
	memmove(text + at + with->len, text + at + cut, len - at - cut);
	if (with->len)
		memcpy(text + at, with->data, with->len);
	return len - cut + with->len;
}

/* A run of digits from a random place on. */
static size_t number_find(struct rng *rng, const char *text, size_t len, size_t *at)
{
	size_t n = 0;

	for (*at = len ? rng_below(rng, len) : 0; *at < len; ++*at)
		if (isdigit((unsigned char)text[*at]) && *at && strchr(" ,+<[(-", text[*at - 1]))
			break;
	while (*at + n < len && isxdigit((unsigned char)text[*at + n]))
		n++;
	return n;
}

/* The settings for fuzz_simt, in the first line. */
static void options_write(struct rng *rng, struct buf *out)
{
	static const char *const words[] = { "checks", "seed", "threads", "cooperative", "block", "grid", "budget", "shared",
					     "trace" };
	static const unsigned most[] = { 16, 4, 4, 2, 200, 6, 3000, 5000, 2 };

	buf_puts(out, "//@");
	for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
		if (rng_below(rng, 2))
			buf_printf(out, " %s=%d", words[k], (int)rng_below(rng, most[k]));
	buf_puts(out, "\n");
}

size_t ptx_mutate(struct rng *rng, maker_judge *judge, uint8_t *data, size_t size, size_t max)
{
	struct buf made = BUF_INIT;
	char *text = (char *)data;
	size_t at = line_choose(rng, text, size), cut = 0, from;

	switch (rng_below(rng, 20)) {
	case 0: case 1: case 2: case 3:
		return LLVMFuzzerMutate(data, size, max);
	case 4:
		maker_module(rng, judge, &made);
		at = 0;
		cut = size;
		break;
	case 5: case 6:
		options_write(rng, &made);
		at = 0;
		cut = size > 3 && !memcmp(text, "//@", 3) ? line_length(text, size, 0) : 0;
		break;
	case 7: case 8: case 9:
		cut = line_length(text, size, at);
		break;
	case 10: case 11:
		from = line_choose(rng, text, size);
		buf_append(&made, text + from, line_length(text, size, from));
		break;
	case 12: case 13: case 14:
		cut = number_find(rng, text, size, &at);
		maker_number(rng, &made);
		break;
	default:
		maker_statements(rng, judge, maker_is_home(text, size), &made);
	}
	size = splice(text, size, max, at, cut, &made);
	buf_release(&made);
	return size;
}
