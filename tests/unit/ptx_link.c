/*
 * ptx_link.c - links several texts to one module: nvcc -rdc=true's output for three files, and small ones about each rule.
 */
#include "config.h"

#include "base/path.h"
#include "tests/unit/simt_run.h"

static struct ptx_module *link_texts(const char *const *texts, size_t n, struct error *err)
{
	static const char *const names[] = { "a.ptx", "b.ptx", "c.ptx" };
	struct ptx_text t[3];

	for (size_t k = 0; k < n; k++)
		t[k] = (struct ptx_text){ texts[k], strlen(texts[k]), names[k] };
	return ptx_link(t, n, simt_knows_function, err);
}

static void rejected(const char *a, const char *b, const char *text, const char *what)
{
	struct error err = { 0 };
	struct ptx_module *m = link_texts((const char *[]){ a, b }, 2, &err);
	bool good = !m && strstr(err.text, text);

	if (!good)
		printf("# %s\n", m ? "it was linked" : err.text);
	ok(good, "%s", what);
	ptx_free(m);
}

static const struct ptx_var *var_of(const struct ptx_module *m, const char *name)
{
	return m ? ptx_find_var(m, name) : NULL;
}

/* ---- rules ---- */

#define USES_F HEAD ".extern .func (.param .b32 r) f(.param .b32 a);\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .b32 %r<4>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [out];\n" \
	"{ .param .b32 a; .param .b32 v; st.param.b32 [a], 5; call.uni (v), f, (a); ld.param.b32 %r2, [v]; }\n" \
	"st.global.u32 [%rd1], %r2; ret;\n}\n"
#define F(linkage, value) linkage " .func (.param .b32 r) f(.param .b32 a)\n{\n.reg .b32 %r<4>; ld.param.u32 %r1, [a]; add.u32 %r1, %r1, " value ";\n" \
	"st.param.b32 [r], %r1; ret;\n}\n"
#define USES_X ".visible .entry other()\n{\n.reg .b32 %r<2>; ld.global.u32 %r1, [x]; ret;\n}\n"

static void gives(const char *a, const char *b, const char *c, uint32_t want, const char *what)
{
	struct bench e = { 0 };
	uint32_t got = 0;
	uint64_t params[2] = { 0 };

	e.module = link_texts((const char *[]){ a, b, c }, c ? 3 : 2, &e.err);
	e.mem = simt_mem_new(1 << 24, &e.err);
	e.program = e.module ? simt_program_new(e.module, e.mem, &e.err) : NULL;
	if (!e.program)
		printf("# %s\n", e.err.text);
	else
		simt_alloc(e.mem, 4, "out", 4, 0, &params[0], &e.err);
	e.launch = (struct simt_launch){ .kernel = "k", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .params = params,
					 .params_len = 16, .checks = SIMT_CHECK_ALL };
	ok(e.program && simt_launch(e.program, &e.launch, &e.result, &e.err) == 0 && e.result.end == SIMT_DONE &&
	   simt_read(e.mem, params[0], &got, 4, &e.err) == 0 && got == want, "%s", what);
	bench_free(&e);
}

static void test_rules(void)
{
	struct error err;
	struct ptx_module *m;

	gives(USES_F, HEAD F(".visible", "1"), NULL, 6, "a function of another text is called");
	gives(HEAD F(".visible", "1"), USES_F, NULL, 6, "also of an earlier one");
	gives(USES_F, HEAD F(".weak", "1"), HEAD F(".visible", "2"), 7, "a strong definition replaces a weak one");
	gives(USES_F, HEAD F(".weak", "1"), HEAD F(".weak", "2"), 6, "of weak ones the first is taken");
	gives(USES_F, HEAD F("", "1"), HEAD F(".visible", "2"), 7, "a text's private name is not found");
	rejected(USES_F, HEAD F("", "1"), "'f' is used in 'a.ptx', but none of the files that are linked defines it",
		 "nor does it replace another");
	gives(USES_F F("", "3"), HEAD F(".visible", "1"), NULL, 8, "a text that declares and then defines its own means that");
	rejected(HEAD F(".visible", "1"), HEAD F(".visible", "1"), "'f' is defined in both 'a.ptx' and 'b.ptx'",
		 "two strong definitions");
	rejected(USES_F, HEAD ".visible .func (.param .b32 r) f(.param .b64 a)\n{\nret;\n}\n", "is declared differently in",
		 "other parameters");
	rejected(USES_F, HEAD ".visible .global .u32 f;\n", "is a function in one but a variable in the other",
		 "a function and a variable");
	rejected(HEAD ".extern .global .u32 x;\n" USES_X, HEAD ".visible .const .u32 x;\n", "is declared differently in",
		 "another space");
	rejected(HEAD ".extern .global .u32 x[4];\n" USES_X, HEAD ".visible .global .u32 x[2];\n", "is declared differently in",
		 "a smaller definition");
	rejected(HEAD ".extern .global .u32 x;\n" USES_X, HEAD "\n", "'x' is used in 'a.ptx'",
		 "a variable that is never defined");
	rejected(HEAD ".extern .global .u32 y;\n.visible .global .u64 x = y;\n", HEAD "\n", "'y' is used in 'a.ptx'",
		 "not even for its address");
	rejected(HEAD "\n", "nonsense", "", "a text that is no PTX");
	rejected(HEAD ".file 40000 \"a.cu\"\n", HEAD ".file 40000 \"b.cu\"\n", "number more than 65535 source files",
		"more source files than a module can name");
	m = link_texts((const char *[]){ HEAD ".extern .global .u32 x;\n.extern .func g();\n", HEAD "\n" }, 2, &err);
	ok(m && m->nvars == 0, "a name that is declared but not used may be undefined");
	ptx_free(m);
	m = link_texts((const char *[]){ HEAD ".common .global .u32 x[2];\n.global .u32 own = 1;\n",
					 HEAD ".common .global .u32 x[4];\n.global .u32 own = 2;\n"
					 ".global .u64 p = own;\n", HEAD ".visible .func own()\n{\nret;\n}\n" }, 3, &err);
	ok(var_of(m, "x") && var_of(m, "x")->size == 16 && m->nvars == 4, "of common ones the largest");
	ok(m && ptx_find_function(m, "own") && !var_of(m, "own") && var_of(m, "own$0") && var_of(m, "own$0")->init[0] == 1 &&
	   var_of(m, "own$1")->init[0] == 2,
	   "names of one text each stay apart");
	ok(var_of(m, "p") && !strcmp(var_of(m, "p")->addrs[0].symbol, "own$1"), "also in initialisers");
	ptx_free(m);
	m = ptx_link(NULL, 0, NULL, &err);
	ok(m && !m->nfunctions, "no text makes an empty module");
	ptx_free(m);
}

/* ---- three files of nvcc's ---- */

static void test_nvcc(void)
{
	static const char *const names[] = { "kernel", "tables", "shapes" };
	const char *tests = getenv("TESTS_DIR");
	struct buf texts[3] = { BUF_INIT, BUF_INIT, BUF_INIT }, printed = BUF_INIT;
	struct ptx_text t[3];
	struct bench b = { 0 };
	struct ptx_module *again;
	uint64_t params[2], at, bytes;
	int32_t out[8], in = 0, value = 0;
	bool good = true;

	for (size_t k = 0; k < 3; k++) {
		char path[4096];

		snprintf(path, sizeof(path), "%s/unit/linked/%s.ptx", tests ? tests : WARPBOOK_SOURCE_DIR "/tests", names[k]);
		good = good && file_read(path, 1u << 20, &texts[k], &b.err) == 0;
		t[k] = (struct ptx_text){ buf_text(&texts[k]), texts[k].len, names[k] };
	}
	b.module = good ? ptx_link(t, 3, simt_knows_function, &b.err) : NULL;
	b.mem = simt_mem_new(1 << 26, &b.err);
	b.program = b.module ? simt_program_new(b.module, b.mem, &b.err) : NULL;
	if (!ok(b.program && simt_kernel_describe(b.program, "k", NULL, &b.err) == 0,
		"three files of nvcc -rdc=true are linked")) {
		printf("# %s\n", b.err.text);
		goto end;
	}
	simt_alloc(b.mem, sizeof(out), "out", 4, 0, &params[0], &b.err);
	simt_alloc(b.mem, 4, "in", 4, 0, &params[1], &b.err);
	simt_write(b.mem, params[1], &in, 4, &b.err);
	b.launch = (struct simt_launch){ .kernel = "k", .grid = { 1, 1, 1 }, .block = { 8, 1, 1 }, .params = params,
					 .params_len = 16, .checks = SIMT_CHECK_ALL };
	ok(simt_launch(b.program, &b.launch, &b.result, &b.err) == 0 && b.result.end == SIMT_DONE && b.result.nfindings == 0 &&
	   simt_read(b.mem, params[0], out, sizeof(out), &b.err) == 0, "the kernel runs");
	for (int i = 0; i < 8; i++)
		good = good && out[i] == 12 * i + 16 + 1000 * (1 + (i & 3)) + (i & 1 ? i - 1 : i + 1) + i + 100 + 5 +
		       (i & 1 ? i * i : i) + 10 * i;
	ok(good, "functions, variables, constants, pointers, virtual functions and templates of all three work");
	ok(simt_symbol(b.program, "counter", &at, &bytes) && simt_read(b.mem, at, &value, 4, &b.err) == 0 && value == 48 &&
	   simt_symbol(b.program, "_ZZ4tmplIiET_S0_E5calls", &at, &bytes) && simt_read(b.mem, at, &value, 4, &b.err) == 0 &&
	   value == 16,
	   "a variable and a template's are one for all");
	in = 7;
	simt_write(b.mem, params[1], &in, 4, &b.err);
	simt_result_release(&b.result);
	ok(simt_launch(b.program, &b.launch, &b.result, &b.err) == 0 && b.result.end == SIMT_FAULT &&
	   bench_found(&b, "out-of-bounds") && !strcmp(b.result.findings[0].place.file, "shapes.cu") &&
	   b.result.findings[0].place.line == 26, "a finding names its own file");
	ptx_print(b.module, &printed);
	again = ptx_parse(buf_text(&printed), printed.len, "again", &b.err);
	ok(again && again->nvars == b.module->nvars && again->nfunctions == b.module->nfunctions,
	   "the linked module prints as text that is one");
	ptx_free(again);
	ok(!ptx_link(t, 2, simt_knows_function, &b.err) && strstr(b.err.text, "'make_shape(int)' is used in 'kernel'") &&
	   b.err.line == 19 && !strcmp(b.err.file, "kernel.cu"), "without the third the first use of an undefined name is "
								 "reported");
	ok(!ptx_link((struct ptx_text[]){ t[0], t[1], t[2], t[1] }, 4, simt_knows_function, &b.err) &&
	   strstr(b.err.text, "is defined in both"),
	   "and that one comes twice");
end:
	bench_free(&b);
	buf_release(&printed);
	for (size_t k = 0; k < 3; k++)
		buf_release(&texts[k]);
}

static void test_lines(void)
{
	struct bench b = { 0 };
	uint64_t params[2] = { 0, 0 };

	b.module = link_texts((const char *[]){ USES_F, HEAD "\n.visible .func (.param .b32 r) f(.param .b32 "
							     "a)\n{\ntrap;\nret;\n}\n" }, 2, &b.err);
	b.mem = simt_mem_new(1 << 20, &b.err);
	b.program = simt_program_new(b.module, b.mem, &b.err);
	b.launch = (struct simt_launch){ .kernel = "k", .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .params = params,
					 .params_len = 16 };
	ok(simt_launch(b.program, &b.launch, &b.result, &b.err) == 0 && bench_found(&b, "trap") &&
	   !strcmp(b.result.findings[0].place.file, "b.ptx") && b.result.findings[0].place.line == 7,
	   "a finding in PTX without source lines names the PTX's lines");
	bench_free(&b);
}

/* A .loc may name a number that no .file declares: it never means a file of another text, and the printed module parses. */
static void test_nameless_files(void)
{
	static const char *const numbers[] = { "3", "65536" };

	for (size_t k = 0; k < 2; k++) {
		char text[1024];
		struct error err = { 0 };
		struct buf printed = BUF_INIT;
		struct ptx_module *m, *again = NULL;
		const struct ptx_loc *loc = NULL;

		snprintf(text, sizeof text, HEAD ".file 1 \"a.cu\"\n.visible .entry k()\n{\n.loc %s 7 1\ntrap;\nret;\n}\n",
			 numbers[k]);
		m = link_texts((const char *[]){ HEAD ".file 1 \"b.cu\"\n.visible .entry before()\n{\n.loc 1 9 "
						      "1\nret;\n}\n", text,
			HEAD ".file 1 \"c.cu\"\n.visible .entry after()\n{\n.loc 1 9 1\nret;\n}\n" }, 3, &err);
		if (m && m->nlocs == 3)
			loc = &m->locs[1];
		ok(loc && (size_t)loc->file < m->nfiles && !m->files[loc->file],
		   "line 7 of the undeclared file %s is in no other text's file", numbers[k]);
		if (m) {
			ptx_print(m, &printed);
			again = ptx_parse(buf_text(&printed), printed.len, "again", &err);
		}
		ok(again, "and what is printed can be read (%s)", again ? "it can" : err.text);
		ptx_free(again);
		ptx_free(m);
		buf_release(&printed);
	}
}

int main(void)
{
	test_rules();
	test_nameless_files();
	test_nvcc();
	test_lines();
	return tap_done();
}
