/* parts.c - layout, cells, lines and the key table, each by itself. */
#include "config.h"

#include <locale.h>
#include <stdlib.h>

#include "tap/tap.h"
#include "tui/layout.h"
#include "tui/page.h"
#include "tui/requests.h"
#include "tui/screen.h"

static void test_layout(void)
{
	struct layout l = layout_of(24, 80);
	bool inside = true;

	ok(!l.too_small && l.rows == 20 && l.cols == 76 && l.status == 23, "80x24 leaves 76x20 for the body");
	ok(!layout_of(16, 60).too_small, "60x16 is large enough");
	ok(layout_of(15, 60).too_small && layout_of(16, 59).too_small, "anything smaller is not");
	for (int rows = LAYOUT_MIN_ROWS; rows < 200; rows++) {
		l = layout_of(rows, LAYOUT_MIN_COLS + rows);
		inside &= l.top + l.rows < l.status && l.left + l.cols <= LAYOUT_MIN_COLS + rows;
	}
	ok(inside, "the body stays inside every window");
	ok(layout_clamp(-1, 10, 5) == 0 && layout_clamp(9, 10, 5) == 5 && layout_clamp(3, 4, 5) == 0,
	   "scrolling ends with the last line at the bottom");
	ok(layout_show(0, 7, 20, 10) == 0 && layout_show(0, 8, 20, 10) == 1,
	   "a line near the bottom pulls its neighbours into view");
	ok(layout_show(10, 3, 20, 10) == 1 && layout_show(10, 0, 20, 10) == 0, "and so does one near the top");
	ok(layout_show(0, 2, 20, 1) == 2, "a window of one row shows the line itself");
}

static void dumps(struct screen *s, const char *want, const char *what)
{
	struct buf out = BUF_INIT;

	screen_dump(s, false, &out);
	is_text(buf_text(&out), want, what);
	buf_release(&out);
}

static void test_screen(void)
{
	struct screen s = { 0 };

	ok(screen_resize(&s, 2, 6, false) == 0, "a screen can be made");
	dumps(&s, "\n\n", "it is empty at first");
	ok(screen_put(&s, 0, 4, STYLE_PLAIN, "abc") == 6, "text is cut at the right edge");
	screen_put(&s, 1, 0, STYLE_PLAIN, "a\x1b[\xff\xc3(");
	screen_put(&s, 2, 0, STYLE_PLAIN, "nowhere");
	screen_put(&s, -1, 0, STYLE_PLAIN, "nowhere");
	screen_reverse(&s, 7);
	dumps(&s, "    ab\na?[\?\?(\n", "control bytes and broken UTF-8 become '?'");
	screen_clear(&s);
	ok(screen_put(&s, 0, 0, STYLE_PLAIN, "中文字") == 6, "a wide character takes two cells");
	ok(screen_put(&s, 1, 5, STYLE_PLAIN, "中") == 6, "half of one is not shown");
	dumps(&s, "中文字\n\n", "a wide character is one in the text");
	screen_clear(&s);
	screen_put(&s, 0, 0, STYLE_PLAIN, "e\xcc\x81x");
	screen_put(&s, 1, 0, STYLE_PLAIN, "\xf0\x9f\x99");
	dumps(&s, "ex\n???\n", "a combining mark is left out, a cut character is not read past its end");
	screen_resize(&s, 1, 8, true);
	screen_put(&s, 0, 0, STYLE_PLAIN, "✓✗→—é中");
	dumps(&s, "+x>-??\n", "without UTF-8 every character has one of ASCII in its place");
	screen_release(&s);
	dumps(&s, "", "a released screen is an empty one");
}

static void shows(struct page *p, const char *want, const char *what)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < p->nlines; i++) {
		for (size_t k = 0; k < p->lines[i].nspans; k++)
			buf_puts(&out, p->lines[i].spans[k].text);
		buf_putc(&out, '|');
	}
	is_text(buf_text(&out), want, what);
	buf_release(&out);
	page_release(p);
}

static void test_page(void)
{
	struct page p;

	page_init(&p, 10, false);
	page_wrap(&p, 2, STYLE_PLAIN, "one two three");
	shows(&p, "  one two|  three|", "text wraps between words and keeps its indent");
	page_init(&p, 10, false);
	page_wrap(&p, 0, STYLE_PLAIN, "abcdefghijklmno pq\n\nr");
	shows(&p, "abcdefghij|klmno pq||r|", "a word wider than the page is broken, newlines stay");
	page_init(&p, 4, false);
	page_wrap(&p, 0, STYLE_PLAIN, "中文字x");
	shows(&p, "中文|字x|", "wide characters are measured, not counted");
	page_init(&p, 1, false);
	page_wrap(&p, 5, STYLE_PLAIN, "ab c");
	shows(&p, "     ab|     c|", "a page too narrow for its indent still ends");
	page_init(&p, 10, false);
	page_wrap(&p, 0, STYLE_PLAIN, "");
	page_blank(&p);
	page_blank(&p);
	shows(&p, "|", "blank lines do not pile up");
	page_init(&p, 10, false);
	page_line(&p);
	page_fit(&p, STYLE_PLAIN, "abcdefgh", 6);
	page_fit(&p, STYLE_PLAIN, "x", 3);
	page_add(&p, STYLE_PLAIN, ".");
	shows(&p, "abc...x  .|", "a column cuts what is long and fills what is short");
	page_init(&p, 10, false);
	page_verbatim(&p, 1, STYLE_PLAIN, "a\tb\n\n\tc\x1b", 8);
	shows(&p, " a   b||     c?|", "code keeps its lines, tabs are spread, control bytes replaced");
	page_init(&p, 6, false);
	page_verbatim(&p, 1, STYLE_PLAIN, "abcdefg\thi", 10);
	shows(&p, " abcde| fg  h| i|", "a line of code wider than the page goes on below");
	page_init(&p, 10, false);
	p.arena.limit = 64;
	for (int i = 0; i < 100; i++)
		page_wrap(&p, 0, STYLE_PLAIN, "some words");
	ok(p.arena.failed, "memory that runs out is noticed, not fatal");
	page_release(&p);
}

static void test_requests(void)
{
	bool known = true, fits = true, alone = true;

	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
		const struct request_info *info = request_info(r);

		fits &= strlen(info->keys) <= 17 && strlen(info->help) <= LAYOUT_MIN_COLS - 4 - 18;
		for (const char *keys = info->keys; *keys;) {
			size_t len = strcspn(keys, " ");
			int key = key_from_name(keys, len);

			known &= key != KEYCODE_NONE;
			for (enum page_id page = 0; page < PAGE_COUNT; page++)
				if (request_on_page(r, page))
					alone &= request_of_key(page, key) == r;
			keys += len + (keys[len] == ' ');
		}
	}
	ok(known, "every key of the table has a code");
	ok(alone, "no key means two things on one page");
	ok(fits, "every row of the table fits the help page of the smallest window");
	ok(request_of_key(PAGE_MENU, 'z') == REQUEST_NONE, "other keys mean nothing");
	ok(key_from_name("bogus", 5) == KEYCODE_NONE && key_from_name("x", 1) == 'x', "names are names");
}

int main(void)
{
	bool utf8 = setlocale(LC_ALL, "C.UTF-8") != NULL;

	test_layout();
	test_requests();
	if (utf8) {
		test_screen();
		test_page();
	} else {
		skip_test("the locale C.UTF-8 is missing", "text is measured in columns");
	}
	return tap_done();
}
