/* trouble.c - see trouble.h. */
#include "config.h"

#include "toolchain/trouble.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#define ROOM_LEAST ((uint64_t)64 << 20) /* with less, a compiler that says that the disk is full is believed */
#define ROOM_FULL  ((uint64_t)4 << 20)  /* with less, so is one that fails and does not say why */
#define LEAST_BYTES ((uint64_t)512 << 20) /* with less memory a compiler may fail in any way */

enum ends { ENDS_NOTHING, ENDS_IDLE, ENDS_FLOOD, ENDS_DOUBTED, ENDS_FULL, ENDS_TIME, ENDS_SIZE, ENDS_SIGNAL };

static const struct row {
	enum party party;
	enum ends ends;
	const char *needles, *text, *hint;
} rows[] = {
#define TROUBLE(id, party, ends, needles, text, hint) { PARTY_##party, ENDS_##ends, needles, text, hint },
#include "toolchain/trouble.def"
#undef TROUBLE
};

static bool trouble_has_error(const struct compilation *said)
{
	for (size_t i = 0; i < said->ndiagnostics; i++)
		if (said->diagnostics[i].level == DIAGNOSTIC_ERROR)
			return true;
	return false;
}

/*
 * A message about a line repeats words of the source, even whole lines:
 * static_assert(false, "x\nerror: No space left on device").
 */
static bool is_about_source(const struct compilation *said)
{
	for (size_t i = 0; i < said->ndiagnostics; i++)
		if (said->diagnostics[i].line)
			return true;
	return false;
}

/* Ignores its path and source line: only the compiler's own words count. */
static bool is_mentioned(const char *raw, const struct compilation *said, const char *needle, size_t len)
{
	if (!trouble_has_error(said))
		return memmem(raw, strlen(raw), needle, len) != NULL;
	for (size_t i = 0; i < said->ndiagnostics; i++) {
		const char *text = said->diagnostics[i].text;

		if (memmem(text, strlen(text), needle, len))
			return true;
	}
	return false;
}

static bool any_mentioned(const char *raw, const struct compilation *said, enum trouble trouble)
{
	for (const char *at = rows[trouble].needles; *at && at[1]; at += 1 + strcspn(at + 1, "|"))
		if (is_mentioned(raw, said, at + 1, strcspn(at + 1, "|")))
			return true;
	return false;
}

bool trouble_is_said(enum trouble trouble, const char *raw)
{
	return any_mentioned(raw, &(struct compilation){ .ok = false }, trouble);
}

static bool end_matches(const struct proc_result *result, enum ends ends, const struct trouble_limits *limits)
{
	bool signalled = result->end == PROC_SIGNALLED;

	switch (ends) {
	case ENDS_NOTHING:
		return false;
	case ENDS_IDLE:
		return result->end == PROC_IDLE;
	case ENDS_FLOOD:
		return result->end == PROC_FLOOD;
	case ENDS_DOUBTED:
		return result->end == PROC_DOUBTED;
	case ENDS_FULL:
		return result->out_of_memory && result->filled_memory;
	case ENDS_TIME:
		return result->cpu_seconds >= limits->cpu_seconds - 1 ||
		       (signalled && result->code == SIGXCPU);
	case ENDS_SIZE:
		return signalled && result->code == SIGXFSZ;
	case ENDS_SIGNAL:
		return signalled;
	}
	return false;
}

int trouble_of_machine(const struct proc_result *result, const char *raw, const struct compilation *said,
		       const struct trouble_limits *limits, struct error *err)
{
	bool no_memory = any_mentioned(raw, said, TROUBLE_MEMORY);

	if (result->end == PROC_DEADLINE || (result->end == PROC_IDLE && result->stopped))
		return proc_held_up("the compiler", result, err);
	if (result->out_of_memory && !trouble_has_error(said))
		return result->filled_memory ? 0 : proc_memory_short("the compiler", result->memory_peak, err);
	if (result->end == PROC_IDLE || result->end == PROC_FLOOD || result->end == PROC_DOUBTED ||
	    end_matches(result, ENDS_TIME, limits) || (trouble_has_error(said) && !no_memory))
		return 0;
	if (proc_is_cramped("the compiler", no_memory ? limits->memory_bytes : LEAST_BYTES, NULL, err))
		return -1;
	return proc_is_cramped("the compiler", 0, raw, err) ? TROUBLE_ACCUSES : 0;
}

enum trouble trouble_find(const struct proc_result *result, const char *raw, const struct compilation *said,
			  const struct trouble_limits *limits)
{
	for (enum trouble t = 0; t < TROUBLE_UNKNOWN; t++) {
		if (end_matches(result, rows[t].ends, limits))
			return t;
		if (rows[t].party == PARTY_MACHINE && is_about_source(said))
			continue;
		if (t == TROUBLE_DISK ? messages_report_full_disk(said) || (!trouble_has_error(said) &&
									    any_mentioned(raw, said, t)) :
		    t == TROUBLE_CODE ? trouble_has_error(said) : any_mentioned(raw, said, t))
			return t;
	}
	return TROUBLE_UNKNOWN;
}

bool trouble_has_text(enum trouble trouble)
{
	return trouble < TROUBLE_UNKNOWN && *rows[trouble].text;
}

/* The text with the limit in place of %s. */
static const char *filled(struct arena *arena, const char *text, const char *word)
{
	const char *at = strstr(text, "%s");

	return at ? arena_printf(arena, "%.*s%s%s", (int)(at - text), text, word, at + 2) : text;
}

/* Little room is left for the compiler's files: it removes them at its end, so that there may be some again. */
static bool disk_is_full(const char *folder, uint64_t least)
{
	struct statvfs fs;

	return statvfs(folder, &fs) == 0 && ((uint64_t)fs.f_bavail * fs.f_frsize < least || (fs.f_files && !fs.f_favail));
}

int trouble_of_disk(const char *folder, struct error *err)
{
	if (!disk_is_full(folder, ROOM_FULL))
		return 0;
	error_set(err, PARTY_MACHINE, "%s", rows[TROUBLE_DISK].text);
	return error_remedy(err, "%s", rows[TROUBLE_DISK].hint);
}

int trouble_complain(const char *program, const char *raw, const char *folder, const char *remedy, struct error *err)
{
	raw += strspn(raw, "\n");
	if (!*raw)
		raw = "it printed nothing";
	if (trouble_of_disk(folder, err))
		return -1;
	error_set(err, PARTY_MACHINE, "'%s' does not work: %.*s", program, (int)strcspn(raw, "\n"), raw);
	error_remedy(err, "%s", remedy);
	return TROUBLE_ACCUSES;
}

int trouble_report(enum trouble trouble, const struct trouble_limits *limits, const char *folder, const struct message_reader *r,
		   int line, struct compilation *out, struct error *err)
{
	const struct row *row = &rows[trouble];
	const char *limit = trouble == TROUBLE_TIME ? limits->time : trouble == TROUBLE_MEMORY ? limits->memory : limits->size;
	const char *text = filled(&out->arena, row->text, limit), *hint = filled(&out->arena, row->hint, limits->other);

	if (!text || !hint)
		return error_nomem(err);
	if (row->party == PARTY_MACHINE) {
		error_set(err, PARTY_MACHINE, "%s", text);
		error_remedy(err, "%s", hint);
		return trouble == TROUBLE_DISK && disk_is_full(folder, ROOM_LEAST) ? -1 : TROUBLE_ACCUSES;
	}
	if (message_add(r, DIAGNOSTIC_ERROR, text, hint, out))
		return error_nomem(err);
	out->diagnostics[out->ndiagnostics - 1].line = line;
	return 0;
}

/* The text after "error:" or "Error:" on one of the lines that begin at `line` and have the mark; "" if there is none. */
static const char *objection_find(const char *line, const char *mark, struct arena *arena)
{
	for (line = strstr(line, mark); line; line = strstr(line + 1, mark)) {
		size_t len = strcspn(line, "\n");
		const char *error = memmem(line, len, "rror", 4), *text = error ? strchr(error, ':') : NULL;

		if (!text || text >= line + len)
			continue;
		text += 1 + strspn(text + 1, " ");
		text = arena_strndup(arena, text, (size_t)(line + len - text));
		return text ? text : "";
	}
	return "";
}

const char *trouble_of_assembler(const char *raw, struct arena *arena)
{
	const char *host = strstr(raw, ": Assembler messages:"), *text = objection_find(raw, "ptxas ", arena);

	if (*text || !host)
		return text;
	text = objection_find(host, "rror: ", arena);
	text = *text ? arena_printf(arena, "the assembler rejects an asm statement: %s", text) : "";
	return text ? text : "";
}

int trouble_reject(const char *raw, const struct message_reader *r, struct compilation *out, struct error *err)
{
	const char *text = trouble_of_assembler(raw, &out->arena), *first = raw + strspn(raw, " \n");

	if (trouble_has_error(out))
		return 0;
	if (!*text)
		text = objection_find(raw, "rror: ", &out->arena);
	if (!*text && *first)
		text = arena_printf(&out->arena, "the compiler rejects the file: %.*s", (int)strcspn(first, "\n"), first);
	if (text && !*text)
		text = "the compiler rejects the file, and does not say why";
	return !text || message_add(r, DIAGNOSTIC_ERROR, text, message_hint(text), out) ? error_nomem(err) : 0;
}
