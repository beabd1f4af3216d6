/*
 * image.c - registration by the compilers' startup code, and loading. Code that nvcc and clang put into every object
 * calls the __cuda... functions before main.
 */
#include "config.h"

#include "cudart/image.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/order.h"
#include "cudart/check/report.h"
#include "cudart/graph/graph.h"
#include "cudart/launch/child.h"
#include "cudart/memory/memory.h"
#include "ptx/inline_asm.h"
#include "ptx/ptx.h"
#include "words/kinds.h"

#define WRAPPER_MAGIC  0x466243b1
#define FATBIN_MAGIC   0xba55ed50u
#define ELF_MAGIC      0x464c457fu
/* then the most registers, the number of texts, and each text as its length and its bytes */
#define JOINED_MAGIC   "warpbook PTX\n"
#define DEFAULT_SHARED (48u << 10)

struct image {
	const void *fatbin;
	char *text;                 /* PTX that the program supplied, instead of a container; a copy of our own */
	size_t text_len;
	const void *const *joined;  /* containers of relocatable modules, ended by NULL, instead of a single one; else NULL */
	struct ptx_module *module;
	struct simt_program *programs[DEVICES_MAX];
	struct symbol **symbols;
	size_t nsymbols;
	struct function *own;       /* kernels that the program looked up by name */
	bool failed;
	signed char waits;          /* image_can_wait: 1 yes, -1 no, 0 not yet known */
	struct error error;
	struct image *next;         /* of those that are forgotten */
};

static struct image *forgotten;

/*
 * The layout that compilers use for __cudaRegisterFatBinary; and that src/toolchain/program/program_link.c uses for objects
 * of -rdc=true, with version 2.
 */
struct wrapper { int magic, version; const void *fatbin; const void *const *joined; };

static void *functions, *symbols; /* tsearch trees by host address */

ORDER_BY(by_host_function, struct function, host)

ORDER_BY(by_host_symbol, struct symbol, host)

struct function *function_find(const void *host)
{
	const struct function key = { .host = host };
	void *found = tfind(&key, &functions, by_host_function);

	return found ? *(struct function **)found : NULL;
}

struct symbol *symbol_find(const void *host)
{
	const struct symbol key = { .host = host };
	void *found = tfind(&key, &symbols, by_host_symbol);

	return found ? *(struct symbol **)found : NULL;
}

static struct { const char *name; const struct symbol *found; } wanted;

static void symbol_look(const void *node, VISIT order, int depth)
{
	const struct symbol *s = *(struct symbol *const *)node;

	(void)depth;
	if ((order == postorder || order == leaf) && !strcmp(s->name, wanted.name))
		wanted.found = s;
}

const struct symbol *symbol_named(const char *name)
{
	wanted.name = name;
	wanted.found = NULL;
	twalk(symbols, symbol_look);
	return wanted.found;
}

/* Startup code has no caller to which an error could be returned. */
static void *check_alloc(void *p)
{
	if (!p) {
		fputs("warpbook: out of memory while the program starts\n", stderr);
		abort();
	}
	return p;
}

/* ---- loading ---------------------------------------------------------------------------- */

/* The source file of a text, from its .file directives: for errors. */
static void source_name(const char *text, size_t len, char *name, size_t size)
{
	const char *end = text + len, *at = text;

	while ((at = memmem(at, (size_t)(end - at), ".file", 5))) {
		const char *from = memchr(at, '"', (size_t)(end - at)), *to;

		if (!from)
			return;
		at = from; /* a hostile text may have many words .file before it */
		to = memchr(from + 1, '"', (size_t)(end - from - 1));
		if (!to || to - from < 5 || memcmp(to - 3, ".cu", 3))
			continue;
		while (to - from > 1 && memchr(from + 1, '/', (size_t)(to - from - 1)))
			from = (const char *)memchr(from + 1, '/', (size_t)(to - from - 1));
		snprintf(name, size, "%.*s", (int)(to - from - 1), from + 1);
		return;
	}
}

/* After a failure: if the fault is in an asm statement, makes the error the learner's. */
static void asm_blame(const char *text, size_t len, struct error *err)
{
	struct error own;
	struct ptx_module *m = ptx_parse(text, len, "kernel.ptx", &own);

	if (!m && inline_asm_is_wrong(text, len, NULL, NULL, &own))
		*err = own;
	ptx_free(m);
}

static bool sets_conditions(const char *text, size_t len)
{
	return memmem(text, len, CONDITION_SETTER, sizeof CONDITION_SETTER - 1);
}

/* A module that sets conditions of graphs, linked with the function that does it. NULL when it cannot be parsed. */
static struct ptx_module *conditions_link(const char *text, size_t len, struct error *err)
{
	struct buf setter = BUF_INIT;
	struct ptx_text texts[2] = { { text, len, "kernel.ptx" } };
	struct ptx_module *m = NULL;
	char name[64];

	source_name(text, len, name, sizeof name);
	if (*name)
		texts[0].name = name;
	condition_setter_put(&setter);
	texts[1] = (struct ptx_text){ buf_text(&setter), setter.len, "device runtime" };
	if (setter.failed)
		error_nomem(err);
	else
		m = ptx_link(texts, 2, simt_knows_function, err);
	buf_release(&setter);
	return m;
}

/* Is it the device runtime that nvcc links, libcudadevrt? Its functions have definitions there; elsewhere they are .extern. */
static bool is_device_runtime(const char *text, size_t len)
{
	static const char mark[] = CHILD_RUNTIME_MARK, defines[] = ".visible .func";
	const char *at = text;

	while ((at = memmem(at, len - (size_t)(at - text), mark, sizeof mark - 1))) {
		const char *line = at;

		while (line > text && line[-1] != '\n')
			line--;
		if (!strncmp(line, defines, sizeof defines - 1))
			return true;
		at += sizeof mark - 1;
	}
	return false;
}

/* Links several modules that use each other's definitions; ours takes the place of NVIDIA's device runtime. */
static int image_link(struct image *image, struct error *err)
{
	struct ptx_text *texts;
	char (*names)[64], **unpacked;
	struct buf device_runtime = BUF_INIT, setter = BUF_INIT;
	size_t n = 0, count, read = 0;
	bool has_children = false, has_conditions = false;

	while (image->joined[n])
		n++;
	count = n;
	texts = calloc(n + 3, sizeof *texts);
	names = calloc(n + 1, sizeof *names);
	unpacked = calloc(n + 1, sizeof *unpacked);
	for (size_t i = 0; texts && names && unpacked && i < count && n; i++) {
		struct ptx_text *t = &texts[read];

		t->text = fatbin_ptx(image->joined[i], &t->len, &unpacked[i], err);
		n = t->text ? n : 0;
		if (!n || is_device_runtime(t->text, t->len))
			continue;
		source_name(t->text, t->len, names[i], sizeof *names);
		t->name = *names[i] ? names[i] : "kernel.ptx";
		has_children |= !!memmem(t->text, t->len, CHILD_RUNTIME_MARK, sizeof CHILD_RUNTIME_MARK - 1);
		has_conditions |= sets_conditions(t->text, t->len);
		read++;
	}
	if (n && !read)
		error_set(err, PARTY_LEARNER, "there is no code in it");
	n = n ? read : 0;
	if (has_children)
		child_runtime_put(&device_runtime);
	if (has_conditions)
		condition_setter_put(&setter);
	if (!texts || !names || !unpacked || device_runtime.failed || setter.failed)
		error_nomem(err);
	else if (n && has_children)
		texts[n] = (struct ptx_text){ buf_text(&device_runtime), device_runtime.len, "device runtime" };
	if (texts && n && has_conditions)
		texts[n + has_children] = (struct ptx_text){ buf_text(&setter), setter.len, "device runtime" };
	vm_assert(n <= count);
	if (texts && n && names && unpacked && !device_runtime.failed && !setter.failed)
		image->module = ptx_link(texts, n + has_children + has_conditions, simt_knows_function, err);
	for (size_t i = 0; i < n && !image->module; i++)
		asm_blame(texts[i].text, texts[i].len, err);
	for (size_t i = 0; unpacked && i < count; i++)
		free(unpacked[i]);
	buf_release(&device_runtime);
	buf_release(&setter);
	free(unpacked);
	free(texts);
	free(names);
	return image->module ? 0 : -1;
}

/* The texts in a container of image_join; returns their number. The caller frees *texts. */
static size_t joined_texts(const char *bytes, struct ptx_text **texts)
{
	uint64_t n, len;

	bytes += sizeof JOINED_MAGIC + sizeof n;
	memcpy(&n, bytes, sizeof n);
	bytes += sizeof n;
	*texts = calloc(n + 1, sizeof **texts);
	for (uint64_t i = 0; *texts && i < n; i++) {
		memcpy(&len, bytes, sizeof len);
		(*texts)[i] = (struct ptx_text){ bytes + sizeof len, len, "kernel.ptx" };
		bytes += sizeof len + len + 1;
	}
	return *texts ? n : 0;
}

/* checked: a single text must also define everything that it uses. */
static struct ptx_module *joined_parse(const char *bytes, bool checked, struct error *err)
{
	struct ptx_text *texts;
	size_t n = joined_texts(bytes, &texts);
	struct ptx_module *m = NULL;

	if (n == 1 && !checked)
		m = ptx_parse(texts[0].text, texts[0].len, texts[0].name, err);
	else if (n)
		m = ptx_link(texts, n, simt_knows_function, err);
	else
		error_set(err, PARTY_LEARNER, "there is no code in it");
	free(texts);
	return m;
}

static int image_parse(struct image *image, struct error *err)
{
	char *unpacked = NULL;
	size_t len;
	const char *text;

	if (image->joined)
		return image_link(image, err);
	if (image->text && !memcmp(image->text, JOINED_MAGIC, sizeof JOINED_MAGIC)) {
		image->module = joined_parse(image->text, false, err);
		return image->module ? 0 : -1;
	}
	text = image->text;
	len = image->text_len;
	if (!text)
		text = fatbin_ptx(image->fatbin, &len, &unpacked, err);
	if (text)
		image->module = sets_conditions(text, len) ? conditions_link(text, len, err) :
				ptx_parse(text, len, "kernel.ptx", err);
	if (text && !image->module)
		asm_blame(text, len, err);
	free(unpacked);
	return image->module ? 0 : -1;
}

/* Registers the variables' memory; stores the addresses of managed ones where the host's code reads them. */
static void symbols_place(struct image *image, int device)
{
	static const struct call loading = { .name = "the program" };

	for (size_t i = 0; i < image->nsymbols; i++) {
		struct symbol *s = image->symbols[i];
		struct simt_allocation_info info;
		uint64_t addr, bytes;
		struct memory *m;

		if (!simt_symbol(image->programs[device], s->name, &addr, &bytes))
			continue;
		if (s->managed)
			*s->managed = (void *)(uintptr_t)addr;
		m = memory_add(&loading, s->managed || s->home ? MEMORY_MANAGED : MEMORY_SYMBOL, device, addr, bytes);
		if (m) {
			snprintf(m->name, sizeof m->name, "%s", s->name);
			m->named = true;
			m->elem = simt_allocation_info(runtime.mem, addr, &info) && info.elem ? info.elem : 1;
			memory_is_variable(m);
		}
	}
}

/* clang's PTX does not say that a variable is managed. */
static void homes_set(struct image *image)
{
	for (size_t i = 0; i < image->nsymbols; i++)
		for (size_t k = 0; image->symbols[i]->home && k < image->module->nvars; k++) {
			struct ptx_var *var = image->module->vars[k];

			if (!strcmp(var->name, image->symbols[i]->name)) {
				var->is_managed = true;
				var->home = image->symbols[i]->home;
			}
		}
}

struct simt_program *image_program(struct image *image, int device, cudaError_t *code, struct error *err)
{
	*code = cudaErrorInvalidPtx;
	if (!image->failed && !image->module) {
		image->failed = image_parse(image, &image->error);
		if (!image->failed)
			homes_set(image);
	}
	vm_assert(image->failed || image->module);
	if (!image->failed && !image->programs[device]) {
		if (simt_use_device(runtime.mem, (unsigned)device, &image->error) == 0)
			image->programs[device] = simt_program_new(image->module, runtime.mem, &image->error);
		if (image->programs[device])
			symbols_place(image, device);
		else
			image->failed = true;
	}
	if (image->failed) {
		*err = image->error;
		return NULL;
	}
	*code = cudaSuccess;
	return image->programs[device];
}

static uint64_t align_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

/* The layout of the entry's .param list. */
static bool params_place(struct function *f, const struct ptx_function *kernel)
{
	uint64_t end = 0;

	if (f->offsets)
		return true;
	f->offsets = calloc(kernel->nparams + 1, sizeof *f->offsets);
	if (!f->offsets)
		return false;
	f->nparams = kernel->nparams;
	for (size_t i = 0; i < kernel->nparams; i++) {
		f->offsets[i] = end = align_up(end, kernel->params[i].align);
		end += kernel->params[i].size;
	}
	f->offsets[f->nparams] = f->params_len = end;
	return true;
}

const size_t *function_params(struct function *f, size_t *count)
{
	vm_assert(f->offsets || !f->nparams);
	*count = f->nparams;
	return f->offsets;
}

const struct ptx_function *function_ptx(struct function *f, int device, cudaError_t *code, struct error *err)
{
	struct simt_program *program = image_program(f->image, device, code, err);
	const struct ptx_function *kernel;

	if (!program)
		return NULL;
	kernel = ptx_find_function(f->image->module, f->name);
	if (!kernel) {
		*code = cudaErrorInvalidDeviceFunction;
		error_set(err, PARTY_US, "the kernel '%s' is not in the program's PTX", f->name);
	} else if (!params_place(f, kernel)) {
		*code = cudaErrorMemoryAllocation;
		error_nomem(err);
		return NULL;
	}
	return kernel;
}

unsigned image_registers(const struct image *image)
{
	uint64_t most = 0;

	if (image->text && !strncmp(image->text, JOINED_MAGIC, sizeof JOINED_MAGIC))
		memcpy(&most, image->text + sizeof JOINED_MAGIC, sizeof most);
	return (unsigned)most;
}

const struct ptx_module *image_module(const struct image *image)
{
	return image->module;
}

const char *image_text(const struct image *image, size_t *len, char **unpacked, struct error *err)
{
	*unpacked = NULL;
	*len = image->text_len;
	if (image->joined || (image->text && !memcmp(image->text, JOINED_MAGIC, sizeof JOINED_MAGIC))) {
		error_set(err, PARTY_US, "the code is joined from several texts");
		return NULL;
	}
	return image->text ? image->text : fatbin_ptx(image->fatbin, len, unpacked, err);
}

int image_target(const struct image *image)
{
	return image->module ? image->module->target_sm : 0;
}

static bool has_griddepcontrol(const struct ptx_module *m)
{
	for (size_t i = 0; i < m->nfunctions; i++)
		for (size_t k = 0; k < m->functions[i]->ninstrs; k++)
			if (m->functions[i]->instrs[k].op == PTX_GRIDDEPCONTROL)
				return true;
	return false;
}

bool image_can_wait(struct image *image)
{
	if (!image->waits && image->module)
		image->waits = image_target(image) >= 90 || has_griddepcontrol(image->module) ? 1 : -1;
	return image->waits > 0;
}

size_t image_constant_bytes(const struct image *image)
{
	size_t bytes = 0;

	for (size_t i = 0; i < image->module->nvars; i++)
		if (image->module->vars[i]->space == PTX_CONST)
			bytes += image->module->vars[i]->size;
	return bytes;
}

/* The finding uses the text of the image's error, which stays. */
void image_report(const struct call *call, const struct function *f, const struct error *err)
{
	const finding_kind kind = err->beyond ? KIND_INVALID_LAUNCH : KIND_INVALID_ASM;
	struct finding asm_is_wrong = { .kind = kind, .level = FINDING_ERROR, .threads = 1, .message = err->text,
					.advice = err->remedy, .place = { .file = err->file, .line = err->line } };

	if (err->party == PARTY_LEARNER && f && err->line)
		report_kernel(&asm_is_wrong, f->name, call, NULL);
	else
		report_call(err->party == PARTY_LEARNER ? kind : KIND_NOT_SUPPORTED, call, NULL,
			    err->remedy[0] ? err->remedy : NULL,
			    "%s", err->text);
}

cudaError_t symbol_place(const struct call *call, struct symbol *s, int device, uint64_t *addr)
{
	struct simt_program *program;
	cudaError_t code;
	struct error err;
	uint64_t bytes;

	program = image_program(s->image, device, &code, &err);
	if (!program) {
		image_report(call, NULL, &err);
		return code;
	}
	return simt_symbol(program, s->name, addr, &bytes) ? cudaSuccess : cudaErrorInvalidSymbol;
}

/* ---- code that the program loads itself -------------------------------------------------- */

char *image_join(const struct image_text *texts, size_t n, unsigned most_registers, size_t *len, struct error *err)
{
	uint64_t bytes = sizeof JOINED_MAGIC + 2 * sizeof(uint64_t), count = n, most = most_registers;
	struct ptx_module *m;
	char *made, *at;

	for (size_t i = 0; i < n; i++)
		bytes += sizeof(uint64_t) + texts[i].len + 1;
	made = calloc(1, bytes);
	if (!made) {
		error_nomem(err);
		return NULL;
	}
	memcpy(made, JOINED_MAGIC, sizeof JOINED_MAGIC);
	at = made + sizeof JOINED_MAGIC;
	memcpy(at, &most, sizeof most);
	at += sizeof most;
	memcpy(at, &count, sizeof count);
	at += sizeof count;
	for (size_t i = 0; i < n; i++) {
		const uint64_t one = texts[i].len;

		memcpy(at, &one, sizeof one);
		memcpy(at + sizeof one, texts[i].text, one);
		at += sizeof one + one + 1;
	}
	m = joined_parse(made, true, err);
	if (!m) {
		free(made);
		return NULL;
	}
	ptx_free(m);
	*len = bytes;
	return made;
}

bool image_text_is_valid(const char *text, size_t len, const char *name, struct error *err)
{
	struct ptx_module *m = ptx_parse(text, len, name, err);

	ptx_free(m);
	return m != NULL;
}

const char *image_ptx_in(const char *bytes, size_t size, size_t *len, char **unpacked, struct error *err)
{
	const uint32_t magic = FATBIN_MAGIC;
	const char *at = memmem(bytes, size, &magic, sizeof magic);

	*unpacked = NULL;
	if (at)
		return fatbin_ptx(at, len, unpacked, err);
	error_set(err, PARTY_LEARNER, "this holds machine code for a GPU, or none; the virtual machine takes PTX");
	return NULL;
}

/* The bytes of a container of image_join. */
static size_t joined_size(const char *bytes)
{
	struct ptx_text *texts;
	size_t n = joined_texts(bytes, &texts);
	size_t size = n ? (size_t)(texts[n - 1].text + texts[n - 1].len + 1 - bytes) : sizeof JOINED_MAGIC + 2 * sizeof(uint64_t);

	free(texts);
	return size;
}

struct image *image_new(const void *code, struct error *err)
{
	struct image *image = calloc(1, sizeof *image);
	const char *text = code;
	char *unpacked = NULL;
	uint32_t magic;

	if (!image) {
		error_nomem(err);
		return NULL;
	}
	memcpy(&magic, code, sizeof magic);
	if (magic == FATBIN_MAGIC || magic == ELF_MAGIC)
		text = magic == FATBIN_MAGIC ? fatbin_ptx(code, &image->text_len, &unpacked, err) : NULL;
	else if (!strncmp(text, JOINED_MAGIC, sizeof JOINED_MAGIC))
		image->text_len = joined_size(text);
	else
		image->text_len = strlen(text);
	if (magic == ELF_MAGIC)
		error_set(err, PARTY_LEARNER, "this is machine code for a GPU; the virtual machine takes PTX");
	if (text) {
		image->text = malloc(image->text_len + sizeof JOINED_MAGIC);
		if (image->text) {
			memcpy(image->text, text, image->text_len);
			memset(image->text + image->text_len, 0, sizeof JOINED_MAGIC);
		} else {
			error_nomem(err);
		}
	}
	free(unpacked);
	if (image->text && image_parse(image, err) == 0)
		return image;
	free(image->text);
	free(image);
	return NULL;
}

/*
 * Its operations may be pending, and findings may name its lines: keeps its
 * memory, and only removes its functions from the table.
 */
void image_forget(struct image *image)
{
	for (struct function **at = &image->own; *at; at = &(*at)->next)
		tdelete(*at, &functions, by_host_function);
	image->next = forgotten;
	forgotten = image;
}

struct function *image_kernel(struct image *image, size_t index)
{
	size_t seen = 0;

	for (size_t i = 0; i < image->module->nfunctions; i++)
		if (image->module->functions[i]->is_entry && seen++ == index)
			return image_function(image, image->module->functions[i]->name);
	return NULL;
}

struct function *image_function(struct image *image, const char *name)
{
	const struct ptx_function *kernel = ptx_find_function(image->module, name);
	struct function *f;

	for (f = image->own; f; f = f->next)
		if (!strcmp(f->name, name))
			return f;
	if (!kernel || !kernel->is_entry)
		return NULL;
	f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	/* The address of its record identifies it, and is the handle. */
	*f = (struct function){ .host = f, .name = kernel->name, .image = image, .shared_max = DEFAULT_SHARED, .carveout = -1,
				.next = image->own };
	if (!tsearch(f, &functions, by_host_function)) {
		free(f);
		return NULL;
	}
	image->own = f;
	return f;
}

/* ---- registration ------------------------------------------------------------------------ */

#pragma GCC visibility push(default)
void **__cudaRegisterFatBinary(void *wrapped);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int threads, void *tid, void *bid,
			    void *block, void *grid, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
		       int is_global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern, size_t bytes,
			      int is_constant, int is_global);
#pragma GCC visibility pop

void **__cudaRegisterFatBinary(void *wrapped)
{
	const struct wrapper *w = wrapped;
	struct image *image = check_alloc(calloc(1, sizeof *image));

	/* What nvcc has linked itself is machine code; the PTX is in the parts. */
	image->joined = w->version == 2 ? w->joined : NULL;
	image->fatbin = image->joined ? NULL : w->fatbin;
	if (w->magic != WRAPPER_MAGIC) {
		image->failed = true;
		error_set(&image->error, PARTY_MACHINE, "the program's device code was registered in a form that warpbook does "
							"not know");
	}
	return (void **)image;
}

/* With clang the host's code reads managed variables directly: they have their values from here on. */
void __cudaRegisterFatBinaryEnd(void **handle)
{
	const struct image *image = (const struct image *)handle;

	for (size_t i = 0; i < image->nsymbols; i++)
		if (image->symbols[i]->home) {
			__cudaInitModule(handle);
			return;
		}
}

/* Called while the program ends: findings reported at exit may still need the image. */
void __cudaUnregisterFatBinary(void **handle)
{
	(void)handle;
}

/* For a program with managed variables, before their first use by the host. */
char __cudaInitModule(void **handle)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t code;
	struct error err;

	image_program((struct image *)handle, thread_state()->device, &code, &err);
	call_leave_quiet(&call, code);
	return 1;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int threads, void *tid, void *bid,
			    void *block, void *grid, int *warp)
{
	struct function *f = check_alloc(calloc(1, sizeof *f));

	*f = (struct function){ .host = host, .name = name, .image = (struct image *)handle,
				.shared_max = DEFAULT_SHARED, .carveout = -1 };
	check_alloc(tsearch(f, &functions, by_host_function));
}

/*
 * The pages of clang's managed variables: one range for each program or library. A variable begins a page, and only managed
 * variables share their pages.
 */
static struct { const char *from, *to; } *homes;
static size_t nhomes;

static void homes_add(const void *from, size_t bytes)
{
	check_alloc(array_push(&homes, &nhomes, sizeof *homes));
	homes[nhomes - 1].from = from;
	homes[nhomes - 1].to = (const char *)from + bytes;
}

static bool is_home(const char *host)
{
	for (size_t i = 0; i < nhomes; i++)
		if (host >= homes[i].from && host < homes[i].to)
			return true;
	return false;
}

static void symbol_add(void **handle, const void *host, const char *name, size_t bytes, bool is_constant, void **managed)
{
	struct image *image = (struct image *)handle;
	struct symbol *s = check_alloc(calloc(1, sizeof *s));

	*s = (struct symbol){ .host = host, .name = name, .image = image, .bytes = bytes, .is_constant = is_constant,
			      .managed = managed, .home = is_home(host) ? (void *)(uintptr_t)host : NULL };
	*(struct symbol **)check_alloc(array_push(&image->symbols, &image->nsymbols, sizeof *image->symbols)) = s;
	check_alloc(tsearch(s, &symbols, by_host_symbol));
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
		       int is_global)
{
	symbol_add(handle, host, name, bytes, is_constant, NULL);
}

/* Without a handle: the pages of clang's managed variables (warpbook_managed.h), before the variables are registered. */
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern, size_t bytes,
			      int is_constant, int is_global)
{
	if (handle)
		symbol_add(handle, host, name, bytes, is_constant, host);
	else
		homes_add(host, bytes);
}
