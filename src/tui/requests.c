/* requests.c - the rows of requests.def, looked up by key; the learner's configuration may give them other keys. */
#include "config.h"

#include "tui/requests.h"

#include <stdio.h>
#include <string.h>

#define ON(page) (1u << PAGE_##page)
#define ON_EXERCISE (ON(EXERCISE) | ON(RESULT) | ON(HINTS))
#define ON_CLASS (ON(CLASS) | ON(SUBMISSION))
#define ON_ALL ((1u << PAGE_COUNT) - 1)

enum place { KEY, BAR, ROOM };

static struct request_info infos[REQUEST_COUNT] = {
#define REQUEST(id, pages, place, keys, name, help) \
	[REQUEST_##id] = { (#id), (pages), (place) != KEY, (place) == ROOM, (keys), (name), (help) },
#include "tui/requests.def"
#undef REQUEST
};

static const struct page_info pages[PAGE_COUNT] = {
#define PAGE(id, view, trail, where, about) { trail, where, about },
#include "tui/pages.def"
#undef PAGE
};

static const struct { const char *name; int key; } names[] = {
	{ "enter", KEYCODE_ENTER },   { "space", KEYCODE_SPACE },     { "esc", KEYCODE_ESCAPE },
	{ "up", KEYCODE_UP },         { "down", KEYCODE_DOWN },       { "left", KEYCODE_LEFT },
	{ "right", KEYCODE_RIGHT },   { "pgup", KEYCODE_PAGE_UP },    { "pgdn", KEYCODE_PAGE_DOWN },
	{ "home", KEYCODE_HOME },     { "end", KEYCODE_END },         { "backspace", KEYCODE_BACKSPACE },
	{ "ctrl-l", KEYCODE_CTRL_L },	{ "tab", KEYCODE_TAB },		{ "paste", KEYCODE_PASTE },
	{ "paste-end", KEYCODE_PASTE_END },
};

const struct page_info *page_info(enum page_id page)
{
	return &pages[page];
}

const struct request_info *request_info(enum request r)
{
	return &infos[r];
}

bool request_on_page(enum request r, enum page_id page)
{
	return infos[r].pages >> page & 1;
}

int key_from_name(const char *name, size_t len)
{
	if (len == 1)
		return (unsigned char)name[0];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].name) == len && !memcmp(names[i].name, name, len))
			return names[i].key;
	return KEYCODE_NONE;
}

static bool key_among(const char *keys, int key)
{
	while (*keys) {
		size_t len = strcspn(keys, " ");

		if (key_from_name(keys, len) == key)
			return true;
		keys += len + (keys[len] == ' ');
	}
	return false;
}

enum request request_of_key(enum page_id page, int key)
{
	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
		if (request_on_page(r, page) && key_among(infos[r].keys, key))
			return r;
	return REQUEST_NONE;
}

const char *request_key(enum request r)
{
	static char key[16];

	snprintf(key, sizeof key, "%.*s", (int)strcspn(infos[r].keys, " "), infos[r].keys);
	return key;
}

bool request_is_free(enum request r)
{
	return r != REQUEST_NONE && r != REQUEST_ANSWER && infos[r].pages != ON(SEARCH);
}

const char *keys_unknown(const char *keys, size_t *len)
{
	for (; *keys; keys += *len) {
		keys += strspn(keys, " ");
		*len = strcspn(keys, " ");
		if (*len && key_from_name(keys, *len) == KEYCODE_NONE)
			return keys;
	}
	return NULL;
}

void request_bind(enum request r, const char *keys)
{
	infos[r].keys = keys;
}

enum request request_rival(enum request r, enum page_id *page)
{
	for (enum request other = REQUEST_NONE + 1; other < REQUEST_COUNT; other++) {
		if (other == r || !(infos[other].pages & infos[r].pages))
			continue;
		for (const char *keys = infos[r].keys; *keys; keys += strcspn(keys, " "), keys += strspn(keys, " ")) {
			if (!key_among(infos[other].keys, key_from_name(keys, strcspn(keys, " "))))
				continue;
			for (*page = 0; !request_on_page(r, *page) || !request_on_page(other, *page); ++*page)
				;
			return other;
		}
	}
	return REQUEST_NONE;
}
