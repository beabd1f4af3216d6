/* speech.c - see speech.h. */
#include "config.h"

#include "desk/speech.h"

#include <limits.h>

#include "base/arena.h"
#include "base/language.h"
#include "base/path.h"
#include "script/script.h"

struct wish { struct arena arena; const char *language; };

static int wish_read(struct script *s, void *ctx, struct error *err)
{
	struct wish *wish = ctx;

	return script_string(s, &wish->arena, "language", false, &wish->language, err);
}

int speech_begin(struct error *err)
{
	struct wish wish = { { 0 }, NULL };
	struct error unread; /* who needs the configuration's keys and packs reports what is wrong in it */
	char path[PATH_MAX];
	int status;

	if (path_config("config.lua", path, sizeof path, &unread) == 0 && path_exists(path)) {
		struct script *s = script_open(path, NULL, &unread);

		if (s && script_protect(s, wish_read, &wish, &unread))
			wish.language = NULL;
		script_close(s);
	}
	status = language_begin(wish.language, err);
	arena_release(&wish.arena);
	return status;
}
