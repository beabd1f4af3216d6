/*
 * program_words.c - a compiler's command line, read by the table in options.def.
 *
 * Options that both compilers take stay as written; an option that only one of them knows becomes a
 * field, which program_command.c translates for the other.
 */
#include "config.h"

#include "toolchain/program/program.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "base/text.h"

#define ARCH_OLDEST 75
#define ARCH_OF_VM  90

enum form { ALONE, GLUED, JOINED, EQUALS };

enum meaning {
	OUTPUT, COMPILE_ONLY, DEVICE_C, SHARED, VERBOSE,
	BOTH, BOTH_EQUALS, HEADERS, STANDARD, HOST_LEVEL,
	ARCH, RELOCATABLE, RELOCATABLE_YES,
	FAST_MATH, FMAD, DEFAULT_STREAM, NVCC, CCBIN,
	XCOMPILER, XLINKER, LINK, LIBRARY, HOST, BITS,
	PTX, FATBIN, CUBIN, PREPROCESSED, DEPENDENCIES, DEVICE_LINK, ARCHIVE,
	LIST_FILES, LIST_OWN_FILES, LIST_PHONY, LIST_PLACE, LIST_TARGET, LANGUAGE, DRY_RUN, FORWARD, FOLDER,
	DROP, REJECT,
};

struct option {
	const char *long_name; /* or NULL */
	const char *name;
	enum form form;
	enum meaning meaning;
	const char *text;
};

static const struct option options[] = {
#define OPTION(long_name, name, form, meaning, text) { long_name, name, form, meaning, text },
#include "toolchain/program/options.def"
#undef OPTION
};

/* A row without a title is one of our own libraries. */
static const struct { const char *name, *symbols, *title, *instead; } libraries[] = {
#define OURS(name) { name, NULL, NULL, NULL },
#define MISSING(name, symbols, header, title, instead) { name, symbols, title, LIBRARY_INSTEAD instead },
#include "toolchain/program/libraries.def"
#undef OURS
#undef MISSING
};

static const struct { const char *suffix; enum source_kind kind; } suffixes[] = {
	{ ".cu", SOURCE_CUDA }, { ".cpp", SOURCE_CPP }, { ".cc", SOURCE_CPP }, { ".cxx", SOURCE_CPP },
	{ ".C", SOURCE_CPP }, { ".c", SOURCE_C },
};

const char *program_library_instead(const char *symbol)
{
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (libraries[i].title && !strncmp(symbol, libraries[i].symbols, strlen(libraries[i].symbols)))
			return libraries[i].instead;
	return NULL;
}

static const char *const linked_suffixes[] = { ".o", ".a", ".so" };

struct reading {
	const char *const *words;
	size_t n, at;            /* at: the next word */
	bool for_gpu;
	const char *own_headers; /* nvcc's command line: the folder that needs no -I; otherwise NULL */
	struct arena *arena;
	struct program_words *out;
	struct error *err;
};

/* ---- lists ------------------------------------------------------------------------- */

static int add(struct reading *r, struct word_list *list, const char *word)
{
	const char **slot = word ? arena_push(r->arena, &list->list, &list->n, &list->cap, sizeof *list->list) : NULL;

	if (!slot)
		return error_nomem(r->err);
	*slot = word;
	return 0;
}

static int add_input(struct reading *r, const char *word, const struct program_source *source)
{
	struct program_words *w = r->out;
	struct program_input *in = arena_push(r->arena, &w->inputs, &w->ninputs, &w->inputs_cap, sizeof *in);

	if (!in)
		return error_nomem(r->err);
	*in = (struct program_input){ source, word };
	return 0;
}

/* Splits "a,b" into two words, as -Xcompiler does. */
static int add_split(struct reading *r, struct word_list *list, struct word_list *also, const char *before,
		     const char *value)
{
	for (const char *p = value;;) {
		size_t len = strcspn(p, ",");
		const char *word = arena_strndup(r->arena, p, len);

		if (len && ((before && add(r, list, before)) || add(r, list, word) || (also && add(r, also, word))))
			return -1;
		if (!p[len])
			return 0;
		p += len + 1;
	}
}

/* ---- options with a meaning of their own ------------------------------------------------ */

/*
 * Of several architectures a device takes the newest that it can run; the virtual device is of 9.0, and of 9.0a if asked. One
 * that is newer than all that it runs is better than none: its PTX is tried.
 */
static bool arch_is_better(const struct program_words *w, int arch, bool specific)
{
	bool can = arch <= ARCH_OF_VM, could = w->arch <= ARCH_OF_VM;

	if (!w->arch_given || can != could)
		return !w->arch_given || can;
	return arch > w->arch || (arch == w->arch && specific);
}

/* "sm_80", "compute_90a", "arch=compute_80,code=sm_80" */
static int arch_read(struct reading *r, const char *value)
{
	struct program_words *w = r->out;
	bool found = false;

	if (!strcmp(value, "native") || !strcmp(value, "all") || !strcmp(value, "all-major"))
		return 0;
	for (const char *p = value; (p = strpbrk(p, "sc")); p++) {
		size_t skip = !strncmp(p, "sm_", 3) ? 3 : !strncmp(p, "compute_", 8) ? 8 : 0;
		int arch = skip ? atoi(p + skip) : 0;
		bool specific;

		if (arch < 10 || arch > 999)
			continue;
		found = true;
		specific = p[skip + strspn(p + skip, "0123456789")] == 'a';
		if (!arch_is_better(w, arch, specific))
			continue;
		w->arch = arch;
		w->arch_specific = specific;
		w->arch_given = true;
	}
	if (found)
		return 0;
	error_set(r->err, PARTY_LEARNER, "'%.60s' names no architecture", value);
	return error_remedy(r->err, "write -arch=sm_80, for example");
}

static int boolean_read(struct reading *r, const char *name, const char *value, bool *out)
{
	*out = !strcmp(value, "true");
	return *out || !strcmp(value, "false") ? 0 : error_set(r->err, PARTY_LEARNER, "%s takes true or false, not '%.60s'",
							       name, value);
}

/* On the vm CUDA's own libraries are part of the runtime; the linker finds all others. */
static int library_take(struct reading *r, const char *name)
{
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !r->for_gpu; i++) {
		if (fnmatch(libraries[i].name, name, 0))
			continue;
		if (!libraries[i].title)
			return 0;
		error_set(r->err, PARTY_LEARNER, "-l%s: the virtual machine has no %s", name, libraries[i].title);
		return error_remedy(r->err, "%s", libraries[i].instead);
	}
	return add_input(r, arena_printf(r->arena, "-l%s", name), NULL);
}

static int dropped(struct reading *r, const char *word, const char *why)
{
	return *why ? add(r, &r->out->dropped, arena_printf(r->arena, "%s has no effect: %s", word, why)) : 0;
}

static int rejected(struct reading *r, const char *word, const char *why)
{
	error_set(r->err, PARTY_LEARNER, "'%s' is not for building a program", word);
	return error_remedy(r->err, "%s", why);
}

/* Only a whole command line of nvcc may request products other than a program. */
static int product_take(struct reading *r, const struct option *o, const char *word)
{
	static const struct { enum meaning meaning; enum program_product product; } products[] = {
		{ PTX, PRODUCT_PTX }, { FATBIN, PRODUCT_FATBIN }, { CUBIN, PRODUCT_CUBIN },
			{ PREPROCESSED, PRODUCT_PREPROCESSED },
		{ DEPENDENCIES, PRODUCT_DEPENDENCIES }, { DEVICE_LINK, PRODUCT_DEVICE_LINK }, { ARCHIVE, PRODUCT_ARCHIVE },
	};

	if (!r->out->as_nvcc)
		return rejected(r, word, o->text);
	for (size_t i = 0; i < sizeof products / sizeof *products; i++)
		if (products[i].meaning == o->meaning)
			r->out->product = products[i].product;
	if (o->meaning == DEPENDENCIES)
		r->out->lists_own_files = word[1] == 'M' && word[2] == 'M';
	return 0;
}

/* -x cu: applies to the sources after it. */
static int language_take(struct reading *r, const char *value)
{
	static const struct { const char *name; int kind; } languages[] = {
		{ "cu", SOURCE_CUDA }, { "cuda", SOURCE_CUDA }, { "c++", SOURCE_CPP }, { "c", SOURCE_C }, { "none", -1 },
	};

	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (!strcmp(value, languages[i].name)) {
			r->out->language = languages[i].kind;
			return 0;
		}
	error_set(r->err, PARTY_LEARNER, "-x takes cu, c++ or c, not '%.60s'", value);
	return error_remedy(r->err, "write -x cu before a source of CUDA");
}

static bool is_own_headers(const struct reading *r, const char *folder)
{
	char real[PATH_MAX], own[PATH_MAX];

	return r->own_headers && *folder && realpath(folder, real) && realpath(r->own_headers, own) && !strcmp(real, own);
}

/* The option for a compiler, as two words if it has a value. */
static int add_option(struct reading *r, struct word_list *list, const struct option *o, const char *value)
{
	return add(r, list, arena_printf(r->arena, "-%s", o->name)) || (o->form != ALONE && add(r, list, value)) ? -1 : 0;
}

/* -O2, -O=2, --optimize 2; nvcc's own command line has -O 2 as well. */
static int level_take(struct reading *r, const char *value)
{
	const char *next = r->at < r->n ? r->words[r->at] : "";

	if (!*value && r->out->as_nvcc && *next >= '0' && *next <= '9' && !next[1]) {
		value = next;
		r->at++;
	}
	r->out->level = arena_printf(r->arena, "-O%s", value + (*value == '='));
	return r->out->level ? 0 : error_nomem(r->err);
}

/* word: the option as written; value: "" if it has none. */
static int meaning_take(struct reading *r, const struct option *o, const char *word, const char *value)
{
	struct program_words *w = r->out;
	bool yes;

	switch (o->meaning) {
	case OUTPUT:
		w->output = value;
		return 0;
	case DEVICE_C:
		w->relocatable = true;
		w->compile_only = true;
		return 0;
	case COMPILE_ONLY:
		w->compile_only = true;
		return 0;
	case SHARED:
		w->shared = true;
		return add(r, &w->host, "-fPIC");
	case VERBOSE:
		w->verbose = true;
		return 0;
	case BOTH:
		return add_option(r, &w->both, o, value);
	case BOTH_EQUALS:
		return add(r, &w->both, arena_printf(r->arena, "-%s=%s", o->name, value));
	case HEADERS:
		return is_own_headers(r, value) ? 0 : add_option(r, &w->both, o, value);
	case STANDARD:
		w->standard = value;
		return 0;
	case HOST_LEVEL:
		return level_take(r, value);
	case ARCH:
		return arch_read(r, value);
	case RELOCATABLE:
		return boolean_read(r, o->name, value, &w->relocatable);
	case RELOCATABLE_YES:
		w->relocatable = true;
		return 0;
	case FAST_MATH:
		w->fast_math = true;
		return 0;
	case FMAD:
		if (boolean_read(r, o->name, value, &yes))
			return -1;
		w->no_fmad = !yes;
		return 0;
	case DEFAULT_STREAM:
		w->per_thread_stream = !strcmp(value, "per-thread");
		return 0;
	case NVCC:
		return add_option(r, &w->nvcc, o, value);
	case CCBIN:
		w->ccbin = program_host_compiler(value, r->arena);
		return w->ccbin ? 0 : error_nomem(r->err);
	case HOST:
		word = *o->text ? o->text : word;
		return add(r, &w->host, word) || add(r, &w->linker, word) ? -1 : 0;
	case BITS:
		return strcmp(value, "64") ? rejected(r, word, o->text) : 0;
	case XCOMPILER:
		return add_split(r, &w->host, &w->linker, NULL, value);
	case XLINKER:
		return add_split(r, &w->linker, NULL, "-Xlinker", value);
	case LINK:
		return add_input(r, arena_printf(r->arena, "-%s%s", o->name, value), NULL);
	case LIBRARY:
		return library_take(r, value);
	case DROP:
		return dropped(r, word, o->text);
	case PTX: case FATBIN: case CUBIN: case PREPROCESSED: case DEPENDENCIES: case DEVICE_LINK: case ARCHIVE:
		return product_take(r, o, word);
	case LIST_OWN_FILES:
		w->lists_own_files = true;
		w->lists_files = true;
		return 0;
	case LIST_FILES:
		w->lists_files = true;
		return 0;
	case LIST_PHONY:
		w->lists_phony = true;
		return 0;
	case LIST_PLACE:
		w->list_place = value;
		return 0;
	case LIST_TARGET:
		return add(r, &w->list_targets, value);
	case LANGUAGE:
		return language_take(r, value);
	case DRY_RUN:
		w->dry_run = true;
		return w->as_nvcc ? 0 : rejected(r, word, o->text);
	case FORWARD:
		w->forward = true;
		return 0;
	case FOLDER:
		w->folder = value;
		return w->as_nvcc ? 0 : rejected(r, word, o->text);
	case REJECT:
		return rejected(r, word, o->text);
	}
	return 0;
}

/* The name that follows the dashes of an option. */
static const char *undashed(const char *word)
{
	return word + (word[0] == '-') + (word[0] == '-' && word[1] == '-');
}

/* The value of a word that is the whole name, or the name and = and a value; NULL if it is another option. */
static const char *value_of(const struct option *o, const char *name, const char *bare)
{
	size_t n = name ? strlen(name) : 0;

	if (!name || strncmp(bare, name, n) || (bare[n] && bare[n] != '='))
		return NULL;
	if (o->form == ALONE)
		return bare[n] ? NULL : bare + n;
	return bare[n] ? bare + n + 1 : bare + n;
}

/* Sets *value to "" if the option has none, or has it in the next word. */
static const struct option *option_find(const char *word, const char **value)
{
	const char *bare = undashed(word);

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const struct option *o = &options[i];

		if ((*value = value_of(o, o->long_name, bare)) || (o->form != JOINED && (*value = value_of(o, o->name, bare))))
			return o;
	}
	for (size_t i = 0; i < sizeof options / sizeof *options && bare == word + 1; i++) {
		size_t n = strlen(options[i].name);

		if ((options[i].form == GLUED || options[i].form == JOINED) && !strncmp(bare, options[i].name, n)) {
			*value = bare + n;
			return &options[i];
		}
	}
	return NULL;
}

static int option_take(struct reading *r, const char *word)
{
	const char *value;
	const struct option *o = option_find(word, &value);

	if (o) {
		bool is_short = o->form == JOINED && (!o->long_name ||
						      strncmp(undashed(word), o->long_name, strlen(o->long_name)));

		if (o->form != ALONE && !is_short && !*value && word[strlen(word) - 1] != '=') {
			if (r->at == r->n)
				return error_set(r->err, PARTY_LEARNER, "%s needs a value", word);
			value = r->words[r->at++];
		}
		return meaning_take(r, o, word, value);
	}
	if (r->out->forward)
		return add(r, &r->out->host, word) || add(r, &r->out->linker, word) ? -1 : 0;
	error_set(r->err, PARTY_LEARNER, "there is no option '%.100s'", word);
	return error_remedy(r->err, "put an option of the host's compiler after -Xcompiler, and an option of the program "
				    "after --");
}

/* ---- files ------------------------------------------------------------------------------ */

static int source_take(struct reading *r, const char *word, enum source_kind kind)
{
	struct program_words *w = r->out;
	struct program_source *s = arena_push(r->arena, &w->sources, &w->nsources, &w->sources_cap, sizeof *s);

	if (!s)
		return error_nomem(r->err);
	*s = (struct program_source){ word, kind };
	return add_input(r, NULL, NULL); /* filled in after all words are read, because the list may move */
}

static bool is_linked(const char *word)
{
	for (size_t i = 0; i < sizeof linked_suffixes / sizeof *linked_suffixes; i++)
		if (text_ends(word, linked_suffixes[i]))
			return true;
	return strstr(path_base(word), ".so.") != NULL;
}

static int file_take(struct reading *r, const char *word)
{
	if (r->out->language >= 0 && !is_linked(word))
		return source_take(r, word, (enum source_kind)r->out->language);
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		if (text_ends(word, suffixes[i].suffix))
			return source_take(r, word, suffixes[i].kind);
	if (is_linked(word))
		return add_input(r, word[0] == '-' ? arena_printf(r->arena, "./%s", word) : word, NULL);
	error_set(r->err, PARTY_LEARNER, "'%.200s' is no source, object or library", word);
	if (text_ends(word, ".h") || text_ends(word, ".cuh") || text_ends(word, ".hpp"))
		return error_remedy(r->err, "do not name headers: the source that includes one compiles it");
	if (text_ends(word, ".ptx"))
		return error_remedy(r->err, "a program comes from .cu files; `warpbook vm run` launches a kernel of a .ptx");
	return error_remedy(r->err, "sources end in .cu, .cpp, .cc or .c, a program in Python in .py; arguments of the program "
				    "follow --");
}

static int words_read(struct reading r)
{
	struct program_words *out = r.out;
	const char *const *words = r.words;
	const size_t n = r.n;
	struct error *err = r.err;
	size_t next = 0;

	*out = (struct program_words){ .standard = "c++17", .arch = ARCH_OLDEST, .language = -1,
				       .as_nvcc = r.own_headers != NULL };
	for (size_t i = 0; i < n && out->as_nvcc; i++) /* it applies to the words before it, too */
		out->forward |= words[i][0] == '-' && !strncmp(undashed(words[i]), "forward-unknown-",
							       strlen("forward-unknown-"));
	while (r.at < n) {
		size_t from = r.at;
		const char *word = words[r.at++], *before = out->output;
		bool is_source = word[0] == '-' && word[1] && path_exists(word) && text_ends(word, ".cu");

		if (word[0] == '-' && word[1] && !is_source ? option_take(&r, word) : file_take(&r, word))
			return -1;
		for (size_t i = from; i < r.at && out->output == before; i++)
			if (add(&r, &out->original, words[i]))
				return -1;
	}
	for (size_t i = 0; i < out->ninputs; i++)
		if (!out->inputs[i].word)
			out->inputs[i].source = &out->sources[next++];
	if (out->arch < ARCH_OLDEST) {
		if (dropped(&r, arena_printf(r.arena, "-arch=sm_%d", out->arch),
			    "the device's code is compiled for sm_75, the oldest architecture that compilers still know"))
			return -1;
		out->arch = ARCH_OLDEST;
	}
	if (!out->ninputs || (out->compile_only && !out->nsources)) {
		error_set(err, PARTY_LEARNER, "there is nothing to compile");
		return error_remedy(err, "name a source: warpbook run prog.cu");
	}
	if ((out->compile_only || out->product == PRODUCT_PTX || out->product == PRODUCT_FATBIN) && out->output &&
	    out->nsources > 1)
		return error_set(err, PARTY_LEARNER, "-c makes one object per source, but -o names only one file");
	return 0;
}

const char *program_host_compiler(const char *given, struct arena *arena)
{
	return path_is_dir(given) ? arena_printf(arena, "%s/g++", given) : given;
}

int program_words_read(const char *const *words, size_t n, bool for_gpu, struct arena *arena, struct program_words *out,
		       struct error *err)
{
	return words_read((struct reading){ .words = words, .n = n, .for_gpu = for_gpu, .arena = arena, .out = out, .err = err });
}

/* ---- files of options -------------------------------------------------------------------------- */

#define OPTIONS_BYTES ((size_t)16 << 20)
#define OPTIONS_DEPTH 8

/* One word of a file, as a shell would split it: quotes of both kinds, and \ before any character. NULL at the end. */
static const char *file_word(const char **at, struct arena *arena)
{
	const char *p = *at + strspn(*at, " \t\r\n");
	char *word, *out, quote = 0;

	if (!*p)
		return NULL;
	word = out = arena_strndup(arena, p, strlen(p));
	for (; out && *p && (quote || !strchr(" \t\r\n", *p)); p++) {
		if (quote ? *p == quote : *p == '"' || *p == '\'')
			quote = quote ? 0 : *p;
		else if (*p == '\\' && p[1] && quote != '\'')
			*out++ = *++p;
		else
			*out++ = *p;
	}
	if (out)
		*out = '\0';
	*at = p;
	return word;
}

static bool names_options(const char *word, const char **value)
{
	static const char *const names[] = { "-optf", "--options-file" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t len = strlen(names[i]);

		if (!strncmp(word, names[i], len) && (!word[len] || word[len] == '=')) {
			*value = word[len] ? word + len + 1 : NULL;
			return true;
		}
	}
	return false;
}

/* Appends the words, and replaces each `-optf FILE` by the words in FILE. */
static int expand(struct reading *r, const char *const *words, size_t n, int depth, struct word_list *out)
{
	for (size_t i = 0; i < n; i++) {
		struct word_list more = { NULL, 0, 0 };
		struct buf text = BUF_INIT;
		const char *file, *at, *word;
		int status = 0;

		if (!names_options(words[i], &file)) {
			if (add(r, out, words[i]))
				return -1;
			continue;
		}
		if (!file && i + 1 == n)
			return error_set(r->err, PARTY_LEARNER, "%s needs a value", words[i]);
		if (!file)
			file = words[++i];
		if (depth == OPTIONS_DEPTH)
			return error_set(r->err, PARTY_LEARNER, "'%.200s': files of options name each other too deeply", file);
		if (file_read(file, OPTIONS_BYTES, &text, r->err)) {
			r->err->party = PARTY_LEARNER;
			buf_release(&text);
			return -1;
		}
		for (at = buf_text(&text); status == 0 && (word = file_word(&at, r->arena)); )
			status = add(r, &more, word);
		buf_release(&text);
		if (status || expand(r, more.list, more.n, depth + 1, out))
			return -1;
	}
	return 0;
}

int program_words_read_nvcc(const char *const *words, size_t n, const char *own_headers, struct arena *arena,
			    struct program_words *out, struct error *err)
{
	struct reading r = { .own_headers = own_headers, .arena = arena, .out = out, .err = err };
	struct word_list all = { NULL, 0, 0 };

	if (expand(&r, words, n, 0, &all))
		return -1;
	r.words = all.list;
	r.n = all.n;
	return words_read(r);
}
