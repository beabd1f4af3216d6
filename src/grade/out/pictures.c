/* pictures.c - the pictures of the feedback: see pictures.h. */
#include "config.h"

#include "grade/out/pictures.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "child/proc.h"
#include "draw/picture.h"

#define GRIDS_MOST   2
#define CPU_SECONDS  10
#define WALL_SECONDS 60
#define BYTES_MOST   (1u << 20)

/* The child's output: the line's picture as text, a NUL, the same as SVG. */
struct drawing { const char *exercise, *path, *compiler; int line; bool by_block; };

/* For a race: how often the threads of a block use an element; otherwise what a warp does. */
static void choose_grids(struct picture *p, bool by_block)
{
	size_t n = 0;

	for (int other = 0; other < 2; other++)
		for (size_t i = n; i < p->ngrids && n < GRIDS_MOST; i++)
			if ((strcmp(p->grids[i].kind, "block") == 0) == (by_block != (other != 0))) {
				struct picture_grid g = p->grids[i];

				memmove(&p->grids[n + 1], &p->grids[n], (i - n) * sizeof g);
				p->grids[n++] = g;
			}
	p->ngrids = n;
}

static int draw_child(void *ctx)
{
	const struct drawing *d = ctx;
	const struct picture_options o = { .compiler = d->compiler, .line = d->line, .warp = -1, .confined = true };
	struct arena arena = { 0 };
	struct picture p;
	struct buf out = BUF_INIT;
	struct error err;

	if (picture_make(d->exercise, d->path, &o, &arena, &p, &err))
		return 1;
	choose_grids(&p, d->by_block);
	p.nlines = 0; /* no text about other lines */
	picture_text(&p, false, false, &out);
	buf_putc(&out, '\0');
	picture_svg_element(&p, &out);
	return out.failed || file_write_fd(1, out.data, out.len) ? 1 : 0;
}

/* Draws the picture of that line; true if there is one. */
static bool draw(const struct drawing *d, struct arena *arena, struct store_picture *p)
{
	const struct proc_job job = { .child_main = draw_child, .ctx = (void *)d, .limits = {
		.wall_seconds = WALL_SECONDS, .cpu_seconds = CPU_SECONDS, .stdout_bytes = BYTES_MOST } };
	struct proc_result r;
	struct error err;
	bool good;

	if (proc_run(&job, &r, &err))
		return false;
	good = r.end == PROC_EXITED && r.code == 0 && !r.out_truncated && r.out.len && memchr(r.out.data, '\0', r.out.len);
	if (good) {
		p->line = d->line;
		p->text = arena_strdup(arena, r.out.data);
		p->svg = arena_strdup(arena, r.out.data + strlen(r.out.data) + 1);
		good = p->text && p->svg;
	}
	proc_result_release(&r);
	return good;
}

/* The verdicts that a picture explains; `line`: only if the finding has a line. */
static const struct explained { const char *verdict; bool line; } explained[] = {
	{ "memory-error", false }, { "data-race", false }, { "sync-error", true }, { "input-changed", false },
		{ "wrong-answer", false },
	{ "too-slow", true },
};

static const struct explained *explained_of(const struct book_row *row)
{
	for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
		if (!strcmp(row->r.verdict, explained[i].verdict))
			return &explained[i];
	return NULL;
}

static void draw_row(const struct book_row *row, int slow, const char *folder, const char *compiler, struct arena *arena,
		     struct store_picture *p)
{
	const struct store_result_finding *worst = row->nfindings ? &row->findings[0] : NULL;
	struct drawing d = { .exercise = row->g.exercise, .compiler = compiler, .line = worst && worst->line ? worst->line : slow,
			     .by_block = worst && strstr(worst->kind, "race") };
	bool only_line = explained_of(row)->line;
	char path[PATH_MAX];

	d.path = path;
	if (only_line && !d.line)
		return;
	if (queue_copy(row->task, folder, NULL) || !path_join(path, sizeof path, folder, row->task->file))
		return;
	if (!draw(&d, arena, p) && d.line && !only_line) { /* the line has no picture: draw where the output is wrong */
		d.line = 0;
		draw(&d, arena, p);
	}
}

int pictures_draw(struct book_view *v, struct store *s, const char *compiler, struct error *err)
{
	char stage[256], folder[PATH_MAX];
	int status = 0;

	if (path_temp_dir(stage, sizeof stage, "warpbook-pictures", err))
		return -1;
	for (size_t i = 0; !status && i < v->n && !proc_interrupted(); i++) {
		struct book_row *row = &v->rows[i];
		int64_t slow = 0;
		bool found;

		if (!row->r.id || !explained_of(row))
			continue;
		status = store_picture_read(s, row->r.id, &v->arena, &row->picture, &found, err);
		if (status || found || !row->task)
			continue;
		if (store_result_slow_line(s, row->r.attempt, &slow, err)) {
			status = -1;
			break;
		}
		snprintf(folder, sizeof folder, "%s/%zu", stage, i);
		draw_row(row, (int)slow, folder, compiler, &v->arena, &row->picture);
		if (!proc_interrupted())
			status = store_picture_write(s, row->r.id, &row->picture, err);
		path_remove_tree(folder, NULL);
	}
	path_remove_tree(stage, NULL);
	return status;
}
