/*
 * ladder.h - a demo that compares reference solutions over a size: lessons/demos/NAME.lua, about ten lines of Lua.
 *
 * lessons/README.md describes the file. A ladder has no kernels of its own: its rungs are exercises or experiments, and it runs
 * their solutions with its own cases, so it always runs the current ones.
 */
#ifndef WARPBOOK_CATALOG_LADDER_H
#define WARPBOOK_CATALOG_LADDER_H

#include "catalog/catalog.h"

struct ladder_rung {
	const char *exercise;        /* id; of an experiment its lesson and name: "10_matmul/sgemm" */
	bool experiment;             /* a lesson's experiment: a host function that measures itself, or one of its kernels */
	const char *kernel;          /* that kernel; NULL: none */
	const char *time;            /* the output with that time in milliseconds; NULL: the caller measures */
	const char *label;           /* shown beside its bars: the exercise's name, or the file's `label` */
};

struct ladder {
	struct arena arena;          /* owns everything below */
	const char *name;            /* "matmul" */
	const char *path;
	const char *title, *about;   /* these and the labels in the learner's language: catalog/overlay.h */
	struct ladder_rung *rungs; size_t nrungs;
	const char *sweep;           /* the variable that the values are for: "n" */
	int64_t *values; size_t nvalues;         /* on the vm, ascending; `sampled` are the last nsampled of them */
	size_t nsampled;
	bool has_sample;             /* on the vm, a part of the blocks stands for all from the first sampled value on */
	int64_t *gpu_values; size_t ngpu_values; /* on a GPU; the same if the file has none */
	const struct metric *metric; /* a second chart, on the vm; NULL: times only */
	bool logarithmic;
	bool has_bytes, has_flops;   /* `bytes`, `flops`: the minimum that the task needs */
	const char *picture;         /* id of the exercise whose output for the last value is drawn; NULL: none */
	const char *numpy;           /* "matmul": the name of the task in src/python/warpbook_cpu.py; NULL: none */
	struct script *script;       /* private */
};

/* The names of all ladders, sorted. */
int ladder_list(struct arena *a, const char ***names, size_t *n, struct error *err);
/* `name` is one of these names, or a path to a .lua file. An error names the line of the file. */
int ladder_open(struct ladder **l, const char *name, struct error *err);
void ladder_close(struct ladder *l);

/* The variables of the rung's case for a value of the sweep; checks that they include all that the exercise's parameters use. */
int ladder_case(struct ladder *l, size_t rung, int64_t value, const struct exercise *e, struct arena *arena,
		struct case_variable **variables, size_t *n, struct error *err);
/* The same for the part of that case that is run in its place, the file's `sample`. */
int ladder_part(struct ladder *l, size_t rung, int64_t value, const struct exercise *e, struct arena *arena,
		struct case_variable **variables, size_t *n, struct error *err);
/* Is the value, on the vm, run as a part? */
bool ladder_samples(const struct ladder *l, int64_t value);
/* The file's `bytes` or `flops` for a value; 0 if it has none. */
int ladder_amount(struct ladder *l, const char *field, int64_t value, double *amount, struct error *err);

#endif
