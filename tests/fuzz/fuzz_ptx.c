/*
 * fuzz_ptx.c - any bytes to the PTX front end: no crash, no leak, and a text that parses
 * prints as text that parses to the same module. The demangler gets every name.
 */
#include "config.h"

#include <stdlib.h>

#include "../unit/ptx_same.h"
#include "ptx_mutate.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "[fp]*/*.ptx"; /* below tests; see driver.c */

static void count_error(void *ctx, const struct error *err)
{
	*(size_t *)ctx += err->text[0] != '\0';
}

static void count_warning(void *ctx, const struct ptx_warning *w)
{
	*(size_t *)ctx += w->line > 0;
}

static bool leaves_out(const struct ptx_module *m)
{
	for (size_t k = 0; k < m->nfunctions; k++)
		for (size_t n = 0; n < m->functions[k]->ninstrs; n++)
			if (m->functions[k]->instrs[n].op == PTX_LEFT_OUT)
				return true;
	return false;
}

/* ptx_check reports errors exactly if the parse fails, or keeps instructions that only a launch rejects. */
static void check_all(const uint8_t *data, size_t size, const struct ptx_module *m)
{
	size_t reported = 0, errors = ptx_check((const char *)data, size, "fuzz.ptx", count_error, &reported);

	if (errors != reported || (errors == 0) != (m && !leaves_out(m)))
		abort();
	if (m && ptx_lint(m, count_warning, &reported, NULL))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static void demangle_all(const struct ptx_module *m)
{
	struct buf out = BUF_INIT;

	for (size_t k = 0; k < m->nfunctions; k++) {
		ptx_demangle(m->functions[k]->name, &out);
		ptx_demangle_name(m->functions[k]->name, &out);
		buf_clear(&out);
	}
	buf_release(&out);
}

static void cfg_all(const struct ptx_module *m)
{
	for (size_t k = 0; k < m->nfunctions; k++) {
		struct ptx_cfg cfg;

		if (ptx_cfg_build(&cfg, m->functions[k], NULL))
			abort();
		ptx_cfg_release(&cfg);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ptx_module *m = ptx_parse((const char *)data, size, "fuzz.ptx", NULL), *again;
	struct buf text = BUF_INIT;

	check_all(data, size, m);
	if (!m)
		return 0;
	ptx_print(m, &text);
	again = ptx_parse(buf_text(&text), text.len, "printed.ptx", NULL);
	if (!again || !module_same(m, again))
		abort();
	demangle_all(m);
	cfg_all(m);
	ptx_free(again);
	ptx_free(m);
	buf_release(&text);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	struct rng rng;

	rng_init(&rng, seed);
	return ptx_mutate(&rng, NULL, data, size, max);
}
