/* picture.c - the picture of a line of the learner's kernel, or of a host exercise, as `warpbook picture` draws it. */
#include "config.h"

#include "base/language.h"
#include "tui/pages/nearby.h"
#include "tui/pages/profile.h"
#include "tui/running.h"

static void status_line(const struct model *m, struct buf *out)
{
	if (drawn_of(m)->picture.line)
		buf_printf(out, _("line %d"), drawn_of(m)->picture.line);
	else
		buf_puts(out, drawn_of(m)->picture.case_name);
}

static void content(const struct model *m, struct page *p)
{
	page_line(p);
	if (!drawn_of(m)->picture.line) {
		page_add(p, STYLE_TITLE, _("your program over time"));
		page_picture(p, &drawn_of(m)->picture);
		return;
	}
	page_printf(p, STYLE_NUMBER, "%d ", drawn_of(m)->picture.line);
	page_fit(p, STYLE_CODE, drawn_of(m)->picture.source, p->width - p->col);
	page_picture(p, &drawn_of(m)->picture);
}

static const char *lower_title(const struct model *m)
{
	return drawn_of(m)->picture.line ? _("what the line costs") : _("task");
}

static void lower(const struct model *m, struct page *p)
{
	if (drawn_of(m)->picture.line)
		profile_line_write(m, p, drawn_of(m)->picture.line);
	else
		nearby_task(m, p);
}

/* ---- work ------------------------------------------------------------------------------------ */

static int make(const struct tui_backend *b, struct work *w)
{
	w->made = arena_alloc(&w->arena, sizeof(struct picture));
	return w->made ? b->picture(b->ctx, w->exercise, w->path, w->number, &w->arena, w->made, &w->error) :
	       error_nomem(&w->error);
}

static void show_beside(struct model *m, struct work *w)
{
	struct profile_page *x = profile_of(m);

	if (w->number != x->beside_line)
		return;
	x->beside_made = true;
	x->beside_error = w->error;
	if (!w->status)
		x->beside = *(struct picture *)w->made;
	work_keep(w, &x->beside_arena);
}

static void show(struct model *m, struct work *w)
{
	if (w->right) {
		show_beside(m, w);
	} else if (w->status && w->error.party == PARTY_LEARNER && !w->error.remedy[0] && !w->number) {
		/* not a mistake: the exercise may use no kernel */
		model_notice(m, false, _("there is nothing to draw: %s"), retold(w->error.text));
	} else if (w->status) {
		model_set_problem(m, &w->error);
	} else {
		drawn_of(m)->picture = *(struct picture *)w->made;
		work_keep(w, &drawn_of(m)->arena);
		model_push(m, PAGE_PICTURE);
	}
}

const struct task picture_task = { .title = N_("drawing the picture"), .run = make, .show = show };

static void release(struct model *m)
{
	arena_release(&drawn_of(m)->arena);
}

const struct view view_picture = {
	.size = sizeof(struct drawn_page), .release = release, .status_line = status_line, .content = content, .wide = true,
	.lower = lower, .lower_title = lower_title,
};
