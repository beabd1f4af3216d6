/* works.c - what the server does for a file: which command it starts, and what it shows of the answer. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "lsp/report.h"
#include "lsp/server.h"

/* ---- progress ------------------------------------------------------------------------------------------ */

static void progress(struct server *s, json_t *value)
{
	if (s->now.token[0])
		server_notify(s, "$/progress", json_pack("{s:s, s:o}", "token", s->now.token, "value", value));
	else
		json_decref(value);
}

static void progress_begin(struct server *s, const char *what)
{
	s->now.token[0] = '\0';
	if (s->shows_progress) {
		snprintf(s->now.token, sizeof s->now.token, "warpbook-%lu", s->requests);
		server_request(s, "window/workDoneProgress/create", json_pack("{s:s}", "token", s->now.token));
	}
	progress(s, json_pack("{s:s, s:s, s:s, s:b}", "kind", "begin", "title", "warpbook", "message", what, "cancellable", 1));
}

/* ---- beginning ------------------------------------------------------------------------------------------- */

static void words_put(struct errand *j, const char *word)
{
	size_t n = 0;

	while (j->words[n])
		n++;
	if (n < ERRAND_WORDS_MOST)
		j->words[n] = word;
}

/* Words of a check. */
static void words_check(struct server *s, const struct doc *d)
{
	struct errand *j = &s->errand;

	s->now.compiles_only = !server_trusts(s, d->path) || (!d->exercise && !d->python && !d->has_main);
	if (s->now.compiles_only) {
		words_put(j, "cc");
		words_put(j, "--json");
		words_put(j, "-c");
		words_put(j, s->now.path);
		words_put(j, "-o");
		words_put(j, s->now.object);
		words_put(j, "-I");
		words_put(j, s->now.folder);
	} else if (d->exercise) {
		words_put(j, "check");
		words_put(j, "--json");
		words_put(j, "--as");
		words_put(j, d->exercise);
		if (d->dirty || s->now.work == WORK_MEND)
			words_put(j, "--no-record");
		words_put(j, s->now.path);
	} else {
		j->on_report = true;
		words_put(j, "run");
		words_put(j, "--json=3");
		words_put(j, s->now.path);
		if (!d->python) {
			words_put(j, "-I");
			words_put(j, s->now.folder);
		}
	}
}

static void words_profile(struct server *s, const struct doc *d)
{
	words_put(&s->errand, "profile");
	words_put(&s->errand, "--json");
	if (d->exercise) {
		words_put(&s->errand, "--no-record");
		words_put(&s->errand, "--as");
		words_put(&s->errand, d->exercise);
	}
	words_put(&s->errand, s->now.path);
}

static void words_hint(struct server *s, const struct doc *d)
{
	words_put(&s->errand, "hint");
	words_put(&s->errand, "--json");
	words_put(&s->errand, d->exercise);
}

static const struct {
	const char *title;
	void (*words)(struct server *s, const struct doc *d);
} works[WORKS] = {
	[WORK_CHECK] = { N_("check"), words_check }, [WORK_PROFILE] = { N_("profile"), words_profile },
	[WORK_HINT] = { N_("hint"), words_hint }, [WORK_MEND] = { N_("try a remedy"), words_check },
};

/* A text that is not saved goes into a file of the same name in a folder of ours; an object file goes there, too. */
static int place(struct server *s, const struct doc *d, struct error *err)
{
	char *slash;

	snprintf(s->now.own, sizeof s->now.own, "%s", d->path);
	snprintf(s->now.path, sizeof s->now.path, "%s", d->path);
	snprintf(s->now.folder, sizeof s->now.folder, "%s", d->path);
	slash = strrchr(s->now.folder, '/');
	slash[slash == s->now.folder] = '\0';
	if (access(s->now.folder, X_OK))
		return error_errno(err, "cannot open the folder '%s'", s->now.folder);
	if (path_temp_dir(s->now.temp, sizeof s->now.temp, "warpbook-lsp-", err) ||
	    !path_join(s->now.object, sizeof s->now.object, s->now.temp, "object.o"))
		return -1;
	if (!d->dirty && s->now.work != WORK_MEND)
		return 0;
	if (!path_join(s->now.path, sizeof s->now.path, s->now.temp, path_base(d->path)))
		return error_set(err, PARTY_MACHINE, "the path of '%s' is too long", d->path);
	return file_write(s->now.path, buf_text(&s->now.text), s->now.text.len, err);
}

static void release(struct server *s)
{
	struct error ignored = { 0 };

	if (s->now.temp[0])
		path_remove_tree(s->now.temp, &ignored);
	s->now.temp[0] = '\0';
	buf_release(&s->now.text);
	free(s->now.uri);
	s->now.uri = NULL;
	errand_release(&s->errand);
}

static void begin(struct server *s, struct doc *d, enum work work)
{
	struct error err = { 0 };

	d->wanted[work] = false;
	d->dirty = d->dirty || access(d->path, R_OK); /* the file has gone: the editor still has its text */
	s->now.work = work;
	s->now.uri = strdup(d->uri);
	if (work == WORK_MEND)
		mend_text(d, &s->now.text);
	else
		buf_append(&s->now.text, buf_text(&d->text), d->text.len);
	memset(s->errand.words, 0, sizeof s->errand.words);
	s->errand.on_report = false;
	s->errand.seconds = s->seconds;
	s->errand.folder = s->now.folder;
	s->errand.modules = d->python && (d->dirty || work == WORK_MEND) ? s->now.folder : NULL;
	if (!s->now.uri || s->now.text.failed)
		error_nomem(&err);
	if (err.text[0] || place(s, d, &err)) {
		server_show(s, SHOW_ERROR, retold(err.text));
		release(s);
		return;
	}
	works[work].words(s, d);
	if (errand_start(&s->errand, s->wake[1])) {
		server_show(s, SHOW_ERROR, retold(s->errand.err.text));
		release(s);
		return;
	}
	progress_begin(s, works[work].title);
}

/* What runs the file needs trust in its folder, which may end while the work waits for its turn. */
static bool is_trusted(const struct server *s, const struct doc *d, enum work work)
{
	return server_trusts(s, d->path) || !(work == WORK_PROFILE || (work == WORK_CHECK && d->python));
}

/* Starts the next work unless one runs. */
static void work_next(struct server *s)
{
	for (int work = 0; work < WORKS; work++)
		for (struct doc *d = s->docs; d; d = d->next) {
			d->wanted[work] = d->wanted[work] && is_trusted(s, d, (enum work)work);
			if (!s->errand.running && d->wanted[work])
				begin(s, d, (enum work)work);
		}
}

/* What nobody asked for makes room; its turn comes again. */
static void postpone(struct server *s)
{
	struct doc *d = doc_find(s, s->now.uri);

	if (d && d->mends)
		d->wanted[WORK_MEND] = true;
	errand_cancel(&s->errand);
}

void work_want(struct server *s, struct doc *d, enum work work)
{
	if (!d->path[0])
		return;
	if (work == WORK_HINT && !d->exercise) {
		server_show(s, SHOW_INFORMATION, _("hints are for exercises; this file answers none"));
		return;
	}
	if (!is_trusted(s, d, work)) {
		server_show(s, SHOW_WARNING, _("this needs to run the file, and its folder is not one that you trust: see the "
					       "server's option `trust`"));
		return;
	}
	d->wanted[work] = true;
	if (s->errand.running && s->now.work == WORK_MEND)
		postpone(s);
	else if (work == WORK_CHECK && s->errand.running && s->now.work == WORK_CHECK && !strcmp(s->now.uri, d->uri))
		errand_cancel(&s->errand);
	work_next(s);
}

void work_cancel(struct server *s, const char *uri)
{
	if (s->errand.running && (!uri || !strcmp(uri, s->now.uri)))
		errand_cancel(&s->errand);
}

/* ---- the answer --------------------------------------------------------------------------------------------- */

static void publish(struct server *s, const char *uri, json_t *diagnostics)
{
	server_notify(s, "textDocument/publishDiagnostics", json_pack("{s:s, s:o}", "uri", uri, "diagnostics", diagnostics));
}

/* Another file that had a diagnostic, and has none now, loses it. */
static void publish_all(struct server *s, struct doc *d, json_t *all)
{
	const char *uri;
	json_t *list;

	json_object_foreach(d->published, uri, list)
		if (!json_object_get(all, uri))
			publish(s, uri, json_array());
	json_object_foreach(all, uri, list)
		publish(s, uri, json_incref(list));
	json_decref(d->published);
	d->published = all;
}

/* In a few words, for the lens. */
static void name_verdict(const struct server *s, struct doc *d, const json_t *report, size_t shown)
{
	const char *headline = json_string_value(json_object_get(report, "headline"));

	if (headline)
		snprintf(d->verdict, sizeof d->verdict, "%s", _(headline));
	else if (json_object_get(report, "error"))
		snprintf(d->verdict, sizeof d->verdict, "%s", _("not judged"));
	else if (shown)
		snprintf(d->verdict, sizeof d->verdict, tr_n("%zu remark", "%zu remarks", shown), shown);
	else if (s->errand.on_report && s->errand.result.code)
		snprintf(d->verdict, sizeof d->verdict, s->errand.result.end == PROC_SIGNALLED
			 ? _("nothing found, but the program ended with signal %d")
			 : _("nothing found, but the program ended with status %d"), s->errand.result.code);
	else
		snprintf(d->verdict, sizeof d->verdict, "%s", s->now.compiles_only ? _("it compiles; nothing ran")
			   : _("nothing found"));
}

static void show_check(struct server *s, struct doc *d, const json_t *report)
{
	const struct report_source source = { .path = s->now.path, .own = s->now.own, .uri = d->uri, .folder = s->now.folder,
					      .text = &s->now.text };
	json_t *all = report_diagnostics(report, &source);

	name_verdict(s, d, report, json_array_size(json_object_get(all, d->uri)));
	mends_propose(s, d, report, json_object_get(all, d->uri));
	publish_all(s, d, all);
}

/* The dearest sentence of the profile; hovers show the lines. */
static void show_profile(struct server *s, struct doc *d, json_t *report)
{
	const json_t *first = json_array_get(json_object_get(report, "advice"), 0);
	const char *message = json_string_value(json_object_get(first, "message"));

	json_decref(d->profile);
	d->profile = json_incref(report);
	server_show(s, SHOW_INFORMATION, message ? retold(message) : profile_has_lines(d)
		   ? _("the profile is ready: hover over a line to see what it costs")
		   : _("no kernel came to its end, so no line has a time: see what the check finds"));
}

/* The report is English; the exercise has its hints in the editor's language. */
static void show_hint(struct server *s, const struct doc *d, const json_t *report)
{
	const int number = (int)json_integer_value(json_object_get(report, "hint"));
	const char *text = json_string_value(json_object_get(report, "text"));
	struct exercise *e = NULL;
	struct buf out = BUF_INIT;
	struct error ignored;

	if (language_now() && number >= 1 && number <= 3 && !exercise_open_for(&e, d->exercise, d->path, &ignored))
		text = e->hints[number - 1];
	buf_printf(&out, _("hint %d of 3: %s"), number, text ? text : "");
	server_show(s, SHOW_INFORMATION, buf_text(&out));
	buf_release(&out);
	exercise_close(e);
}

/* What is not the learner's to mend belongs to no line. */
static bool show_fault(struct server *s, const json_t *report)
{
	const json_t *error = json_object_get(report, "error");
	const char *party = json_string_value(json_object_get(error, "party"));
	const char *text = json_string_value(json_object_get(error, "text"));

	if (!text || (s->now.work == WORK_CHECK && party && !strcmp(party, "learner")))
		return false;
	server_show(s, SHOW_ERROR, retold(text));
	return true;
}

/* The child's last words, where it wrote no document. */
static void show_silence(struct server *s)
{
	const struct errand *j = &s->errand;
	struct buf text = BUF_INIT;

	if (j->status)
		buf_puts(&text, retold(j->err.text));
	else if (j->result.end == PROC_DEADLINE)
		buf_printf(&text, _("stopped after %g seconds (the server's option `seconds`)"), s->seconds);
	else if (j->result.err.len)
		buf_printf(&text, _("no report: %.400s"), buf_text(&j->result.err));
	else
		buf_puts(&text, _("the program ended before it could report"));
	server_show(s, SHOW_WARNING, buf_text(&text));
	buf_release(&text);
}

static void show(struct server *s, struct doc *d)
{
	json_t *report = errand_document(&s->errand);

	if (s->now.work == WORK_MEND)
		mend_checked(s, d, s->errand.status || s->errand.result.end == PROC_DEADLINE ? NULL : report);
	else if (!report || s->errand.status || s->errand.result.end == PROC_DEADLINE)
		show_silence(s);
	else if (!show_fault(s, report) && s->now.work == WORK_CHECK)
		show_check(s, d, report);
	else if (s->now.work == WORK_PROFILE && !json_object_get(report, "error"))
		show_profile(s, d, report);
	else if (s->now.work == WORK_HINT && !json_object_get(report, "error"))
		show_hint(s, d, report);
	json_decref(report);
}

void work_ended(struct server *s)
{
	struct doc *d = doc_find(s, s->now.uri);

	errand_join(&s->errand);
	if (d && !s->errand.stop)
		show(s, d);
	progress(s, json_pack("{s:s}", "kind", "end"));
	if (s->refreshes_hints && s->shares && d && s->now.work == WORK_PROFILE)
		server_request(s, "workspace/inlayHint/refresh", NULL);
	if (s->refreshes_lenses && s->now.work != WORK_MEND && d && !s->errand.stop)
		server_request(s, "workspace/codeLens/refresh", NULL);
	release(s);
	if (!s->ended)
		work_next(s);
}
