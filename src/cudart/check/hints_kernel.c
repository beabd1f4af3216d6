/*
 * hints_kernel.c - hints that come from kernels and their texts: the indices that a kernel reads and its launches lack, random
 * numbers that threads share, floats that the host compares exactly, launches whose errors nobody asks for.
 */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include "cudart/check/hints.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cudart/check/call_place.h"
#include "cudart/check/ignored.h"
#include "cudart/check/kernel_names.h"
#include "cudart/check/python.h"
#include "cudart/image.h"
#include "source/hints.h"

static struct arena arena;
static struct launched kernels[KERNELS_MOST];
static size_t nkernels;

const struct launched *hints_kernels(size_t *n)
{
	*n = nkernels;
	return kernels;
}

/* ---- what the compiled kernel shows --------------------------------------------------------------------- */

#define LINES_MOST 512
#define CALLS_MOST 2 /* of functions within each other, which compilers have not put into their callers */

/* The lines of the function's code, with those of the functions in it: optimisers move the reading of an index between them. */
static void lines_note(struct launched *l, const struct ptx_module *m, const struct ptx_function *f)
{
	int before = 0;

	for (int i = f->first_loc; i < f->end_loc && (size_t)i < m->nlocs && l->nlines < LINES_MOST; i++) {
		const struct ptx_loc *loc = &m->locs[i];

		if (!loc->place_line || loc->place_line == before || (size_t)loc->place_file >= m->nfiles)
			continue;
		if (!l->file)
			l->file = arena_strdup(&arena, m->files[loc->place_file]);
		before = loc->place_line;
		if (l->file && !strcmp(l->file, m->files[loc->place_file]))
			l->lines[l->nlines++] = before;
	}
}

static bool is_float_type(enum ptx_type type)
{
	return type == PTX_F32 || type == PTX_F64;
}

static void instruction_note(struct launched *l, const struct ptx_instr *at)
{
	for (int o = 0; o < at->nops; o++)
		if (at->ops[o].kind == PTX_O_SREG) {
			enum ptx_sreg r = at->ops[o].sreg;

			l->reads[0] |= r == PTX_SR_TID_Y || r == PTX_SR_CTAID_Y;
			l->reads[1] |= r == PTX_SR_TID_Z || r == PTX_SR_CTAID_Z;
		}
	l->writes_floats |= at->op == PTX_ST && is_float_type(at->type);
	l->fuses |= at->op == PTX_FMA && is_float_type(at->type) && at->is_compiled;
	l->approximates |= at->approx || at->full || at->op == PTX_CALL;
	l->adds |= (at->op == PTX_ATOM || at->op == PTX_RED) && is_float_type(at->type);
}

static void function_read(struct launched *l, const struct ptx_module *m, const struct ptx_function *f, int depth)
{
	for (size_t i = 0; i < f->ninstrs; i++) {
		const struct ptx_instr *at = &f->instrs[i];

		instruction_note(l, at);
		if (at->op == PTX_CALL && at->ops[1].kind == PTX_O_FUNC && at->ops[1].function && depth < CALLS_MOST)
			function_read(l, m, at->ops[1].function, depth + 1);
	}
	if (l->reads[0] || l->reads[1]) {
		l->lines = l->lines ? l->lines : arena_array(&arena, LINES_MOST, sizeof *l->lines);
		if (l->lines)
			lines_note(l, m, f);
	}
}

static void kernel_read(struct launched *l, const struct kernel_op *k)
{
	cudaError_t code;
	struct error err;
	const struct ptx_function *f = function_ptx(k->function, k->op.device, &code, &err);
	const struct ptx_module *m = f ? image_module(k->function->image) : NULL;

	if (m)
		function_read(l, m, f, 0);
	l->bounds = l->reads[0] || l->reads[1] ? arena_alloc(&arena, sizeof *l->bounds) : NULL;
	if (l->bounds && ptx_bounds_find(f, l->bounds))
		l->bounds = NULL;
	for (size_t i = 0; m && i < m->nfiles && !l->draws; i++)
		l->draws = m->files[i] && strstr(m->files[i], "curand");
}

/* The elements that the launch's threads have along these axes. */
static uint64_t extent_of(const struct kernel_op *k, unsigned axes)
{
	return (axes & 1 ? (uint64_t)k->grid.x * k->block.x : 1) * (axes & 2 ? (uint64_t)k->grid.y * k->block.y : 1) *
	       (axes & 4 ? (uint64_t)k->grid.z * k->block.z : 1);
}

/*
 * What the index along the axis is compared with: had the launch threads enough? If for some of it alone, it may also be compared
 * with the width of a border: that shows nothing.
 */
static void bounds_note(struct launched *l, const struct kernel_op *k, unsigned axis)
{
	bool fits = false, lacks = false;

	for (size_t i = 0; l->bounds && i < l->bounds->n; i++) {
		const struct ptx_bound *b = &l->bounds->at[i];
		const unsigned axes = b->apart ? 2u << axis : b->axes;
		uint64_t bits = 0;
		int64_t value;

		if (!(b->axes & 2u << axis) || b->bytes > sizeof bits || b->offset > k->params_len ||
		    b->bytes > k->params_len - b->offset)
			continue;
		memcpy(&bits, k->params + b->offset, b->bytes);
		value = (b->bytes == 4 ? (int32_t)bits : (int64_t)bits) + b->add;
		if (value > 0 && (uint64_t)value > extent_of(k, axes) * b->reach)
			lacks = true;
		else
			fits = true;
	}
	l->fits[axis] |= fits && !lacks;
	if (lacks && !fits && !l->lacks[axis] && (l->lacks[axis] = arena_alloc(&arena, sizeof *l->lacks[axis])))
		*l->lacks[axis] = k->op.call.site;
}

const struct launched *hints_kernel_note(const struct kernel_op *k)
{
	struct launched *l = kernels;

	while (l < kernels + nkernels && strcmp(l->symbol, k->function->name))
		l++;
	if (l == kernels + KERNELS_MOST)
		return NULL;
	if (l == kernels + nkernels) {
		*l = (struct launched){ .symbol = arena_strdup(&arena, k->function->name), .site = k->op.call.site,
					.first = k->op.number, .asked = k->function->asked };
		if (!l->symbol)
			return NULL;
		kernel_read(l, k);
		nkernels++;
	}
	bounds_note(l, k, 0);
	bounds_note(l, k, 1);
	l->most.y = k->grid.y * k->block.y > l->most.y ? k->grid.y * k->block.y : l->most.y;
	l->most.z = k->grid.z * k->block.z > l->most.z ? k->grid.z * k->block.z : l->most.z;
	l->blocks = dim3u_volume(k->grid) > l->blocks ? dim3u_volume(k->grid) : l->blocks;
	l->columns = k->grid.x > l->columns ? k->grid.x : l->columns;
	l->block = dim3u_volume(k->block);
	l->last = dim3u_volume(k->grid) * l->block;
	return l;
}

/* ---- whose threads took so many elements -------------------------------------------------------------------- */

#define EACH_MOST 16 /* elements of a thread */

/* A rest of less than an element for each of `each` may be left to the host, as the end of an array of vectors. */
static bool is_rounded_down(const struct launched *k, uint64_t elements, uint64_t rest)
{
	const uint64_t each = elements / k->last;

	return k->blocks > 1 && elements % k->last == 0 && each > 1 && each <= EACH_MOST && rest >= each &&
	       rest < k->block * each;
}

const struct launched *hints_launched_by(uint64_t elements, uint64_t rest)
{
	for (size_t i = 0; i < nkernels; i++)
		if (kernels[i].last == elements)
			return &kernels[i];
	for (size_t i = 0; i < nkernels; i++)
		if (is_rounded_down(&kernels[i], elements, rest))
			return &kernels[i];
	return NULL;
}

/* ---- what its text shows -------------------------------------------------------------------------------- */

/* "flip" of "ns::flip<float>". */
static const char *plain_name(const char *symbol)
{
	struct buf name = BUF_INIT;
	const char *begin, *kept;

	kernel_name_put(symbol, false, &name);
	begin = buf_text(&name);
	for (const char *at = begin; *at && *at != '<'; at++)
		begin = *at == ':' || *at == ' ' ? at + 1 : begin;
	kept = arena_strndup(&arena, begin, strcspn(begin, "<"));
	buf_release(&name);
	return kept ? kept : "";
}

/* The words for an index along y, and along z; those of blocks come last. */
static const char *const index_words[2][4] = { { "threadIdx.y", "grid(2)", "grid(3)", "blockIdx.y" },
					       { "threadIdx.z", "grid(3)", "blockIdx.z", NULL } };

/* The word by which the source reads the index there, and its line. */
static const char *index_word(const struct launched *k, unsigned axis, int *line)
{
	for (unsigned w = 0; w < 4 && index_words[axis][w] && k->reads[axis]; w++)
		for (size_t i = 0; i < k->nlines; i++) {
			struct source_place place = { .file = k->file, .line = k->lines[i] };

			*line = place.line;
			if (call_place_has(&place, index_words[axis][w]))
				return index_words[axis][w];
		}
	return NULL;
}

/*
 * A kernel for arrays of any shape may have one row. It is a mistake if its index is compared with more than there are threads;
 * without such a bound, if a half or more of an array stays unused. The bound may count more than an array has, in a program that
 * goes through one by parts, or may choose between two ways: then nothing stays unwritten.
 */
static bool axis_is_short(const struct launched *k, unsigned axis, enum hints_use (*use)(const struct launched *k))
{
	if (k->bounds && !(k->bounds->loops & 2u << axis) && (k->lacks[axis] || k->fits[axis]))
		return k->lacks[axis] && use(k) != HINTS_WHOLE;
	return use(k) == HINTS_PART;
}

static void axis_say(const struct launched *k, unsigned axis, enum hints_use (*use)(const struct launched *k))
{
	int line;
	const char *name = plain_name(k->symbol), *word = index_word(k, axis, &line);
	bool of_blocks = word && !strncmp(word, "blockIdx", 8);
	struct source_place place;

	if (!word || !axis_is_short(k, axis, use) || !call_place(k->lacks[axis] ? k->lacks[axis] : &k->site, &place))
		return;
	if (python_runs())
		hints_say("one-dimension", &place, "give the grid and the block as many dimensions: (4, 4), (16, 16)",
			  "%s uses %s (line %d), and its launches have fewer dimensions: one of the indices is always 0",
			  name, word, line);
	else if (of_blocks)
		hints_say("one-dimension", &place, "give the grid as many dimensions: dim3 grid(4, 4)",
			  "%s uses %s (line %d), and each of its launches has one block in this direction: %s is always 0", name,
			  word, line, word);
	else
		hints_say("one-dimension", &place, axis ? "give the grid or the block its third dimension: dim3 block(8, 8, 8)" :
			  "give the grid or the block its second dimension: dim3 block(16, 16)",
			  "%s uses %s (line %d), and each of its launches has one thread in this direction: %s is always 0", name,
			  word, line, word);
}

static void random_say(const struct launched *k)
{
	struct source_place place;
	size_t len = 0;
	const char *text = k->draws && call_place(&k->site, &place) ? call_place_text(place.file, &len) : NULL;
	enum same_random same = text ? source_same_random(text, len, plain_name(k->symbol), &place.line) : RANDOM_DIFFERS;

	if (same == RANDOM_OF_ALL && k->last > 1) /* another launch may have another seed */
		hints_say("same-random", &place, "let the sequence, the second argument, be the number of the thread",
			  "all %llu threads call curand_init with the same seed and sequence: all get the same random numbers",
			  (unsigned long long)k->last);
	else if (same == RANDOM_OF_BLOCKS && k->blocks > 1)
		hints_say("same-random", &place, "let the sequence be blockIdx.x * blockDim.x + threadIdx.x",
			  "seed and sequence of this curand_init depend on no block: each of the %llu blocks gets the same "
			  "random numbers", (unsigned long long)k->blocks);
}

/* A grid-stride loop that steps by the block: of two blocks, the second does again what the first has done. */
static void stride_say(const struct launched *k)
{
	struct source_place place;
	size_t len = 0;
	const char *text = k->columns > 1 && call_place(&k->site, &place) ? call_place_text(place.file, &len) : NULL;

	if (text && source_block_stride(text, len, plain_name(k->symbol), &place.line))
		hints_say("block-stride", &place, "step by the threads of the grid: blockDim.x * gridDim.x",
			  "this loop begins at the thread's index in the grid and steps by blockDim.x: each of the %llu blocks also does what "
			  "all blocks behind it do", (unsigned long long)k->columns);
}

#define WAITS_MOST 16

static struct { struct call_site site; uint64_t since, by; } waited[WAITS_MOST];
static size_t nwaited;

void hints_waited(const struct op *wait, uint64_t by)
{
	if (by <= wait->number || nwaited == WAITS_MOST)
		return;
	waited[nwaited].site = wait->call.site;
	waited[nwaited].since = wait->number;
	waited[nwaited++].by = by;
}

/*
 * A kernel's first launch loads its code. An H200 with CUDA 13.0 does not begin it while a stream waits for a value, nor what is
 * submitted behind it: then a write there never comes.
 */
static void first_launch_say(const struct launched *k)
{
	const char *when = getenv("CUDA_MODULE_LOADING");
	struct source_place at, since;
	size_t i = 0;

	while (i < nwaited && !(waited[i].since < k->first && k->first < waited[i].by))
		i++;
	if (i < nwaited && !k->asked && !(when && !strcmp(when, "EAGER")) && call_place(&k->site, &at) &&
	    call_place(&waited[i].site, &since))
		hints_say("first-launch", &at, "load it before the stream waits: launch it once, or call cudaFuncGetAttributes() "
			  "for it; CUDA_MODULE_LOADING=EAGER loads all at the start",
			  "this is the first launch of %s, while a stream waits for a value (line %d) that is written after it: on a "
			  "GPU loading the kernel's code waits for the stream, and neither goes on if this thread makes the write",
			  plain_name(k->symbol), since.line);
}

void hints_kernels_say(enum hints_use (*use)(const struct launched *k))
{
	for (size_t i = 0; i < nkernels; i++) {
		first_launch_say(&kernels[i]);
		if (kernels[i].most.y == 1)
			axis_say(&kernels[i], 0, use);
		if (kernels[i].most.z == 1)
			axis_say(&kernels[i], 1, use);
		if (!python_runs()) {
			random_say(&kernels[i]);
			stride_say(&kernels[i]);
		}
	}
}

/* "y" of "y.data()", "y + 4" and "&y[0]". */
static void name_cut(char *text)
{
	text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] = '\0';
}

/* Is the call an argument or an operand, rather than a statement? */
bool hints_is_checked(const struct call *call)
{
	struct source_place place;
	size_t len = 0;
	const char *text = call->name && ignored_is_used(call) && call_place(&call->site, &place) ?
			   call_place_text(place.file, &len) : NULL;
	const char *end = text ? text + len : NULL, *at;

	for (int line = 1; text && line < place.line && (text = memchr(text, '\n', (size_t)(end - text))); line++)
		text++;
	at = text ? memchr(text, '\n', (size_t)(end - text)) : NULL;
	end = at ? at : end;
	at = text ? memmem(text, (size_t)(end - text), call->name, strlen(call->name)) : NULL;
	while (at && at > text && strchr(" \t", at[-1]))
		at--;
	return at && at > text && strchr("(=!", at[-1]);
}

void hints_exact_say(const struct launched *k, const struct call *copy)
{
	static const char tolerance[] = "compare with a tolerance, as in fabsf(a - b) <= 1e-5f * fabsf(b)";
	struct source_place place;
	char name[64], taken[66];
	const char *text;
	size_t len = 0;

	if (!(k->fuses || k->approximates || k->adds) || !(k->writes_floats || k->adds) || python_runs() ||
	    !call_place(&copy->site, &place) || !call_place_argument(&place, "cuda*", 0, name, sizeof name) ||
	    !(text = call_place_text(place.file, &len)))
		return;
	name_cut(name);
	snprintf(taken, sizeof taken, "&%s", name);
	place.line = *name ? source_exact_comparison(text, len, name, call_place_has(&place, taken)) : 0;
	if (place.line && k->adds)
		hints_say("exact-comparison", &place, tolerance, "this compares floats of %s bit by bit; threads add them in no "
			  "certain order, and each order rounds otherwise", name);
	else if (place.line && k->fuses)
		hints_say("exact-comparison", &place, tolerance, "this compares floats of %s bit by bit; a kernel rounds a * b + "
			  "c once, and the host mostly twice", name);
	else if (place.line)
		hints_say("exact-comparison", &place, tolerance, "this compares floats of %s bit by bit; the device's functions "
			  "round otherwise than the host's", name);
}
