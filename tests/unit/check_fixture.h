/*
 * check_fixture.h - calls a checker's hooks as the executor would, with
 * accesses written by hand: the thread, the address, the line.
 *
 * A line stands for an instruction: `LINE(12)` of kind load, store or atomic.
 * Memory holds `in` (read-only), `out` (poisoned), `buf` (initialised) of 1000
 * floats each, and two shared variables: tile, 256 floats, and flag, an int.
 */
#ifndef TESTS_CHECK_FIXTURE_H
#define TESTS_CHECK_FIXTURE_H

#include <stdlib.h>

#include "../tap/tap.h"
#include "simt/check/check.h"
#include "simt/mem/shadow.h"
#include "words/kinds.h"

#define ELEMS 1000
#define LINES 64
#define ALL   UINT32_MAX
#define TILE  0u
#define FLAG  1024u

struct fixture {
	struct ptx_module module;
	struct ptx_function kernel;
	struct ptx_loc locs[LINES];
	struct ptx_instr instrs[LINES][3];
	const char *files[2];
	struct ptx_var tile, flag;
	struct checker_var vars[2];
	struct simt_mem *mem;
	uint64_t in, out, buf;
	struct checker_launch launch;
	struct arena arena;
	struct checker *checker;
	const struct hooks *hooks;
	struct warp_place place;
	uint8_t shared[2048];
	bool no_value;
	enum ptx_sem sem;          /* of loads and stores */
	enum ptx_scope scope;      /* of fences; 0: gpu */
	struct finding *findings;
	size_t n;
};

static void fixture_init(struct fixture *f)
{
	static uint8_t zeros[4 * ELEMS];
	static const enum ptx_op ops[] = { PTX_LD, PTX_ST, PTX_ATOM };

	memset(f, 0, sizeof *f);
	f->files[1] = "learner.cu";
	f->module.files = f->files;
	f->module.nfiles = 2;
	f->module.locs = f->locs;
	f->module.nlocs = LINES;
	for (int line = 0; line < LINES; line++) {
		f->locs[line] = (struct ptx_loc){ .file = 1, .line = line, .column = 1, .outer = -1,
			.place_file = 1, .place_line = line, .place_column = 1 };
		for (int k = 0; k < 3; k++)
			f->instrs[line][k] = (struct ptx_instr){ .op = ops[k], .guard = -1, .loc = line,
				.atom = k == 2 ? PTX_A_ADD : PTX_ATOM_NONE };
	}
	f->tile = (struct ptx_var){ .name = "_ZZ6kernelPfE4tile", .space = PTX_SHARED, .type = PTX_B8,
				    .size = 1024, .is_array = true };
	f->flag = (struct ptx_var){ .name = "_ZZ6kernelPfE4flag", .space = PTX_SHARED, .type = PTX_U32,
				    .size = 4 };
	f->vars[0] = (struct checker_var){ &f->tile, TILE, 1024 };
	f->vars[1] = (struct checker_var){ &f->flag, FLAG, 4 };
	f->mem = simt_mem_new(1 << 20, NULL);
	simt_alloc(f->mem, sizeof(zeros), "in", 4, SIMT_READ_ONLY, &f->in, NULL);
	simt_alloc(f->mem, sizeof(zeros), "out", 4, 0, &f->out, NULL);
	simt_alloc(f->mem, sizeof(zeros), "buf", 4, 0, &f->buf, NULL);
	simt_write(f->mem, f->in, zeros, sizeof(zeros), NULL);
	simt_write(f->mem, f->buf, zeros, sizeof(zeros), NULL);
	f->launch = (struct checker_launch){ .module = &f->module, .kernel = &f->kernel, .mem = f->mem,
		.min_access = 4, .shared_vars = f->vars, .nshared_vars = 2 };
}

static void fixture_launch(struct fixture *f, uint32_t blocks, uint32_t threads, unsigned checks)
{
	checker_free(f->checker);
	f->launch.args.grid = (struct dim3u){ blocks, 1, 1 };
	f->launch.args.block = (struct dim3u){ threads, 1, 1 };
	f->launch.args.checks = checks;
	f->checker = checker_new(&f->launch, &f->arena, NULL);
	f->hooks = checker_hooks(f->checker);
}

__attribute__((unused))
static void block_begin(struct fixture *f, uint32_t block)
{
	f->place.block_linear = block;
	f->place.block = (struct dim3u){ block, 0, 0 };
	memset(f->shared, 0, sizeof(f->shared));
	f->hooks->block_begin(f->hooks->ctx, block, f->place.block, sizeof(f->shared), sizeof(f->shared));
}

/* Of several running blocks, the one that acts from now on. */
__attribute__((unused))
static void block_turn(struct fixture *f, uint32_t block)
{
	f->place.block_linear = block;
	f->place.block = (struct dim3u){ block, 0, 0 };
}

__attribute__((unused))
static void block_end(struct fixture *f)
{
	if (f->hooks->block_end)
		f->hooks->block_end(f->hooks->ctx, f->place.block_linear);
}

/* A launch of one block, begun. */
__attribute__((unused))
static void one_block(struct fixture *f, uint32_t threads, unsigned checks)
{
	fixture_launch(f, 1, threads, checks);
	block_begin(f, 0);
}

static const struct warp_place *warp_of(struct fixture *f, uint32_t warp)
{
	uint32_t left = f->launch.args.block.x - warp * 32;

	f->place.warp = warp;
	f->place.lanes = left < 32 ? left : 32;
	return &f->place;
}

/* Lane l goes to base + l * stride; stores leave their value in memory as the executor does. */
__attribute__((unused))
static void touch(struct fixture *f, enum access_kind kind, uint32_t warp, uint32_t mask, int line,
		  uint64_t base, int64_t stride, uint64_t value)
{
	uint64_t addr[32], values[32];
	struct warp_access a = {
		.kind = kind, .mask = mask, .bytes = 4, .elem = 4, .addr = addr,
		.space = base < SIMT_SHARED_BASE ? PTX_SHARED : PTX_GLOBAL,
		.is_sync = kind == ACCESS_ATOMIC || f->sem > PTX_VOLATILE,
		.is_volatile = f->sem == PTX_VOLATILE,
		.value = f->no_value ? NULL : values, .shared = f->shared,
		.instr = &f->instrs[line][kind],
	};

	for (unsigned l = 0; l < 32; l++) {
		addr[l] = base + (uint64_t)(stride * (int64_t)l);
		values[l] = value >> 32 ? (value & UINT32_MAX) + l : value;
	}
	f->hooks->access(f->hooks->ctx, warp_of(f, warp), &a);
	for (unsigned l = 0; kind == ACCESS_STORE && l < 32; l++) {
		struct simt_allocation *to = a.space == PTX_GLOBAL ? simt_find(f->mem, addr[l]) : NULL;

		if (mask >> l & 1 && a.space == PTX_SHARED)
			memcpy(f->shared + addr[l], &values[l], 4);
		else if (mask >> l & 1 && to)
			memcpy(to->host + (addr[l] - to->addr), &values[l], 4);
	}
}

/* A value of its own for each lane. */
#define EACH(v) ((uint64_t)1 << 32 | (v))

#define load(f, warp, mask, line, base, stride) touch(f, ACCESS_LOAD, warp, mask, line, base, stride, 0)
#define store(f, warp, mask, line, base, stride, value) \
	touch(f, ACCESS_STORE, warp, mask, line, base, stride, value)
#define atomic(f, warp, mask, line, base, stride) touch(f, ACCESS_ATOMIC, warp, mask, line, base, stride, 1)

__attribute__((unused))
static void barrier(struct fixture *f)
{
	if (f->hooks->barrier)
		f->hooks->barrier(f->hooks->ctx, f->place.block_linear);
}

__attribute__((unused))
static void syncwarp(struct fixture *f, uint32_t warp, uint32_t mask)
{
	f->hooks->warp_sync(f->hooks->ctx, warp_of(f, warp), mask);
}

__attribute__((unused))
static void fence(struct fixture *f, uint32_t warp, uint32_t mask)
{
	f->hooks->fence(f->hooks->ctx, warp_of(f, warp), mask, f->scope ? f->scope : PTX_GPU);
}

/* Ends the launch; the findings stay until the next call. */
static size_t fixture_findings(struct fixture *f)
{
	arena_release(&f->arena);
	f->n = 0;
	if (checker_findings(f->checker, &f->findings, &f->n, NULL) < 0)
		return SIZE_MAX;
	return f->n;
}

static void fixture_show(const struct fixture *f)
{
	for (size_t i = 0; i < f->n; i++)
		printf("# %s: line %d (other %d): %s. %s\n", finding_name(&f->findings[i]), f->findings[i].place.line,
		       f->findings[i].other.line, f->findings[i].message,
		       f->findings[i].advice ? f->findings[i].advice : "");
}

__attribute__((unused))
static void silent(struct fixture *f, const char *what)
{
	if (!ok(fixture_findings(f) == 0, "%s", what))
		fixture_show(f);
}

/* Exactly one finding of that kind, at those lines. */
__attribute__((unused))
static const struct finding *fires(struct fixture *f, const char *kind, int line, int other,
				   const char *what)
{
	static const struct finding none = { .kind = FINDING_KINDS, .rule = "", .message = "", .advice = "" };
	size_t n = fixture_findings(f);

	if (!ok(n == 1 && !strcmp(finding_name(&f->findings[0]), kind) && f->findings[0].place.line == line &&
		f->findings[0].other.line == other, "%s", what))
		fixture_show(f);
	return n && n != SIZE_MAX ? &f->findings[0] : &none;
}

__attribute__((unused))
static int fixture_done(struct fixture *f)
{
	checker_free(f->checker);
	simt_mem_free(f->mem);
	arena_release(&f->arena);
	return tap_done();
}

#endif
