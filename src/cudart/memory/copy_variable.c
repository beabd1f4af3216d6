/*
 * copy_variable.c - copies that take a variable for what it holds: `&h` where h is a pointer, or an object that keeps its
 * elements elsewhere, and `sizeof(h)` of a pointer. The source says what h is, and its bytes must agree.
 */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "cudart/check/call_place.h"
#include "cudart/check/report.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "words/kinds.h"

#define NAME_MOST 64

/* Does the call say `&name`? Arguments come without it. */
bool copy_of_address(const struct source_place *place, const char *name)
{
	static const char ends[] = ",) ";
	char text[NAME_MOST + 8];

	for (size_t i = 0; i + 1 < sizeof ends; i++) {
		snprintf(text, sizeof text, "&%s%c", name, ends[i]);
		if (call_place_has(place, text))
			return true;
	}
	return false;
}

/* The index-th argument, if it is a name, or a member of one by `.` and `->`; or `&` and that. */
static bool name_of(const struct source_place *place, const struct call *call, unsigned index, char name[NAME_MOST])
{
	if (!call_place_argument(place, call->name, index, name, NAME_MOST))
		return false;
	for (const char *p = name; *p; p++)
		if (!text_is_word(*p) && *p != '.' && strncmp(p, "->", 2) && !(p > name && !strncmp(p - 1, "->", 2)))
			return false;
	return text_is_word(*name) && text_is_word(name[strlen(name) - 1]);
}

/* ---- `&h` ------------------------------------------------------------------------------------------------- */

/* Has the process memory there? */
static bool is_mapped(uint64_t addr)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return !msync((void *)(uintptr_t)(addr / page * page), 1, MS_ASYNC);
}

/*
 * The word there, if it is in the host's pageable memory, and the address of something; else 0. It may be another object than the
 * program's, which AddressSanitizer would report: an aligned word is in one page.
 */
__attribute__((no_sanitize_address)) static uint64_t address_in(uint64_t at)
{
	uint64_t word;

	if (at % sizeof word || memory_find(at) || !is_mapped(at))
		return 0;
	word = *(const volatile uint64_t *)(uintptr_t)at;
	return memory_find(word) || (word && is_mapped(word)) ? word : 0;
}

#define STACK_MOST ((uintptr_t)8 << 20)

static bool is_on_stack(uint64_t addr)
{
	return addr - (uintptr_t)__builtin_frame_address(0) < STACK_MOST;
}

/* Elements of another size than an address, as allocated or declared: not bytes, nor structs, which may have addresses. */
static bool has_elements(struct memory *m, const struct call *call)
{
	const unsigned elem = memory_elem(m, call);

	return elem > 1 && elem != sizeof(void *);
}

/* Objects that keep their elements elsewhere, and where. */
static const struct holder { const char *type, *elements; bool is_pointer; } holders[] = {
	{ "vector", "%s.data()", false }, { "string", "%s.data()", false }, { "host_vector", "%s.data()", false },
	{ "device_vector", "thrust::raw_pointer_cast(%s.data())", false }, { "unique_ptr", "%s.get()", true },
	{ "shared_ptr", "%s.get()", true },
};

/*
 * The type is one of the C++ library's or Thrust's: not a vector that the program itself has written. has_address: it begins with
 * the address of something.
 */
static const struct holder *holder_of(const struct source_variable *is, const struct source_place *place, bool has_address)
{
	static const char std[] = "std::", thrust[] = "thrust::", all[] = "using namespace std", one[] = "using std::";
	size_t len, n = 0;
	const char *text = call_place_text(place->file, &len);

	if (is->type_len > sizeof thrust && !memcmp(is->type, std, sizeof std - 1))
		n = sizeof std - 1;
	else if (is->type_len > sizeof thrust && !memcmp(is->type, thrust, sizeof thrust - 1))
		n = sizeof thrust - 1;
	else if (!has_address || !text ||
		 (!memmem(text, len, all, sizeof all - 1) && !memmem(text, len, one, sizeof one - 1)))
		return NULL;
	for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
		const size_t end = n + strlen(holders[i].type);

		if (is->type_len >= end && !memcmp(is->type + n, holders[i].type, end - n) &&
		    (is->type_len == end || (is->type[end] == '<' && is->type[is->type_len - 1] == '>')))
			return &holders[i];
	}
	return NULL;
}

/* A copy of an object as it is, `sizeof(v)`, to memory for such objects, may be meant. */
static bool is_of_object(const struct source_place *place, const struct call *call, struct memory *m)
{
	char size[128];

	return !memory_elem(m, call) && call_place_argument(place, call->name, 2, size, sizeof size) &&
	       !strncmp(size, "sizeof", 6);
}

static void object_say(const struct call *call, const char *name, const struct source_variable *is, const struct holder *of,
		       bool to_host)
{
	char elements[NAME_MOST + 40], advice[NAME_MOST + 90], type[NAME_MOST];

	snprintf(type, sizeof type, "%.*s", is->type_len < sizeof type ? (int)is->type_len : (int)sizeof type - 1, is->type);
	snprintf(elements, sizeof elements, of->elements, name);
	snprintf(advice, sizeof advice, "pass the address of its elements: %s", elements);
	if (to_host)
		report_call(KIND_COPY_SIZE, call, NULL, advice,
			    "%s writes over the object %s itself, a %s, and not to its elements: its destination is &%s", call->name,
			    name, type, name);
	else
		report_call(KIND_COPY_SIZE, call, NULL, advice,
			    "%s copies the object %s itself, a %s, and not its elements: its source is &%s", call->name, name, type,
			    name);
}

static void pointer_say(const struct call *call, const char *name, struct memory *m, bool to_host)
{
	if (to_host)
		report_call(KIND_COPY_SIZE, call, NULL,
			    "pass the pointer itself as the destination, and the bytes of the whole array",
			    "%s writes elements of %s over the pointer %s: its destination is &%s", call->name,
			    *memory_name(m) ? m->name : "this memory", name, name);
	else
		report_call(KIND_COPY_SIZE, call, NULL, "pass the pointer itself as the source, and the bytes of the whole array",
			    "%s copies the pointer %s itself, and not what it points to: its source is &%s", call->name, name, name);
}

/*
 * A copy between the host and a device whose host's side is `&h`: the address of the pointer h, or of an object, in place of its
 * elements.
 */
void copy_address_check(const struct call *call, uint64_t host, uint64_t device, uint64_t bytes, bool to_host)
{
	const bool has_address = address_in(host), whole = bytes > sizeof(void *);
	struct memory *m = has_address || (to_host && whole && is_on_stack(host)) ? memory_find(device) : NULL;
	struct source_variable is;
	struct source_place place;
	const struct holder *of;
	char name[NAME_MOST];

	if (!m)
		return;
	call_place_expect(&m->made.site); /* memory_name() asks for it */
	if (!call_place(&call->site, &place) || !name_of(&place, call, !to_host, name) || !copy_of_address(&place, name))
		return;
	is = call_place_variable(&place, name);
	of = is.kind == SOURCE_OBJECT ? holder_of(&is, &place, has_address) : NULL;
	if (is.is_global && is_on_stack(host))
		return; /* it is another one, which a macro has declared */
	/* One address alone may be meant, and so may those of members in a row. */
	if ((bytes == sizeof(void *) || is.is_member) && (is.kind == SOURCE_POINTER || (of && of->is_pointer)) &&
	    !has_elements(m, call))
		return;
	if (of && !is_of_object(&place, call, m))
		object_say(call, name, &is, of, to_host);
	else if (is.kind == SOURCE_POINTER)
		pointer_say(call, name, m, to_host);
}

/* A device's address is wanted, and the argument is `&d`, where d has it. */
bool copy_address_report(finding_kind kind, const struct call *call, uint64_t addr, const char *role, bool may_be_host)
{
	const struct memory *m = memory_find(address_in(addr));
	struct source_variable is;
	struct source_place place;
	char name[NAME_MOST], advice[NAME_MOST + 40];

	if (!m || m->kind != MEMORY_DEVICE || !call_place(&call->site, &place))
		return false;
	for (unsigned index = 0; index < 3; index++) {
		if (!name_of(&place, call, index, name) || !copy_of_address(&place, name))
			continue;
		is = call_place_variable(&place, name);
		if (is.kind != SOURCE_POINTER || (is.is_member && may_be_host))
			continue;
		if (!strcmp(role, "destination"))
			report_writes(call, m->addr); /* which stays as it is */
		snprintf(advice, sizeof advice, "pass the pointer itself: %s", name);
		report_call(kind, call, NULL, advice,
			    "%s is given &%s as its %s, where the host keeps that pointer, and not the memory of the device", call->name,
			    name, role);
		return true;
	}
	return false;
}

/* ---- `sizeof(h)` ------------------------------------------------------------------------------------------ */

/* "h" of `sizeof(h)` and `sizeof h`; behind it stands *rest. */
static bool sizeof_name(const char *size, char name[NAME_MOST], const char **rest)
{
	size_t n = 0;

	if (strncmp(size, "sizeof", 6) || text_is_word(size[6]))
		return false;
	size += 6 + strspn(size + 6, " (");
	while (text_is_word(size[n]))
		n++;
	*rest = size + n + strspn(size + n, " ");
	if (!n || n >= NAME_MOST || !strchr(")*", **rest))
		return false;
	memcpy(name, size, n);
	name[n] = '\0';
	*rest += strspn(*rest, " )");
	return true;
}

/* The pointer of which the call's size is the sizeof(), or has it as a factor, and which it passes as an address. */
static bool sized_by_pointer(const struct source_place *place, const struct call *call, bool as_factor, char name[NAME_MOST],
			     struct source_variable *is)
{
	char size[256], other[NAME_MOST];
	const char *at, *rest;
	bool passed = false;

	if (!call_place_argument(place, call->name, 2, size, sizeof size))
		return false;
	at = as_factor ? strstr(size, "sizeof") : size;
	if (!at || !sizeof_name(at, name, &rest) || (*rest && !as_factor) || copy_of_address(place, name))
		return false;
	for (unsigned index = 0; index < 2; index++)
		passed |= name_of(place, call, index, other) && !strcmp(name, other);
	if (!passed)
		return false;
	*is = call_place_variable(place, name);
	return is->kind == SOURCE_POINTER && !is->is_nested;
}

bool copy_counts_pointer(const struct call *call)
{
	struct source_variable is;
	struct source_place place;
	char name[NAME_MOST];

	return call_place(&call->site, &place) && sized_by_pointer(&place, call, true, name, &is);
}

/* A copy or a memset of `sizeof(h)` bytes, of a pointer, where more are left. What has eight bytes may well be meant. */
void copy_pointer_size_check(const struct call *call, uint64_t device, uint64_t bytes)
{
	struct memory *m = bytes == sizeof(void *) ? memory_find(device) : NULL;
	void (*report)(finding_kind, const struct call *, const struct call *, const char *, const char *, ...);
	char name[NAME_MOST], advice[NAME_MOST + 60];
	struct source_variable is;
	struct source_place place;
	unsigned elem;

	if (!m || m->addr + m->bytes - device <= bytes || !call_place(&call->site, &place) ||
	    !sized_by_pointer(&place, call, false, name, &is))
		return;
	elem = memory_type_bytes(is.type, is.type_len);
	elem = elem ? elem : memory_elem(m, call);
	if (elem == sizeof(void *))
		return;
	report = elem ? report_call : report_note;
	snprintf(advice, sizeof advice, "count the bytes of the array: n * sizeof(*%s)", name);
	report(KIND_COPY_SIZE, call, m->kind == MEMORY_SYMBOL ? NULL : &m->made, advice,
	       "%s covers only %llu of the %llu bytes of %s: its size, sizeof(%s), is that of the pointer", call->name,
	       (unsigned long long)bytes, (unsigned long long)(m->addr + m->bytes - device),
	       *memory_name(m) ? m->name : "this memory", name);
}
