/* backend_class.c - carries out the effects for the pages of a class: see backend_class.h. */
#include "config.h"

#include "tui/backend_class.h"

static struct classroom *room_of(void *ctx)
{
	return ((struct class_backend *)ctx)->room;
}

static int class_table(void *ctx, struct class_table *t, struct error *err)
{
	return classroom_table(room_of(ctx), t, err);
}

static int submission(void *ctx, const char *student, const char *exercise, struct submission *s, struct error *err)
{
	return classroom_submission(room_of(ctx), student, exercise, s, err);
}

static int adjust(void *ctx, const char *student, const char *exercise, const char *points, const char *reason, struct error *err)
{
	return classroom_adjust(room_of(ctx), student, exercise, points, reason, err);
}

static int comment(void *ctx, const char *student, const char *exercise, const char *words, struct error *err)
{
	return classroom_comment(room_of(ctx), student, exercise, words, err);
}

static int regrade(void *ctx, const char *student, const char *exercise, struct error *err)
{
	return classroom_regrade(room_of(ctx), student, exercise, err);
}

static int settle(void *ctx, bool apply, struct error *err)
{
	return classroom_settle(room_of(ctx), apply, err);
}

static void redraw(void *ctx)
{
	((struct class_backend *)ctx)->redraw = true;
}

struct tui_backend class_backend_operations(struct class_backend *b)
{
	return (struct tui_backend){ .ctx = b, .class_table = class_table, .submission = submission, .adjust = adjust,
				     .comment = comment, .regrade = regrade, .settle = settle, .redraw = redraw };
}
