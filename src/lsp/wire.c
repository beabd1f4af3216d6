/* wire.c - see wire.h. */
#include "config.h"

#include "lsp/wire.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"

#define HEADER_BYTES_MOST 4096
#define NAME              "Content-Length:"

void wire_release(struct wire *w)
{
	buf_release(&w->bytes);
	*w = (struct wire){ .at = 0 };
}

void wire_take(struct wire *w, const char *bytes, size_t n)
{
	const size_t left_out = n < w->skip ? n : w->skip;

	w->skip -= left_out;
	if (w->at == w->bytes.len) {
		buf_clear(&w->bytes);
		w->at = 0;
	} else if (w->at > w->bytes.len / 2) { /* each byte moves once or so */
		memmove(w->bytes.data, w->bytes.data + w->at, w->bytes.len - w->at);
		w->bytes.len -= w->at;
		w->at = 0;
	}
	buf_append(&w->bytes, bytes + left_out, n - left_out);
}

/* The last name in the header: what stands before it may be the rest of a torn message. NULL: none. */
static const char *length_find(const char *header, size_t n)
{
	const char *found = NULL;

	for (size_t i = 0; i + strlen(NAME) <= n; i++)
		if (!strncasecmp(header + i, NAME, strlen(NAME)))
			found = header + i;
	return found;
}

/* The number behind the name; WIRE_BYTES_MOST + 1 if it is larger than that; 0: there is no number. `end` is beyond it. */
static size_t length_read(const char *at, const char *end)
{
	size_t n = 0;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	for (; at < end && isdigit((unsigned char)*at); at++)
		if (n <= WIRE_BYTES_MOST)
			n = 10 * n + (size_t)(*at - '0');
	return n;
}

/* The whole number, for what is skipped. */
static size_t length_skipped(const char *at)
{
	return (size_t)strtoull(at, NULL, 10);
}

/* The header's length with its empty line; 0: that has not come yet. */
static size_t header_length(const char *bytes, size_t n)
{
	const char *crlf = memmem(bytes, n, "\r\n\r\n", 4), *lf = memmem(bytes, n, "\n\n", 2);

	if (crlf && (!lf || crlf < lf))
		return (size_t)(crlf - bytes) + 4;
	return lf ? (size_t)(lf - bytes) + 2 : 0;
}

/* A body beyond the limit: its bytes are dropped, those that are here now and those that come. */
static void body_skip(struct wire *w, size_t n)
{
	const size_t here = w->bytes.len - w->at;

	w->at += n < here ? n : here;
	w->skip = n < here ? 0 : n - here;
}

static enum wire_result header_read(struct wire *w)
{
	const char *bytes = buf_text(&w->bytes) + w->at, *name;
	const size_t here = w->bytes.len - w->at, look = here < HEADER_BYTES_MOST ? here : HEADER_BYTES_MOST;
	const size_t header = header_length(bytes, look);

	if (!header && here < HEADER_BYTES_MOST)
		return WIRE_MORE;
	if (!header) { /* no header: a name may begin in its last bytes */
		w->at += look - strlen(NAME);
		return WIRE_BROKEN;
	}
	w->at += header;
	name = length_find(bytes, header);
	w->body = name ? length_read(name + strlen(NAME), bytes + header) : 0;
	if (w->body > WIRE_BYTES_MOST) {
		w->body = 0;
		body_skip(w, length_skipped(name + strlen(NAME)));
		return WIRE_BROKEN;
	}
	return w->body ? WIRE_MESSAGE : WIRE_BROKEN;
}

/* The body is no JSON object. If a header begins in it, the body was torn, and that header belongs to the next message. */
static void body_drop(struct wire *w, size_t n)
{
	const char *body = w->bytes.data + w->at;
	size_t i = 0;

	while (i < n && strncmp(body + i, NAME, n - i < strlen(NAME) ? n - i : strlen(NAME)))
		i++;
	w->at += i;
}

enum wire_result wire_next(struct wire *w, json_t **message)
{
	size_t n = w->body;

	*message = NULL;
	if (w->bytes.failed) { /* without memory for it, the message is lost */
		wire_release(w);
		return WIRE_BROKEN;
	}
	if (!n) {
		enum wire_result result = header_read(w);

		if (result != WIRE_MESSAGE)
			return result;
		n = w->body;
	}
	if (w->bytes.len - w->at < n)
		return WIRE_MORE;
	w->body = 0;
	*message = json_loadb(w->bytes.data + w->at, n, 0, NULL);
	if (json_is_object(*message)) {
		w->at += n;
		return WIRE_MESSAGE;
	}
	json_decref(*message);
	*message = NULL;
	body_drop(w, n);
	return WIRE_BROKEN;
}

int wire_send(int fd, const json_t *message)
{
	char *body = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
	struct buf out = BUF_INIT;
	int status = -1;

	if (body) {
		buf_printf(&out, "Content-Length: %zu\r\n\r\n", strlen(body));
		buf_puts(&out, body);
		status = out.failed ? -1 : file_write_fd(fd, out.data, out.len);
	}
	free(body);
	buf_release(&out);
	return status;
}
