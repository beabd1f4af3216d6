/* parts.c - tests layout, cells, lines and the key table separately. */
#include "config.h"

#include <locale.h>
#include <stdlib.h>

#include "tap/tap.h"
#include "tui/layout.h"
#include "tui/page.h"
#include "tui/requests.h"
#include "tui/screen.h"
#include "tui/theme.h"

static bool is_inside(struct rect r, struct rect window)
{
	return !r.rows || (r.row >= window.row && r.col >= window.col && r.rows > 0 && r.cols > 0 &&
			   r.row + r.rows <= window.row + window.rows && r.col + r.cols <= window.col + window.cols);
}

static bool overlap(struct rect a, struct rect b)
{
	return a.rows && b.rows && a.row < b.row + b.rows && b.row < a.row + a.rows && a.col < b.col + b.cols &&
	       b.col < a.col + a.cols;
}

static void test_layout(void)
{
	struct layout l = layout_of(24, 80, LAYOUT_PAGE);
	bool inside = true, apart = true, below = true;
	struct rect whole;

	ok(!l.too_small && l.framed && l.page.rows == 20 && l.page.cols == 76 && l.status == 23,
	   "80x24 leaves 76x20 for the page");
	ok(!layout_of(12, 40, LAYOUT_PAGE).too_small && !layout_of(12, 40, LAYOUT_PAGE).framed,
	   "40x12 is large enough, without frames");
	ok(layout_of(11, 40, LAYOUT_PAGE).too_small && layout_of(12, 39, LAYOUT_PAGE).too_small, "anything smaller is not");
	l = layout_of(36, 120, LAYOUT_SOURCE);
	ok(l.source.rows == l.page.rows && l.source.col < l.page.col, "from 120 columns on the file is beside the text");
	l = layout_of(24, 80, LAYOUT_SOURCE);
	ok(l.source.rows >= 6 && l.page.rows >= 10 && l.source.row < l.page.row && l.source.cols == l.page.cols,
	   "at 80x24 it is above the text");
	ok(!layout_of(12, 40, LAYOUT_SOURCE).source.rows, "at 40x12 it has no panel");
	ok(layout_of(60, 200, LAYOUT_SIDE).side.rows && !layout_of(24, 80, LAYOUT_SIDE).side.rows,
	   "a wide window has a column of facts");
	for (int rows = LAYOUT_MIN_ROWS; rows < 80; rows++) {
		for (int cols = LAYOUT_MIN_COLS; cols < 240; cols += 3) {
			for (int kind = LAYOUT_PAGE; kind <= LAYOUT_ABOVE; kind++) {
				const struct rect window = { 1, 0, rows - 2, cols };

				l = layout_of(rows, cols, (enum layout_kind)kind);
				whole = l.page;
				layout_divide(&l, rows, cols);
				below &= !l.lower.rows || (rows >= 44 && cols >= 150 && l.lower.row > l.page.row + l.page.rows &&
							   is_inside(l.lower, whole));
				inside &= is_inside(l.page, window) && is_inside(l.side, window) && is_inside(l.source, window) &&
					  l.page.rows > 0;
				apart &= !overlap(l.page, l.side) && !overlap(l.page, l.source) && !overlap(l.page, l.lower) &&
					 !overlap(l.lower, l.side);
			}
		}
	}
	ok(inside, "panels stay inside every window");
	ok(apart, "and apart");
	ok(below, "a large window may divide the page");
	l = layout_of(24, 80, LAYOUT_SIDE);
	layout_divide(&l, 24, 80);
	ok(!l.lower.rows && l.page.rows == 20, "80x24 does not");
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
	screen_reverse(&s, 7, 0, 6);
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
	page_init(&p, 16, false);
	page_wrap(&p, 2, STYLE_PLAIN, "/home/user/work/book/01_kernels/add.cu");
	shows(&p, "  /home/user/|  work/book/|  01_kernels/|  add.cu|", "a long path is broken at a slash");
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
	page_init(&p, 34, false);
	page_verbatim(&p, 2, STYLE_PLAIN, "for (int i = 0; i < n; i += stride) total += x[i];", 50);
	shows(&p, "  for (int i = 0; i < n; i += |    ↪ stride) total += x[i];|",
	      "or between words, behind a mark, where there is room");
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

		fits &= strlen(info->keys) <= 17 && strlen(info->help) <= LAYOUT_FRAME_COLS - 4 - 18;
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
	ok(fits, "every row of the table fits the help page of the smallest window with frames");
	ok(request_of_key(PAGE_MENU, 'z') == REQUEST_NONE, "other keys mean nothing");
	ok(key_from_name("bogus", 5) == KEYCODE_NONE && key_from_name("x", 1) == 'x', "names are names");
}

/* WCAG 2: 4.5 for text, 3 for a frame; the theme of high contrast has 7. */
static void test_themes(void)
{
	for (enum theme theme = 0; theme < THEME_TERMINAL; theme++) {
		double least = theme == THEME_CONTRAST ? 7 : 4.5;
		bool enough = true;

		for (enum style style = 0; style < STYLE_COUNT; style++) {
			for (int selected = 0; selected < 2; selected++) {
				int colour = theme_colour(theme, style), ground = theme_ground(theme, style, selected);
				double contrast = theme_contrast(colour, ground);

				if (colour < 16 || ground < 16 || contrast < (style != STYLE_FRAME ? least : selected ? 1 : 3)) {
					printf("# style %d, selected %d: %.2f\n", (int)style, selected, contrast);
					enough = false;
				}
			}
		}
		ok(enough, "theme %s: every style has a contrast of at least %g", theme_name(theme), least);
	}
	ok(theme_contrast(16, 231) > 20.9 && theme_contrast(16, 231) < 21.1 && theme_contrast(100, 100) < 1.01,
	   "black on white is 21");
	setenv("WARPBOOK_THEME", "light", 1);
	ok(theme_wanted() == THEME_LIGHT, "WARPBOOK_THEME names the theme");
	setenv("WARPBOOK_THEME", "mauve", 1);
	setenv("COLORFGBG", "0;15", 1);
	ok(theme_wanted() == THEME_LIGHT, "else the terminal says that its ground is light");
	setenv("COLORFGBG", "15;0", 1);
	ok(theme_wanted() == THEME_DARK, "or dark");
}

int main(void)
{
	bool utf8 = setlocale(LC_ALL, "C.UTF-8") != NULL;

	test_layout();
	test_requests();
	test_themes();
	if (utf8) {
		test_screen();
		test_page();
	} else {
		skip_test("the locale C.UTF-8 is missing", "text is measured in columns");
	}
	return tap_done();
}
