/*
 * lsp_text.c - places in a text as editors count them, changes of it, and words
 * in it; messages that come in pieces, torn or wrong.
 */
#include "config.h"

#include <string.h>

#include "lsp/text.h"
#include "lsp/wire.h"
#include "tap/tap.h"

static struct buf text;

static void is_number(size_t got, size_t want, const char *what)
{
	if (!ok(got == want, "%s", what))
		printf("# got: %zu, want: %zu\n", got, want);
}

static void put(const char *bytes)
{
	buf_clear(&text);
	buf_puts(&text, bytes);
}

static void change(const char *json)
{
	json_t *c = json_loads(json, 0, NULL);

	text_change(&text, c);
	json_decref(c);
}

static const char *word_at(int line, int units)
{
	static char word[20];
	json_t *at = json_pack("{s:i, s:i}", "line", line, "character", units);

	text_word(&text, at, word, sizeof word);
	json_decref(at);
	return word;
}

static void test_places(void)
{
	put("int a;\r\n// \303\251\360\237\230\200 b\nend");
	is_number(text_offset(&text, 0, 4), 4, "ASCII: a unit is a byte");
	is_number(text_offset(&text, 0, 99), 6, "beyond a line is its end, before CR LF");
	is_number(text_offset(&text, 1, 4), 8 + 5, "a letter of two bytes is one unit");
	is_number(text_offset(&text, 1, 6), 8 + 9, "a character of four bytes is two units");
	is_number(text_offset(&text, 1, 5), 8 + 9, "the middle of it is its end");
	is_number(text_offset(&text, 9, 9), text.len, "beyond the last line is the end");
	is_number(text_units("\303\251\360\237\230\200b", 7), 4, "and back");
	is_text(word_at(0, 1), "int", "a word");
	is_text(word_at(0, 6), "", "no word");
	is_text(word_at(77, 0), "", "no word beyond the end");
}

static void test_changes(void)
{
	put("one\ntwo\n");
	change("{\"range\":{\"start\":{\"line\":1,\"character\":0},\"end\":{\"line\":1,\"character\":3}},"
	       "\"text\":\"zwei\\ndrei\"}");
	is_text(buf_text(&text), "one\nzwei\ndrei\n", "a range is replaced");
	change("{\"range\":{\"start\":{\"line\":1,\"character\":0},\"end\":{\"line\":0,\"character\":0}},\"text\":\"+\"}");
	is_text(buf_text(&text), "one\n+zwei\ndrei\n", "a range whose end is before its start is empty");
	change("{\"range\":{\"start\":{\"line\":-4,\"character\":1e9},\"end\":\"x\"},\"text\":\"\"}");
	is_text(buf_text(&text), "one\n+zwei\ndrei\n", "a range that is none");
	change("{\"text\":7}");
	is_text(buf_text(&text), "one\n+zwei\ndrei\n", "a text that is none");
	change("{\"text\":\"new\"}");
	is_text(buf_text(&text), "new", "without a range it is all");
}

/* All results of these bytes, given in pieces: 'm' for a message, 'b' for a broken one. */
static const char *results(const char *bytes, size_t n, size_t piece)
{
	static char out[40];
	struct wire w = { .at = 0 };
	enum wire_result result;
	json_t *message;
	size_t k = 0;

	for (size_t i = 0; i < n; i += piece) {
		wire_take(&w, bytes + i, n - i < piece ? n - i : piece);
		while ((result = wire_next(&w, &message)) != WIRE_MORE) {
			if (k + 1 < sizeof out)
				out[k++] = result == WIRE_MESSAGE ? 'm' : 'b';
			json_decref(message);
		}
	}
	out[k] = '\0';
	wire_release(&w);
	return out;
}

static void test_messages(void)
{
	static const struct { const char *bytes, *want, *what; } cases[] = {
		{ "Content-Length: 2\r\n\r\n{}", "m", "a message" },
		{ "Content-Type: x\r\ncontent-length:2\r\n\r\n{}Content-Length: 2\r\n\r\n{}", "mm",
		  "another header, and a second message" },
		{ "Content-Length: 2\n\n{}", "m", "bare line ends" },
		{ "Content-Length: 9\r\n\r\n{\"a\":1Content-Length: 2\r\n\r\n{}", "bm", "a body that was cut off" },
		{ "Content-Length: 3\r\n\r\n[1]Content-Length: 2\r\n\r\n{}", "bm", "a body that is no object" },
		{ "garbage\r\n\r\nContent-Length: 2\r\n\r\n{}", "bm", "no header" },
		{ "Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}", "bm", "a length that is none" },
		{ "Content-Length: 2", "", "half a header" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (size_t piece = 1; piece < 100; piece += 98)
			is_text(results(cases[i].bytes, strlen(cases[i].bytes), piece), cases[i].want, cases[i].what);
}

static void test_large(void)
{
	const size_t n = WIRE_BYTES_MOST + 1;
	struct buf bytes = BUF_INIT;

	buf_printf(&bytes, "Content-Length: %zu\r\n\r\n", n);
	if (buf_reserve(&bytes, n))
		return;
	memset(bytes.data + bytes.len, ' ', n);
	bytes.len += n;
	buf_puts(&bytes, "Content-Length: 2\r\n\r\n{}");
	is_text(results(bytes.data, bytes.len, 1 << 16), "bm", "a message that is too large is skipped");
	buf_release(&bytes);
}

int main(void)
{
	test_places();
	test_changes();
	test_messages();
	test_large();
	buf_release(&text);
	return tap_done();
}
