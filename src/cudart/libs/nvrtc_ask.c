/* nvrtc_ask.c - see nvrtc_ask.h. */
#include "config.h"

#include "cudart/libs/nvrtc_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/check/parent.h"

#define PIECE_BYTES 4000 /* of a request: a question has less than 4 KiB */

static bool send_pieces(const struct buf *line)
{
	char question[PIECE_BYTES + 32];
	struct buf nothing = BUF_INIT;
	bool sent = true;

	for (size_t at = 0; sent && at < line->len; at += PIECE_BYTES) {
		const size_t left = line->len - at;
		int len = snprintf(question, sizeof question, "compile +%.*s\n\n", (int)(left < PIECE_BYTES ? left : PIECE_BYTES),
				   line->data + at);

		sent = parent_ask(question, (size_t)len, &nothing);
	}
	buf_release(&nothing);
	return sent;
}

static bool fetch_pieces(size_t bytes, struct buf *out)
{
	char question[64];

	while (out->len < bytes) {
		const size_t before = out->len;
		int len = snprintf(question, sizeof question, "compile <%zu\n\n", before);

		if (!parent_ask(question, (size_t)len, out) || out->len == before)
			return false;
	}
	return true;
}

void nvrtc_ask(const struct request *r, struct reply *reply)
{
	static const char now[] = "compile =\n\n";
	struct buf line = BUF_INIT, bytes = BUF_INIT, size = BUF_INIT;

	if (request_encode(r, &line) || !send_pieces(&line) || !parent_ask(now, sizeof now - 1, &size) ||
	    !fetch_pieces(strtoul(buf_text(&size), NULL, 10), &bytes) || reply_decode(buf_text(&bytes), bytes.len, reply)) {
		*reply = (struct reply){ .end = REPLY_FAILED };
		buf_puts(&reply->log, "error: no process compiles for this program\n");
	}
	buf_release(&line);
	buf_release(&bytes);
	buf_release(&size);
}
