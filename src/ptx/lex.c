/*
 * lex.c - splits PTX text into tokens.
 *
 * The text need not end in a NUL, and may contain any bytes. A byte that starts
 * no token becomes T_BAD with the reason, and the parser reports it at its place.
 */
#include "config.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/lex.h"

#include "base/limits.h"

#define HEAD_LINES 10 /* the compiler names itself in these */

#define DECIMAL_MAX 127 /* characters of a floating-point constant in decimal */

static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_alpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_name(int c) { return is_alpha(c) || is_digit(c) || c == '_' || c == '$'; }

static int digit_value(int c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

void lex_init(struct lexer *lx, const char *text, size_t len)
{
	*lx = (struct lexer){ .at = text, .end = text + len, .line = 1 };
}

static int peek(const struct lexer *lx, size_t ahead)
{
	vm_assert(lx->at <= lx->end);
	return (size_t)(lx->end - lx->at) > ahead ? (unsigned char)lx->at[ahead] : -1;
}

static void token_bad(struct token *t, const char *problem)
{
	t->kind = T_BAD;
	t->text = problem;
	t->len = strlen(problem);
}

/* True if it skipped something; an unclosed comment runs to the end of the text. */
static bool skip_comment(struct lexer *lx)
{
	if (peek(lx, 0) != '/')
		return false;
	if (peek(lx, 1) == '/') {
		const char *nl = memchr(lx->at, '\n', lx->end - lx->at);
		size_t len = (size_t)((nl ? nl : lx->end) - lx->at);

		lx->by_llvm |= lx->line < HEAD_LINES && memmem(lx->at, len, "LLVM NVPTX", 10);
		lx->in_asm = memmem(lx->at, len, "begin inline asm", 16) ||
			     (lx->in_asm && !memmem(lx->at, len, "end inline asm", 14));
		lx->at = nl ? nl : lx->end;
		return true;
	}
	if (peek(lx, 1) != '*')
		return false;
	for (lx->at += 2; lx->at < lx->end; lx->at++) {
		if (*lx->at == '\n')
			lx->line++;
		if (peek(lx, 0) == '*' && peek(lx, 1) == '/') {
			lx->at += 2;
			break;
		}
	}
	return true;
}

static void skip_blank(struct lexer *lx)
{
	for (;;) {
		int c = peek(lx, 0);

		if (c == '\n')
			lx->line++;
		if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
			lx->at++;
		else if (!skip_comment(lx))
			return;
	}
}

bool lex_skip_braces(struct lexer *lx)
{
	for (int depth = 1; lx->at < lx->end;) {
		switch (peek(lx, 0)) {
		case '\n':
			lx->line++;
			break;
		case '{':
			depth++;
			break;
		case '}':
			depth--;
			break;
		case '/':
			if (skip_comment(lx))
				continue;
		}
		lx->at++;
		if (!depth)
			return true;
	}
	return false;
}

/* Digits of a base from `at`; false when the value needs more than 64 bits. */
static bool read_digits(struct lexer *lx, unsigned base, uint64_t *value)
{
	vm_assert(base >= 2 && base <= 16);
	*value = 0;
	for (unsigned d; (d = digit_value(peek(lx, 0))) < base; lx->at++)
		if (__builtin_mul_overflow(*value, base, value) || __builtin_add_overflow(*value, d, value))
			return false;
	return true;
}

/* 0f3F800000 and 0d3FF0000000000000: the bits themselves. */
static void lex_float_bits(struct lexer *lx, struct token *t, unsigned width)
{
	const char *digits = lx->at += 2;

	t->kind = T_FLOAT;
	t->float_width = width;
	if (!read_digits(lx, 16, &t->bits) || lx->at - digits != (int)width / 4)
		token_bad(t, width == 32 ? "0f needs 8 hexadecimal digits" : "0d needs 16 hexadecimal digits");
}

/* 1.5 or 2e-3: a double; reads it in the C locale, even if the program has another. */
static void lex_float_decimal(struct lexer *lx, struct token *t)
{
	char text[DECIMAL_MAX + 1], *end;
	size_t n = 0;
	double value;
	locale_t c_locale;

	while (is_digit(peek(lx, n)) || peek(lx, n) == '.')
		n++;
	if (peek(lx, n) == 'e' || peek(lx, n) == 'E') {
		n += peek(lx, n + 1) == '-' || peek(lx, n + 1) == '+' ? 2 : 1;
		while (is_digit(peek(lx, n)))
			n++;
	}
	if (n > DECIMAL_MAX) {
		token_bad(t, "a floating-point constant is too long");
		return;
	}
	memcpy(text, lx->at, n);
	text[n] = '\0';
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	value = c_locale ? strtod_l(text, &end, c_locale) : strtod(text, &end);
	if (c_locale)
		freelocale(c_locale);
	if (*end) {
		token_bad(t, "malformed floating-point constant");
		return;
	}
	lx->at += n;
	t->kind = T_FLOAT;
	t->float_width = 64;
	memcpy(&t->bits, &value, sizeof t->bits);
}

/* True if the digits belong to a decimal floating-point constant. */
static bool looks_decimal_float(const struct lexer *lx)
{
	size_t n = 0;

	while (is_digit(peek(lx, n)))
		n++;
	return peek(lx, n) == '.' || peek(lx, n) == 'e' || peek(lx, n) == 'E';
}

static void lex_number(struct lexer *lx, struct token *t)
{
	int second = peek(lx, 0) == '0' ? peek(lx, 1) : 0;
	unsigned base = 10;

	if (second == 'f' || second == 'F') {
		lex_float_bits(lx, t, 32);
	} else if (second == 'd' || second == 'D') {
		lex_float_bits(lx, t, 64);
	} else if (second != 'x' && second != 'X' && looks_decimal_float(lx)) {
		lex_float_decimal(lx, t);
	} else {
		const char *digits;

		if (second == 'x' || second == 'X')
			base = 16;
		else if (second == 'b' || second == 'B')
			base = 2;
		else if (is_digit(second))
			base = 8;
		lx->at += base == 16 || base == 2 ? 2 : 0;
		digits = lx->at;
		t->kind = T_INT;
		if (!read_digits(lx, base, &t->bits))
			token_bad(t, "an integer constant needs more than 64 bits");
		else if (lx->at == digits)
			token_bad(t, "a number without digits");
		else if (peek(lx, 0) == 'U')
			lx->at++;
	}
	if (t->kind != T_BAD && is_name(peek(lx, 0)))
		token_bad(t, "a number runs into a name");
}

static void lex_string(struct lexer *lx, struct token *t)
{
	vm_assert(peek(lx, 0) == '"');
	t->text = ++lx->at;
	while (lx->at < lx->end && *lx->at != '"' && *lx->at != '\n')
		lx->at += *lx->at == '\\' && peek(lx, 1) > 0 && peek(lx, 1) != '\n' ? 2 : 1;
	if (peek(lx, 0) != '"') {
		token_bad(t, "a string is not closed");
		return;
	}
	t->kind = T_STRING;
	t->len = lx->at++ - t->text;
}

void lex_next(struct lexer *lx, struct token *t)
{
	int c;

	skip_blank(lx);
	c = peek(lx, 0);
	*t = (struct token){ .kind = T_END, .text = lx->at, .line = lx->line };
	if (c < 0)
		return;
	if (is_digit(c)) {
		lex_number(lx, t);
	} else if (c == '"') {
		lex_string(lx, t);
		return;
	} else if (is_name(c) || (c == '%' && is_name(peek(lx, 1)) && !is_digit(peek(lx, 1)))) {
		t->kind = T_IDENT;
		do
			lx->at++;
		while (is_name(peek(lx, 0)));
	} else if (c == '.' && is_name(peek(lx, 1))) {
		t->kind = T_DOTTED;
		t->text = ++lx->at;
		while (is_name(peek(lx, 0)) || (peek(lx, 0) == ':' && peek(lx, 1) == ':'))
			lx->at += peek(lx, 0) == ':' ? 2 : 1;
	} else if ((c == '<' || c == '>') && peek(lx, 1) == c) {
		t->kind = c == '<' ? T_SHL : T_SHR;
		lx->at += 2;
	} else if (c < 0x80 && strchr("{}()[]<>,;:@!|&^~+-*/%=", c) && c) {
		t->kind = c;
		lx->at++;
	} else {
		token_bad(t, "a character that PTX does not have");
		return;
	}
	if (t->kind != T_BAD)
		t->len = lx->at - t->text;
}

bool token_is(const struct token *t, const char *text)
{
	return (t->kind == T_IDENT || t->kind == T_DOTTED) && strlen(text) == t->len
		&& !memcmp(t->text, text, t->len);
}
