/* toolchain_program.c - a compiler's command line, the container of PTX, a linker's messages, names of static variables. */
#include "config.h"

#include <stdint.h>

#include "tap/tap.h"
#include "toolchain/fatbin.h"
#include "toolchain/fitted.h"
#include "toolchain/program/program_command.h"
#include "toolchain/program/program_link.h"

static struct arena arena;
static struct program_words words;
static struct error err;

static int read_words(const char *const *list, size_t n)
{
	memset(&err, 0, sizeof err);
	return program_words_read(list, n, false, &arena, &words, &err);
}

#define READ(...) read_words((const char *const[]){ __VA_ARGS__ }, sizeof (const char *const[]){ __VA_ARGS__ } / sizeof (char *))

static void test_words(void)
{
	ok(READ("a.cu", "b.cpp", "-O2", "-I", "inc", "-DN=3", "-o", "prog", "-lm", "x.o", "-std=c++20") == 0,
	   "an ordinary command line");
	ok(words.nsources == 2 && words.ninputs == 4, "has two sources, and four things to link");
	is_text(words.output, "prog", "an output");
	is_text(words.standard, "c++20", "a standard");
	ok(words.inputs[0].source == &words.sources[0] && !strcmp(words.inputs[2].word, "-lm"), "in their order");
	ok(words.both.n == 4 && words.original.n == 9, "an option and its value become two words, -o is for us alone");
	ok(READ("a.cu", "-arch=sm_90a", "--std", "c++14") == 0 && words.arch == 90 && words.arch_specific, "an architecture");
	is_text(words.standard, "c++14", "a value apart from its option");
	ok(READ("a.cu", "-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_86,code=sm_86") == 0 &&
	   words.arch == 86,
	   "of several architectures the newest");
	ok(READ("a.cu", "-gencode", "arch=compute_90a,code=sm_90a", "-gencode", "arch=compute_90,code=sm_90") == 0 &&
	   words.arch == 90 && words.arch_specific,
	   "of 9.0a and 9.0 the former, in any order");
	ok(READ("a.cu", "-gencode", "arch=compute_100a,code=sm_100a", "-gencode", "arch=compute_80,code=sm_80") == 0 &&
	   words.arch == 80,
	   "of one that the virtual device cannot run and one that it can, the latter");
	ok(READ("a.cu", "-arch=sm_120") == 0 && words.arch == 120, "if there is no other, the newer one is tried");
	ok(READ("a.cu", "-arch=sm_35") == 0 && words.arch == 75 && words.dropped.n == 1,
	   "one that is too old becomes 7.5, which is said");
	ok(READ("a.cu", "-Xcompiler", "-fopenmp,-Wall", "-Xlinker", "-z,now") == 0 && words.host.n == 2 && words.linker.n == 6,
	   "words after -Xcompiler and -Xlinker are split at commas");
	ok(READ("a.cu", "-lcudart", "-lcurand", "-L", "dir") == 0 && words.ninputs == 2,
	   "the runtime's own libraries need no linking");
	ok(READ("a.cu", "-dc") == 0 && words.relocatable && words.compile_only, "-dc is -rdc=true -c");
	ok(READ("a.cu", "-lcutensor") < 0 && err.party == PARTY_LEARNER, "a library that the vm does not have is rejected");
	ok(READ("a.cu", "-frob") == 0 && READ("a.cu", "--frob") < 0, "-f belongs to the host's compiler; an unknown option is "
								     "rejected");
	ok(READ("a.cu", "-I") < 0 && READ("a.cu", "-rdc=maybe") < 0 && READ("a.h") < 0 && READ("-O2") < 0, "and so is nonsense");
}

/* The command for a GPU has these words in this order. */
static bool gpu_has(const char *wanted)
{
	static const struct compiler nvcc = { .kind = COMPILER_NVCC };
	const struct program_job job = { .compiler = &nvcc, .words = &words, .for_gpu = true };
	const struct program_unit u = { .deps = "a.d" };
	struct word_list w = program_command_gpu(&job, &u, &arena);
	struct buf all = BUF_INIT;
	bool has;

	for (size_t i = 0; i < w.n; i++)
		buf_printf(&all, " %s", w.list[i]);
	has = strstr(buf_text(&all), wanted);
	buf_release(&all);
	return has;
}

static void test_specific(void)
{
	static const char *const apart = " -gencode arch=compute_90a,code=sm_90a a.cu";

	ok(READ("-arch=sm_90a", "a.cu") == 0 && gpu_has(apart) && !gpu_has("-arch"), "nvcc gets sm_90a as one target");
	ok(READ("-arch", "sm_90a", "a.cu") == 0 && gpu_has(apart), "and as two words");
	ok(READ("--gpu-architecture=sm_90a", "a.cu") == 0 && gpu_has(apart), "and by its long name");
	ok(READ("-arch=sm_90", "a.cu") == 0 && gpu_has(" -arch=sm_90 a.cu"), "sm_90 stays");
	ok(READ("-arch=compute_90a", "-code=sm_90a", "a.cu") == 0 && gpu_has(" -arch=compute_90a -code=sm_90a"),
	   "-code says what it means");
}

/* What fitted_text() makes of a header; "same": nothing to change. */
static const char *fitted(const char *text)
{
	static struct buf out = BUF_INIT;

	buf_clear(&out);
	return fitted_text(text, &out) ? buf_text(&out) : "same";
}

static void test_fitted(void)
{
	is_text(fitted("class barrier {\n  API ~barrier()\n  {\n    if (x) {\n      y();\n    }\n  }\n  int z; };\n"),
		"class barrier {\n  API ~barrier()\n  {\n\n\n\n}\n  int z; };\n",
		"a barrier's destructor has no body; all lines stay");
	is_text(fitted("p->~barrier();\n~barrier() = default;\n void f() { g(); }"), "same",
		"a call of it, or one without a body, stays");
	is_text(fitted("{ ~barrier() { if (x) {"), "same", "nor does one without an end change");
	is_text(fitted("asm(\"mov.u32 %0, %laneid; %%p\" : \"=r\"(a % b));"),
		"asm(\"mov.u32 %0, %%laneid; %%p\" : \"=r\"(a % b));",
		"a register's name in inline assembly has two %");
	is_text(fitted("template<class _Tp>\ncomplex<_Tp>\noperator*(int)"),
		"template<class _Tp>\n__attribute__((host, device)) complex<_Tp>\noperator*(int)",
		"a definition serves both sides");
	is_text(fitted("int x;\n"), "same", "any other header stays");
}

static uint64_t at(const struct buf *b, size_t offset, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | (uint8_t)b->data[offset + bytes];
	return v;
}

static void test_container(void)
{
	struct buf b = BUF_INIT;
	size_t payload;

	fatbin_put_ptx(&b, ".version 7.0\n", 13, 75, "a.cu");
	ok(at(&b, 0, 4) == FATBIN_MAGIC && at(&b, 4, 2) == 1 && at(&b, 6, 2) == 16, "a container begins as nvcc's");
	ok(at(&b, 8, 8) == b.len - 16, "and says how long it is");
	payload = 16 + at(&b, 20, 4);
	ok(at(&b, 16, 2) == 1 && at(&b, 16 + 28, 4) == 75, "its entry is PTX for an architecture");
	ok(payload + at(&b, 24, 8) == b.len && payload % 8 == 0 && b.len % 8 == 0, "whose bytes fill it");
	is_text(b.data + payload, ".version 7.0\n", "with the text, ended by a NUL");
	is_text(b.data + 16 + at(&b, 16 + 32, 4), "a.cu", "and the source's name");
	buf_release(&b);
}

static const struct diagnostic *linker_says(struct compilation *out, const char *raw)
{
	struct program_unit units[2] = { { .source = &words.sources[0], .input = "a.cu", .object = "/tmp/w/0.o" },
					 { .source = &words.sources[1], .input = "b.cu", .object = "/tmp/w/1.o" } };

	memset(out, 0, sizeof *out);
	link_messages_read(&words, units, raw, out);
	return out->ndiagnostics ? &out->diagnostics[0] : NULL;
}

static void test_linker(void)
{
	struct compilation c;
	const struct diagnostic *d;

	READ("a.cu", "b.cu");
	d = linker_says(&c, "/usr/bin/ld: /tmp/w/1.o: in function `main':\nb.cu:7: undefined reference to `f(int)'\n");
	ok(d && d->line == 7 && !strcmp(d->file, "b.cu"), "undefined symbols and their references");
	is_text(d ? d->text : NULL, "undefined reference to `f(int)`", "and to what");
	compilation_release(&c);
	d = linker_says(&c, "/usr/bin/ld: /tmp/w/1.o: in function `main':\nb.cu:8: undefined reference to `cudnnCreate'\n");
	ok(d && d->hint && strstr(d->hint, "as a kernel, or as a product of matrices"),
	   "a library that the vm does not have is named");
	compilation_release(&c);
	d = linker_says(&c, "/usr/bin/ld: /tmp/w/1.o: in function `g':\n(.text+0x1f): undefined reference to `f'\n");
	ok(d && d->line == 0 && !strcmp(d->file, "b.cu"), "without lines, the source");
	compilation_release(&c);
	d = linker_says(&c, "/usr/bin/ld: /tmp/w/1.o: in function `main':\nb.cu:3: multiple definition of `main'; "
			    "/tmp/w/0.o:a.cu:9: first defined here\n");
	is_text(d ? d->text : NULL, "`main` is defined twice: here and in a.cu, line 9", "symbols defined twice");
	compilation_release(&c);
	d = linker_says(&c, "/lib/Scrt1.o: in function `_start':\n(.text+0x17): undefined reference to `main'\n");
	ok(d && strstr(d->text, "no main()"), "no main()");
	compilation_release(&c);
	d = linker_says(&c, ":::\nundefined reference to `\n: multiple definition of `\ncannot find \n'; : first "
			    "defined\n(((((\n");
	ok(c.ndiagnostics < 5, "torn lines do no harm");
	compilation_release(&c);
}

static void test_static_names(void)
{
	struct buf b = BUF_INIT;

	buf_puts(&b, ".extern .global .u32 x;\n.visible .global .u32 x__static__12;\n\tmov.u64 %rd1, x;\n\tadd xx, x, yx;\n");
	program_static_names(&b);
	is_text(buf_text(&b), ".visible .global .u32 x__static__12;\n\tmov.u64 %rd1, x__static__12;\n\tadd xx, "
			      "x__static__12, yx;\n",
	   "a variable that is declared under another name gets the one that it has");
	buf_clear(&b);
	buf_puts(&b, ".visible .global .u32 x__static__12;\n\tmov.u64 %rd1, x;\n");
	program_static_names(&b);
	is_text(buf_text(&b), ".visible .global .u32 x__static__12;\n\tmov.u64 %rd1, x;\n", "others stay");
	buf_release(&b);
}

int main(void)
{
	test_words();
	test_specific();
	test_fitted();
	test_container();
	test_linker();
	test_static_names();
	arena_release(&arena);
	return tap_done();
}
