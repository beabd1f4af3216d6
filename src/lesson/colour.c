/*
 * colour.c - syntax colours for code: keywords, comments, numbers and strings.
 *
 * A lexer of a few lines over a table of languages. It is simple on purpose: it shows any unknown token
 * as plain code.
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "base/source.h"
#include "base/text.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

struct language {
	const char *name;
	const char *keywords;      /* separated by blanks */
	const char *line_comment;
	const char *comment_open, *comment_close; /* "" if the language has none */
	const char *quotes;
};

static const struct language languages[] = {
	{ "cuda",
	  " __global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __launch_bounds__ __syncthreads"
	  " __syncwarp threadIdx blockIdx blockDim gridDim warpSize auto bool break case char class const constexpr continue"
	  " default do double else enum extern false float for goto if inline int long namespace nullptr return short signed"
	  " sizeof static struct switch template true typedef typename unsigned using void volatile while dim3 size_t"
	  " #include #define #if #ifdef #ifndef #else #endif #pragma ",
	  "//", "/*", "*/", "\"'" },
	{ "python",
	  " and as assert async await break class continue def del elif else except False finally for from global if import in"
	  " is lambda None nonlocal not or pass raise return True try while with yield ",
	  "#", "", "", "\"'" },
	{ "shell", " if then else elif fi for while do done case esac in function ", "#", "", "", "\"'" },
	{ "text", "", "", "", "", "" },
};

static const struct language *language_find(const char *name)
{
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (!strcmp(languages[i].name, name))
			return &languages[i];
	return NULL;
}

bool colour_knows(const char *language)
{
	return language_find(language) != NULL;
}

static bool is_keyword(const struct language *l, const char *word, size_t len)
{
	for (const char *at = l->keywords; (at = strchr(at, ' ')); at++)
		if (!strncmp(at + 1, word, len) && at[1 + len] == ' ')
			return true;
	return false;
}

static bool starts(const char *text, const char *with)
{
	return *with && !strncmp(text, with, strlen(with));
}

static size_t word_length(const char *text)
{
	size_t n = *text == '#';

	while (text_is_word(text[n]))
		n++;
	return n;
}

static size_t string_length(const char *text)
{
	size_t n = 1;

	while (text[n] && text[n] != '\n' && text[n] != *text)
		n += text[n] == '\\' && text[n + 1] && text[n + 1] != '\n' ? 2 : 1;
	return text[n] == *text ? n + 1 : n;
}

static size_t number_length(const char *text)
{
	size_t n = 0;

	while (isalnum((unsigned char)text[n]) || text[n] == '.' ||
	       ((text[n] == '+' || text[n] == '-') && (text[n - 1] == 'e' || text[n - 1] == 'E') && text[1] != 'x'))
		n++;
	return n;
}

/* The length of the token at `text`, never beyond the end of the line; *comment: a block comment is open after it. */
static size_t token(const struct language *l, const char *text, bool *comment, enum style *style)
{
	size_t line = strcspn(text, "\n"), n;

	if (*comment || starts(text, l->comment_open)) {
		size_t skip = *comment ? 0 : strlen(l->comment_open);
		const char *shut = strstr(text + skip, l->comment_close);

		*style = STYLE_COMMENT;
		*comment = !shut || shut > text + line;
		return *comment ? line : (size_t)(shut - text) + strlen(l->comment_close);
	}
	*style = STYLE_CODE;
	if (starts(text, l->line_comment)) {
		*style = STYLE_COMMENT;
		return line;
	}
	if (*l->quotes && strchr(l->quotes, *text)) {
		*style = STYLE_EMPHASIS;
		return string_length(text);
	}
	if (*l->keywords && isdigit((unsigned char)*text)) {
		*style = STYLE_EMPHASIS;
		return number_length(text);
	}
	n = word_length(text);
	if (n && is_keyword(l, text, n))
		*style = STYLE_KEYWORD;
	return n ? n : 1;
}

void colour_flow(struct flow *f, const char *language, const char *code, const char *indent)
{
	const struct language *l = language_find(language);
	bool comment = false, fresh = true;

	f->margin = (size_t)text_width(indent);
	for (size_t n; *code; code += n) {
		enum style style;

		if (fresh)
			flow_add(f, STYLE_CODE, indent);
		fresh = *code == '\n';
		if (fresh) {
			flow_break(f);
			n = 1;
			continue;
		}
		n = token(l, code, &comment, &style);
		flow_add_n(f, style, code, n);
	}
	flow_break(f);
	f->margin = 0;
}
