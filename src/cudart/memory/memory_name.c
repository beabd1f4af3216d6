/*
 * memory_name.c - what the program calls its memory, and how large an element is: found in the source line of the call that allocated it,
 * and where the pointer is declared. A name that is not certain is not given, and a size that is not known is 1.
 */
#include "config.h"

#include "cudart/memory/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "cudart/check/call_place.h"

/* Bytes of the built-in type with that name; 1 if it is none of those that are known. */
static unsigned type_bytes(const char *name, size_t len)
{
	static const struct { const char *name; unsigned bytes; } types[] = {
		{ "float", 4 }, { "double", 8 }, { "int", 4 }, { "unsigned", 4 }, { "unsigned int", 4 }, { "long long", 8 },
		{ "unsigned long long", 8 }, { "size_t", 8 }, { "long", 8 }, { "short", 2 }, { "float2", 8 }, { "float3", 12 },
		{ "float4", 16 }, { "int2", 8 }, { "int4", 16 }, { "double2", 16 }, { "half", 2 }, { "__half", 2 },
		{ "uint32_t", 4 }, { "int32_t", 4 }, { "uint64_t", 8 }, { "int64_t", 8 }, { "uint16_t", 2 }, { "int16_t", 2 },
		{ "int3", 12 }, { "uint", 4 }, { "uint2", 8 }, { "uint3", 12 }, { "uint4", 16 }, { "double3", 24 }, { "short2", 4 }, { "ushort2", 4 },
		{ "half2", 4 }, { "__half2", 4 }, { "__nv_bfloat16", 2 }, { "__nv_bfloat162", 4 }, { "unsigned short", 2 }, { "unsigned long", 8 },
		{ "long long int", 8 }, { "long int", 8 }, { "short int", 2 }, { "signed int", 4 }, { "float1", 4 }, { "char4", 4 }, { "uchar4", 4 },
		{ "char2", 2 }, { "uchar2", 2 }, { "char3", 3 }, { "uchar3", 3 }, { "longlong2", 16 }, { "ulonglong2", 16 }, { "dim3", 12 },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i].name) == len && !memcmp(name, types[i].name, len))
			return types[i].bytes;
	return 1;
}

/* Bytes of the type in the first sizeof() of the text. */
static unsigned sizeof_named(const char *text)
{
	const char *p = strstr(text, "sizeof");

	if (!p)
		return 1;
	p += strcspn(p, "(");
	p += strspn(p, "( ");
	return type_bytes(p, strcspn(p, ")"));
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The type in front of the name at `at`, where a variable of that name may be declared; 1: it is not, or has another type. */
static unsigned declared_at(const char *text, const char *at)
{
	const char *end = at, *from;

	while (end > text && end[-1] == ' ')
		end--;
	for (from = end; from > text && is_word(from[-1]); from--)
		;
	return from == end || end == at ? 1 : type_bytes(from, (size_t)(end - from));
}

unsigned memory_declared_elem(const struct call *call, const char *name)
{
	struct source_place place;
	size_t len, n = strlen(name);
	const char *text = call_place(&call->site, &place) && place.file ? call_place_text(place.file, &len) : NULL;
	unsigned bytes = 1;

	for (const char *p = text; p && n && bytes == 1 && p + n < text + len; p++)
		if (!memcmp(p, name, n) && p > text && !is_word(p[-1]) && (p[n] == '[' || p[n] == ';' || p[n] == ' '))
			bytes = declared_at(text, p);
	return bytes;
}

/* The beginning of the declarator's type: what is before it in the statement, up to the first of `*`, and without words about it. */
static unsigned pointee_at(const char *text, const char *star)
{
	static const char *const qualifiers[] = { "const", "static", "extern", "volatile", "__device__", "thread_local" };
	const char *from = star, *end;
	bool again = true;

	while (from > text && !strchr(";{}(\n", from[-1]) && !(from[-1] == ',' && strspn(from, " \t") != (size_t)(strchr(from, '*') - from)))
		from--;
	while (again) {
		again = false;
		from += strspn(from, " \t");
		for (size_t k = 0; k < sizeof qualifiers / sizeof *qualifiers; k++) {
			size_t n = strlen(qualifiers[k]);

			if (!strncmp(from, qualifiers[k], n) && !is_word(from[n])) {
				from += n;
				again = true;
			}
		}
	}
	for (end = from; end < star && (is_word(*end) || *end == ' ' || *end == ':'); end++)
		;
	if (end - from > 5 && !strncmp(from, "std::", 5))
		from += 5;
	while (end > from && end[-1] == ' ')
		end--;
	if (end - from > 6 && !strncmp(end - 6, " const", 6))
		end -= 6;
	return end > from && *(end + strspn(end, " const")) == '*' ? type_bytes(from, (size_t)(end - from)) : 1;
}

/* What the variable points to, by the last `T *name` before that line; 1: there is none, or its type is not known. */
static unsigned pointee_bytes(const struct source_place *place, const char *name)
{
	size_t len, line_len, n = strlen(name);
	const char *text = place->file ? call_place_text(place->file, &len) : NULL;
	struct source source = { text, text ? len : 0 };
	const char *line = text ? source_line(&source, place->line, &line_len) : NULL;

	for (const char *p = line ? line + line_len : NULL; p && n && p > text; p--) {
		const char *star = p;
		unsigned bytes;

		if (strncmp(p, name, n) || is_word(p[n]) || is_word(p[-1]))
			continue;
		while (star > text && (star[-1] == ' ' || star[-1] == '\t'))
			star--;
		if (star > text + 1 && star[-1] == '*' && star[-2] != '*' && (bytes = pointee_at(text, star - 1)) > 1)
			return bytes;
	}
	return 1;
}

/* ---- several calls in one line ---- */

#define SITES_MOST 16

/* The calls of one line that allocated memory. */
struct sites {
	const struct memory *of;
	struct source_place place;
	struct { void *pc; uint64_t first; } at[SITES_MOST]; /* in the order of the first time */
	size_t n;
};

/* The address of the call in the program's own line, not of one in a header. */
static void *pc_of(const struct memory *m, struct source_place *place)
{
	for (size_t k = 0; k < SITE_FRAMES && m->made.site.pc[k]; k++) {
		const struct call_site one = { .pc = { m->made.site.pc[k] } };

		if (call_place(&one, place))
			return m->made.site.pc[k];
	}
	return NULL;
}

static void site_note(struct memory *m, void *ctx)
{
	struct sites *s = ctx;
	struct source_place place;
	void *pc = m->made.name && !strcmp(m->made.name, s->of->made.name) ? pc_of(m, &place) : NULL;
	size_t i = 0;

	if (!pc || place.line != s->place.line || strcmp(place.file, s->place.file))
		return;
	while (i < s->n && s->at[i].pc != pc)
		i++;
	if (i == SITES_MOST)
		return;
	if (i == s->n || m->number < s->at[i].first) {
		s->at[i].pc = pc;
		s->at[i].first = m->number;
	}
	s->n += i == s->n;
}

/* Which of the line's calls is it? They run in the order in which they are written, if their code is in that order, too. -1: unknown. */
static int nth_call(const struct memory *m, const struct source_place *place, size_t *n)
{
	struct sites s = { .of = m, .place = *place };
	struct source_place own;
	void *pc = pc_of(m, &own);
	int before = 0, below = 0;

	memory_each_ever(site_note, &s);
	for (size_t i = 0; i < s.n; i++)
		for (size_t k = 0; k < s.n; k++)
			if (s.at[i].pc == pc && k != i) {
				before += s.at[k].first < s.at[i].first;
				below += (uintptr_t)s.at[k].pc < (uintptr_t)s.at[i].pc;
			}
	*n = s.n;
	return before == below ? before : -1;
}

const char *memory_made_by(struct memory *m)
{
	struct source_place place;

	return call_place(&m->made.site, &place) ? call_place_written(&place, m->made.name) : m->made.name;
}

/* The argument of the call that allocated it, whatever else the line calls. */
static bool made_argument(const struct memory *m, const struct source_place *place, const char *call, unsigned index, char *text, size_t size)
{
	size_t n;
	int nth;

	if (call_place_argument(place, call, index, text, size))
		return true;
	nth = nth_call(m, place, &n);
	return nth >= 0 && call_place_nth(place, call, (unsigned)nth, (unsigned)n, index, text, size);
}

const char *memory_name(struct memory *m)
{
	struct source_place place;
	char bytes[256];

	if (m->named)
		return m->name;
	m->named = true;
	if (call_place(&m->made.site, &place)) {
		const char *call = call_place_written(&place, m->made.name);

		if (!made_argument(m, &place, call, 0, m->name, sizeof m->name))
			call_place_argument(&place, call = "cuda*", 0, m->name, sizeof m->name);
		if (m->elem == 1 && made_argument(m, &place, call, 1, bytes, sizeof bytes))
			m->elem = sizeof_named(bytes);
		if (m->elem == 1 && m->kind != MEMORY_SYMBOL)
			m->elem = pointee_bytes(&place, m->name);
	}
	return m->name;
}

/* Names memory for findings of the vm: called when one is written. */
void memory_label(void *ctx, uint64_t addr, char label[64], unsigned *elem)
{
	struct memory *m = memory_find(addr);

	(void)ctx;
	if (m && *memory_name(m))
		snprintf(label, 64, "%s", m->name);
	if (m && (*m->name || m->elem > 1))
		*elem = m->elem;
}
