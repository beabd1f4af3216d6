/* request.c - see request.h. */
#include "config.h"

#include "toolchain/request.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

/* ---- the line ------------------------------------------------------------------------------------ */

bool request_header_name(const char *name)
{
	return *name && *name != '/' && !strstr(name, "..") && strlen(name) < 256;
}

size_t request_bytes(const struct request *r)
{
	size_t bytes = strlen(r->name) + strlen(r->text);

	for (size_t i = 0; i < r->nheaders; i++)
		bytes += strlen(r->header_names[i]) + strlen(r->headers[i]);
	return bytes;
}

static void field_put(char letter, const char *text, struct buf *line)
{
	buf_putc(line, letter);
	for (; *text; text++) {
		if (*text == '\n' || *text == '\f' || *text == '\\')
			buf_putc(line, '\\');
		buf_putc(line, *text == '\n' ? 'n' : *text == '\f' ? 'f' : *text);
	}
	buf_putc(line, '\f');
}

int request_encode(const struct request *r, struct buf *line)
{
	field_put('n', r->name, line);
	for (size_t i = 0; i < r->nheaders; i++) {
		field_put('h', r->header_names[i], line);
		field_put('x', r->headers[i], line);
	}
	field_put('t', r->text, line);
	return line->failed ? -1 : 0;
}

/* The text up to the field's end, where *at then points; NULL: no end, an unknown escape, or no memory. */
static const char *field_take(const char **at, struct arena *arena)
{
	size_t len = strcspn(*at, "\f"), n = 0;
	char *text = (*at)[len] ? arena_alloc(arena, len + 1) : NULL;

	for (size_t i = 0; text && i < len; i++) {
		char c = (*at)[i];

		if (c == '\\') {
			c = (*at)[++i];
			if (i == len || !strchr("nf\\", c))
				return NULL;
			c = c == 'n' ? '\n' : c == 'f' ? '\f' : '\\';
		}
		text[n++] = c;
	}
	if (text)
		text[n] = '\0';
	*at += len + 1;
	return text;
}

int request_decode(const char *line, struct arena *arena, struct request *r)
{
	const char *header = NULL;

	*r = (struct request){ .name = NULL };
	while (*line && !r->text) {
		const char letter = *line++, *text = field_take(&line, arena);

		if (!text)
			return -1;
		if (letter == 'n' && !r->name)
			r->name = text;
		else if (letter == 'h' && !header && request_header_name(text) && r->nheaders < REQUEST_HEADERS)
			header = text;
		else if (letter == 't' && !header)
			r->text = text;
		else if (letter != 'x' || !header)
			return -1;
		if (letter == 'x') {
			r->header_names[r->nheaders] = header;
			r->headers[r->nheaders++] = text;
			header = NULL;
		}
	}
	return r->name && r->text && !*line && request_bytes(r) <= REQUEST_BYTES ? 0 : -1;
}

int reply_encode(const struct reply *r, struct buf *out)
{
	buf_printf(out, "%d %zu %zu\n", (int)r->end, r->log.len, r->ptx.len);
	buf_append(out, buf_text(&r->log), r->log.len);
	buf_append(out, buf_text(&r->ptx), r->ptx.len);
	return out->failed ? -1 : 0;
}

int reply_decode(const char *bytes, size_t len, struct reply *r)
{
	const char *text = memchr(bytes, '\n', len < 64 ? len : 64);
	size_t log, ptx, left = text ? len - (size_t)(text + 1 - bytes) : 0;
	char head[65] = "";
	int end;

	*r = (struct reply){ .end = REPLY_FAILED };
	if (text)
		memcpy(head, bytes, (size_t)(text - bytes));
	if (sscanf(head, "%d %zu %zu", &end, &log, &ptx) != 3 || end < REPLY_DONE || end > REPLY_FAILED || log > left ||
	    ptx != left - log)
		return -1;
	r->end = (enum reply_end)end;
	buf_append(&r->log, text + 1, log);
	buf_append(&r->ptx, text + 1 + log, ptx);
	if (!r->log.failed && !r->ptx.failed)
		return 0;
	reply_release(r);
	return -1;
}

void reply_release(struct reply *r)
{
	buf_release(&r->log);
	buf_release(&r->ptx);
	*r = (struct reply){ .end = REPLY_FAILED };
}

/* ---- compiling ------------------------------------------------------------------------------------ */

/* "a/b.h": creates the folder a in the request's own. */
static int make_parents(char *path, struct error *err)
{
	char *slash = strrchr(path, '/');
	int status;

	*slash = '\0';
	status = path_make_dirs(path, err);
	*slash = '/';
	return status;
}

/* Headers given as text are in a private folder while the compiler runs. */
static int headers_write(const struct request *r, const char *folder, struct error *err)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < r->nheaders; i++) {
		if (!path_join(path, sizeof path, folder, r->header_names[i]))
			return error_set(err, PARTY_MACHINE, "the name of the header '%s' is too long", r->header_names[i]);
		if (make_parents(path, err) || file_write_scratch(path, r->headers[i], strlen(r->headers[i]), err))
			return -1;
	}
	return 0;
}

/* Writes the compiler's messages in NVRTC's format. */
static void log_put(const struct request *r, const struct compilation *c, struct buf *log)
{
	static const char *const words[] = { [DIAGNOSTIC_NOTE] = "note", [DIAGNOSTIC_WARNING] = "warning",
					     [DIAGNOSTIC_ERROR] = "error" };

	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];

		buf_printf(log, "%s(%d): %s: %s\n", d->file ? d->file : r->name, d->line, words[d->level], d->text);
	}
}

/* The first file that the compiler read and that is neither its own nor in that folder; NULL: none. */
static const char *foreign_file(const struct compilation *c, const char *folder)
{
	char real[PATH_MAX] = "";
	size_t n;

	if (*folder && !realpath(folder, real))
		real[0] = '\0';
	n = strlen(real);
	for (size_t i = 0; i < c->nfiles; i++)
		if (!n || strncmp(c->files[i], real, n) || c->files[i][n] != '/')
			return c->files[i];
	return NULL;
}

static int compile_with(const struct compiler *compiler, const struct request *r, const char *folder, bool for_another,
			struct reply *reply, struct error *err)
{
	const char *folders[COMPILE_FOLDERS + 1] = { folder };
	size_t n = *folder ? 1 : 0;
	struct compilation c;
	const char *foreign;

	for (size_t i = 0; i < r->nfolders; i++)
		folders[n++] = r->folders[i];
	if (compile_in(compiler, r->name, r->text, strlen(r->text), folders, n, &c, err))
		return -1;
	reply->cpu_seconds = c.cpu_seconds;
	foreign = for_another ? foreign_file(&c, folder) : NULL;
	if (foreign)
		buf_printf(&reply->log, "%s: error: the text includes the file '%s'; here a program may include headers that it "
					"passes as text\n",
			   r->name, foreign);
	else
		log_put(r, &c, &reply->log);
	reply->end = c.ok && !foreign ? REPLY_DONE : REPLY_WRONG_TEXT;
	if (reply->end == REPLY_DONE)
		buf_append(&reply->ptx, c.ptx, c.ptx_len);
	compilation_release(&c);
	return reply->log.failed || reply->ptx.failed ? error_nomem(err) : 0;
}

void request_compile(const struct compiler *compiler, const struct request *r, bool for_another, struct reply *reply)
{
	char folder[PATH_MAX] = "";
	struct error err;
	int status = 0;

	*reply = (struct reply){ .end = REPLY_FAILED };
	if (r->nheaders && path_temp_dir(folder, sizeof folder, "warpbook-nvrtc", &err)) {
		folder[0] = '\0';
		status = -1;
	}
	if (status || headers_write(r, folder, &err) || compile_with(compiler, r, folder, for_another, reply, &err)) {
		reply_release(reply);
		buf_printf(&reply->log, "error: %s\n", err.text);
	}
	if (*folder)
		path_remove_tree(folder, NULL);
	if (reply->log.len + reply->ptx.len <= REPLY_BYTES)
		return;
	buf_clear(&reply->ptx);
	buf_clear(&reply->log);
	buf_puts(&reply->log, "error: the PTX is larger than 4 MiB\n");
	reply->end = REPLY_WRONG_TEXT;
}
