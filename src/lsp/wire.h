/*
 * wire.h - messages of the language server protocol in a stream of bytes: a header with the body's length, an empty line, the
 * body.
 *
 *	Content-Length: 52\r\n
 *	\r\n
 *	{"jsonrpc":"2.0","id":1,"method":"shutdown"}
 *
 * The bytes are foreign, and may be torn or wrong. After a broken message the reader goes on at the next header that it finds.
 */
#ifndef WARPBOOK_LSP_WIRE_H
#define WARPBOOK_LSP_WIRE_H

#include <jansson.h>
#include <stddef.h>

#include "base/buf.h"

#define WIRE_BYTES_MOST ((size_t)64 << 20) /* of a body; the reader skips a larger one */

/* A zeroed struct is ready. */
struct wire {
	struct buf bytes;    /* from `at` on: not read yet */
	size_t at;
	size_t body;         /* the length of the body that comes next; 0: a header comes next */
	size_t skip;         /* so many bytes of too large a body are still to come */
};

enum wire_result { WIRE_MORE, WIRE_MESSAGE, WIRE_BROKEN };

void wire_take(struct wire *w, const char *bytes, size_t n);
/*
 * The next message, a JSON object and a new reference. WIRE_MORE: its end has not come yet. WIRE_BROKEN: something that is no
 * message was left out; ask again.
 */
enum wire_result wire_next(struct wire *w, json_t **message);
void wire_release(struct wire *w);

/* Writes a message. -1: the other side has gone. */
int wire_send(int fd, const json_t *message);

#endif
