/* keys.c - see keys.h: checks the file's contents like a lesson, then binds the keys. */
#include "config.h"

#include "cmd/keys.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "script/script.h"
#include "tui/requests.h"

#define KEYS_WIDTH 17 /* the width of the column on the help page */

static struct arena kept; /* owns the keys until the program ends */

static void id_small(enum request r, char out[32])
{
	snprintf(out, 32, "%s", request_info(r)->id);
	for (char *c = out; *c; c++)
		*c = (char)tolower((unsigned char)*c);
}

int keys_print(void)
{
	json_t *rows = output.json ? json_array() : NULL;
	char id[32];

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		const struct request_info *info = request_info(r);

		if (!request_is_free(r))
			continue;
		id_small(r, id);
		if (rows)
			json_array_append_new(rows, json_pack("{s:s, s:s, s:s}", "id", id, "keys", info->keys, "help",
							      info->help));
		else
			printf("%-10s  %-*s  %s\n", id, KEYS_WIDTH, info->keys, _(info->help));
	}
	return rows ? print_json(json_pack("{s:o}", "keys", rows)) : EXIT_DONE;
}

static int key_bind(struct script *s, enum request r, const char *id, struct error *err)
{
	const char *keys = NULL, *unknown;
	size_t len;

	if (script_string(s, &kept, id, false, &keys, err))
		return -1;
	if (!keys)
		return 0;
	if (!keys[strspn(keys, " ")] || strlen(keys) > KEYS_WIDTH) {
		script_error(s, err, id, keys[strspn(keys, " ")] ? "has more than %d characters" : "has no key", KEYS_WIDTH);
		return error_remedy(err, "write a few keys with a blank between them: \"x enter\"");
	}
	unknown = keys_unknown(keys, &len);
	if (unknown) {
		script_error(s, err, id, "'%.*s' is not a key", (int)len, unknown);
		return error_remedy(err, "write a letter or sign, or enter, space, esc, tab, up, down, left, right, pgup, pgdn, "
					 "home, end");
	}
	request_bind(r, keys);
	return 0;
}

/* Only keys that the file changed can clash: the table itself has no clash. */
static int clash_check(struct script *s, enum request r, const char *id, struct error *err)
{
	enum page_id page;
	enum request rival = request_rival(r, &page);
	const char *keys = NULL;
	char other[32];

	if (rival == REQUEST_NONE || script_string(s, &kept, id, false, &keys, err) || !keys)
		return 0;
	id_small(rival, other);
	script_error(s, err, id, "has a key that '%s' has on the same page (%s)", other, page_info(page)->where);
	return error_remedy(err, "give one of the two another key");
}

static int keys_read(struct script *s, struct error *err)
{
	char ids[REQUEST_COUNT][32];
	const char *fields[REQUEST_COUNT + 1];
	size_t n = 0;

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		id_small(r, ids[r]);
		if (request_is_free(r))
			fields[n++] = ids[r];
	}
	fields[n] = NULL;
	if (script_only(s, fields, err))
		return -1;
	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
		if (request_is_free(r) && key_bind(s, r, ids[r], err))
			return -1;
	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
		if (request_is_free(r) && clash_check(s, r, ids[r], err))
			return -1;
	return 0;
}

static int all_read(struct script *s, void *ctx, struct error *err)
{
	static const char *const fields[] = { "keys", "packs", "language", NULL }; /* desk/packs.c and speech.c read the others */
	int found;

	(void)ctx;
	if (script_only(s, fields, err))
		return -1;
	found = script_enter(s, "keys", false, err);
	if (found != 1)
		return found;
	if (keys_read(s, err))
		return -1;
	script_leave(s);
	return 0;
}

int keys_configure(struct error *err)
{
	struct error nowhere;
	char path[PATH_MAX];
	struct script *s;
	int status;

	if (path_config("config.lua", path, sizeof path, &nowhere) || !path_exists(path))
		return 0;
	s = script_open(path, NULL, err);
	status = s ? script_protect(s, all_read, NULL, err) : -1;
	script_close(s);
	if (status && err->party == PARTY_AUTHOR)
		err->party = PARTY_LEARNER;
	return status;
}
