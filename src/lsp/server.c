/*
 * server.c - the loop, and what the server does with each message. methods[] lists those that it knows; an unknown request gets
 * an error, an unknown notification none.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/language.h"
#include "base/version.h"
#include "child/proc.h"
#include "lsp/lsp.h"
#include "lsp/server.h"
#include "lsp/text.h"
#include "lsp/wire.h"

#define SECONDS_MOST 60.0 /* for a program, unless the editor's options say otherwise */

enum failure { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602,
	       NOT_READY = -32002 };

/* ---- to the editor ----------------------------------------------------------------------------------------- */

/* Takes over the message. After an editor that does not read any more, the server ends. */
static void send(struct server *s, json_t *message)
{
	if (message && !s->gone && wire_send(s->out, message))
		s->gone = true;
	json_decref(message);
}

void server_notify(struct server *s, const char *method, json_t *params)
{
	send(s, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void server_request(struct server *s, const char *method, json_t *params)
{
	json_t *message = json_pack("{s:s, s:o, s:s}", "jsonrpc", "2.0", "id", json_sprintf("warpbook-%lu", s->requests++),
				    "method", method);

	if (params)
		json_object_set_new(message, "params", params);
	send(s, message);
}

void server_show(struct server *s, enum show type, const char *text)
{
	server_notify(s, "window/showMessage", json_pack("{s:i, s:o}", "type", (int)type, "message",
							 json_text_bytes(text, strlen(text))));
}

static void answer(struct server *s, const json_t *id, json_t *result)
{
	json_t *message = json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result);

	send(s, message);
}

static void fail(struct server *s, const json_t *id, enum failure code, const char *text)
{
	json_t *none = json_null();

	send(s, json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id ? id : none, "error", "code", (int)code,
			  "message", text));
}

/* ---- the life of the server -------------------------------------------------------------------------------- */

static bool is_able(const json_t *params, const char *group, const char *name)
{
	return json_is_true(json_object_get(json_object_get(json_object_get(params, "capabilities"), group), name));
}

static json_t *initialize(struct server *s, const json_t *params)
{
	const json_t *options = json_object_get(params, "initializationOptions"), *seconds = json_object_get(options, "seconds");
	const json_t *workspace = json_object_get(json_object_get(params, "capabilities"), "workspace");

	s->ready = true;
	s->shows_progress = is_able(params, "window", "workDoneProgress");
	s->refreshes_lenses = json_is_true(json_object_get(json_object_get(workspace, "codeLens"), "refreshSupport"));
	s->refreshes_hints = json_is_true(json_object_get(json_object_get(workspace, "inlayHint"), "refreshSupport"));
	s->shares = json_is_true(json_object_get(options, "shares"));
	if (json_number_value(seconds) > 0)
		s->seconds = json_number_value(seconds);
	server_trust(s, params);
	return json_pack("{s:{s:s, s:{s:b, s:i, s:b}, s:b, s:{s:b}, s:{s:[s]}, s:b, s:{s:[s, s, s, s]}, s:{s:{s:b, s:b}}}, "
			 "s:{s:s, s:s}}", "capabilities",
			 "positionEncoding", "utf-16", "textDocumentSync", "openClose", 1, "change", 2, "save", 1,
			 "hoverProvider", 1,
			 "codeLensProvider", "resolveProvider", 0, "codeActionProvider", "codeActionKinds", "quickfix",
			 "inlayHintProvider", s->shares, "executeCommandProvider", "commands", "warpbook.check", "warpbook.hint",
			 "warpbook.profile", "warpbook.step", "workspace", "workspaceFolders", "supported", 1,
			 "changeNotifications", 1, "serverInfo", "name", "warpbook", "version", version_text());
}

static json_t *shut_down(struct server *s, const json_t *params)
{
	(void)params;
	s->shut = true;
	work_cancel(s, NULL);
	return json_null();
}

static void leave(struct server *s, const json_t *params)
{
	(void)params;
	s->ended = true;
}

/* ---- files ---------------------------------------------------------------------------------------------------- */

static struct doc *doc_of(const struct server *s, const json_t *params)
{
	return doc_find(s, json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
}

static void did_open(struct server *s, const json_t *params)
{
	doc_open(s, json_object_get(params, "textDocument"));
}

static void did_change(struct server *s, const json_t *params)
{
	struct doc *d = doc_of(s, params);
	const json_t *change;
	size_t i;

	if (!d)
		return;
	json_array_foreach(json_object_get(params, "contentChanges"), i, change)
		text_change(&d->text, change);
	d->dirty = true;
	json_decref(d->profile); /* its lines have moved */
	d->profile = NULL;
	mends_clear(s, d);
	doc_classify(s, d);
}

static void did_save(struct server *s, const json_t *params)
{
	struct doc *d = doc_of(s, params);

	if (!d)
		return;
	d->dirty = false;
	/* Where it may not run, Python has nothing to be checked: no word of it at each save. */
	if (!d->python || server_trusts(s, d->path))
		work_want(s, d, WORK_CHECK);
}

static void did_close(struct server *s, const json_t *params)
{
	struct doc *d = doc_of(s, params);
	const char *uri;
	json_t *ignored;

	if (!d)
		return;
	work_cancel(s, d->uri);
	json_object_foreach(d->published, uri, ignored)
		server_notify(s, "textDocument/publishDiagnostics", json_pack("{s:s, s:[]}", "uri", uri, "diagnostics"));
	doc_close(s, d);
}

static void change_folders(struct server *s, const json_t *params)
{
	server_refold(s, json_object_get(params, "event"));
}

static void cancel_progress(struct server *s, const json_t *params)
{
	const char *token = json_string_value(json_object_get(params, "token"));

	if (token && s->now.token[0] && !strcmp(token, s->now.token))
		work_cancel(s, NULL);
}

/* ---- questions -------------------------------------------------------------------------------------------------- */

static json_t *hover(struct server *s, const json_t *params)
{
	const struct doc *d = doc_of(s, params);

	return d ? hover_at(s, d, json_object_get(params, "position")) : json_null();
}

static json_t *lenses(struct server *s, const json_t *params)
{
	const struct doc *d = doc_of(s, params);

	return d ? lenses_of(s, d) : json_array();
}

static json_t *shares(struct server *s, const json_t *params)
{
	const struct doc *d = doc_of(s, params);

	return d && s->shares ? shares_in(d, json_object_get(params, "range")) : json_array();
}

static json_t *actions(struct server *s, const json_t *params)
{
	const struct doc *d = doc_of(s, params);

	return d ? actions_at(d, params) : json_array();
}

/* A terminal is the editor's: the server can only say what to type there. */
static void step(struct server *s, const struct doc *d)
{
	struct buf text = BUF_INIT;

	buf_printf(&text, "%s: warpbook debug '", _("in a terminal"));
	for (const char *at = d->path; *at; at++)
		*at == '\'' ? buf_puts(&text, "'\\''") : buf_putc(&text, *at);
	buf_puts(&text, "'");
	server_show(s, SHOW_INFORMATION, buf_text(&text));
	buf_release(&text);
}

/* The file is the first argument. NULL: the parameters are wrong. */
static json_t *execute(struct server *s, const json_t *params)
{
	static const char *const names[WORKS] = { [WORK_CHECK] = "warpbook.check", [WORK_PROFILE] = "warpbook.profile",
						  [WORK_HINT] = "warpbook.hint" };
	const char *command = json_string_value(json_object_get(params, "command"));
	struct doc *d = doc_find(s, json_string_value(json_array_get(json_object_get(params, "arguments"), 0)));
	int work = 0;

	if (!d || !command)
		return NULL;
	while (work < WORKS && (!names[work] || strcmp(names[work], command) != 0))
		work++;
	if (work < WORKS)
		work_want(s, d, (enum work)work);
	else if (!strcmp(command, "warpbook.step"))
		step(s, d);
	else
		return NULL;
	return json_null();
}

/* ---- messages ----------------------------------------------------------------------------------------------------- */

static const struct method {
	const char *name;
	void (*note)(struct server *s, const json_t *params);
	json_t *(*request)(struct server *s, const json_t *params); /* the result; NULL: the parameters are wrong */
} methods[] = {
	{ "initialize", NULL, initialize },
	{ "shutdown", NULL, shut_down },
	{ "exit", leave, NULL },
	{ "textDocument/didOpen", did_open, NULL },
	{ "textDocument/didChange", did_change, NULL },
	{ "textDocument/didSave", did_save, NULL },
	{ "textDocument/didClose", did_close, NULL },
	{ "textDocument/hover", NULL, hover },
	{ "textDocument/codeLens", NULL, lenses },
	{ "textDocument/inlayHint", NULL, shares },
	{ "textDocument/codeAction", NULL, actions },
	{ "workspace/executeCommand", NULL, execute },
	{ "workspace/didChangeWorkspaceFolders", change_folders, NULL },
	{ "window/workDoneProgress/cancel", cancel_progress, NULL },
};

static const struct method *method_find(const char *name)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (!strcmp(methods[i].name, name))
			return &methods[i];
	return NULL;
}

static void take_request(struct server *s, const struct method *m, const json_t *id, const json_t *params)
{
	json_t *result;

	if (!m || !m->request)
		fail(s, id, METHOD_NOT_FOUND, "the server has no such request");
	else if (s->shut || (s->ready && m->request == initialize))
		fail(s, id, INVALID_REQUEST, s->shut ? "the server is shut down" : "the server is initialized");
	else if (!s->ready && m->request != initialize)
		fail(s, id, NOT_READY, "initialize comes first");
	else if ((result = m->request(s, params)))
		answer(s, id, result);
	else
		fail(s, id, INVALID_PARAMS, "there is no such command, or its file is not open");
}

static void take_message(struct server *s, const json_t *message)
{
	const char *name = json_string_value(json_object_get(message, "method"));
	const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
	const struct method *m = name ? method_find(name) : NULL;

	if (!name) /* an answer to a request of ours: there is nothing to do */
		return;
	if (id)
		take_request(s, m, id, params);
	else if (m && m->note && (m->note == leave || (s->ready && !s->shut)))
		m->note(s, params);
}

/* ---- the loop ------------------------------------------------------------------------------------------------------- */

static void take_bytes(struct server *s, struct wire *w, const char *bytes, size_t n)
{
	enum wire_result result;
	json_t *message;

	wire_take(w, bytes, n);
	while (!s->ended && (result = wire_next(w, &message)) != WIRE_MORE) {
		if (result == WIRE_MESSAGE)
			take_message(s, message);
		else
			fail(s, NULL, PARSE_ERROR, "this is no message; the server goes on with the next");
		json_decref(message);
	}
}

static void loop(struct server *s, int in)
{
	struct pollfd fds[2] = { { .fd = in, .events = POLLIN }, { .fd = s->wake[0], .events = POLLIN } };
	struct wire wire = { .at = 0 };
	static char bytes[1 << 16];

	while (!s->ended && !s->gone && !proc_interrupted()) {
		ssize_t n;

		if (poll(fds, 2, -1) < 0)
			continue; /* a signal */
		if (fds[1].revents && read(s->wake[0], bytes, 1) == 1)
			work_ended(s);
		if (!fds[0].revents)
			continue;
		n = read(in, bytes, sizeof bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) /* the editor has gone */
			break;
		take_bytes(s, &wire, bytes, (size_t)n);
	}
	wire_release(&wire);
}

static void release(struct server *s)
{
	s->ended = true;
	work_cancel(s, NULL);
	if (s->errand.running)
		work_ended(s);
	while (s->docs)
		doc_close(s, s->docs);
	glossary_close(s->glossary);
	catalog_release(&s->catalog);
	json_decref(s->folders);
	json_decref(s->trusted);
	close(s->wake[0]);
	close(s->wake[1]);
}

int lsp_serve(int in, int out, struct error *err)
{
	struct server s = { .out = out, .seconds = SECONDS_MOST };
	struct error ignored = { 0 };

	if (pipe2(s.wake, O_CLOEXEC))
		return error_errno(err, "cannot make a pipe");
	if (catalog_open(&s.catalog, err)) {
		close(s.wake[0]);
		close(s.wake[1]);
		return -1;
	}
	if (glossary_open(&s.glossary, &ignored))
		s.glossary = NULL;
	s.folders = json_array();
	s.trusted = json_array();
	proc_guard();
	loop(&s, in);
	release(&s);
	return s.shut ? 0 : 1;
}
