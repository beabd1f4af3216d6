/* requests.c - the rows of requests.def, looked up by key. */
#include "config.h"

#include "tui/requests.h"

#include <string.h>

#define ON(page) (1u << PAGE_##page)
#define ON_EXERCISE (ON(EXERCISE) | ON(RESULT) | ON(HINTS))
#define ON_ALL ((1u << PAGE_COUNT) - 1)

enum place { KEY, BAR };

static const struct request_info infos[REQUEST_COUNT] = {
#define REQUEST(id, pages, place, keys, name, help) \
	[REQUEST_##id] = { (pages), (place) == BAR, (keys), (name), (help) },
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
