/*
 * page.c - building lines.
 *
 * All text goes through add_bytes, which sanitises it, so that the output of learners' programs,
 * compilers and kernels can be measured and wrapped safely.
 */
#include "config.h"

#include "tui/page.h"
#include "tui/screen.h"

#include <stdarg.h>
#include <string.h>

#include "base/source.h"

#define TAB 4
#define CODE_WIDTH_LEAST 30

void page_init(struct page *p, int width, bool ascii)
{
	memset(p, 0, sizeof *p);
	p->width = width;
	p->ascii = ascii;
	p->selected = -1;
}

void page_release(struct page *p)
{
	arena_release(&p->arena);
}

void page_line(struct page *p)
{
	p->span_cap = 0;
	p->col = 0;
	arena_push(&p->arena, &p->lines, &p->nlines, &p->cap, sizeof *p->lines);
}

void page_blank(struct page *p)
{
	if (p->nlines && p->lines[p->nlines - 1].nspans)
		page_line(p);
}

/* Keeps a pointer to the text, which must live as long as the page: a literal, or bytes of the arena. */
static void add_span(struct page *p, enum style style, const char *text)
{
	struct line *line;
	struct span *span;

	if (!text || !*text)
		return;
	if (!p->nlines)
		page_line(p);
	if (!p->nlines)
		return;
	line = &p->lines[p->nlines - 1];
	span = arena_push(&p->arena, &line->spans, &line->nspans, &p->span_cap, sizeof *span);
	if (!span)
		return;
	*span = (struct span){ text, style };
	p->col += text_width(text);
}

static void add_bytes(struct page *p, enum style style, const char *bytes, size_t len)
{
	struct buf clean = BUF_INIT;

	text_sanitise(bytes, len, &clean);
	add_span(p, style, arena_strdup(&p->arena, buf_text(&clean)));
	buf_release(&clean);
}

void page_add(struct page *p, enum style style, const char *text)
{
	add_bytes(p, style, text, strlen(text));
}

void page_printf(struct page *p, enum style style, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	add_bytes(p, style, buf_text(&text), text.len);
	buf_release(&text);
}

void page_to(struct page *p, int column)
{
	static const char blanks[] = "                                                                ";

	while (p->col < column && !p->arena.failed) {
		int n = column - p->col;

		if (n > (int)sizeof blanks - 1)
			n = (int)sizeof blanks - 1;
		add_span(p, STYLE_PLAIN, blanks + (sizeof blanks - 1 - (size_t)n));
	}
}

/* The length in bytes of the longest prefix that takes at most `width` columns. */
static size_t prefix_of_width(const char *text, size_t len, int width)
{
	size_t fits = 0;

	while (fits < len) {
		char one[5] = { text[fits] };
		size_t n = 1;

		while (n < 4 && fits + n < len && ((unsigned char)text[fits + n] & 0xC0) == 0x80) {
			one[n] = text[fits + n];
			n++;
		}
		width -= text_width(one);
		if (width < 0)
			break;
		fits += n;
	}
	return fits;
}

void page_fit(struct page *p, enum style style, const char *text, int width)
{
	int end = p->col + width;

	if (text_width(text) <= width) {
		page_add(p, style, text);
	} else if (width > 3) {
		add_bytes(p, style, text, prefix_of_width(text, strlen(text), width - 3));
		page_add(p, style, "...");
	}
	page_to(p, end);
}

/*
 * For a word that fits no line, such as a path, the length of its first part: up to
 * the last / in the second half, otherwise all that fits.
 */
static size_t part_of_word(const char *word, size_t fits)
{
	for (size_t n = fits; n > fits / 2; n--)
		if (word[n - 1] == '/')
			return n;
	return fits;
}

static void add_wrapped(struct page *p, int indent, enum style style, const char *text)
{
	bool fresh = true; /* the line has only its indent so far */

	while (*text) {
		size_t blanks = strspn(text, " \t"), len = strcspn(text + blanks, " \t\n");
		const char *word = text + blanks;
		size_t fits = prefix_of_width(word, len, p->width - indent);
		int room = p->width - p->col - (fresh ? 0 : 1);

		if (*word == '\n' || (len && !fresh && prefix_of_width(word, len, room) < len)) {
			page_line(p);
			page_to(p, indent);
			fresh = true;
			text = *word == '\n' ? word + 1 : word;
			continue;
		}
		if (fits < len && fits == 0)
			fits = len; /* no room for even one character: the frame cuts it */
		if (fits < len)
			fits = part_of_word(word, fits);
		if (len && !fresh)
			add_span(p, style, " ");
		add_bytes(p, style, word, fits < len ? fits : len);
		fresh = len == 0 && fresh;
		text = word + (fits < len ? fits : len);
	}
}

void page_wrap(struct page *p, int indent, enum style style, const char *text)
{
	page_line(p);
	page_to(p, indent);
	add_wrapped(p, indent, style, text);
}

void page_hang(struct page *p, enum style sign_style, const char *sign, enum style style, const char *text)
{
	page_line(p);
	page_add(p, sign_style, sign);
	page_to(p, 2);
	add_wrapped(p, 2, style, text);
}

/* Where to break a line of which `fits` bytes fit: after the last blank in their second half, otherwise there. */
static size_t break_after_blank(const char *line, size_t fits)
{
	for (size_t n = fits; n > fits / 2; n--)
		if (line[n - 1] == ' ')
			return n;
	return fits;
}

/* One line with expanded tabs; a line that is too wide continues on the next one, after a mark. */
static void add_code(struct page *p, int indent, enum style style, const char *line, size_t n)
{
	bool marks = p->width - indent >= CODE_WIDTH_LEAST;

	while (n) {
		const char *tab = memchr(line, '\t', n);
		size_t piece = tab ? (size_t)(tab - line) : n;
		size_t fits = prefix_of_width(line, piece, p->width - p->col);

		if (fits < piece && marks)
			fits = break_after_blank(line, fits);
		if (fits < piece && fits == 0 && p->col == indent)
			fits = piece; /* no room for even one character: the frame cuts it */
		add_bytes(p, style, line, fits);
		line += fits;
		n -= fits;
		if (fits < piece) {
			page_line(p);
			page_to(p, indent);
			if (marks)
				add_span(p, STYLE_DIM, "  ↪ ");
		} else if (tab) {
			page_to(p, indent + ((p->col - indent) / TAB + 1) * TAB);
			line++;
			n--;
		}
	}
}

void page_verbatim(struct page *p, int indent, enum style style, const char *text, size_t len)
{
	const struct source lines = { text, len };

	for (int i = 1;; i++) {
		size_t n;
		const char *line = source_line(&lines, i, &n);

		if (!line)
			return;
		page_line(p);
		page_to(p, n ? indent : 0);
		add_code(p, indent, style, line, n);
	}
}

static void add_lines(struct page *p, const struct line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		page_line(p);
		for (size_t k = 0; k < lines[i].nspans; k++)
			page_add(p, lines[i].spans[k].style, lines[i].spans[k].text);
	}
}

void page_step(struct page *p, const struct step *step, const struct step_answer *answer)
{
	struct error err;
	struct line *lines;
	size_t n;

	if (lesson_render(step, answer, p->width, p->ascii, &p->arena, &lines, &n, &err) == 0)
		add_lines(p, lines, n);
	else
		page_wrap(p, 0, STYLE_BAD, err.text);
}

void page_picture(struct page *p, const struct picture *picture)
{
	struct error err;
	struct line *lines;
	size_t n;

	if (picture_render(picture, p->width, p->ascii, &p->arena, &lines, &n, &err) == 0) {
		page_blank(p);
		add_lines(p, lines, n);
	} else {
		page_wrap(p, 0, STYLE_BAD, err.text);
	}
}

void page_image(struct page *p, const struct image *image, int rows)
{
	const size_t cols = 2 * (size_t)rows * image->cols / image->rows;
	const struct image *im = image_fit(image, cols < (size_t)p->width ? cols : (size_t)p->width, &p->arena);

	for (size_t row = 0; im && row < im->rows; row += 2) {
		const uint32_t *above = im->pixels + row * im->cols, *below = row + 1 < im->rows ? above + im->cols : above;

		page_line(p);
		for (size_t c = 0; c < im->cols; c++)
			if (p->ascii)
				page_add(p, STYLE_PLAIN, image_shade(above[c], below[c], true));
			else
				page_add(p, STYLE_PIXELS(image_colour(above[c]), image_colour(below[c])), "▀");
	}
}

void page_markup(struct page *p, const char *text)
{
	const struct step step = { .kind = STEP_TEXT, .text = text };

	page_step(p, &step, NULL);
}
