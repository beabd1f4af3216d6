/* toolchain_request.c - NVRTC's requests and replies survive their line unchanged, and any other line is rejected. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "toolchain/request.h"

static void round_trip(void)
{
	struct request r = { .name = "a\nb.cu", .text = "x\\n\f\n\n\"y\"\\", .nheaders = 2, .header_names = { "h.h", "a/b.h" },
			     .headers = { "", "\n\n#define A \\\n\t1\n" } };
	struct arena arena = { .chunks = NULL };
	struct buf line = BUF_INIT;
	struct request back;

	ok(request_encode(&r, &line) == 0 && !strchr(buf_text(&line), '\n'), "a request is one line");
	ok(request_decode(buf_text(&line), &arena, &back) == 0, "which is read");
	ok(!strcmp(back.name, r.name) && !strcmp(back.text, r.text), "name and text are as they were");
	ok(back.nheaders == 2 && !strcmp(back.header_names[1], "a/b.h") && !strcmp(back.headers[0], "") &&
	   !strcmp(back.headers[1], r.headers[1]), "and so are the headers");
	buf_release(&line);
	arena_release(&arena);
}

static void rejected(void)
{
	static const char *const wrong[] = {
		"", "n", "na.cu", "na.cu\f", "tx\f", "na.cu\ftx", "na.cu\ftx\fna.cu\f", "na\fnb\ftx\f", "na\fxtext\ftx\f",
			"na\fha.h\ftx\f",
		"na\fha.h\fhb.h\fx\fx\ftx\f", "na\fh/etc/passwd\fx\ftx\f", "na\fh../a.h\fx\ftx\f", "na\fh\fx\ftx\f", "na\ftx\\\f",
		"na\ftx\\q\f",
		"na\fztext\ftx\f", "\f\f\f",
	};
	struct arena arena = { .chunks = NULL };
	char *large = malloc(REQUEST_BYTES + 64);
	struct buf many = BUF_INIT;
	struct request r;
	bool all = true;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (request_decode(wrong[i], &arena, &r) == 0) {
			printf("# is taken for a request: %s\n", wrong[i]);
			all = false;
		}
	ok(all, "what is no request is rejected");
	memset(large, 'x', REQUEST_BYTES + 63);
	memcpy(large, "na\ft", 4);
	strcpy(large + REQUEST_BYTES + 32, "\f");
	ok(request_decode(large, &arena, &r) != 0, "and so is a text that is too large");
	buf_puts(&many, "na\f");
	for (int i = 0; i <= REQUEST_HEADERS; i++)
		buf_printf(&many, "hh%d\fx\f", i);
	buf_puts(&many, "tx\f");
	ok(request_decode(buf_text(&many), &arena, &r) != 0, "and one with too many headers");
	free(large);
	buf_release(&many);
	arena_release(&arena);
}

static void replies(void)
{
	static const char *const wrong[] = { "", "0", "0 1 1\n", "0 1 1\nabc", "0 2 0\na", "7 0 0\n", "-1 0 0\n",
					     "0 18446744073709551615 2\na", "0 x 1\na" };
	struct reply r = { .end = REPLY_WRONG_TEXT }, back = r;
	struct buf bytes = BUF_INIT;
	bool all = true;

	buf_puts(&r.log, "a(1): error\n");
	buf_puts(&r.ptx, ".version 8.0\n\n");
	ok(reply_encode(&r, &bytes) == 0 && reply_decode(bytes.data, bytes.len, &back) == 0, "a reply is read");
	ok(back.end == REPLY_WRONG_TEXT && !strcmp(buf_text(&back.log), "a(1): error\n") &&
	   !strcmp(buf_text(&back.ptx), ".version 8.0\n\n"),
	   "as it was");
	reply_release(&back);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (reply_decode(wrong[i], strlen(wrong[i]), &back) == 0) {
			printf("# is taken for a reply: %s\n", wrong[i]);
			all = false;
		}
	ok(all, "what is no reply is rejected");
	reply_release(&r);
	buf_release(&bytes);
}

int main(void)
{
	round_trip();
	rejected();
	replies();
	return tap_done();
}
