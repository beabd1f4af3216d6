/*
 * demo.h - runs reference solutions as a show: charts, a picture, figures, all as plain data.
 *
 * A ladder (catalog/ladder.h) compares solutions over a size; an exercise's demo shows what one solution does. On the vm the
 * numbers are counted, and times come from the cost model (cost/cost.h): modelled, never measured. On a GPU times are
 * medians of interleaved runs, with the spread of the rounds.
 */
#ifndef WARPBOOK_SWEEP_DEMO_H
#define WARPBOOK_SWEEP_DEMO_H

#include "sweep/experiment.h"
#include "timeline/timeline.h"

/* An output of two dimensions, row after row. */
struct demo_picture { const char *title; double *values; size_t rows, cols; };

struct demo_figure { const char *name, *noun; double value; };

struct demo {
	const char *name;                /* "matmul", "05_shared_memory/smooth" */
	const char *title;
	const char *about;               /* a ladder's text, in the markup of lessons; for an exercise the comment at the top of
					    its solution */
	bool of_exercise;
	const char *device;              /* "the virtual machine", "NVIDIA H200" */
	const char *case_name;           /* of an exercise: the case of the figures, "n = 16384" */
	bool timed;                      /* true: times are measured; false: modelled */
	struct chart *charts[4]; size_t ncharts;
	struct demo_picture *picture;    /* NULL: no output is worth a picture */
	struct timeline_entry *gantt; size_t ngantt; /* of a host exercise */
	struct demo_figure *figures; size_t nfigures;
	const char *note;                /* what was left out, and why; NULL: nothing */
	double seconds;                  /* how long the demo took */
};

struct demo_options {
	const char *compiler, *device, *gpu; /* as attempt_options has them */
	int64_t n;                       /* only this value of the sweep, or this `n` of the case; 0: as the definition says */
	double seconds;                  /* a ladder starts no further value after this time; 0: 8 on the vm, 60 on a GPU */
	bool python;                     /* also runs each solution's twin in Python, if there is one */
	/* Called after each value of a sweep; may be NULL. Returning false ends the demo there. */
	bool (*progress)(void *ctx, const struct demo *d, size_t done, size_t all);
	void *ctx;
};

/* `name` as ladder_open takes it. Everything in *d lives in the arena. */
int demo_ladder(const char *name, const struct demo_options *o, struct arena *arena, struct demo *d, struct error *err);
/* Runs the solution of an exercise, on the case whose speed is reported. */
int demo_exercise(const char *id, const struct demo_options *o, struct arena *arena, struct demo *d, struct error *err);

/* { name, title, about, device, times: "modelled" | "measured", case, charts, figures, picture, operations, note, seconds } */
json_t *demo_json(const struct demo *d);

/* ---- shared by demo.c and demo_exercise.c ---- */
#include "bench/bench.h"
#include "catalog/gpu.h"

/* A solution that has been built, and its exercise. */
struct demo_solution { struct exercise *exercise; struct build build; bool built; struct experiment *experiment;
		       const char *time; };
/* If the compiler is Numba, this builds the solution in Python. */
int demo_solution_open(struct demo_solution *s, const char *id, const struct compiler *compiler, const struct target *target,
		       struct arena *arena, struct error *err);
/* Finds Numba, for twins in Python; if it is missing, *note says so. */
bool demo_finds_python(struct compiler *c, struct arena *arena, const char **note);
void demo_solution_close(struct demo_solution *s);
/* Runs it on the case; *result is the result of that case. */
int demo_run(const struct demo_solution *s, struct exercise_case *c, const struct target *target, double seconds,
	     struct arena *arena, const struct case_result **result, struct error *err);
/* Microseconds: measured on a GPU, else modelled. NaN if there is no time. */
double demo_time(const struct demo_solution *s, const struct exercise_case *c, const struct target *target, const struct gpu *gpu,
		 const struct case_result *r);
/* A two-dimensional output as a picture, if neighbouring values are similar: random numbers make no picture. NULL: none. */
struct demo_picture *demo_picture_of(const struct demo_solution *s, const struct exercise_case *c, const struct case_result *r,
				     struct arena *arena);

#endif
