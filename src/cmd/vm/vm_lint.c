/*
 * vm_lint.c - `warpbook vm lint FILE`: reports all faults of a file without running it, and lists its
 * kernels. It lowers each kernel separately, so that a kernel that the vm does not support does not
 * hide faults of the others.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/vm/vm.h"
#include "hand/args.h"
#include "cmd/own_file.h"
#include "base/source.h"
#include "simt/simt.h"

static const char *compiler;

struct lint_run {
	struct hand_file f;
	struct arena arena;
	size_t errors, warnings;
	json_t *remarks, *kernels; /* NULL: text goes to standard output */
};

/* ---- remarks ----------------------------------------------------------------------------- */

/* The column of the last word that the text quotes, such as '%r99', and that occurs in the line; otherwise 0. */
static int quoted_column(const struct remark_source *own, const char *text, int line)
{
	struct source source = { own->text, own->len };
	size_t len;
	const char *p = source_line(&source, line, &len);
	int column = 0;

	for (const char *open = strchr(text, '\''); p && open; open = strchr(open + 1, '\'')) {
		const char *close = strchr(open + 1, '\'');
		size_t n = close ? (size_t)(close - open - 1) : 0;
		const char *at = n ? memmem(p, len, open + 1, n) : NULL;

		if (at)
			column = (int)(at - p) + 1;
		if (!close)
			break;
		open = close;
	}
	return column;
}

static void print_error(const struct hand_file *f, const struct error *err)
{
	struct remark_source own = hand_file_source(f, err->file);
	struct remark r = { err->text, err->remedy[0] ? err->remedy : NULL, err->file[0] ? err->file : NULL, err->line, 0 };
	struct buf text = BUF_INIT;

	if (r.file && !strcmp(r.file, own.path))
		r.column = quoted_column(&own, err->text, err->line);
	remark_put(&own, &r, 80, &text);
	fputs(buf_text(&text), stdout);
	buf_release(&text);
}

static json_t *remark_json(const char *level, const struct error *e)
{
	return json_pack("{s:s, s:o, s:o, s:o}", "level", level, "file", e->file[0] ? json_text(e->file) : json_null(),
			 "line", e->line ? json_integer(e->line) : json_null(), "text", json_text(e->text));
}

static void report(struct lint_run *l, const char *level, const struct error *e)
{
	struct error said = *e;

	if (l->remarks) {
		json_array_append_new(l->remarks, remark_json(level, e));
		return;
	}
	snprintf(said.text, sizeof said.text, "%s: %.1000s", level, e->text);
	if (l->errors + l->warnings > 1)
		putchar('\n');
	print_error(&l->f, &said);
}

static void report_mistake(void *ctx, const struct error *e)
{
	struct lint_run *l = ctx;

	l->errors++;
	report(l, "error", e);
}

static void report_warning(void *ctx, const struct ptx_warning *w)
{
	struct lint_run *l = ctx;
	struct ptx_place place = { NULL, 0, 0 };
	struct error e = { 0 };

	if (w->instr)
		place = ptx_instr_place(l->f.module, w->instr);
	if (place.file && l->f.module->nlocs) {
		error_set(&e, PARTY_LEARNER, "PTX line %d: %s", w->line, w->text);
		error_at(&e, place.file, place.line);
	} else {
		error_set(&e, PARTY_LEARNER, "%s%s", l->f.is_cuda ? "in the PTX: " : "", w->text);
		if (!l->f.is_cuda)
			error_at(&e, l->f.path, w->line);
	}
	l->warnings++;
	report(l, "warning", &e);
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* Lowers the kernel separately, with all functions that it could call. */
static int describe(struct lint_run *l, const struct ptx_function *kernel, struct simt_kernel_info *info,
		    struct error *err)
{
	struct ptx_module one = *l->f.module;
	struct simt_mem *mem = simt_mem_new(HAND_MEMORY_BYTES, err);
	struct simt_program *program = NULL;
	int status = -1;

	one.functions = arena_array(&l->arena, one.nfunctions + 1, sizeof *one.functions);
	one.nfunctions = 0;
	if (!one.functions)
		error_nomem(err);
	for (size_t k = 0; one.functions && k < l->f.module->nfunctions; k++)
		if (!l->f.module->functions[k]->is_entry || l->f.module->functions[k] == kernel)
			one.functions[one.nfunctions++] = l->f.module->functions[k];
	if (mem && one.functions)
		program = simt_program_new(&one, mem, err);
	if (program)
		status = simt_kernel_describe(program, kernel->name, info, err);
	simt_program_free(program);
	simt_mem_free(mem);
	return status;
}

static void put_params(const struct hand_params *params, struct buf *out)
{
	for (size_t i = 0; i < params->n; i++) {
		const struct hand_param *p = &params->list[i];

		buf_printf(out, "%s%s%s", i ? ", " : "", *p->name ? p->name : "", *p->name ? ": " : "");
		if (p->cpp)
			buf_puts(out, p->cpp);
		else
			buf_printf(out, "%" PRIu64 " bytes", p->size);
	}
	if (!params->n)
		buf_puts(out, "none");
}

static void put_registers(const struct ptx_function *f, struct buf *out)
{
	size_t counts[PTX_TYPE_COUNT] = { 0 };

	for (size_t r = 0; r < f->nregs; r++)
		counts[f->regs[r].type]++;
	for (int t = 0; t < PTX_TYPE_COUNT; t++)
		if (counts[t])
			buf_printf(out, "%s%zu %s", out->len ? ", " : "", counts[t], ptx_type_name((enum ptx_type)t));
	if (!out->len)
		buf_puts(out, "none");
}

static json_t *kernel_json(const char *signature, const struct ptx_function *f, const struct hand_params *params,
			   const struct simt_kernel_info *info)
{
	json_t *list = json_array(), *doc;

	for (size_t i = 0; i < params->n; i++) {
		const struct hand_param *p = &params->list[i];

		json_array_append_new(list, json_pack("{s:o, s:o, s:I, s:I}", "name", *p->name ? json_text(p->name) : json_null(),
						      "type", json_text(p->cpp), "bytes", (json_int_t)p->size,
						      "offset", (json_int_t)p->offset));
	}
	doc = json_pack("{s:o, s:o, s:o, s:I, s:I, s:b}", "signature", json_text(signature), "name", json_text(f->name),
			"parameters", list, "instructions", (json_int_t)f->ninstrs, "registers", (json_int_t)f->nregs,
			"supported", info != NULL);
	if (doc && info) {
		json_object_set_new(doc, "shared_bytes", json_integer(info->shared_bytes));
		json_object_set_new(doc, "local_bytes", json_integer(info->local_bytes));
		json_object_set_new(doc, "functions", json_integer((json_int_t)info->functions));
	}
	return doc;
}

static void print_kernel(const char *signature, const struct ptx_function *f, const struct hand_params *params,
			 const struct simt_kernel_info *info)
{
	struct buf text = BUF_INIT, part = BUF_INIT;

	buf_putc(&text, '\n');
	text_label(&text, "kernel ", signature, 80);
	if (strcmp(signature, f->name))
		text_label(&text, "  named         ", f->name, 80);
	put_params(params, &part);
	text_label(&text, "  parameters    ", buf_text(&part), 80);
	buf_clear(&part);
	put_registers(f, &part);
	text_label(&text, "  registers     ", buf_text(&part), 80);
	buf_printf(&text, _("  instructions  %zu\n"), f->ninstrs);
	if (info)
		buf_printf(&text, _("  memory        %u bytes of static shared a block, %u bytes of local a thread\n"),
			   info->shared_bytes, info->local_bytes);
	else
		buf_puts(&text, _("  not supported by the vm, see above\n"));
	if (info && info->functions > 1)
		buf_printf(&text, _("  calls         %zu functions, in all\n"), info->functions - 1);
	fputs(buf_text(&text), stdout);
	buf_release(&part);
	buf_release(&text);
}

static int lint_kernel(struct lint_run *l, const struct ptx_function *f, struct simt_kernel_info *info, bool *good,
		       struct error *err)
{
	struct error why = { 0 };

	*good = describe(l, f, info, &why) == 0;
	if (!*good && why.party == PARTY_MACHINE) {
		*err = why;
		return -1;
	}
	if (!*good)
		report_mistake(l, &why);
	return 0;
}

/* Prints the faults first, then the list of kernels. */
static int lint_kernels(struct lint_run *l, struct error *err)
{
	const struct ptx_module *m = l->f.module;
	struct simt_kernel_info *infos = arena_array(&l->arena, m->nfunctions + 1, sizeof *infos);
	bool *good = arena_array(&l->arena, m->nfunctions + 1, sizeof *good);

	if (!infos || !good)
		return error_nomem(err);
	for (size_t k = 0; k < m->nfunctions; k++)
		if (m->functions[k]->is_entry && !m->functions[k]->is_extern &&
		    lint_kernel(l, m->functions[k], &infos[k], &good[k], err))
			return -1;
	if (ptx_lint(m, report_warning, l, err))
		return -1;
	for (size_t k = 0; k < m->nfunctions; k++) {
		const struct ptx_function *f = m->functions[k];
		const char *signature = hand_kernel_signature(f, &l->arena);
		struct hand_params params;

		if (!f->is_entry || f->is_extern)
			continue;
		if (hand_params_read(&l->f, f, &l->arena, &params, err))
			return -1;
		if (l->kernels)
			json_array_append_new(l->kernels, kernel_json(signature, f, &params, good[k] ? &infos[k] : NULL));
		else
			print_kernel(signature, f, &params, good[k] ? &infos[k] : NULL);
	}
	return 0;
}

/* ---- the command ------------------------------------------------------------------------------ */

static int finish(struct lint_run *l)
{
	const struct ptx_module *m = l->f.module;
	int status = l->errors ? EXIT_LEARNER : EXIT_DONE;

	if (l->remarks) {
		json_t *doc = json_pack("{s:o, s:b, s:O, s:O}", "file", json_text(l->f.path), "well", !l->errors,
					"remarks", l->remarks, "kernels", l->kernels);

		return print_json(doc) ? EXIT_MACHINE : status;
	}
	printf("%s%s: ", m || l->errors ? "\n" : "", l->f.path);
	printf(tr_n("%zu error", "%zu errors", (uint64_t)l->errors), l->errors);
	printf(", ");
	printf(tr_n("%zu warning", "%zu warnings", (uint64_t)l->warnings), l->warnings);
	if (m)
		printf(_("; PTX %d.%d for sm_%d"), m->version_major, m->version_minor, m->target_sm);
	putchar('\n');
	return status;
}

static int lint_file(struct lint_run *l)
{
	struct error err = { 0 };

	if (ptx_check(l->f.ptx, l->f.ptx_len, l->f.path, report_mistake, l))
		return finish(l);
	if (hand_file_parse(&l->f, &err) || lint_kernels(l, &err))
		return report_error(&err);
	return finish(l);
}

static int run(int nargs, char **args)
{
	struct lint_run l = { .remarks = NULL };
	int status = own_file_read(&l.f, args[0], compiler, false);

	(void)nargs;
	if (status == EXIT_DONE) {
		if (output.json) {
			l.remarks = json_array();
			l.kernels = json_array();
		}
		status = lint_file(&l);
	}
	json_decref(l.remarks);
	json_decref(l.kernels);
	hand_file_release(&l.f);
	arena_release(&l.arena);
	return status;
}

static const struct option_row options[] = {
	{ "compiler", OPTION_TEXT, "NAME", N_("for .cu: nvcc, clang, clang-19, or a path"), &compiler, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_lint = {
	.name = "vm lint", .arguments = "FILE", .summary = N_("report all faults in a file, and list its kernels"),
	.help = N_("Errors, with name and line, are what the vm rejects: exit status 1. Warnings are about legal but\n"
		"suspicious code: unreachable code, registers never written, barriers under a guard.\n"),
	.options = options, .min_args = 1, .max_args = 1, .run = run,
};
