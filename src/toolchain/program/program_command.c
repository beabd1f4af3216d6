/* program_command.c - see program_command.h: the options for each compiler, and the reasons for them. */
#include "config.h"

#include "toolchain/program/program_command.h"

#include <string.h>

#include "base/text.h"
#include "toolchain/command.h"

void words_add(struct word_list *w, struct arena *arena, const char *word)
{
	const char **slot = word ? arena_push(arena, &w->list, &w->n, &w->cap, sizeof *w->list) : NULL;

	if (slot)
		*slot = word;
	else
		arena->failed = true;
}

static void add_all(struct word_list *w, struct arena *arena, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		words_add(w, arena, words[i]);
}

#define ADD(w, arena, ...) add_all((w), (arena), (const char *const[]){ __VA_ARGS__ }, \
				   sizeof (const char *const[]){ __VA_ARGS__ } / sizeof (const char *))

void words_add_list(struct word_list *w, struct arena *arena, const struct word_list *more)
{
	add_all(w, arena, more->list, more->n);
}

struct word_list words_end(struct word_list w, struct arena *arena)
{
	const char **end = arena_push(arena, &w.list, &w.n, &w.cap, sizeof *w.list);

	if (!end || arena->failed)
		return (struct word_list){ NULL, 0, 0 };
	*end = NULL;
	w.n--;
	return w;
}

/*
 * The runtime walks the frames from a call to its caller, and looks up the line. (In the code that nvcc generates
 * from a source, gcc's DWARF 5 gives the wrong file for methods in a class.)
 */
#define HOST_ALWAYS "-gdwarf-4", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"

static bool is_c(const struct program_unit *u)
{
	return u->source->kind == SOURCE_C;
}

static void add_standard(struct word_list *w, struct arena *arena, const struct program_job *job, const struct program_unit *u)
{
	bool of_c = strncmp(job->words->standard, "c++", 3) && strncmp(job->words->standard, "gnu++", 5);

	if (of_c == is_c(u))
		words_add(w, arena, arena_printf(arena, "-std=%s", job->words->standard));
}

static void add_output(struct word_list *w, struct arena *arena, const struct program_unit *u)
{
	ADD(w, arena, "-MD", "-MF", u->deps, "-c", "-o", u->object);
}

/* nvcc determines a source's language from its suffix, but -x named another language. */
static void add_language(struct word_list *w, struct arena *arena, const struct program_unit *u)
{
	static const struct { const char *name, *suffixes[4]; } languages[] = {
		[SOURCE_CUDA] = { "cu", { ".cu" } },
		[SOURCE_CPP] = { "c++", { ".cpp", ".cc", ".cxx", ".C" } },
		[SOURCE_C] = { "c", { ".c" } },
	};
	const char *const *suffixes = languages[u->source->kind].suffixes;

	for (size_t i = 0; i < 4 && suffixes[i]; i++)
		if (text_ends(u->input, suffixes[i]))
			return;
	ADD(w, arena, "-x", languages[u->source->kind].name);
}

/* The object carries the setting to any program that links it. */
static void add_fuse(struct word_list *w, struct arena *arena, const struct program_job *job, const struct program_place *place)
{
	if (job->fuse)
		ADD(w, arena, "-include", arena_printf(arena, "%s/warpbook_fuse.h", place->api));
}

/* ---- nvcc ------------------------------------------------------------------------------ */

/* Needed because the program links a runtime that has the parameters of CUDA 13. */
static void add_renames(struct word_list *w, struct arena *arena, const struct program_job *job)
{
	static const struct { const char *word; bool streamed; } renames[] = {
#define RENAME(name)   { "-D" #name "=" #name "_v1", false },
#define STREAMED(name) { "-D" #name "=" #name "_v1", true },
#include "toolchain/program/renames.def"
	};

	for (size_t i = 0; job->compiler->major < 13 && i < sizeof renames / sizeof *renames; i++)
		if (!renames[i].streamed || !job->words->per_thread_stream)
			words_add(w, arena, renames[i].word);
}

struct word_list program_command_nvcc(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena)
{
	static const char *const always[] = { HOST_ALWAYS };
	const struct program_words *words = job->words;
	struct word_list w = { NULL, 0, 0 };
	const char *arch;

	words_add(&w, arena, job->compiler->path);
	if (words->ccbin)
		ADD(&w, arena, "-ccbin", words->ccbin);
	add_standard(&w, arena, job, u);
	arch = arena_printf(arena, "compute_%d%s", words->arch, words->arch_specific ? "a" : "");
	words_add(&w, arena, "-gencode");
	words_add(&w, arena, arena_printf(arena, "arch=%s,code=%s", arch, arch));
	ADD(&w, arena, "-cudart", "none", "-Xfatbin", "-compress=false", "-Wno-deprecated-gpu-targets");
	if (words->relocatable)
		words_add(&w, arena, "-rdc=true");
	if (words->fast_math)
		words_add(&w, arena, "-use_fast_math");
	if (words->no_fmad)
		words_add(&w, arena, "-fmad=false");
	if (words->per_thread_stream)
		ADD(&w, arena, "-default-stream", "per-thread");
	words_add(&w, arena, job->compiler->for_stepping ? "-G" : "-lineinfo");
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		ADD(&w, arena, "-Xcompiler", always[i]);
	for (size_t i = 0; i < words->host.n; i++)
		ADD(&w, arena, "-Xcompiler", words->host.list[i]);
	if (words->level)
		words_add(&w, arena, words->level);
	if (u->quoted)
		ADD(&w, arena, "-Xcompiler", "-iquote", "-Xcompiler", u->quoted);
	add_renames(&w, arena, job);
	add_fuse(&w, arena, job, place);
	words_add_list(&w, arena, &words->both);
	words_add_list(&w, arena, &words->nvcc);
	if (words->product == PRODUCT_PTX && !words->compile_only)
		ADD(&w, arena, "-ptx", "-o", u->ptx);
	else if (words->product == PRODUCT_FATBIN && !words->compile_only)
		ADD(&w, arena, "-fatbin", "-o", u->fatbin);
	else
		add_output(&w, arena, u);
	add_language(&w, arena, u);
	words_add(&w, arena, u->input);
	return words_end(w, arena);
}

/* The value of -arch that ends in a letter: "sm_90a", as one word with the option or as the next; NULL: none. */
static const char *specific_arch(const char *word, const char *next, bool *apart)
{
	static const char *const names[] = { "-arch", "--gpu-architecture", "--arch" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);
		const char *value;

		if (strncmp(word, names[i], n))
			continue;
		*apart = !word[n];
		value = *apart ? next : word[n] == '=' ? word + n + 1 : NULL;
		if (value && !strncmp(value, "sm_", 3) && text_ends(value, "a"))
			return value;
	}
	return NULL;
}

/*
 * nvcc 13 compiles -arch=sm_90a for compute_90 as well, which rejects the instructions of sm_90a. A user who gives that option
 * means one target: it becomes the -gencode that names only that. With -code the option means what it says.
 */
static void add_original(struct word_list *w, struct arena *arena, const struct word_list *original)
{
	bool whole = true, apart;

	for (size_t i = 0; i < original->n; i++)
		whole &= strncmp(original->list[i], "-code", 5) && strncmp(original->list[i], "--gpu-code", 10);
	for (size_t i = 0; i < original->n; i++) {
		const char *arch = whole ? specific_arch(original->list[i], i + 1 < original->n ? original->list[i + 1] : NULL,
							 &apart) : NULL;

		if (!arch) {
			words_add(w, arena, original->list[i]);
			continue;
		}
		i += apart;
		ADD(w, arena, "-gencode", arena_printf(arena, "arch=compute_%s,code=%s", arch + 3, arch));
	}
}

struct word_list program_command_gpu(const struct program_job *job, const struct program_unit *u, struct arena *arena)
{
	const struct program_words *words = job->words;
	struct word_list w = { NULL, 0, 0 };

	ADD(&w, arena, job->compiler->path, "-std=c++17", "-lineinfo", "-Wno-deprecated-gpu-targets");
	if (!words->arch_given)
		words_add(&w, arena, "-arch=native");
	if (words->nsources == 1)
		ADD(&w, arena, "-MD", "-MF", u->deps);
	add_original(&w, arena, &words->original);
	if (job->output)
		ADD(&w, arena, "-o", job->output);
	return words_end(w, arena);
}

/* ---- clang ------------------------------------------------------------------------------ */

/* The PTX version that introduced an architecture: clang assumes an older one, without its instructions. */
static const struct { int arch; const char *feature; } ptx_versions[] = {
	{ 75, "+ptx63" }, { 80, "+ptx70" }, { 86, "+ptx71" }, { 87, "+ptx74" }, { 89, "+ptx78" }, { 90, "+ptx80" },
	{ 100, "+ptx86" }, { 120, "+ptx87" },
};

/* The newest architecture that this clang knows. */
static int clang_arch(const struct compiler *c, int want)
{
	int most = c->major < 16 ? 86 : c->major < 20 ? 90 : 120;

	return want > most ? most : want;
}

static const char *ptx_feature(int arch)
{
	size_t i = 0;

	while (i + 1 < sizeof ptx_versions / sizeof *ptx_versions && ptx_versions[i + 1].arch <= arch)
		i++;
	return ptx_versions[i].feature;
}

static void add_clang(struct word_list *w, struct arena *arena, const struct program_job *job,
		      const struct program_place *place, const struct program_unit *u)
{
	const struct program_words *words = job->words;

	words_add(w, arena, job->compiler->path);
	add_standard(w, arena, job, u);
	ADD(w, arena, "-fno-color-diagnostics", "-fno-crash-diagnostics", "-ferror-limit=50", "-ftemplate-backtrace-limit=8");
	if (u->quoted)
		ADD(w, arena, "-iquote", u->quoted);
	for (size_t i = 0; i < words->both.n; i++) {
		/* A precompiled header serves all folders (job->prelude). */
		if (u->is_prelude && !strncmp(words->both.list[i], "-I", 2))
			i += !words->both.list[i][2];
		else
			words_add(w, arena, words->both.list[i]);
	}
	ADD(w, arena, "-isystem", place->headers, "-isystem", place->api);
	if (*place->cccl && u->source->kind == SOURCE_CUDA)
		ADD(w, arena, "-isystem", place->cccl);
	/* libcu++'s templates test functions declared with `...`, which older clangs reject in device code. */
	if (u->source->kind == SOURCE_CUDA)
		ADD(w, arena, "-Xclang", "-fcuda-allow-variadic-functions");
	/*
	 * It lies in the build's own folder; the precompiled header, which serves all builds, contains none of what it changes.
	 */
	if (*place->fitted && u->source->kind == SOURCE_CUDA && !u->is_prelude)
		ADD(w, arena, "-ivfsoverlay", place->fitted);
}

/* Options that both sides of a .cu must share. */
static void add_cuda(struct word_list *w, struct arena *arena, const struct program_job *job, const struct program_unit *u,
		     const char *prelude)
{
	const struct program_words *words = job->words;
	int arch = clang_arch(job->compiler, words->arch);

	words_add(w, arena, arena_printf(arena, "--cuda-gpu-arch=sm_%d%s", arch,
					 words->arch_specific && arch == words->arch && job->compiler->major > 16 ? "a" : ""));
	ADD(w, arena, "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=11.5",
	    "-DWARPBOOK_PROGRAM");
	if (u->is_prelude)
		ADD(w, arena, "-Xclang", "-emit-pch");
	else if (prelude) /* the cache compares the headers */
		ADD(w, arena, "-Xclang", "-include-pch", "-Xclang", prelude, "-Xclang", "-fno-validate-pch");
	else
		ADD(w, arena, "-include", "cuda_runtime.h");
	/* Names of static variables contain a hash of the file; both sides get the same one only if clang makes it. */
	if (words->relocatable)
		ADD(w, arena, "-fgpu-rdc", "-fuse-cuid=none");
	/* Programs use these to determine nvcc's version; it is the version of the runtime's headers. */
	if (words->as_nvcc)
		ADD(w, arena, "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0");
	/* clang 14 cannot launch into per-thread streams: see warpbook_program.h. */
	if (words->per_thread_stream)
		words_add(w, arena, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
	if (words->per_thread_stream && job->compiler->major > 14)
		words_add(w, arena, "-fgpu-default-stream=per-thread");
}

struct word_list program_command_device(const struct program_job *job, const struct program_place *place,
					const struct program_unit *u, struct arena *arena)
{
	const struct program_words *words = job->words;
	const bool debugged = job->compiler->for_stepping;
	struct word_list w = { NULL, 0, 0 };

	add_clang(&w, arena, job, place, u);
	add_cuda(&w, arena, job, u, place->device_prelude);
	ADD(&w, arena, "--cuda-device-only", debugged ? "-O0" : "-O2", "-fno-math-errno", "-fno-finite-loops",
	    debugged ? "-g" : "-gline-tables-only", "-Wno-pass-failed",
	    "-Xclang", "-target-feature", "-Xclang", ptx_feature(clang_arch(job->compiler, words->arch)));
	for (const char *const *word = command_branches_stay(job->compiler->major); *word; word++)
		words_add(&w, arena, *word);
	for (size_t k = 0; !debugged && k < COMMAND_INLINED; k++)
		words_add(&w, arena, command_inlined[k]);
	words_add(&w, arena, words->no_fmad ? "-ffp-contract=off" : "-ffp-contract=fast");
	if (words->fast_math)
		ADD(&w, arena, "-fgpu-flush-denormals-to-zero", "-fcuda-approx-transcendentals");
	ADD(&w, arena, "-MD", "-MF", u->device_deps, "-S", "-o", u->ptx, "-x", "cuda", u->input);
	return words_end(w, arena);
}

struct word_list program_command_host(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena)
{
	const struct program_words *words = job->words;
	struct word_list w = { NULL, 0, 0 };

	add_clang(&w, arena, job, place, u);
	if (u->source->kind == SOURCE_CUDA) {
		add_cuda(&w, arena, job, u, place->host_prelude);
		words_add(&w, arena, "--cuda-host-only");
		add_fuse(&w, arena, job, place);
		if (u->fatbin)
			ADD(&w, arena, "-Xclang", "-fcuda-include-gpubinary", "-Xclang", u->fatbin);
	}
	ADD(&w, arena, HOST_ALWAYS);
	words_add_list(&w, arena, &words->host);
	if (words->level)
		words_add(&w, arena, words->level);
	if (words->product == PRODUCT_PREPROCESSED) {
		words_add(&w, arena, "-E");
	} else if (words->product == PRODUCT_DEPENDENCIES) {
		words_add(&w, arena, words->lists_own_files ? "-MM" : "-M");
		for (size_t i = 0; i < words->list_targets.n; i++)
			ADD(&w, arena, "-MT", words->list_targets.list[i]);
	} else {
		add_output(&w, arena, u);
	}
	ADD(&w, arena, "-x", u->source->kind == SOURCE_CUDA ? "cuda" : is_c(u) ? "c" : "c++", u->input);
	return words_end(w, arena);
}

/* ---- the linker -------------------------------------------------------------------------- */

static void add_inputs(struct word_list *w, struct arena *arena, const struct program_words *words,
		       const struct program_unit *units)
{
	for (size_t i = 0; i < words->ninputs; i++) {
		const struct program_input *in = &words->inputs[i];

		words_add(w, arena, in->source ? units[in->source - words->sources].object : in->word);
	}
}

struct word_list program_command_link(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *units, const char *joined, struct arena *arena)
{
	const struct program_words *words = job->words;
	struct word_list w = { NULL, 0, 0 };
	char folder[PATH_MAX];

	if (job->compiler->kind == COMPILER_CLANG)
		ADD(&w, arena, job->compiler->path, "--driver-mode=g++");
	else
		words_add(&w, arena, words->ccbin ? words->ccbin : "g++");
	if (words->shared)
		words_add(&w, arena, "-shared");
	ADD(&w, arena, "-o", job->output);
	/* First, because it refers to the modules in archives. */
	if (joined)
		ADD(&w, arena, "-x", "c", joined, "-x", "none");
	add_inputs(&w, arena, words, units);
	words_add_list(&w, arena, &words->linker);
	strcpy(folder, place->runtime);
	*strrchr(folder, '/') = '\0';
	ADD(&w, arena, place->runtime, "-Xlinker", "-rpath", "-Xlinker", arena_strdup(arena, folder));
	return words_end(w, arena);
}

struct word_list program_command_joint(const struct program_job *job, const char *joined, struct arena *arena)
{
	struct word_list w = { NULL, 0, 0 };

	if (job->compiler->kind == COMPILER_CLANG)
		words_add(&w, arena, job->compiler->path);
	else
		words_add(&w, arena, job->words->ccbin ? job->words->ccbin : "g++");
	ADD(&w, arena, "-fPIC", "-x", "c", "-c", joined, "-o", job->output);
	return words_end(w, arena);
}

struct word_list program_command_archive(const struct program_job *job, const struct program_unit *units, struct arena *arena)
{
	struct word_list w = { NULL, 0, 0 };

	ADD(&w, arena, "ar", "rcs", job->output);
	for (size_t i = 0; i < job->words->ninputs; i++) {
		const struct program_input *in = &job->words->inputs[i];

		if (in->source || in->word[0] != '-')
			words_add(&w, arena, in->source ? units[in->source - job->words->sources].object : in->word);
	}
	return words_end(w, arena);
}
