/* catalogue.c - reads a PO file, and finds its messages: see catalogue.h. plural.c knows the forms, formats.c the conversions. */
#include "config.h"

#include "base/catalogue.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/catalogue_parts.h"
#include "base/path.h"
#include "base/table.h"
#include "base/text.h"

#define FILE_MOST ((size_t)8 << 20)
#define DEPTH_MOST 4 /* of texts within texts */

struct catalogue {
	struct arena arena;
	struct message *messages; size_t n, cap;
	size_t *formats, nformats; /* the messages with conversions */
	struct table at;           /* their numbers by the hash of the original */
	const char *plural_rule;
};

/* ---- reading --------------------------------------------------------------------------------- */

struct reading {
	struct catalogue *c;
	struct error *err;
	const char *p, *end;
	int line;
	struct message now;   /* the entry so far; id NULL: none yet */
	struct buf text;      /* of the keyword that is being read */
	const char **into;    /* where it goes; NULL: nowhere */
	bool fuzzy_next;
};

static int complain(struct reading *r, const char *what)
{
	error_set(r->err, PARTY_AUTHOR, "line %d of the catalogue: %s", r->line, what);
	return error_remedy(r->err, "`msgfmt -c` says more about it");
}

/* The text that was read belongs to its place. Macros of inttypes.h stand in a PO file by their name. */
static int text_ends_here(struct reading *r)
{
	static const struct { const char *name, *is; } macros[] = {
		{ "<PRIu64>", PRIu64 }, { "<PRId64>", PRId64 }, { "<PRIx64>", PRIx64 }, { "<PRIu32>", PRIu32 },
		{ "<PRIi64>", PRIi64 }, { "<PRIi32>", PRIi32 },
	};
	struct buf text = BUF_INIT;
	const char *p = buf_text(&r->text);

	if (!r->into)
		return 0;
	while (*p) {
		size_t i = 0, count = sizeof macros / sizeof *macros;

		while (i < count && (*p != '<' || strncmp(p, macros[i].name, strlen(macros[i].name)) != 0))
			i++;
		if (i < count)
			buf_puts(&text, macros[i].is);
		else
			buf_putc(&text, *p);
		p += i < count ? strlen(macros[i].name) : 1;
	}
	*r->into = arena_strdup(&r->c->arena, buf_text(&text));
	r->into = NULL;
	buf_release(&text);
	buf_clear(&r->text);
	return r->c->arena.failed ? error_nomem(r->err) : 0;
}

/* Takes out what must not be used: an empty text, and one that does not fit the original. */
static void told_check(struct message *m)
{
	for (size_t i = 0; i < CATALOGUE_FORMS; i++)
		if (m->told[i] && (!*m->told[i] || !(formats_agree(m->id, m->told[i]) ||
						     (m->plural && formats_agree(m->plural, m->told[i])))))
			m->told[i] = NULL;
}

static int entry_ends(struct reading *r)
{
	struct message *m;
	size_t *row;

	if (text_ends_here(r))
		return -1;
	if (!r->now.id)
		return 0;
	if (!*r->now.id) { /* the head */
		const char *rule = r->now.told[0] ? strstr(r->now.told[0], "plural=") : NULL;

		r->c->plural_rule = rule ? rule + strlen("plural=") : "n!=1";
	} else {
		m = arena_push(&r->c->arena, &r->c->messages, &r->c->n, &r->c->cap, sizeof *m);
		row = m ? table_at(&r->c->at, text_hash(r->now.id, strlen(r->now.id))) : NULL;
		if (!row)
			return error_nomem(r->err);
		told_check(&r->now);
		*m = r->now;
		*row = r->c->n - 1;
	}
	memset(&r->now, 0, sizeof r->now);
	return 0;
}

/* "..." from p on: appends what it means. */
static int string_read(struct reading *r, const char *p, const char *end)
{
	static const char from[] = "nt\"\\r", to[] = "\nt\"\\r";

	if (p >= end || *p++ != '"')
		return complain(r, "a text in \"...\" is missing");
	for (; p < end && *p != '"'; p++) {
		const char *escape;

		if (*p != '\\' || p + 1 == end) {
			buf_putc(&r->text, *p);
			continue;
		}
		escape = strchr(from, *++p);
		buf_putc(&r->text, *p == 't' ? '\t' : escape && *p ? to[escape - from] : *p);
	}
	return p < end ? 0 : complain(r, "a text has no \" at its end");
}

/* A line that begins with a keyword. */
static int keyword_read(struct reading *r, const char *p, const char *end)
{
	size_t len = 0;

	while (p + len < end && (isalpha((unsigned char)p[len]) || p[len] == '_'))
		len++;
	if ((len == 5 && !memcmp(p, "msgid", len)) || (len == 7 && !memcmp(p, "msgctxt", len))) {
		if ((r->now.id || r->into) && entry_ends(r))
			return -1;
		r->now.fuzzy = r->fuzzy_next;
		r->fuzzy_next = false;
		r->now.line = r->line;
		r->into = &r->now.id;
	} else if (text_ends_here(r)) {
		return -1;
	} else if (len == 12 && !memcmp(p, "msgid_plural", len)) {
		r->into = &r->now.plural;
	} else if (len == 6 && !memcmp(p, "msgstr", len) && r->now.id) {
		unsigned form = 0;

		if (p + len + 2 < end && p[len] == '[') {
			form = (unsigned)(p[len + 1] - '0');
			len += 3;
		}
		if (form >= CATALOGUE_FORMS)
			return complain(r, "there are at most 6 plural forms");
		r->into = &r->now.told[form];
	} else {
		return complain(r, "it begins with none of msgid, msgid_plural, msgstr");
	}
	buf_clear(&r->text);
	p += len;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return string_read(r, p, end);
}

static int line_read(struct reading *r, const char *p, const char *end)
{
	while (p < end && isspace((unsigned char)*p))
		p++;
	if (p == end)
		return 0;
	if (*p == '#') {
		if (p + 1 < end && p[1] == ',' && memmem(p, (size_t)(end - p), "fuzzy", 5))
			r->fuzzy_next = true;
		return 0;
	}
	if (*p == '"')
		return r->into ? string_read(r, p, end) : complain(r, "a text without msgid or msgstr before it");
	return keyword_read(r, p, end);
}

static int formats_list(struct catalogue *c, struct error *err)
{
	c->formats = arena_array(&c->arena, c->n + 1, sizeof *c->formats);
	if (!c->formats)
		return error_nomem(err);
	for (size_t i = 0; i < c->n; i++)
		if (strchr(c->messages[i].id, '%') && !c->messages[i].fuzzy && c->messages[i].told[0])
			c->formats[c->nformats++] = i;
	return 0;
}

int catalogue_parse(struct catalogue **out, const char *text, size_t len, struct error *err)
{
	struct catalogue *c = calloc(1, sizeof *c);
	struct reading r = { .c = c, .err = err, .p = text, .end = text + len };
	int status = c ? 0 : error_nomem(err);

	*out = NULL;
	if (c)
		c->plural_rule = "n!=1";
	while (!status && r.p < r.end) {
		const char *end = memchr(r.p, '\n', (size_t)(r.end - r.p));

		end = end ? end : r.end;
		r.line++;
		status = line_read(&r, r.p, end);
		r.p = end + (end < r.end);
	}
	if (!status)
		status = entry_ends(&r);
	if (!status)
		status = formats_list(c, err);
	buf_release(&r.text);
	if (status)
		catalogue_close(c);
	else
		*out = c;
	return status;
}

int catalogue_open(struct catalogue **c, const char *path, struct error *err)
{
	struct buf text = BUF_INIT;
	int status;

	*c = NULL;
	status = file_read(path, FILE_MOST, &text, err);
	if (!status)
		status = catalogue_parse(c, buf_text(&text), text.len, err);
	buf_release(&text);
	if (status && err && err->party == PARTY_AUTHOR)
		error_at(err, path, 0);
	return status;
}

void catalogue_close(struct catalogue *c)
{
	if (!c)
		return;
	table_release(&c->at);
	arena_release(&c->arena);
	free(c);
}

/* ---- finding ---------------------------------------------------------------------------------- */

const struct message *catalogue_messages(const struct catalogue *c, size_t *n)
{
	*n = c->n;
	return c->messages;
}

static const struct message *message_of(const struct catalogue *c, const char *id, size_t len)
{
	size_t row = table_find(&c->at, text_hash(id, len));
	const struct message *m = row == TABLE_NEW ? NULL : &c->messages[row];

	return m && !m->fuzzy && strlen(m->id) == len && !memcmp(m->id, id, len) ? m : NULL;
}

const char *catalogue_find(const struct catalogue *c, const char *id)
{
	const struct message *m = message_of(c, id, strlen(id));

	return m ? m->told[0] : NULL;
}

const char *catalogue_find_plural(const struct catalogue *c, const char *one, const char *many, uint64_t n)
{
	const struct message *m = message_of(c, one, strlen(one));
	size_t form = plural_form(c->plural_rule, n);

	return m && m->plural && !strcmp(m->plural, many) && form < CATALOGUE_FORMS ? m->told[form] : NULL;
}

/* ---- composed texts ------------------------------------------------------------------------------ */

static bool retell(const struct catalogue *c, const char *text, size_t len, int depth, struct buf *out);

static bool has_words(const char *text, size_t len)
{
	return memchr(text, ' ', len) != NULL;
}

/* The translation with what the original's conversions matched. */
static void fill(const struct catalogue *c, const char *told, const struct match *m, int depth, struct buf *out)
{
	size_t next = 0;

	while (*told) {
		struct conversion at;

		if (!conversion_read(told, &at)) {
			buf_putc(out, *told++);
			continue;
		}
		told += at.len;
		if (at.kind == '%') {
			buf_putc(out, '%');
			continue;
		}
		if (at.position)
			next = (size_t)at.position - 1;
		if (next < m->n && !at.silent) {
			const struct piece *piece = &m->pieces[next];

			if (at.kind != 's' || !has_words(piece->text, piece->len) ||
			    !retell(c, piece->text, piece->len, depth + 1, out))
				buf_append(out, piece->text, piece->len);
		}
		next++;
	}
}

/* The message whose format made the text: of several that fit, the one that says most of it itself. */
static const struct message *made_by(const struct catalogue *c, const char *text, size_t len, struct match *best, bool *many)
{
	const struct message *found = NULL;

	best->weight = 0;
	for (size_t i = 0; i < c->nformats; i++) {
		const struct message *m = &c->messages[c->formats[i]];

		for (int plural = 0; plural < (m->plural ? 2 : 1); plural++) {
			struct match match;

			if (format_match(plural ? m->plural : m->id, text, len, &match) && match.weight > best->weight) {
				*best = match;
				*many = plural;
				found = m;
			}
		}
	}
	return found;
}

static const char *told_by(const struct catalogue *c, const struct message *m, const struct match *match, bool many)
{
	uint64_t n = many ? 2 : 1;

	if (!m->plural)
		return m->told[0];
	for (size_t i = 0; i < match->n; i++)
		if (match->pieces[i].whole) {
			n = strtoull(match->pieces[i].text, NULL, 10);
			break;
		}
	return m->told[plural_form(c->plural_rule, n)];
}

static bool retell_whole(const struct catalogue *c, const char *text, size_t len, int depth, struct buf *out)
{
	const struct message *m = message_of(c, text, len);
	struct match match;
	const char *told;
	bool many = false;

	if (m && m->told[0] && !strchr(m->id, '%')) {
		buf_puts(out, m->told[0]);
		return true;
	}
	m = made_by(c, text, len, &match, &many);
	told = m ? told_by(c, m, &match, many) : NULL;
	if (told)
		fill(c, told, &match, depth, out);
	return told != NULL;
}

/* A sentence in the middle of a text begins with a capital that the catalogue may not have. */
static bool retell_capital(const struct catalogue *c, const char *text, size_t len, int depth, struct buf *out)
{
	size_t before = out->len;
	char *low;
	bool done;

	if (!len || !isupper((unsigned char)text[0]) || (len > 1 && isupper((unsigned char)text[1])))
		return false;
	low = strndup(text, len);
	if (!low)
		return false;
	low[0] = (char)tolower((unsigned char)low[0]);
	done = retell_whole(c, low, len, depth, out);
	free(low);
	if (done && out->len > before && !out->failed)
		out->data[before] = (char)toupper((unsigned char)out->data[before]);
	return done;
}

/* Where the text can be divided: before the first such mark; 0: nowhere. */
static size_t division(const char *text, size_t len, const char *mark)
{
	const char *at = memmem(text, len, mark, strlen(mark));

	return at ? (size_t)(at - text) : 0;
}

/* "cudaFree frees d, which was freed before (cudaFree on line 3)": the brackets were added to a whole sentence. */
static bool retell_bracketed(const struct catalogue *c, const char *text, size_t len, int depth, struct buf *out)
{
	size_t open = len;

	if (text[len - 1] != ')')
		return false;
	while (open > 1 && memcmp(text + open - 2, " (", 2) != 0)
		open--;
	if (open < 3 || !retell(c, text, open - 2, depth + 1, out))
		return false;
	buf_puts(out, " (");
	if (!retell(c, text + open, len - 1 - open, depth + 1, out))
		buf_append(out, text + open, len - 1 - open);
	buf_putc(out, ')');
	return true;
}

static bool retell(const struct catalogue *c, const char *text, size_t len, int depth, struct buf *out)
{
	static const char *const marks[] = { ". ", "; ", ": ", ", ", "\n" };
	enum { LIST_MARK = 3 }; /* between names, which stay: "the fields are points, cases" */

	if (!len || depth > DEPTH_MOST)
		return false;
	if (retell_whole(c, text, len, depth, out) || retell_capital(c, text, len, depth, out))
		return true;
	if (len > 1 && text[len - 1] == '.' && retell(c, text, len - 1, depth, out)) {
		buf_putc(out, '.');
		return true;
	}
	if (retell_bracketed(c, text, len, depth, out))
		return true;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t cut = division(text, len, marks[i]), skip = strlen(marks[i]), before = out->len;
		bool first, rest;

		if (!cut || cut + skip >= len)
			continue;
		first = (i != LIST_MARK || has_words(text, cut)) && retell(c, text, cut, depth + 1, out);
		if (!first)
			buf_append(out, text, cut);
		buf_puts(out, marks[i]);
		rest = (i != LIST_MARK || has_words(text + cut + skip, len - cut - skip)) &&
		       retell(c, text + cut + skip, len - cut - skip, depth, out);
		if (!rest)
			buf_append(out, text + cut + skip, len - cut - skip);
		if (first || rest)
			return true;
		out->len = before;
		if (out->data)
			out->data[before] = '\0';
	}
	return false;
}

bool catalogue_retell(const struct catalogue *c, const char *text, struct buf *out)
{
	size_t before = out->len;

	if (retell(c, text, strlen(text), 0, out))
		return true;
	out->len = before;
	buf_puts(out, text);
	return false;
}
