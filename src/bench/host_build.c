/*
 * host_build.c - builds a learner's host code into a program that calls it.
 *
 * The program has the learner's source and, after it, the entry that we write for the exercise, in the same translation unit,
 * so that the compiler checks the function against its declaration, including its return value:
 *
 *	#line 1 "their.cu"
 *	... the learner's text ...
 *	#line 1 "warpbook-entry"
 *	static void warpbook_call(void *const *args, void *returned) { ... solve(...) ... }
 *	int main() { return warpbook_host_main(warpbook_call); }
 *
 * A compiler error in our lines means that something is missing in theirs, and the report says so. Toolchain's cache of
 * programs keeps the programs, under the hash of that text: the reference solution is built once.
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "bench/build.h"
#include "bench/host_seal.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "source/learner_source.h"
#include "toolchain/cache.h"
#include "toolchain/program/program.h"
#include "toolchain/program/program_cache.h"

#define ENTRY "warpbook-entry" /* the name of the file for our lines, by #line */
#define WORDS_MOST 25

/* ---- the text ------------------------------------------------------------------------- */

/* "const float *", "int" */
static void type_put(const struct exercise_param *p, struct buf *out)
{
	buf_printf(out, "%s%s%s", p->role == PARAM_IN ? "const " : "", value_type_name(p->type),
		   p->role == PARAM_SCALAR ? "" : " *");
}

static size_t parameters(const struct exercise *e)
{
	return e->nparams - e->params[e->nparams - 1].result;
}

/* "int solve(const float *x, float *y, int n)": the exercise's declaration. NULL without memory. */
static const char *host_declaration(const struct exercise *e, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *copy;

	buf_printf(&text, "%s %s(", e->returns, e->kernel);
	for (size_t i = 0; i < parameters(e); i++) {
		buf_puts(&text, i ? ", " : "");
		type_put(&e->params[i], &text);
		buf_printf(&text, "%s%s", e->params[i].role == PARAM_SCALAR ? " " : "", e->params[i].name);
	}
	buf_putc(&text, ')');
	copy = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return copy;
}

static void entry_put(const struct exercise *e, struct buf *out)
{
	buf_puts(out, "\n#line 1 \"" ENTRY "\"\n"
		 "extern \"C\" int warpbook_host_main(void (*call)(void *const *, void *));\n"
		 "static void warpbook_call(void *const *args, void *returned) {\n");
	buf_printf(out, "%s (*entry)(", e->returns);
	for (size_t i = 0; i < parameters(e); i++) {
		buf_puts(out, i ? ", " : "");
		type_put(&e->params[i], out);
	}
	buf_printf(out, ") = %s;\n", e->kernel);
	if (strcmp(e->returns, "void"))
		buf_printf(out, "*(%s *)returned = ", e->returns);
	buf_puts(out, "entry(");
	for (size_t i = 0; i < parameters(e); i++) {
		const struct exercise_param *p = &e->params[i];

		buf_puts(out, i ? ", " : "");
		if (p->role == PARAM_SCALAR) {
			buf_printf(out, "*(%s *)", value_type_name(p->type)); /* the address of the value */
		} else {
			buf_putc(out, '(');
			type_put(p, out);
			buf_putc(out, ')');
		}
		buf_printf(out, "args[%zu]", i);
	}
	buf_puts(out, ");\n(void)returned;\n}\nint main() { return warpbook_host_main(warpbook_call); }\n");
}

static void source_put(const struct build *b, const struct exercise *e, struct buf *out)
{
	buf_puts(out, "#line 1 \"");
	for (const char *p = b->path; *p; p++)
		buf_putc(out, (unsigned char)*p < ' ' || *p == '"' || *p == '\\' || *p == 0x7F ? '_' : *p);
	buf_puts(out, "\"\n");
	buf_append(out, buf_text(&b->source), b->source.len);
	entry_put(e, out);
}

/* ---- the place of the build ------------------------------------------------------------- */

struct place {
	struct program_entry entry;
	char folder[PATH_MAX];    /* a folder of our own, without a cache; else empty */
	char source[PATH_MAX];
	char library[PATH_MAX], library_folder[PATH_MAX];
	char here[PATH_MAX];      /* the learner's folder */
	bool plain;               /* it has nothing that could be a header: one precompiled header serves all such folders */
	const char *words[WORDS_MOST];
	size_t n;
	int turn;                 /* cache_turn; -1: none */
};

/*
 * Two threads of an author's check, or two processes, may build the same program: the second waits, and finds it. If it built
 * the program again, it would replace the file of the first, whose sandbox allows only that file.
 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static const struct place *taken[64];

static bool is_taken(const struct place *p)
{
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (taken[i] && !strcmp(taken[i]->entry.path, p->entry.path))
			return true;
	return false;
}

static void take(struct place *p)
{
	char name[] = "program-..";
	size_t i = 0;

	pthread_mutex_lock(&lock);
	while (is_taken(p))
		pthread_cond_wait(&given_back, &lock);
	while (i < sizeof taken / sizeof *taken && taken[i])
		i++;
	if (i < sizeof taken / sizeof *taken)
		taken[i] = p;
	pthread_mutex_unlock(&lock);
	memcpy(name + strlen("program-"), path_base(p->entry.path), 2); /* the hash's first byte: some hundred locks are enough */
	p->turn = *p->entry.path ? cache_turn(name, NULL, NULL) : -1;
}

static void give_back(const struct place *p)
{
	if (p->turn >= 0)
		close(p->turn);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (taken[i] == p)
			taken[i] = NULL;
	pthread_cond_broadcast(&given_back);
	pthread_mutex_unlock(&lock);
}

/* Is the file ours, with just this text? Anything else in its place is damaged or an attack. */
static bool source_is_there(const char *path, const struct buf *text)
{
	struct buf there = BUF_INIT;
	bool same = file_read_itself(path, text->len, &there, NULL) == 0 && there.len == text->len &&
		    !memcmp(buf_text(&there), buf_text(text), text->len);

	buf_release(&there);
	return same;
}

/*
 * Writes the text to the path that its hash gives, with a modification time of long ago, so that the check for a
 * changed source later finds no change.
 */
static int source_write(const char *path, const struct buf *text)
{
	static const struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };

	for (int tries = 0; tries < 3; tries++) {
		if (source_is_there(path, text))
			return 0;
		int rc = cache_add(path, buf_text(text), text->len, long_ago);

		if (rc <= 0)
			return rc;
		if (!source_is_there(path, text) && unlink(path)) /* damaged, or a folder */
			path_remove_tree(path, NULL);
	}
	return -1;
}

static int source_place(struct place *p, const struct buf *text, struct error *err)
{
	char folder[PATH_MAX], name[HASH_HEX + 4], hash[HASH_HEX];

	hash_bytes(buf_text(text), text->len, hash);
	snprintf(name, sizeof name, "%s.cu", hash);
	if (cache_folder("programs", folder, sizeof folder, NULL) == 0 && path_join(p->source, sizeof p->source, folder, name) &&
	    source_write(p->source, text) == 0)
		return 0;
	if (path_temp_dir(p->folder, sizeof p->folder, "warpbook-host", err)) {
		p->folder[0] = '\0';
		return -1;
	}
	if (!path_join(p->source, sizeof p->source, p->folder, name))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	return file_write_scratch(p->source, buf_text(text), text->len, err);
}

/* The harness is in the same folder as the vm's runtime, for a GPU too. */
static int library_find(struct place *p, struct error *err)
{
	if (program_runtime(p->library_folder, sizeof p->library_folder, err))
		return -1;
	*strrchr(p->library_folder, '/') = '\0';
	if (!path_join(p->library, sizeof p->library, p->library_folder, "libwarpbook-host.so") || !path_exists(p->library)) {
		error_set(err, PARTY_MACHINE, "there is no 'libwarpbook-host.so' in '%s'", p->library_folder);
		return error_remedy(err, "install warpbook again");
	}
	return 0;
}

static void word(struct place *p, const char *text)
{
	p->words[p->n++] = text;
}

/* On a GPU, links those of NVIDIA's libraries whose headers the program names: not every toolkit has them all. */
static void real_libraries(struct place *p, const char *text, const struct compiler *compiler, struct arena *arena)
{
	static const struct { const char *header, *word; } libraries[] = {
		{ "cublas", "-lcublas" }, { "curand.h", "-lcurand" }, { "nvrtc.h", "-lnvrtc" }, { "cufft.h", "-lcufft" },
			{ "<cuda.h>", "-lcuda" },
	};
	size_t before = p->n;

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (strstr(text, libraries[i].header))
			word(p, libraries[i].word);
	if (p->n == before || !*compiler->toolkit)
		return;
	word(p, "-Xlinker");
	word(p, "-rpath");
	word(p, "-Xlinker");
	word(p, arena_printf(arena, "%s/lib64", compiler->toolkit));
}

/*
 * <cmath> of libstdc++ brings 10,000 lines of special functions into every C++17 compile; with its include guard set, a build
 * takes a third less time. A source that names one of them, or has headers of its own, gets them all.
 */
static bool has_no_special_function(const char *text)
{
	static const char *const words[] = {
		"include \"", "include\"", "beta", "legendre", "laguerre", "hermite", "ellint", "expint", "cyl_", "sph_",
			"riemann", "hyperg", "airy",
		"SPECFUN",
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(text, words[i]))
			return false;
	return true;
}

/*
 * Does the text ask for what the list of files read does not tell: whether a
 * file exists, or the time? Then it is built each time.
 */
static bool is_uncacheable(const char *text)
{
	static const char *const words[] = { "__has_include", "__has_embed", "__DATE__", "__TIME" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

static bool is_source(const char *name)
{
	static const char *const suffixes[] = { ".cu", ".py", ".lua", ".md", ".json", ".txt" };
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
		if (!strcmp(dot, suffixes[i]))
			return true;
	return false;
}

static int may_be_header(const struct dirent *d)
{
	return d->d_name[0] != '.' && !is_source(d->d_name);
}

/*
 * The names in the learner's folder that could be headers', as a hash, or "" for none: a new one may take the place of a header
 * that was read before. NULL: not known.
 */
static const char *headers_of(const char *folder, struct arena *arena)
{
	struct dirent **names;
	int n = scandir(folder, &names, may_be_header, alphasort);
	char hex[HASH_HEX] = "";
	struct hash h;

	hash_init(&h);
	for (int i = 0; i < n; i++) {
		hash_add_text(&h, names[i]->d_name);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	if (n > 0)
		hash_hex(&h, hex);
	return n < 0 ? NULL : arena_strdup(arena, hex);
}

static int place_make(struct place *p, const struct build *b, const struct buf *text, const struct compiler *compiler, int arch,
		      struct arena *arena, struct error *err)
{
	static atomic_uint serial; /* threads of an author's check may build the same program at once */
	size_t len = (size_t)(path_base(b->path) - b->path);
	const char *headers;

	memset(p, 0, sizeof *p);
	if (library_find(p, err) || source_place(p, text, err))
		return -1;
	if (!realpath(len ? arena_strndup(arena, b->path, len) : ".", p->here))
		return error_errno(err, "cannot find the folder of '%s'", b->path);
	word(p, p->source);
	word(p, "-I");
	word(p, arena_strdup(arena, p->here));
	word(p, p->library);
	word(p, "-Xlinker");
	word(p, "-rpath");
	word(p, "-Xlinker");
	word(p, p->library_folder);
	if (has_no_special_function(buf_text(text)))
		word(p, "-D_GLIBCXX_BITS_SPECFUN_H=1");
	if (arch) {
		word(p, arena_printf(arena, "-arch=sm_%d", arch));
		real_libraries(p, buf_text(text), compiler, arena);
	} else if (compiler->kind == COMPILER_NVCC && compiler->major >= 11) {
		/* as for kernels on the vm: needed for features newer than 7.5 */
		word(p, compiler->major >= 12 ? "-arch=sm_90" : "-arch=sm_80");
	}
	headers = headers_of(p->here, arena);
	if (arena->failed)
		return error_nomem(err);
	p->words[p->n] = headers; /* for the key only */
	p->plain = headers && !*headers;
	if (p->folder[0] || !headers || is_uncacheable(buf_text(text)) ||
	    program_cache_place(&p->entry, compiler, p->words, p->n + (*headers != '\0'), arch != 0, NULL))
		snprintf(p->entry.building, sizeof p->entry.building, "%.*s.%ld-%u.run", (int)sizeof p->entry.building - 48,
			 p->source, (long)getpid(), serial++);
	return 0;
}

/* ---- the compiler's messages --------------------------------------------------------------- */

/* At the very end nvcc names the file itself. The assembler's messages have no line, and are about the kernels. */
static bool is_of_entry(const struct diagnostic *d, const char *source)
{
	return d->file && d->line > 0 && (!strcmp(path_base(d->file), ENTRY) || !strcmp(path_base(d->file), path_base(source)));
}

static int last_line(const struct build *b)
{
	int line = 1;

	for (size_t i = 0; i + 1 < b->source.len; i++)
		line += b->source.data[i] == '\n';
	return line;
}

/*
 * The compiler reports a premature end of file in our lines, but the fault is in theirs: the report names their last
 * line. Other messages about our lines mean nothing to a learner; this removes them, and leaves the first in *first.
 */
static void complaints_sort(struct build *b, const char *source, struct diagnostic *first)
{
	struct compilation *c = &b->compilation;
	size_t n = 0;

	*first = (struct diagnostic){ .text = NULL };
	for (size_t i = 0; i < c->ndiagnostics; i++) {
		struct diagnostic d = c->diagnostics[i];

		if (is_of_entry(&d, source) && d.level == DIAGNOSTIC_ERROR && strstr(d.text, "expected") &&
		    (strchr(d.text, '}') || strstr(d.text, "end of"))) {
			d.file = b->path;
			d.line = last_line(b);
			d.column = 0;
			d.hint = "a brace that is opened is not closed before the file ends";
		}
		if (!d.line || d.variable)
			d.file = b->path;
		if (d.variable)
			d.line = source_variable_line(buf_text(&b->source), b->source.len, d.variable);
		if (!is_of_entry(&d, source))
			c->diagnostics[n++] = d;
		else if (d.level == DIAGNOSTIC_ERROR && !first->text)
			*first = d;
	}
	c->ndiagnostics = n;
}

/* The function is missing or has another type, or there is a main where ours has to be. */
static enum verdict explain_entry(const struct build *b, const struct exercise *e, const struct diagnostic *said,
				  struct arena *arena, struct error *err)
{
	const char **names, *declaration = host_declaration(e, arena);
	int line, main_line;

	source_function_params(buf_text(&b->source), b->source.len, e->kernel, arena, &names, &line);
	source_function_params(buf_text(&b->source), b->source.len, "main", arena, &names, &main_line);
	if (!declaration) {
		error_nomem(err);
		return VERDICT_MACHINE_FAILED;
	}
	if (main_line && strstr(said->text, "main")) {
		error_set(err, PARTY_LEARNER, "the file has a main() of its own; here `%s` is called for you", e->kernel);
		error_at(err, b->path, main_line);
		error_remedy(err, "take main() out, or put it between #if 0 and #endif");
		return VERDICT_NO_FUNCTION;
	}
	if (line)
		error_set(err, PARTY_LEARNER, "`%s` has other parameters, or returns something else, than the exercise asks for",
			  e->kernel);
	else
		error_set(err, PARTY_LEARNER, "the file has no function `%s`", e->kernel);
	if (line)
		error_at(err, b->path, line);
	error_remedy(err, "declare it as `%s`", declaration);
	return VERDICT_NO_FUNCTION;
}

static enum verdict explain_failure(struct build *b, const struct exercise *e, const char *source, struct arena *arena,
				    struct error *err)
{
	struct diagnostic first;

	complaints_sort(b, source, &first);
	for (size_t i = 0; i < b->compilation.ndiagnostics; i++) {
		const struct diagnostic *d = &b->compilation.diagnostics[i];

		if (d->level != DIAGNOSTIC_ERROR)
			continue;
		error_set(err, PARTY_LEARNER, "%s", d->text);
		error_at(err, d->file, d->line);
		error_remedy(err, "%s", d->hint ? d->hint : "");
		return VERDICT_COMPILE_ERROR;
	}
	if (first.text)
		return explain_entry(b, e, &first, arena, err);
	error_set(err, PARTY_LEARNER, "the compiler rejects the file and gives no reason");
	return VERDICT_COMPILE_ERROR;
}

/* ---- the build -------------------------------------------------------------------------------- */

static bool same_file(const char *name, const char *path)
{
	char a[PATH_MAX], b[PATH_MAX];

	return !strcmp(name, path) || (realpath(name, a) && realpath(path, b) && !strcmp(a, b));
}

/*
 * Removes the names in our #line directives, which are not files that were read: the text was, under a name of its
 * own, which is no header either.
 */
static void files_sort(const struct build *b, const struct place *p, struct program *made)
{
	const char **own = (const char **)(uintptr_t)made->said.files;
	size_t n = 0;

	for (size_t i = 0; i < made->files.n; i++)
		if (strcmp(path_base(made->files.list[i]), ENTRY) && strcmp(made->files.list[i], b->path))
			made->files.list[n++] = made->files.list[i];
	made->files.n = n;
	n = 0;
	for (size_t i = 0; i < made->said.nfiles; i++)
		if (strcmp(path_base(own[i]), ENTRY) && !same_file(own[i], b->path) && !same_file(own[i], p->source) &&
		    !same_file(own[i], p->library))
			own[n++] = own[i];
	made->said.nfiles = n;
}

/*
 * A program with warnings is not cached: each check repeats them. Nor is one that read files of its own: each check must ask
 * whose they are (foreign_source.h), as for a kernel.
 */
static void program_take(struct build *b, struct place *p, struct program *made)
{
	b->program = p->entry.building;
	b->scratch = true;
	if (!p->entry.path[0] || made->said.ndiagnostics || made->said.nfiles || program_cache_keep(&p->entry, made, "", NULL))
		return;
	b->program = p->entry.path;
	b->scratch = false;
}

static enum verdict unless_machine(const struct error *err)
{
	if (proc_interrupted())
		return VERDICT_INTERRUPTED;
	return err->party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : VERDICT_OUR_BUG;
}

/* The compiler can read this one source, the learner's folder and the harness, and write to an existing file. */
static void sandbox_make(const struct place *p, const struct compiler *compiler, struct sandbox *s)
{
	compiler_sandbox(compiler, s);
	sandbox_allow(s, p->source, SANDBOX_READ);
	sandbox_allow(s, p->here, SANDBOX_READ);
	sandbox_allow(s, p->library, SANDBOX_READ);
}

/* A cached program has passed this check, but the libraries may have got more functions since. */
static int seal_check(const struct place *p, const char *program, bool on_gpu, struct error *err)
{
	char runtime[PATH_MAX];
	const char *libraries[] = { p->library, runtime };

	return (!on_gpu && program_runtime(runtime, sizeof runtime, err)) ||
	       host_seal(program, libraries, on_gpu ? 1 : 2, err) ? -1 : 0;
}

static void output_make(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0777);

	if (fd >= 0)
		close(fd);
}

static enum verdict program_make(struct build *b, const struct exercise *e, struct place *p, const struct compiler *compiler,
				 int arch, struct arena *arena, struct error *err)
{
	struct program_words words;
	struct sandbox sandbox;
	struct program_job job = { .compiler = compiler, .words = &words, .output = p->entry.building, .for_gpu = arch != 0,
				   .prelude = p->plain, .sandbox = &sandbox };
	struct program made;
	struct buf said = BUF_INIT;
	bool found = p->entry.path[0] && program_cache_find(&p->entry, &said);

	buf_release(&said);
	if (found && seal_check(p, p->entry.path, arch != 0, err) == 0) {
		b->program = p->entry.path;
		b->compilation.ok = b->compilation.from_cache = true;
		return VERDICT_PASSED;
	}
	sandbox_make(p, compiler, &sandbox);
	output_make(p->entry.building);
	if (program_words_read(p->words, p->n, arch != 0, arena, &words, err) || program_build(&job, &made, err))
		return unless_machine(err);
	files_sort(b, p, &made);
	b->compilation = made.said; /* with its arena, which owns everything in `made` */
	if (!b->compilation.ok)
		return proc_interrupted() ? VERDICT_INTERRUPTED : explain_failure(b, e, p->source, arena, err);
	if (seal_check(p, p->entry.building, arch != 0, err)) {
		unlink(p->entry.building);
		return err->party == PARTY_LEARNER ? VERDICT_TAMPERED : unless_machine(err);
	}
	program_take(b, p, &made);
	return VERDICT_PASSED;
}

/* NULL without memory: then the program has nobody to ask, and says so. */
static const struct compiler *compiler_copy(const struct compiler *compiler, struct arena *arena)
{
	struct compiler *copy = arena_alloc(arena, sizeof *copy);

	if (copy)
		*copy = *compiler;
	return copy;
}

enum verdict host_build(struct build *b, const struct exercise *e, const char *path, const struct compiler *compiler, int arch,
			struct arena *arena, struct error *err)
{
	struct buf text = BUF_INIT;
	struct place p = { .n = 0 };
	enum verdict v;

	if (arch && compiler->kind != COMPILER_NVCC) {
		error_set(err, PARTY_MACHINE, "a host exercise on a GPU is built with nvcc, which has the real runtime");
		error_remedy(err, "use --compiler nvcc, or --device vm");
		return VERDICT_MACHINE_FAILED;
	}
	source_put(b, e, &text);
	if (text.failed || place_make(&p, b, &text, compiler, arch, arena, err)) {
		if (text.failed)
			error_nomem(err);
		buf_release(&text);
		if (p.folder[0])
			path_remove_tree(p.folder, NULL);
		return unless_machine(err);
	}
	buf_release(&text);
	take(&p);
	v = program_make(b, e, &p, compiler, arch, arena, err);
	give_back(&p);
	b->kernel = e->kernel;
	b->toolkit = arch ? arena_strdup(arena, compiler->toolkit) : NULL;
	b->compiler = arch ? NULL : compiler_copy(compiler, arena);
	if (b->program && !(b->program = arena_strdup(arena, b->program))) {
		b->scratch = false;
		error_nomem(err);
		v = VERDICT_MACHINE_FAILED;
	}
	if (p.folder[0] && !(b->folder = arena_strdup(arena, p.folder)))
		path_remove_tree(p.folder, NULL);
	return v;
}
