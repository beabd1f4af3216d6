/* run_cc.c - see run_cc.h. */
#include "config.h"

#include "cmd/program/run_cc.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "attempt/diagnostic_json.h"
#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "words/remark.h"

#define WIDTH 80

static int choose_device(struct run_cc *b, const char *device, struct error *err)
{
	if (is_no_device(device))
		return EXIT_USAGE;
	return target_choose(&b->target, device, err) ? report_error(err) : EXIT_DONE;
}

/* A program for a GPU needs nvcc, because the real runtime comes with it. */
static int choose_compiler(struct run_cc *b, const char *device, const char *want, struct error *err)
{
	struct compiler nvcc;

	if (b->target.is_gpu && !want && compiler_find(&nvcc, "nvcc", err) == 0) {
		b->compiler = nvcc;
		return 0;
	}
	if (b->target.is_gpu && device && !strcmp(device, "auto") && !want) {
		if (target_choose(&b->target, "vm", err))
			return -1;
		snprintf(b->target.note, sizeof b->target.note, "there is a GPU, but no nvcc to build for it");
	}
	if (b->target.is_gpu && !want)
		return error_remedy(err, "a GPU's program is linked with the real runtime, which comes with nvcc; --device vm "
					 "needs none");
	if (compiler_find(&b->compiler, want, err))
		return -1;
	if (!b->target.is_gpu || b->compiler.kind == COMPILER_NVCC)
		return 0;
	error_set(err, PARTY_LEARNER, "--device gpu needs nvcc, not '%s'", want);
	return error_remedy(err, "the real runtime comes with nvcc; --device vm takes either compiler");
}

/* Reports a wrong file name before the search for a compiler. */
static int check_files(const struct program_words *words, struct error *err)
{
	for (size_t i = 0; i < words->ninputs; i++) {
		const struct program_input *in = &words->inputs[i];
		struct buf text = BUF_INIT;
		int status = 0;

		if (in->source)
			status = file_read(in->source->name, SOURCE_MAX_BYTES, &text, err);
		else if (in->word[0] != '-' && !path_exists(in->word))
			status = error_errno(err, "cannot open '%s'", in->word);
		buf_release(&text);
		if (status) {
			err->party = PARTY_LEARNER;
			return path_exists(in->source ? in->source->name : in->word) ? -1 : error_word(err);
		}
	}
	return 0;
}

int run_cc_open(struct run_cc *b, const char *device, const char *compiler, const char *const *words, size_t n)
{
	struct error err = { 0 };
	int status;

	memset(b, 0, sizeof *b);
	status = choose_device(b, device, &err);
	if (status)
		return status;
	if (program_words_read(words, n, b->target.is_gpu, &b->arena, &b->words, &err)) {
		status = report_error(&err);
		return err.party == PARTY_LEARNER ? EXIT_USAGE : status;
	}
	if (check_files(&b->words, &err))
		return report_error(&err);
	if (choose_compiler(b, device, compiler, &err))
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	for (size_t i = 0; b->words.verbose && i < b->words.dropped.n; i++)
		fprintf(stderr, _("warpbook: %s\n"), b->words.dropped.list[i]);
	return EXIT_DONE;
}

int run_cc_open_nvcc(struct run_cc *b, const char *compiler, const char *const *words, size_t n)
{
	char device[PATH_MAX], api[PATH_MAX];
	struct error err = { 0 };
	int status;

	memset(b, 0, sizeof *b);
	status = choose_device(b, "vm", &err);
	if (status)
		return status;
	if (program_headers(device, api, &err))
		return report_error(&err);
	if (program_words_read_nvcc(words, n, api, &b->arena, &b->words, &err)) {
		status = report_error(&err);
		return err.party == PARTY_LEARNER ? EXIT_USAGE : status;
	}
	if (check_files(&b->words, &err) || compiler_find(&b->compiler, compiler, &err))
		return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	for (size_t i = 0; b->words.verbose && i < b->words.dropped.n; i++)
		fprintf(stderr, _("warpbook: %s\n"), b->words.dropped.list[i]);
	return EXIT_DONE;
}

void run_cc_close(struct run_cc *b)
{
	arena_release(&b->arena);
}

void run_cc_report(const struct program *p, struct buf *out)
{
	const struct compilation *c = &p->said;

	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];
		const char *text = d->text;
		struct buf source = BUF_INIT;
		struct remark_source own = { d->file ? d->file : "", NULL, 0 };
		struct remark r = { text, d->hint, d->file, d->line, d->column, NULL };

		if (d->level == DIAGNOSTIC_NOTE)
			continue;
		if (d->file && file_read(d->file, SOURCE_MAX_BYTES, &source, NULL) == 0) {
			own.text = buf_text(&source);
			own.len = source.len;
		}
		buf_puts(out, out->len ? "\n" : "");
		if (d->line > 0 && own.text) {
			text_sanitise_name(d->file, out);
			buf_printf(out, ":%d: %s\n", d->line, d->level == DIAGNOSTIC_ERROR ? "error" : "warning");
		} else if (d->level == DIAGNOSTIC_WARNING) {
			buf_puts(out, "warning: ");
		}
		remark_put(&own, &r, WIDTH, out);
		buf_release(&source);
	}
}

json_t *run_cc_diagnostics(const struct program *p)
{
	json_t *all = json_array();

	for (size_t i = 0; i < p->said.ndiagnostics; i++)
		json_array_append_new(all, diagnostic_json(&p->said.diagnostics[i]));
	return all;
}

json_t *run_cc_document(const struct program *p)
{
	return json_pack("{s:s, s:o, s:o}", "end", "compile-error", "diagnostics", run_cc_diagnostics(p), "compile_command",
			 json_text(p->said.command));
}

int run_cc_failed(const struct run_cc *b, const struct program *p, FILE *json)
{
	struct buf text = BUF_INIT;

	if (output.json) {
		json_t *document = run_cc_document(p);

		if (document && !json_dumpf(document, json, JSON_STYLE))
			putc('\n', json);
		json_decref(document);
		return EXIT_LEARNER;
	}
	run_cc_report(p, &text);
	fprintf(stderr, _("warpbook: %s does not build\n\n%s"), b->words.nsources == 1 ? b->words.sources[0].name
			: _("the program"),
		buf_text(&text));
	buf_release(&text);
	return EXIT_LEARNER;
}
