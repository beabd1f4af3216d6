/* catalogue_parts.c - see catalogue_parts.h. */
#include "config.h"

#include "base/catalogue_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- conversions -------------------------------------------------------------------------------- */

bool conversion_read(const char *text, struct conversion *c)
{
	const char *p = text;
	size_t n = 0, digits;

	memset(c, 0, sizeof *c);
	if (*p++ != '%')
		return false;
	digits = strspn(p, "0123456789");
	if (digits && p[digits] == '$') {
		c->position = atoi(p);
		p += digits + 1;
	}
	for (p += strspn(p, "-+#0'"); *p && strchr("0123456789.*", *p); p++)
		c->star |= *p == '*';
	c->silent = p > text + 2 && p[-1] == '0' && p[-2] == '.' && *p == 's';
	while (*p && strchr("hlLqjzt", *p)) {
		if (n + 1 < sizeof c->type)
			c->type[n++] = *p;
		p++;
	}
	if (!*p || !strchr("%sdiuxXcfgeEGop", *p))
		return false;
	c->kind = *p;
	c->len = (size_t)(p + 1 - text);
	return true;
}

/* The conversions of a text by their argument. False: too many, or one that is not understood. */
static bool conversions_list(const char *text, struct conversion list[PIECES_MOST], size_t *n)
{
	size_t next = 0;

	*n = 0;
	memset(list, 0, PIECES_MOST * sizeof *list);
	while ((text = strchr(text, '%'))) {
		struct conversion c;

		if (!conversion_read(text, &c))
			return false;
		text += c.len;
		if (c.kind == '%')
			continue;
		if (c.position)
			next = (size_t)c.position - 1;
		if (next >= PIECES_MOST)
			return false;
		list[next++] = c;
		*n = next > *n ? next : *n;
	}
	return true;
}

bool formats_agree(const char *id, const char *told)
{
	struct conversion a[PIECES_MOST], b[PIECES_MOST];
	size_t n, m;

	if (!conversions_list(id, a, &n)) /* a text that only looks like a format is none */
		return true;
	if (!conversions_list(told, b, &m) || n != m)
		return false;
	for (size_t i = 0; i < n; i++)
		if (a[i].kind != b[i].kind || strcmp(a[i].type, b[i].type) != 0 || a[i].star != b[i].star)
			return false;
	return true;
}

/* ---- matching ------------------------------------------------------------------------------------ */

static bool is_number_byte(char kind, char c)
{
	if (strchr("diu", kind))
		return isdigit((unsigned char)c) || c == '-' || c == ' ';
	if (strchr("xXpo", kind))
		return isxdigit((unsigned char)c) || c == 'x' || c == ' ';
	return isdigit((unsigned char)c) || strchr("+-.einfa ", c) != NULL;
}

/* The longest that the conversion can stand for at this place. */
static size_t reach(const struct conversion *c, const char *text, size_t len)
{
	size_t n = 0;

	if (c->kind == 's')
		return len;
	if (c->kind == 'c')
		return len ? 1 : 0;
	while (n < len && is_number_byte(c->kind, text[n]))
		n++;
	return n;
}

/* "%s %s": does the first end before the numbers of "block (0,0,0)"? */
static bool parts_a_name(const char *format, const char *text, size_t len)
{
	return format[0] == ' ' && format[1] == '%' && len > 1 && text[1] == '(';
}

static bool match_from(const char *format, const char *text, size_t len, struct match *m)
{
	struct conversion c;
	size_t most;

	while (*format && !(*format == '%' && conversion_read(format, &c) && c.kind != '%')) {
		if (!len || *format != *text)
			return false;
		m->weight += isalpha((unsigned char)*format) != 0;
		format += *format == '%' && format[1] == '%' ? 2 : 1;
		text++;
		len--;
	}
	if (!*format)
		return len == 0;
	if (m->n == PIECES_MOST || c.position)
		return false;
	most = reach(&c, text, len);
	for (size_t n = c.kind == 's' ? 0 : 1; n <= most; n++) {
		const size_t count = m->n, weight = m->weight;

		if (format[c.len] && format[c.len] != '%' && (n == len || text[n] != format[c.len]))
			continue;
		if (parts_a_name(format + c.len, text + n, len - n))
			continue;
		m->pieces[m->n++] = (struct piece){ text, n, strchr("diu", c.kind) != NULL };
		if (match_from(format + c.len, text + n, len - n, m))
			return true;
		m->n = count;
		m->weight = weight;
	}
	return false;
}

#define LETTERS_LEAST 4 /* of a format, so that it tells which text it made */
#define BEGINS 30 /* a format that begins the text with words of its own is worth so many letters more */

bool format_match(const char *format, const char *text, size_t len, struct match *m)
{
	const size_t size = strlen(format);
	const char last = size ? format[size - 1] : '\0';

	m->n = m->weight = 0;
	/* Most formats are out after one look at either end. */
	if (!len || (*format != '%' && *format != *text) ||
	    (size > 2 && format[size - 2] != '%' && !isalpha((unsigned char)last) && last != text[len - 1]))
		return false;
	if (!match_from(format, text, len, m) || m->weight < LETTERS_LEAST)
		return false;
	m->weight += *format != '%' ? BEGINS : 0;
	return true;
}

/* ---- plural rules ---------------------------------------------------------------------------------- */

struct rule { const char *p; uint64_t n; int depth; };

static uint64_t choice(struct rule *r);

static bool takes(struct rule *r, const char *sign)
{
	size_t len = strlen(sign);

	r->p += strspn(r->p, " \t");
	if (strncmp(r->p, sign, len) != 0)
		return false;
	r->p += len;
	return true;
}

static uint64_t operand(struct rule *r)
{
	uint64_t value = 0;
	char *end;

	if (++r->depth > 50)
		return 0;
	if (takes(r, "!")) {
		value = !operand(r);
	} else if (takes(r, "(")) {
		value = choice(r);
		takes(r, ")");
	} else if (takes(r, "n")) {
		value = r->n;
	} else {
		value = strtoull(r->p, &end, 10);
		r->p = end;
	}
	r->depth--;
	return value;
}

static uint64_t apply(int op, uint64_t a, uint64_t b)
{
	switch (op) {
	case 0: return a || b;
	case 1: return a && b;
	case 2: return a == b;
	case 3: return a != b;
	case 4: return a <= b;
	case 5: return a >= b;
	case 6: return a < b;
	case 7: return a > b;
	default: return b ? a % b : 0;
	}
}

/* level: 0 ||, 1 &&, 2 == and !=, 3 comparisons, 4 %. */
static uint64_t binary(struct rule *r, int level)
{
	static const char *const signs[] = { "||", "&&", "==", "!=", "<=", ">=", "<", ">", "%" };
	static const int levels[] = { 0, 1, 2, 2, 3, 3, 3, 3, 4 };
	uint64_t value = level == 4 ? operand(r) : binary(r, level + 1);
	bool more = true;

	while (more) {
		more = false;
		for (int i = 0; i < 9 && !more; i++)
			if (levels[i] == level && takes(r, signs[i])) {
				value = apply(i, value, level == 4 ? operand(r) : binary(r, level + 1));
				more = true;
			}
	}
	return value;
}

static uint64_t choice(struct rule *r)
{
	uint64_t is = binary(r, 0), yes, no;

	if (!takes(r, "?"))
		return is;
	yes = choice(r);
	takes(r, ":");
	no = choice(r);
	return is ? yes : no;
}

size_t plural_form(const char *rule, uint64_t n)
{
	struct rule r = { .p = rule, .n = n };
	uint64_t form = choice(&r);

	return form < 6 && (!*r.p || strchr(" ;\n\\", *r.p)) ? (size_t)form : 0;
}
