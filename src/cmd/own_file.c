/* own_file.c - see own_file.h. */
#include "config.h"

#include "cmd/own_file.h"

#include <stdio.h>

#include "base/language.h"
#include "attempt/diagnostic_json.h"
#include "child/proc.h"
#include "cmd/cmd.h"

static int print_diagnostics(const struct hand_file *f)
{
	const struct compilation *c = &f->compilation;
	json_t *all = json_array();
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];
		const struct remark r = { d->text, d->hint, d->file, d->line, d->column };
		struct remark_source own = { f->path, buf_text(&f->text), f->text.len };

		if (d->level == DIAGNOSTIC_WARNING)
			continue;
		json_array_append_new(all, diagnostic_json(d));
		buf_puts(&text, i ? "\n" : "");
		remark_put(&own, &r, 80, &text);
	}
	if (output.json) {
		print_json(json_pack("{s:s, s:o}", "end", "compile-error", "diagnostics", all));
	} else {
		json_decref(all);
		fprintf(stderr, _("warpbook: %s does not compile\n\n%s"), f->path, buf_text(&text));
	}
	buf_release(&text);
	return EXIT_LEARNER;
}

int own_file_read(struct hand_file *f, const char *path, const char *compiler, bool for_stepping)
{
	struct error err = { 0 };

	switch (hand_file_read(f, path, compiler, for_stepping, &err)) {
	case 0: return EXIT_DONE;
	case 1: return print_diagnostics(f);
	default: return proc_interrupted() ? EXIT_INTERRUPTED : report_error(&err);
	}
}
