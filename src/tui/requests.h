/*
 * requests.h - keys, and the request of each key on each page.
 *
 * A key is the code point it types, or one of the KEYCODE_ values above all of
 * them. A request is a row of requests.def; the row is also the key's label in
 * the status line and its line on the help page.
 */
#ifndef WARPBOOK_TUI_REQUESTS_H
#define WARPBOOK_TUI_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>

enum keycode {
	KEYCODE_NONE = 0,
	KEYCODE_TAB = 0x09,
	KEYCODE_CTRL_L = 0x0C,
	KEYCODE_ENTER = '\n',
	KEYCODE_ESCAPE = 0x1B,
	KEYCODE_SPACE = ' ',
	KEYCODE_BACKSPACE = 0x7F,
	KEYCODE_UP = 0x110000, /* beyond Unicode */
	KEYCODE_DOWN,
	KEYCODE_LEFT,
	KEYCODE_RIGHT,
	KEYCODE_PAGE_UP,
	KEYCODE_PAGE_DOWN,
	KEYCODE_HOME,
	KEYCODE_END,
	KEYCODE_PASTE,       /* input up to KEYCODE_PASTE_END was pasted, not typed */
	KEYCODE_PASTE_END,
	KEYCODE_WHEEL_UP,    /* of the mouse: term_pointer has the place */
	KEYCODE_WHEEL_DOWN,
	KEYCODE_CLICK,
};

/* The pages of the workbook; each has its file in pages/. */
enum page_id {
#define PAGE(id, view, trail, where, about) PAGE_##id,
#include "tui/pages.def"
#undef PAGE
	PAGE_COUNT
};

/* A row of pages.def, without its view, which only the frame needs. */
struct page_info { const char *trail, *where, *about; };
const struct page_info *page_info(enum page_id page);

enum request {
	REQUEST_NONE,
#define REQUEST(id, pages, place, keys, name, help) REQUEST_##id,
#include "tui/requests.def"
#undef REQUEST
	REQUEST_COUNT
};

struct request_info {
	const char *id;    /* "check": its name in the configuration */
	unsigned pages;    /* bit 1 << PAGE_x for each page */
	bool in_bar, if_room; /* shown in the status line; if_room: only if all the others have room */
	const char *keys;  /* "left p" */
	const char *name;
	const char *help;
};

const struct request_info *request_info(enum request r);
bool request_on_page(enum request r, enum page_id page);

/* The first of its keys: "enter". Valid until the next call. */
const char *request_key(enum request r);

/*
 * True if the learner may choose other keys for it: digits answer questions, and in a search letters are part of the search text.
 */
bool request_is_free(enum request r);
/* The first word of `keys` that is not a key, with its length in *len; NULL: all are. */
const char *keys_unknown(const char *keys, size_t *len);
/* Gives the request other keys; the caller owns the text, which has to stay. */
void request_bind(enum request r, const char *keys);
/* A request that shares a key with r on some page, stored in *page; REQUEST_NONE: none does. */
enum request request_rival(enum request r, enum page_id *page);

/* The request of `key` on this page, or REQUEST_NONE. */
enum request request_of_key(enum page_id page, int key);

/* The key with that name ("enter", "pgup", "x"), or KEYCODE_NONE. */
int key_from_name(const char *name, size_t len);

#endif
