/*
 * markup.c - the small markup language of lessons: paragraphs, lists, blocks of code, `code`, *stress*.
 *
 * A star opens stress only at the start of a word, and only if another star
 * follows at the end of a word, so that `2 * 8` and `a*b` keep theirs. Inside
 * code only the closing backtick has a meaning.
 */
#include "config.h"

#include <string.h>

#include "base/text.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/*
 * Does a letter of a word lie at text[at]? Scripts without blanks between words (Chinese, Japanese, Thai) and the punctuation
 * beyond ASCII leave a star its meaning: U+0E00, and from U+2000 on.
 */
static bool is_in_word(const char *text, size_t at)
{
	unsigned char c;

	while (at && ((unsigned char)text[at] & 0xC0) == 0x80)
		at--;
	c = (unsigned char)text[at];
	return text_is_letter(text[at]) && c < 0xE2 && !(c == 0xE0 && ((unsigned char)text[at + 1] | 1) == 0xB9);
}

/* The star that closes the one at text[at], or NULL. */
static const char *emphasis_end(const char *text, size_t len, size_t at)
{
	bool code = false;

	if (at + 1 >= len || is_space(text[at + 1]) || (at && is_in_word(text, at - 1)))
		return NULL;
	for (size_t i = at + 1; i < len; i++) {
		if (text[i] == '`')
			code = !code;
		if (!code && text[i] == '*' && i > at + 1 && !is_space(text[i - 1]) &&
		    (i + 1 == len || !is_in_word(text, i + 1)))
			return text + i;
	}
	return NULL;
}

void markup_words(struct flow *f, enum style base, const char *text, size_t len)
{
	const char *stress = NULL;
	bool code = false;

	for (size_t i = 0; i < len; i++) {
		const char *at = text + i, *closing;
		enum style style = code ? STYLE_CODE : stress ? STYLE_EMPHASIS : base;

		if (*at == '`') {
			code = !code;
		} else if (!code && at == stress) {
			stress = NULL;
		} else if (!code && !stress && *at == '*' && (closing = emphasis_end(text, len, i))) {
			stress = closing;
		} else if (is_space(*at)) {
			if (i + 1 < len && (code || !is_space(at[1]))) /* joins several blanks between words into one */
				flow_add(f, style, " ");
		} else {
			size_t n = 1;

			while (i + n < len && ((unsigned char)at[n] & 0xC0) == 0x80)
				n++;
			flow_add_n(f, style, at, n);
			i += n - 1;
		}
	}
}

bool markup_is_closed(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '`';
	return n % 2 == 0;
}

/* A source line without leading and trailing blanks. */
static const char *line_trim(const char *line, size_t *len)
{
	while (*len && is_space(*line))
		line++, --*len;
	while (*len && is_space(line[*len - 1]))
		--*len;
	return line;
}

static bool is_item(const char *line, size_t len)
{
	return len >= 2 && line[0] == '-' && line[1] == ' ';
}

static bool is_fence(const char *line, size_t len)
{
	return len >= 3 && !memcmp(line, "```", 3) && !memchr(line + 3, '`', len - 3);
}

/* Takes the lines from *text to the closing fence, or to the end, as they are; without the last newline. */
static void take_code(const char **text, struct markup_block *block)
{
	bool closed = false;

	block->is_code = true;
	block->text = *text;
	while (**text && !closed) {
		size_t whole = strcspn(*text, "\n"), len = whole;
		const char *line = line_trim(*text, &len);

		closed = is_fence(line, len);
		if (!closed)
			block->len = (size_t)(*text - block->text) + whole;
		*text += whole + ((*text)[whole] == '\n');
	}
}

bool markup_next(const char **text, struct markup_block *block)
{
	const char *end = NULL;

	*block = (struct markup_block){ 0 };
	while (*text && **text) {
		size_t whole = strcspn(*text, "\n"), len = whole;
		const char *line = line_trim(*text, &len);

		if (block->text && (!len || is_item(line, len) || is_fence(line, len)))
			break;
		*text += whole + ((*text)[whole] == '\n');
		if (is_fence(line, len)) {
			block->is_python = len == 9 && !memcmp(line + 3, "python", 6);
			take_code(text, block);
			return true;
		}
		if (!len) {
			block->after_blank = true;
			continue;
		}
		if (!block->text) {
			block->is_item = is_item(line, len);
			block->text = block->is_item ? line + 2 : line;
		}
		end = line + len;
	}
	block->len = block->text ? (size_t)(end - block->text) : 0;
	return block->text != NULL;
}

void markup_flow(struct flow *f, enum style base, const char *text, int indent)
{
	struct markup_block block;
	bool code_above = false;

	for (; markup_next(&text, &block); code_above = block.is_code) {
		if (block.after_blank || block.is_code || code_above)
			flow_blank(f);
		if (block.is_code) {
			const char *code = arena_strndup(f->a, block.text, block.len);

			if (code)
				colour_flow(f, markup_language(&block), code, arena_printf(f->a, "%*s", indent + 2, ""));
			continue;
		}
		flow_printf(f, base, "%*s", indent, "");
		if (block.is_item)
			flow_add(f, base, "• ");
		markup_words(f, base, block.text, block.len);
		flow_wrap(f, indent + 2 * block.is_item);
	}
}
