/*
 * memory_name.c - what the program calls its memory, and how large an element is: found in the source line of the call that
 * allocated it, and where the pointer is declared. A name that is not certain is not given, and a size that is not known is 1.
 */
#include "config.h"

#include "cudart/memory/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cudart/check/call_place.h"
#include "cudart/queue.h"
#include "words/kinds.h"

unsigned memory_type_bytes(const char *name, size_t len)
{
	static const struct { const char *name; unsigned bytes; } types[] = {
		{ "float", 4 }, { "double", 8 }, { "int", 4 }, { "unsigned", 4 }, { "unsigned int", 4 }, { "long long", 8 },
		{ "unsigned long long", 8 }, { "size_t", 8 }, { "long", 8 }, { "short", 2 }, { "float2", 8 }, { "float3", 12 },
		{ "float4", 16 }, { "int2", 8 }, { "int4", 16 }, { "double2", 16 }, { "half", 2 }, { "__half", 2 },
		{ "uint32_t", 4 }, { "int32_t", 4 }, { "uint64_t", 8 }, { "int64_t", 8 }, { "uint16_t", 2 }, { "int16_t", 2 },
		{ "int3", 12 }, { "uint", 4 }, { "uint2", 8 }, { "uint3", 12 }, { "uint4", 16 }, { "double3", 24 },
		{ "short2", 4 }, { "ushort2", 4 }, { "half2", 4 }, { "__half2", 4 }, { "__nv_bfloat16", 2 },
		{ "__nv_bfloat162", 4 }, { "unsigned short", 2 }, { "unsigned long", 8 },
		{ "long long int", 8 }, { "long int", 8 }, { "short int", 2 }, { "signed int", 4 }, { "float1", 4 },
		{ "char4", 4 }, { "uchar4", 4 }, { "char2", 2 }, { "uchar2", 2 }, { "char3", 3 }, { "uchar3", 3 },
		{ "longlong2", 16 }, { "ulonglong2", 16 }, { "dim3", 12 }, { "char", 1 }, { "unsigned char", 1 },
		{ "signed char", 1 }, { "uint8_t", 1 }, { "int8_t", 1 }, { "uchar", 1 }, { "bool", 1 },
	};

	if (len > 5 && !memcmp(name, "std::", 5)) {
		name += 5;
		len -= 5;
	}
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i].name) == len && !memcmp(name, types[i].name, len))
			return types[i].bytes;
	return 0;
}

/* ---- structs of the program ------------------------------------------------------------------------------- */

/* The end of the statement at `p`, or of the group in braces, with what comes before it. */
static const char *group_end(const char *p)
{
	int depth = 0;

	for (; *p; p++) {
		depth += *p == '{';
		depth -= *p == '}';
		if ((!depth && (*p == ';' || *p == '}')) || depth < 0)
			return p;
	}
	return p;
}

/* Adds the fields of a declaration, `float x, y[3]`; false: one is not understood. */
static bool fields_add(const char *from, const char *end, uint64_t *bytes, uint64_t *align)
{
	const char *name = from, *type_end;
	unsigned elem;

	while (name < end && (text_is_word(*name) || isspace((unsigned char)*name)))
		name++;
	while (name > from && isspace((unsigned char)name[-1]))
		name--;
	while (name > from && text_is_word(name[-1]))
		name--;
	for (type_end = name; type_end > from && isspace((unsigned char)type_end[-1]); type_end--)
		;
	elem = memory_type_bytes(from, (size_t)(type_end - from));
	if (!elem || elem > 8 || (elem & (elem - 1))) /* one that is not known, or a vector, whose alignment is its own */
		return false;
	for (const char *p = name; p < end; p += p < end) {
		uint64_t n = 1;

		for (; p < end && *p != ','; p++) {
			if (*p == '[')
				n *= strtoull(p + 1, NULL, 10);
			else if (!text_is_word(*p) && !isspace((unsigned char)*p) && *p != ']')
				return false;
		}
		*bytes = (*bytes + elem - 1) / elem * elem + n * elem;
		*align = elem > *align ? elem : *align;
		if (!n)
			return false;
	}
	return true;
}

/* Bytes of a struct with these members, up to its closing brace; 0: unknown. */
static unsigned members_bytes(const char *p)
{
	uint64_t bytes = 0, align = 1;

	for (p += strspn(p, " \t\n"); *p && *p != '}'; p += strspn(p, "; \t\n")) {
		const char *end = group_end(p);
		const bool is_function = memchr(p, '(', (size_t)(end - p));

		if (!strncmp(p, "//", 2) || !strncmp(p, "/*", 2) || *p == '#' || !strncmp(p, "virtual", 7))
			return 0;
		if (!is_function && !fields_add(p, end, &bytes, &align))
			return 0;
		p = end + (*end == '}' && is_function);
	}
	bytes = (bytes + align - 1) / align * align;
	return *p && bytes <= 4096 ? (unsigned)bytes : 0;
}

/* Does `struct { ... } name;` follow, a typedef's? */
static bool is_named_behind(const char *members, const char *name, size_t len)
{
	const char *end = members;

	while (*end && *end != '}')
		end = group_end(end) + (*group_end(end) == ';');
	end += *end == '}';
	end += strspn(end, " \t\n");
	return !strncmp(end, name, len) && end[len + strspn(end + len, " \t\n")] == ';';
}

/* Bytes of the struct of that name, if the text defines it in a simple way: fields of built-in types, and functions. */
static unsigned struct_bytes(const char *text, const char *name, size_t len)
{
	for (const char *p = text; len && p && (p = strstr(p, "struct ")); p += strlen("struct ")) {
		const char *at = p + strlen("struct "), *brace = at;

		while (text_is_word(*brace) || isspace((unsigned char)*brace))
			brace++;
		if (*brace != '{')
			continue;
		if ((!strncmp(at, name, len) && at[len + strspn(at + len, " \t\n")] == '{') ||
		    (p - text >= 8 && !strncmp(p - 8, "typedef ", 8) && is_named_behind(brace + 1, name, len)))
			return members_bytes(brace + 1);
	}
	return 0;
}

/* Bytes of the type with that name; 0 if it is not known. `text`: the program's; may be NULL. */
static unsigned type_bytes(const char *text, const char *name, size_t len)
{
	const unsigned bytes = memory_type_bytes(name, len);

	return bytes ? bytes : struct_bytes(text, name, len);
}

static const char *text_at(const struct source_place *place)
{
	size_t len;

	return place->file ? call_place_text(place->file, &len) : NULL;
}

/* Bytes of the type in the first sizeof() of the expression; 0: unknown. */
static unsigned sizeof_named(const char *text, const char *expression)
{
	const char *p = strstr(expression, "sizeof");

	if (!p)
		return 0;
	p += strcspn(p, "(");
	p += strspn(p, "( ");
	return type_bytes(text, p, strcspn(p, ")"));
}

/* What the pointer points to; 0: it is none, or points to a type that is not known. */
static unsigned pointee_bytes(const struct source_place *place, const char *name)
{
	const struct source_variable is = call_place_variable(place, name);

	return is.kind != SOURCE_POINTER ? 0 : is.is_nested ? sizeof(void *) :
	       type_bytes(text_at(place), is.type, is.type_len);
}

unsigned memory_elem(struct memory *m, const struct call *call)
{
	const char *name = memory_name(m);
	struct source_variable is;
	struct source_place place;

	if (m->elem > 1 || !call_place(m->kind == MEMORY_SYMBOL ? &call->site : &m->made.site, &place))
		return m->elem > 1 ? m->elem : 0;
	if (m->kind != MEMORY_SYMBOL)
		return pointee_bytes(&place, name);
	is = call_place_variable(&place, name);
	return is.kind == SOURCE_UNKNOWN ? 0 : is.kind == SOURCE_POINTER || is.is_nested ? sizeof(void *) :
	       memory_type_bytes(is.type, is.type_len);
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

/*
 * Which of the line's calls is it? They run in the order in which they are
 * written, if their code is in that order, too. -1: unknown.
 */
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
static bool made_argument(const struct memory *m, const struct source_place *place, const char *call, unsigned index, char *text,
			  size_t size)
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
	unsigned elem = 0;

	if (m->named)
		return m->name;
	m->named = true;
	if (call_place(&m->made.site, &place)) {
		const char *call = call_place_written(&place, m->made.name);

		if (!made_argument(m, &place, call, 0, m->name, sizeof m->name))
			call_place_argument(&place, call = "cuda*", 0, m->name, sizeof m->name);
		if (m->kind != MEMORY_SYMBOL)
			elem = pointee_bytes(&place, m->name);
		if (elem < 2 && made_argument(m, &place, call, 1, bytes, sizeof bytes))
			elem = sizeof_named(text_at(&place), bytes);
		m->elem = m->elem > 1 || !elem ? m->elem : elem;
	}
	return m->name;
}

/* Is one of the kernel's parameters that number? */
static bool has_number(const uint8_t *params, size_t len, uint64_t number)
{
	uint32_t word;

	for (size_t at = 0; at + sizeof word <= len; at += sizeof word) {
		memcpy(&word, params + at, sizeof word);
		if (word == number)
			return true;
	}
	return false;
}

/* "256 * 4", "4 * n": its first or its last factor is the element's size. */
static bool has_factor(const char *bytes, uint64_t elem)
{
	const char *last = bytes + strlen(bytes);

	while (last > bytes && isdigit((unsigned char)last[-1]))
		last--;
	return strchr(bytes, '*') && (strtoull(bytes, NULL, 0) == elem || strtoull(last, NULL, 0) == elem);
}

static bool size_advice(struct memory *m, const uint8_t *params, size_t params_len, char *text, size_t size)
{
	const char *name = memory_name(m), *call;
	struct source_variable is;
	struct source_place place;
	char bytes[96], of_pointer[96], line[64];
	unsigned smaller;

	if (!call_place(&m->made.site, &place) ||
	    !made_argument(m, &place, call = call_place_written(&place, m->made.name), 1, bytes, sizeof bytes))
		return false;
	memory_where(&m->made, line, sizeof line);
	is = call_place_variable(&place, name);
	snprintf(of_pointer, sizeof of_pointer, "sizeof(%s)", name);
	if (is.kind == SOURCE_POINTER && strstr(bytes, of_pointer)) {
		snprintf(text, size, "%s%s%s asks for %s, and %s is a pointer: n * sizeof(*%s)", call, *line ? " " : "", line,
			 bytes, name, name);
		return true;
	}
	/* `4 * n * sizeof(float)` may be that of n float4 */
	smaller = strpbrk(bytes, "0123456789") ? 0 : sizeof_named(text_at(&place), bytes);
	if (smaller && smaller < pointee_bytes(&place, name)) {
		snprintf(text, size, "%s%s%s asks for %s, and an element of %s has %u bytes: n * sizeof(*%s)", call,
			 *line ? " " : "", line, bytes, name, pointee_bytes(&place, name), name);
		return true;
	}
	if (m->elem < 2 || m->bytes < m->elem || strstr(bytes, "sizeof") || has_factor(bytes, m->elem) ||
	    !has_number(params, params_len, m->bytes))
		return false;
	snprintf(text, size, "%s%s%s asks for %llu bytes: is that the number of elements, which the kernel is given, too? n * "
		 "sizeof(element)", call, *line ? " " : "", line, (unsigned long long)m->bytes);
	return true;
}

bool memory_size_advice(const struct finding *f, const uint8_t *params, size_t params_len, char *text, size_t size)
{
	static const char others[] = " do the same: ";
	const bool is_behind = f->kind == KIND_OUT_OF_BOUNDS && f->memory && !strstr(f->message, "[-");
	const char *more = f->advice ? strstr(f->advice, others) : NULL;
	const size_t kept = more ? (size_t)(more - f->advice) + sizeof others - 1 : 0;
	struct memory *m = is_behind && kept < size ? memory_find(f->memory) : NULL;

	if (!m || !size_advice(m, params, params_len, text + kept, size - kept))
		return false;
	if (kept)
		memcpy(text, f->advice, kept);
	return true;
}

static struct call_site launched; /* of the last kernel: in the file that declares its variables, most likely */

void memory_launched(const struct call *launch)
{
	launched = launch->site;
}

unsigned memory_shared_elem(void *op, const char *name)
{
	const struct call *launch = &((const struct op *)op)->call;
	struct arena arena = { 0 };
	struct source_place place;
	const char *text = call_place(&launch->site, &place) ? text_at(&place) : NULL, *type;
	uint64_t shape[3];
	unsigned bytes = 0;

	if (text && source_shared_array(text, strlen(text), name, &arena, &type, shape))
		bytes = type_bytes(text, type, strlen(type));
	arena_release(&arena);
	return bytes;
}

/* As declared; 0: unknown. A static variable has the symbol _ZL4name. */
static unsigned symbol_elem(const char *name)
{
	struct source_place place;
	struct source_variable is;

	if (!strncmp(name, "_ZL", 3))
		name += 3 + strspn(name + 3, "0123456789");
	if (!call_place(&launched, &place))
		return 0;
	is = call_place_variable(&place, name);
	return !is.is_global ? 0 : is.kind == SOURCE_POINTER || is.is_nested ? sizeof(void *) :
	       type_bytes(text_at(&place), is.type, is.type_len);
}

/* Names memory for findings of the vm: called when one is written. */
void memory_label(void *ctx, uint64_t addr, char label[64], unsigned *elem)
{
	struct memory *m = memory_find(addr);

	(void)ctx;
	if (m && *memory_name(m))
		snprintf(label, 64, "%s", m->name);
	if (m && m->kind == MEMORY_SYMBOL && m->elem <= 1 && *m->name)
		m->elem = symbol_elem(m->name);
	if (m && (*m->name || m->elem > 1))
		*elem = m->elem;
}

/* Says where memory was freed, for a finding of the vm: a line needs a look-up, for which only a program with a finding pays. */
void memory_freed(void *ctx, uint64_t addr, char where[64])
{
	const struct memory *m = memory_find(addr);

	(void)ctx;
	if (m && m->freed.name)
		memory_where(&m->freed, where, 64);
}
