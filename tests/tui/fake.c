/* fake.c - the lessons and results that the saved screens show. */
#include "config.h"

#include "tui/fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words/kinds.h"

static struct outline_exercise kernels[] = {
	{ .id = "01_kernels/iota", .name = "iota", .title = "Every element its own index", .minutes = 8,
	  .progress = PROGRESS_PASSED, .attempts = 1, .worked_ms = 90000 },
	{ .id = "01_kernels/add", .name = "add", .title = "Add two arrays", .minutes = 10 },
	{ .id = "01_kernels/scale", .name = "scale",
	  .title = "Multiply an array by a number, whatever its length and however few the threads",
	  .progress = PROGRESS_TRIED, .attempts = 3, .worked_ms = 3900000, .minutes = 25 },
};

static struct outline_exercise welcome[] = {
	{ .id = "00_welcome/hello", .name = "hello", .title = "Every thread says who it is", .minutes = 5,
	  .progress = PROGRESS_PASSED, .attempts = 2 },
};

static const struct outline_lesson lessons[] = {
	{ .id = "00_welcome", .title = "Welcome", .summary = "What a GPU is good at.", .minutes = 15, .steps = 4,
	  .exercises = welcome, .nexercises = 1, .passed = 1 },
	{ .id = "01_kernels", .title = "Kernels", .summary = "Write a kernel.", .minutes = 25, .steps = 7,
	  .exercises = kernels, .nexercises = 3, .passed = 1 },
	{ .id = "02_grids", .title = "Grids, blocks and threads: choosing a shape", .summary = "Blocks.",
	  .minutes = 30, .steps = 9 },
};

static const char lesson_text[] =
	"return { title = 'Kernels', minutes = 25, summary = 'Write a kernel.', steps = {\n"
	"{ title = 'A kernel', text = [[A kernel is a function that *many threads* run.\n"
	"Each finds its own element with `threadIdx.x`.\n"
	"\n"
	"- it returns nothing\n"
	"- it writes to memory]] },\n"
	"{ code = [[__global__ void iota(int *out, int n)\n"
	"{\n"
	"    int i = blockIdx.x * blockDim.x + threadIdx.x; // who am I?\n"
	"    if (i < n)\n"
	"        out[i] = i;\n"
	"}]], language = 'cuda', caption = 'The whole of it' },\n"
	"{ grid = { blocks = { 4 }, threads = { 8 }, block = { 2 }, thread = { 3 } }, caption = 'Who is element 19?' },\n"
	"{ question = 'How many blocks of 256 threads do 1000 elements need?', choices = {\n"
	"  { '3', why = '3 x 256 is 768: too few' },\n"
	"  { '4', right = true, why = '1024 threads, 24 of them idle' } } },\n"
	"{ question = 'What is the index of thread 3 in block 2, with 8 threads a block?', answer = 19, why = '2 * 8 + 3' },\n"
	"{ exercise = 'add' },\n"
	"{ points = { 'A kernel returns nothing.', 'The guard `if (i < n)` is yours to write.' } },\n"
	"} }\n";

static const char experiment_text[] =
	"return { title = 'Grids', minutes = 5, summary = 's', steps = {\n"
	"{ title = 'The stride', experiment = 'stride', caption = 'Neighbours share sectors.' },\n"
	"{ title = 'A picture', text = [[A warp that stores every seventh element uses a sector for nearly each lane.\n"
	"\n"
	"So 28 sectors move where 4 would do.]], pictures = { { of = 'stride', show = 'sectors', line = 'out[', title = 'What a "
	"warp stores' } } },\n{ points = { 'A stride of 8 is the worst: see lesson *Kernels*, and divergent_add there.' } "
	"} } }\n";

static const char blank_text[] =
	"return { title = 'Welcome', minutes = 5, summary = 's', steps = {\n"
	"{ question = 'Each thread computes its index: `int i = ____;`', blank = { 'blockIdx.x * blockDim.x + threadIdx.x',\n"
	"  'threadIdx.x + blockIdx.x * blockDim.x' }, why = 'Whole blocks come before it, and threads of its own block.' },\n"
	"{ points = { 'p' } } } }\n";

static const char source[] = "__global__ void add(float *out, const float *x, const float *y, int n)\n"
			     "{\n"
			     "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			     "\tout[i] = x[i] + y[i];\n"
			     "}\n";

/* The same with a line before line 4, and that line itself changed. */
static const char edited_source[] = "__global__ void add(float *out, const float *x, const float *y, int n)\n"
				    "{\n"
				    "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
				    "\tif (i < n)\n"
				    "\t\tout[i] = x[i] + y[i];\n"
				    "}\n";

/* A stub, and a learner's version of it: a low panel has room only for its comments. */
#define STUB_COMMENT "// add: two arrays\n//\n//   out   n floats\n//   x, y  n floats each\n//   n     elements\n//\n// the launch\n\n"
static const char stub_source[] = STUB_COMMENT "__global__ void add(float *out, const float *x, const float *y, int n)\n"
				  "{\n"
				  "\t// YOUR CODE HERE\n"
				  "}\n";
static const char begun_source[] = STUB_COMMENT "__global__ void add(float *out, const float *x, const float *y, int n)\n"
				   "{\n"
				   "\tout[threadIdx.x] = 0;\n"
				   "}\n";

static int rejected(const struct fake *f, struct error *err)
{
	if (!f->reject)
		return 0;
	error_set(err, PARTY_AUTHOR, "'tolerance' has no 'why'");
	error_at(err, "exercises/01_kernels/add.lua", 12);
	return error_remedy(err, "add why = \"...\": a mismatch shows it");
}

static int outline(void *ctx, struct outline *o, struct error *err)
{
	struct fake *f = ctx;

	o->nlessons = sizeof lessons / sizeof *lessons;
	o->editor_note = f->no_editor ? "EDITOR is not set: open vi?" : NULL;
	o->lessons = arena_array(&o->arena, o->nlessons, sizeof *o->lessons);
	if (!o->lessons)
		return error_nomem(err);
	memcpy(o->lessons, lessons, sizeof lessons);
	for (size_t i = 0; i < o->nlessons; i++) {
		o->lessons[i].steps_done = f->steps_done[i];
		o->lessons[i].notes = i == 1 && f->notes;
		o->passed += o->lessons[i].passed;
		o->total += (int)o->lessons[i].nexercises;
	}
	kernels[1].attempts = f->attempts;
	kernels[1].progress = f->passed ? PROGRESS_PASSED : f->attempts ? PROGRESS_TRIED : PROGRESS_NEW;
	o->lessons[1].passed += f->passed;
	o->passed += f->passed;
	return 0;
}

static int history(void *ctx, struct history *h, struct error *err)
{
	static const struct mistake mistakes[] = { { "wrong answer", 2, 2 }, { "data race", 1, 0 } };
	struct fake *f = ctx;

	h->attempts[0] = 3;
	h->attempts[1] = 12;
	h->attempts[20] = 1;
	h->mistakes = mistakes;
	h->nmistakes = 2;
	return rejected(f, err);
}

/* Every word is in these two places, and "nothing" nowhere. */
static int search(void *ctx, const char *words, struct search *s, struct error *err)
{
	static const struct reading readings[] = {
		{ .kind = READING_TERM, .title = "warp", .text = "32 threads of a block with neighbouring numbers that go "
								 "through the code together." },
		{ .kind = READING_STEP, .lesson = "01_kernels", .step = 3, .title = "Kernels",
		  .text = "Who is element 19? The grid has four blocks of eight threads each, so each block is a quarter of a "
			  "warp, and the third block has element 19: its thread 3." },
		{ .kind = READING_HINT, .lesson = "01_kernels", .exercise = "01_kernels/add", .hint = 1,
		  .title = "Add two arrays", .text = "Each thread does one element." },
	};
	static struct found list[] = { { &readings[0], 13 }, { &readings[1], 101 }, { &readings[2], 5 } };

	s->list = list;
	s->n = *words && strcmp(words, "nothing") ? 3 : 0;
	return rejected(ctx, err);
}

static int glossary(void *ctx, const struct glossary **g, struct error *err)
{
	static const char *see[] = { "thread" };
	static struct term terms[] = {
		{ .name = "barrier", .text = "A place where the threads of a block wait until all of them have arrived: "
					     "`__syncthreads()`." },
		{ .name = "kernel", .text = "A function that many threads of the device run.", .see = see, .nsee = 1 },
		{ .name = "thread", .text = "One run through a kernel, with registers and an index of its own." },
		{ .name = "warp", .text = "32 threads of a block." },
	};
	static const struct glossary all = { .terms = terms, .nterms = 4 };

	*g = &all;
	return rejected(ctx, err);
}

static int lesson(void *ctx, const char *id, struct lesson **l, struct steps_done *done, struct error *err)
{
	struct fake *f = ctx;

	*done = (struct steps_done){ .highest = f->steps_done[strcmp(id, "00_welcome") != 0] };
	for (int i = 0; i < done->highest; i++)
		done->right[i] = i != 3; /* the first question was answered wrongly */
	if (!strcmp(id, "00_welcome"))
		return lesson_parse(l, id, blank_text, sizeof blank_text - 1, err);
	if (!strcmp(id, "02_grids"))
		return lesson_parse(l, id, experiment_text, sizeof experiment_text - 1, err);
	return rejected(f, err) ? -1 : lesson_parse(l, id, lesson_text, sizeof lesson_text - 1, err);
}

static int experiment(void *ctx, const char *id, const char *name, struct arena *arena, struct chart **chart, struct error *err)
{
	static const char *labels[] = { "1", "2", "32" };
	static double near[] = { 4, 8, 32 }, far[] = { 4, 0.5, 12345 };
	static struct chart_series series[] = { { "near", near }, { "far", far } };

	if (rejected(ctx, err))
		return -1;
	*chart = arena_alloc(arena, sizeof **chart);
	if (!*chart)
		return error_nomem(err);
	**chart = (struct chart){ .title = "Every stride-th element", .axis = "stride", .labels = labels, .nlabels = 3,
				  .noun = "sectors per load", .logarithmic = true, .series = series, .nseries = 2,
				  .device = "the virtual machine" };
	return 0;
}

static int step_done(void *ctx, const char *id, int step, bool right, struct error *err)
{
	struct fake *f = ctx;

	for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
		if (!strcmp(lessons[i].id, id) && right && step > f->steps_done[i])
			f->steps_done[i] = step;
	return rejected(f, err);
}

static int assignment(void *ctx, const char *id, struct assignment *a, struct error *err)
{
	struct fake *f = ctx;

	const char *own_id;

	if (rejected(f, err))
		return -1;
	own_id = arena_strdup(&a->arena, id);
	*a = (struct assignment){
		.id = own_id,
		.title = "Add two arrays",
		.task = "Write the kernel `add`: element i of `out` becomes `x[i] + y[i]`.\n\n"
			"There are n elements and at least as many threads; the last block may have threads to spare.",
		.path = f->python ? "/home/ada/warpbook/exercises/01_kernels/add.py" :
		"/home/ada/warpbook/exercises/01_kernels/add.cu",
		.shown = f->python ? "~/warpbook/exercises/01_kernels/add.py" : "~/warpbook/exercises/01_kernels/add.cu",
		.python = f->python, .has_python = f->twin,
		.difficulty = 1, .minutes = 10,
		.hints = { "Each thread does *one* element.", "Its index has to do with `blockIdx` and `blockDim`.",
			   "`int i = blockIdx.x * blockDim.x + threadIdx.x;`" },
		.hints_used = f->hints_used, .attempts = f->attempts, .passed = f->passed, .last_verdict = -1, .host = f->host,
		.draws = f->draws, .arena = a->arena,
	};
	return a->id ? 0 : error_nomem(err);
}

static int ahead(void *ctx, const char *id, struct assignment *a, char **text, struct error *err)
{
	if (assignment(ctx, id, a, err))
		return -1;
	*text = strdup(stub_source);
	return *text ? 0 : error_nomem(err);
}

static int hint_used(void *ctx, const char *id, int number, struct error *err)
{
	struct fake *f = ctx;

	f->hints_used = number;
	return rejected(f, err);
}

static int solution(void *ctx, const char *id, char **text, struct error *err)
{
	static const char code[] = "// One thread, one element.\n"
				   "//\n"
				   "// Neighbouring threads have neighbouring elements, so that the 32 threads of a warp\n"
				   "// read whole sectors.\n"
				   "//\n"
				   "//   threads  sectors\n"
				   "//   32       4\n"
				   "\n"
				   "__global__ void add(float *out, const float *x, const float *y, int n)\n"
				   "{\n"
				   "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
				   "\tif (i < n)\n"
				   "\t\tout[i] = x[i] + y[i];\n"
				   "}\n";

	*text = strdup(code);
	return *text ? rejected(ctx, err) : error_nomem(err);
}

static int reset(void *ctx, const char *id, char *backup, size_t size, struct error *err)
{
	struct fake *f = ctx;

	f->resets++;
	strncpy(backup, "/home/ada/warpbook/exercises/01_kernels/add.cu.~1~", size - 1);
	return rejected(f, err);
}

static int language(void *ctx, const char *id, struct error *err)
{
	struct fake *f = ctx;

	if (rejected(f, err))
		return -1;
	f->python = !f->python;
	return 0;
}

static int own_source(void *ctx, const char *path, char **text, size_t *len, struct error *err)
{
	struct fake *f = ctx;

	const char *is = f->begun ? begun_source : f->stub ? stub_source : f->edited ? edited_source : source;

	*len = strlen(is);
	*text = f->deleted ? NULL : strdup(is);
	f->reads++;
	return *text ? 0 : error_nomem(err);
}

static int notes(void *ctx, const char *lesson, const char *heading, struct error *err)
{
	struct fake *f = ctx;

	f->notes |= !strcmp(lesson, "01_kernels");
	snprintf(f->heading, sizeof f->heading, "%s", heading);
	return rejected(f, err);
}

static int program(void *ctx, struct arena *arena, struct program_profile *p, struct error *err)
{
	static struct profile_line lines[] = {
		{ 15, "int row = threadIdx.x;", { .thread_instructions = 64000, .warp_instructions = 2000 }, 0.03 },
		{ 16, "sum += A[row * n + k];", { .thread_instructions = 2200000, .warp_instructions = 68750 }, 0.97 },
	};
	static struct program_kernel kernel = { .name = "product", .launches = 1, .ns = 43000, .limit = "L1", .lines = lines,
						.nlines = 2 };
	static struct program_advice advice = {
		.file = "p.cu", .line = 16, .kernel = "product", .saved_ns = 30000,
		.message = "neighbouring threads are 1024 bytes apart: 32 sectors per load, where 4 would be enough",
		.next = "let threadIdx.x be the column",
	};

	(void)arena;
	*p = (struct program_profile){ .on = "an H200", .ns = 345000, .kernels_ns = 43000, .kernels = &kernel, .nkernels = 1,
				       .advice = &advice, .nadvice = 1 };
	return rejected(ctx, err);
}

/* A kernel whose store is not coalesced, compared with one whose store is. */
static int profile(void *ctx, const char *id, const char *path, struct arena *arena, struct profile *p, struct error *err)
{
	static const char *const texts[] = { "int i = blockIdx.x * blockDim.x + threadIdx.x;", "if (i < n)",
					     "out[i * 7 % n] = x[i] + y[i];" };
	static struct profile_line lines[3], reference[2];
	static struct profile_side last;
	static struct profile_advice advice[] = { {
		6, "store-sectors", 28, 4, 3.1, 1.2, "line 6: 28 sectors per store, where 4 would be enough. Otherwise the "
						     "kernel would run about 3.1x faster on a fully occupied H200 "
		"(modelled)",
		"let neighbouring threads write neighbouring elements, or stage the data in shared memory",
	} };

	memset(p, 0, sizeof *p);
	for (int i = 0; i < 3; i++) {
		lines[i] = (struct profile_line){ .line = 4 + i, .text = texts[i], .share = i == 2 ? 0.71 : i ? 0.2 : 0.09 };
		lines[i].counts = (struct simt_counts){ .warp_instructions = 2048u + 1024u * (unsigned)i,
			.active_thread_instructions = 32 * (2048u + 1024u * (unsigned)i), .thread_instructions = 1 };
	}
	lines[2].counts.global_requests = 1536;
	lines[2].counts.global_load_requests = 1024;
	lines[2].counts.global_store_requests = 512;
	lines[2].counts.global_load_bytes = 131072;
	lines[2].counts.global_store_bytes = 65536;
	lines[2].counts.global_sectors = 4096 + 14336;
	reference[0] = lines[0];
	reference[0].share = 0.2;
	reference[1] = lines[1];
	reference[1].share = 0.3;
	p->exercise = "01_kernels/add";
	p->case_name = "n = 16384";
	p->gpu.figures = cost_h200;
	p->own = (struct profile_side){ .path = path, .lines = lines, .nlines = 3, .seconds = 4.21e-6, .limit = "L2" };
	p->reference = (struct profile_side){ .path = path, .lines = reference, .nlines = 2, .seconds = 2.4e-6, .limit = "DRAM" };
	last = p->reference;
	if (((struct fake *)ctx)->attempts)
		p->last = &last;
	p->advice = advice;
	p->nadvice = 1;
	return rejected(ctx, err);
}

/* For a line whose lanes use every seventh element. */
static struct picture seventh(const char *path, int line)
{
	static const char *labels[] = { "out[0]", "out[8]", "out[16]" };
	static struct picture_cell cells[24];
	static struct picture_grid grid = {
		"sectors", "warp 0 of block (0,0,0) writes out: the lane in each element, a row for each sector of 32 bytes",
		"28 sectors written for 128 useful bytes; 4 would have been enough", 3, 8, 3, labels, NULL, cells, 25,
	};

	for (int i = 0; i < 24; i += 7) {
		snprintf(cells[i].text, sizeof cells[i].text, "%d", i / 7);
		cells[i].shade = 3;
	}
	return (struct picture){ .exercise = "01_kernels/add", .case_name = "n = 16384", .path = path, .line = line,
				 .source = "out[i * 7 % n] = x[i] + y[i];", .grids = &grid, .ngrids = 1 };
}

static int figure(void *ctx, const char *lesson, int step, struct arena *arena, struct figure **out, struct error *err)
{
	struct fake *f = ctx;

	f->figures++;
	if (rejected(ctx, err))
		return -1;
	*out = arena_alloc(arena, sizeof **out);
	if (!*out)
		return error_nomem(err);
	**out = (struct figure){ .pictures = arena_alloc(arena, sizeof *(*out)->pictures), .n = 1 };
	if (!(*out)->pictures)
		return error_nomem(err);
	(*out)->pictures[0] = seventh("stride.cu", step);
	return 0;
}

/* A copy and a kernel, for which the host waits. */
static struct picture over_time(const char *path)
{
	static struct timeline_entry entries[] = {
		{ .kind = TIMELINE_COPY_IN, .stream = 1, .name = "cudaMemcpyAsync", .file = "", .line = 12, .bytes = 1 << 20,
		  .known = true, .start = 4000, .end = 27000, .because = TIMELINE_NO_ENTRY, .parent = TIMELINE_NO_ENTRY,
		  .fit = 1 },
		{ .kind = TIMELINE_KERNEL, .stream = 1, .name = "stir", .file = "", .line = 13, .known = true, .start = 27000,
		  .end = 60000, .blocks = 4, .parent = TIMELINE_NO_ENTRY, .fit = 1 },
		{ .kind = TIMELINE_HOST_WAIT, .name = "cudaStreamSynchronize", .file = "", .line = 14, .known = true,
		  .start = 8000, .end = 60000, .because = 1, .parent = TIMELINE_NO_ENTRY },
		{ .kind = TIMELINE_HOST_CALL, .name = "cudaLaunchKernel", .file = "", .line = 13, .known = true, .start = 4000,
		  .end = 8000, .because = TIMELINE_NO_ENTRY, .parent = TIMELINE_NO_ENTRY },
	};

	return (struct picture){ .exercise = "01_kernels/add", .case_name = "n = 16384", .path = path, .source = "",
				 .gantt = entries, .ngantt = 4 };
}

static int picture(void *ctx, const char *id, const char *path, int line, struct arena *arena, struct picture *p,
		   struct error *err)
{
	if (!line) {
		*p = over_time(path);
		return rejected(ctx, err);
	}
	*p = seventh(path, line);
	return rejected(ctx, err);
}

/* Four colours, and a row more than a line of characters holds. */
static int image(void *ctx, const char *id, const char *path, struct arena *arena, struct image **im, struct error *err)
{
	static uint32_t pixels[5 * 12];

	for (size_t i = 0; i < 5 * 12; i++)
		pixels[i] = i % 12 < 3 ? 0xFF0000 : i % 12 < 6 ? 0x00FF00 : i % 12 < 9 ? 0x0000FF : 0xFFFFFF;
	*im = NULL;
	if (!((struct fake *)ctx)->draws)
		return rejected(ctx, err);
	*im = arena_alloc(arena, sizeof **im);
	if (*im)
		**im = (struct image){ "out", "n = 12", 5, 12, pixels };
	return *im ? 0 : error_nomem(err);
}

/* The table of a warp whose thread l has x[l] = l / 2, y[l] = 3 and number l; the last four lanes have ended. */
static void warp_rows(struct debugger_view *v, struct arena *arena)
{
	static const char *const names[] = { "line", "i", "n", "out[i]", "x[i]", "y[i]" };
	struct debugger_row *rows = arena_array(arena, 6, sizeof *rows);

	v->nthreads = 32;
	v->active = 0x0FFFFFFF;
	v->nrows = v->nused ? 6 : 3;
	v->rows = rows;
	for (size_t k = 0; rows && k < v->nrows; k++) {
		const char **values = arena_array(arena, 32, sizeof *values);

		rows[k] = (struct debugger_row){ names[k], values };
		for (int l = 0; values && l < 32; l++)
			values[l] = l > 27 ? k ? "" : "end" : k == 0 ? arena_printf(arena, "%d", v->mark) :
				    k == 1 ? arena_printf(arena, "%d", l) :
				    k == 2 ? "257" : k == 3 ? "?" : k == 4 ? arena_printf(arena, "%g", l / 2.0) : "3";
	}
}

/* In line 5, and after `next` in line 6, which ends there. */
static int stepper(void *ctx, const char *id, const char *path, const char *command, struct arena *arena, struct debugger_view *v,
		   struct error *err)
{
	static struct debugger_line lines[] = { { 4, false, "    int i = blockIdx.x * blockDim.x + threadIdx.x;" },
						{ 5, false, "    if (i < n)" }, { 6, false, "        out[i] = x[i] + y[i];" },
						{ 7, false, "}" } };
	static struct debugger_value locals[] = { { "i", "0" }, { "out", "{unwritten, ...}, 257 elements" },
						  { "x", "{0, 0.5, 1, 1.5, ...}, 257 elements" },
						  { "y", "{3, 3, 3, 3, ...}, 257 elements" }, { "n", "257" } };
	static struct debugger_value used[] = { { "out[0]", "unwritten", true }, { "x[0]", "0" }, { "y[0]", "3" } };

	*v = (struct debugger_view){ .step = 9, .steps = 254, .where = "thread (0,0,0) of block (0,0,0), warp 0 lane 0, with "
								       "32 lanes",
				     .ptx = "setp.ge.s32 %p1, %r5, %r1;",
				     .said = "add.cu, n = 257: kernel add, grid (2,1,1), blocks of (256,1,1), 254 steps\nall "
					     "elements are right in this case",
				     .locals = locals, .nlocals = 5, .lines = lines, .nlines = 4, .mark = 5 };
	if (!strcmp(command, "next")) {
		v->step = 17;
		v->said = "";
		v->ptx = "ld.global.f32 %f1, [%rd3];";
		v->mark = 6;
		v->used = used;
		v->nused = 3;
	} else if (*command) {
		return error_set(err, PARTY_LEARNER, "thread (0,0,0) of block (0,0,0) does not come to a barrier any more");
	}
	warp_rows(v, arena);
	return rejected(ctx, err);
}

int fake_aside(void *ctx, struct work *w, struct error *err)
{
	struct fake *f = ctx;

	if (rejected(f, err))
		return -1;
	f->work = w;
	return 0;
}

static void cancel(void *ctx)
{
	((struct fake *)ctx)->cancels++;
}

static int edit(void *ctx, const char *path, int line, struct error *err)
{
	struct fake *f = ctx;

	f->edits++;
	f->edit_line = line;
	return rejected(f, err);
}

static int check(void *ctx, const char *id, const char *path, struct error *err)
{
	struct fake *f = ctx;

	f->checks++;
	return rejected(f, err);
}

static void redraw(void *ctx)
{
	((struct fake *)ctx)->redraws++;
}

/* ---- a class: four students, three exercises, while it is graded ----------------------------- */

static int class_table(void *ctx, struct class_table *t, struct error *err)
{
	static const char *ids[] = { "01_kernels/add", "01_kernels/saxpy", "10_matmul/matmul_tiled" };
	static struct class_cell cells[5][3] = {
		{ { CELL_GRADED, "graded", "passed", "all 9 cases are right", "", 9, 10, true, false, 1, 0 },
		  { CELL_GRADED, "graded", "wrong-answer", "with n = 257, y[256] is 0; it should be 2.5", "", 2.5, 10, true,
		    true, 1, 0 },
		  { CELL_NOT_GRADED, "not-graded", "", "", "machine-failed: the disk is full", 0, 20, false, false, 0, 0 } },
		{ { CELL_MISSING, "missing", "", "", "not on the roster", 0, 10, true, false, 0, 0 },
		  { CELL_MISSING, "unreadable", "", "", "'saxpy.cu' is a named pipe, not a file", 0, 10, true, false, 0, 0 },
		  { CELL_MISSING, "missing", "", "", "", 0, 20, true, false, 0, 0 } },
		{ { CELL_PROVISIONAL, "provisional", "passed", "all 9 cases are right", "", 10, 10, true, false, 0, 0 },
		  { CELL_PROVISIONAL, "provisional", "data-race", "two threads write y[0] without a barrier between them", "", 6,
		    10, true, false, 0, 0 },
		  { CELL_WAITING, "waiting", "", "", "", 0, 20, false, false, 0, 0 } },
		{ { CELL_PROVISIONAL, "provisional", "memory-error", "out[1000] is written, and out has 1000 elements", "", 0, 10,
		    true, false, 0, 0 },
		  { CELL_WAITING, "waiting", "", "", "", 0, 10, false, false, 0, 0 },
		  { CELL_WAITING, "waiting", "", "", "", 0, 20, false, false, 0, 0 } },
	};
	static struct class_student students[] = {
		{ "1001", "Ada Lovelace", cells[0], 11.5, false },
			{ "1002", "Zoë Ümlaut-Ångström, who has a name longer than any column", cells[1], 0, true },
		{ "1003", "Pat O'Brien", cells[2], 16, false }, { "-rf lee", "-rf lee", cells[3], 0, false },
	};
	struct fake *f = ctx;

	cells[3][1] = cells[2][1];
	cells[3][1].points = 10;
	if (!f->graded)
		cells[3][1] = cells[3][2];
	students[3].total = f->graded ? 10 : 0;
	*t = (struct class_table){ .name = "a1", .title = "First kernels", .exercises = ids, .nexercises = 3,
				   .students = students, .n = 4, .possible = 40, .files = 9, .checked = f->graded ? 6 : 5,
				   .waiting = f->graded ? 2 : 3, .not_graded = 1 };
	return rejected(f, err);
}

static int submission(void *ctx, const char *student, const char *exercise, struct submission *s, struct error *err)
{
	static struct submission_finding findings[] = {
		{ "out-of-bounds", "thread (232,0,0) of block (3,0,0) writes out[1000]; out has 1000 elements",
		  "24 threads do the same: is there a guard `if (i < n)`?", 4 },
	};
	static struct submission_comment comments[] = { { 0, "ada: tests (+1): two of them" },
							{ 4, "ada: line 4: what if n is no multiple?" } };
	static struct submission_case cases[] = {
		{ "n = 1, grid 1, block 256", "", true }, { "n = 1000, grid 4, block 256",
							    "not judged, as it wrote out of bounds", false },
	};

	*s = (struct submission){
		.id = student, .name = "Ada Lovelace", .exercise = exercise,
		.cell = { CELL_GRADED, "graded", "memory-error", "out[1000] is written, and out has 1000 elements",
			  "2 files, of which 'add.cu' counts (the last)", 5, 10, true, true, 1, 0 },
		.sum = "4 of 8: cases that are right (1 of 2)\n0 of 2: limits of speed kept\n0: 1 day late, 0 of grace\n",
		.adjustment = "+1 by ada: a good question", .path = "a1/1001/add.cu", .text = source, .findings = findings,
		.nfindings = 1, .comments = comments, .ncomments = 2, .cases = cases, .ncases = 2, .report = "",
	};
	return rejected(ctx, err);
}

static int adjust(void *ctx, const char *student, const char *exercise, const char *points, const char *reason, struct error *err)
{
	struct fake *f = ctx;

	if (*points == 'x')
		return error_set(err, PARTY_LEARNER, "'%s' is no number of points", points);
	snprintf(f->adjusted, sizeof f->adjusted, "%s %s %s %s", student, exercise, points, reason);
	return rejected(f, err);
}

static int comment(void *ctx, const char *student, const char *exercise, const char *words, struct error *err)
{
	struct fake *f = ctx;

	if (*words == '=')
		return error_set(err, PARTY_LEARNER, "the rubric has no item '%s'", words + 1);
	snprintf(f->commented, sizeof f->commented, "%s %s %s", student, exercise, words);
	return rejected(f, err);
}

static int regrade(void *ctx, const char *student, const char *exercise, struct error *err)
{
	((struct fake *)ctx)->regrades++;
	return rejected(ctx, err);
}

static int settle(void *ctx, bool apply, struct error *err)
{
	struct fake *f = ctx;

	f->applied += apply;
	f->dropped += !apply;
	return rejected(f, err);
}

struct tui_backend fake_backend(struct fake *f)
{
	return (struct tui_backend){
		.ctx = f, .outline = outline, .history = history,
		.search = search, .glossary = glossary, .notes = notes, .lesson = lesson, .experiment = experiment,
		.figure = figure, .step_done = step_done,
		.assignment = assignment, .ahead = ahead, .hint_used = hint_used, .solution = solution, .reset = reset,
		.language = language, .source = own_source, .profile = profile,
		.program = program, .picture = picture, .image = image,
		.stepper = stepper, .cancel = cancel, .edit = edit, .check = check, .redraw = redraw,
		.class_table = class_table, .submission = submission, .adjust = adjust, .comment = comment, .regrade = regrade,
		.settle = settle,
	};
}

/* ---- results -------------------------------------------------------------------------- */

static void make_passed(struct attempt *a)
{
	static struct attempt_case cases[] = {
		{ "n = 1, grid 1, block 256", true, VERDICT_PASSED, "" },
		{ "n = 257, grid 2, block 256", true, VERDICT_PASSED, "" },
	};

	a->verdict = VERDICT_PASSED;
	a->message = "all 2 cases are right";
	a->cases = cases;
	a->ncases = a->nran = 2;
}

/* On a GPU, with its time compared with the reference's. */
static void make_timed(struct attempt *a)
{
	make_passed(a);
	a->device = "gpu";
	a->device_name = "NVIDIA H200";
	a->gpu = GPU_CONFIRMS;
	a->gpu_says = "all 6 cases are right there too";
	a->speed = (struct attempt_speed){
		.of_case = "n = 257, grid 2, block 256", .seconds = 60.2e-6, .reference_seconds = 85.5e-6, .time_ratio = 0.704,
		.timed_runs = 40, .speedup = 1.42, .speedup_low = 1.4, .speedup_high = 1.44, .rounds = 20,
		.bytes_per_second = 2.23e12, .share_of_memory = 0.53, .floor_seconds = 2e-6,
	};
}

/* Too near to a limit for the noise of its times. */
static void make_noisy(struct attempt *a)
{
	make_timed(a);
	a->verdict = VERDICT_TOO_NOISY;
	a->message = "with n = 257, the kernel takes 1.18 to 1.23 times as long as the reference solution, and the limit is 1.2 "
		     "times: these times are too noisy to tell whether it holds";
	a->advice = "try again when no other program uses this GPU";
}

/* Right, with one limit held, one missed and one without a judgement. */
static void make_slow(struct attempt *a)
{
	static struct perf_limit limits[3];
	static struct measurement measured[3];
	static struct finding findings[] = { {
		.kind = KIND_METRIC, .rule = "sectors_per_request", .level = FINDING_ERROR,
		.message = "with n = 65536, each load or store of a warp touches 32 sectors of global memory; the limit is at "
			   "most 4.5",
		.advice = "let neighbouring threads take neighbouring elements",
		.place = { "/home/ada/warpbook/exercises/01_kernels/add.cu", 4, 9 }, .threads = 1,
	} };

	make_passed(a);
	limits[0] = (struct perf_limit){ .metric = metric_find("sectors_per_request"), .bound = 4.5 };
	limits[1] = (struct perf_limit){ .metric = metric_find("warp_instructions"), .bound = 1.5, .relative = true };
	limits[2] = (struct perf_limit){ .metric = metric_find("time"), .bound = 1.3, .relative = true };
	measured[0] = (struct measurement){ &limits[0], .value = 32, .reference = 4, .bound = 4.5, .counted = true };
	measured[1] = (struct measurement){ &limits[1], .value = 14000, .reference = 13000, .bound = 19500, .counted = true,
					    .held = true };
	measured[2] = (struct measurement){ &limits[2], .held = true };
	a->verdict = VERDICT_TOO_SLOW;
	a->message = findings[0].message;
	a->advice = findings[0].advice;
	a->findings = findings;
	a->nfindings = 1;
	a->measured_case = "n = 65536";
	a->measured = measured;
	a->nmeasured = 3;
}

static void make_memory(struct attempt *a)
{
	static struct attempt_case cases[] = {
		{ "n = 256, grid 1, block 256", true, VERDICT_PASSED, "" },
		{ "n = 257, grid 2, block 256", true, VERDICT_MEMORY_ERROR, "255 threads write past the end of out" },
		{ "n = 1000", false, VERDICT_PASSED, "" },
	};
	static struct finding findings[] = { {
		.kind = KIND_OUT_OF_BOUNDS, .level = FINDING_ERROR,
		.message = "thread (1,0,0) of block (1,0,0) writes out[257]; out has 257 elements. "
			   "254 other threads do the same",
		.advice = "is there a guard `if (i < n)`?",
		.place = { "/home/ada/warpbook/exercises/01_kernels/add.cu", 4, 9 }, .threads = 255,
	} };

	a->verdict = VERDICT_MEMORY_ERROR;
	a->message = findings[0].message;
	a->cases = cases;
	a->ncases = 3;
	a->nran = 2;
	a->findings = findings;
	a->nfindings = 1;
}

/* A newer save has ended it. */
static void make_interrupted(struct attempt *a)
{
	a->verdict = VERDICT_INTERRUPTED;
	a->message = "interrupted";
}

/* Two findings, the second at another line; the message names its case. */
static void make_race(struct attempt *a)
{
	static struct finding findings[] = { {
		.kind = KIND_DATA_RACE_GLOBAL, .level = FINDING_ERROR,
		.message = "threads (0,0,0) and (1,0,0) of block (0,0,0) both write y[0]",
		.advice = "is there a __syncthreads() between them?",
		.place = { "/home/ada/warpbook/exercises/01_kernels/add.cu", 4, 2 },
		.other = { "/home/ada/warpbook/exercises/01_kernels/add.cu", 3, 2 }, .threads = 255,
	}, {
		.kind = KIND_UNINITIALISED_READ, .level = FINDING_WARNING,
		.message = "i is read before anything is written to it",
		.place = { "/home/ada/warpbook/exercises/01_kernels/add.cu", 3, 6 }, .threads = 1,
	} };

	make_memory(a);
	a->verdict = VERDICT_DATA_RACE;
	a->message = "with n = 257, grid 2, block 256, threads (0,0,0) and (1,0,0) of block (0,0,0) both write y[0]";
	a->findings = findings;
	a->nfindings = 2;
	a->seed = 452929268782305;
}

static void make_missing(struct attempt *a)
{
	a->verdict = VERDICT_BAD_SOURCE;
	a->message = "cannot open '/home/ada/warpbook/exercises/01_kernels/add.cu': No such file or directory";
	a->source = NULL;
	a->source_len = 0;
	error_set(&a->fault, PARTY_LEARNER, "%s", a->message);
}

static void make_compile(struct attempt *a)
{
	static struct diagnostic diagnostics[] = { {
		.level = DIAGNOSTIC_ERROR, .file = "/home/ada/warpbook/exercises/01_kernels/add.cu", .line = 3, .column = 10,
		.text = "use of undeclared identifier 'blockIx'; did you mean 'blockIdx'?",
		.hint = "the built-in variables are threadIdx, blockIdx, blockDim and gridDim",
	} };

	a->verdict = VERDICT_COMPILE_ERROR;
	a->message = "one error";
	a->diagnostics = diagnostics;
	a->ndiagnostics = 1;
}

/* At the end of a line that is longer than a small window. */
static void make_far(struct attempt *a)
{
	static struct diagnostic diagnostics[] = { {
		.level = DIAGNOSTIC_ERROR, .file = "/home/ada/warpbook/exercises/01_kernels/add.cu", .line = 1, .column = 69,
		.text = "expected ')'", .hint = "a bracket that is open closes on the same line here",
	} };

	make_compile(a);
	a->diagnostics = diagnostics;
}

static void make_machine(struct attempt *a)
{
	a->verdict = VERDICT_MACHINE_FAILED;
	a->message = "no compiler for CUDA was found";
	a->advice = "install clang: apt install clang";
	error_set(&a->fault, PARTY_MACHINE, "%s", a->message);
	strcpy(a->record_warning, "not recorded: the disk is full");
}

/* Whatever a kernel prints, the page stays intact. */
static void make_printf(struct attempt *a)
{
	static const char printed[] = "one\ttwo\n\x1b[31mred\x1b[0m \xff\xfe \xe4\xb8\xad\xe6\x96\x87\n"
				      "a line that is much longer than any window is wide, and goes on and on and on and on "
				      "and on and on and on and on and on and on and on\nno newline at the end";

	make_passed(a);
	a->output_case = "n = 1";
	a->output = printed;
	a->output_len = sizeof printed - 1;
}

struct attempt *fake_attempt(const char *name)
{
	static const struct { const char *name; void (*make)(struct attempt *a); } makers[] = {
		{ "passed", make_passed }, { "memory", make_memory }, { "compile", make_compile }, { "far", make_far },
		{ "machine", make_machine }, { "printf", make_printf }, { "slow", make_slow }, { "timed", make_timed },
		{ "noisy", make_noisy }, { "interrupted", make_interrupted }, { "race", make_race }, { "missing", make_missing },
	};

	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		struct attempt *a;

		if (strcmp(makers[i].name, name))
			continue;
		a = calloc(1, sizeof *a);
		if (!a)
			return NULL;
		*a = (struct attempt){
			.exercise = "01_kernels/add",
			.path = "/home/ada/warpbook/exercises/01_kernels/add.cu",
			.source = source, .source_len = sizeof source - 1,
			.compiler = "clang 14.0.6", .device = "vm",
			.seed = 42, .compile_seconds = 0.31, .run_seconds = 0.02,
		};
		makers[i].make(a);
		return a;
	}
	return NULL;
}
