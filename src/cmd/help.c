/* help.c - see help.h. */
#include "config.h"

#include "cmd/help.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "words/remark.h"

#define WIDTH 80

/* ---- paragraphs and what is shown as it is ----------------------------------------------------------- */

size_t help_line(const char *p)
{
	size_t len = strcspn(p, "\n");

	return len + (p[len] == '\n');
}

bool help_next(const char **text, struct help_part *part)
{
	const char *end = *text;

	*part = (struct help_part){ .text = end, .shown = *end == ' ' };
	while (*end && *end != '\n' && (*end == ' ') == part->shown)
		end += help_line(end);
	part->len = (size_t)(end - part->text);
	*text = end + strspn(end, "\n");
	return part->len > 0;
}

static void put_wrapped(struct buf *out, const char *text, size_t len, int indent)
{
	struct buf copy = BUF_INIT;
	char blanks[WIDTH + 1];

	buf_append(&copy, text, len);
	snprintf(blanks, sizeof blanks, "%*s", indent, "");
	text_wrap(out, buf_text(&copy), WIDTH, indent, blanks);
	buf_release(&copy);
}

/* A line that is too wide is folded under its second column, if it has one. */
static void put_line(struct buf *out, const char *line, size_t len)
{
	const size_t lead = strspn(line, " ");
	struct buf copy = BUF_INIT, head = BUF_INIT;
	const char *gap;
	size_t begin = lead;

	buf_append(&copy, line, len);
	gap = strstr(buf_text(&copy) + lead, "  ");
	if (gap)
		begin = (size_t)(gap - buf_text(&copy)) + strspn(gap, " ");
	buf_append(&head, line, begin);
	if (text_width(buf_text(&copy)) <= WIDTH || text_width(buf_text(&head)) > WIDTH / 2) {
		buf_append(out, line, len);
		buf_putc(out, '\n');
	} else {
		buf_puts(out, buf_text(&head));
		put_wrapped(out, line + begin, len - begin, text_width(buf_text(&head)));
	}
	buf_release(&copy);
	buf_release(&head);
}

static void put_text(struct buf *out, const char *text)
{
	struct help_part part;

	for (const char *before = text; help_next(&text, &part); before = text) {
		if (!part.shown)
			put_wrapped(out, part.text, part.len, 0);
		for (const char *p = part.text; part.shown && p < part.text + part.len; p += help_line(p))
			put_line(out, p, strcspn(p, "\n"));
		if (*text && text > before + part.len) /* an empty line */
			buf_putc(out, '\n');
	}
}

/* A row of a list: the text stands in its column, below a head that reaches into it. */
static void put_row(struct buf *out, const char *head, int column, const char *text)
{
	const int width = text_width(head);

	buf_puts(out, head);
	buf_printf(out, width < column ? "%*s" : "\n%*s", width < column ? column - width : column, "");
	put_wrapped(out, text, strlen(text), column);
}

/* ---- the parts of a page ------------------------------------------------------------------------------ */

static void put_exits(struct buf *out)
{
	struct buf list = BUF_INIT;

	for (size_t i = 0; i < exit_nrows; i++)
		buf_printf(&list, "%s%d %s", i ? ", " : _("exit status: "), (int)exit_rows[i].status, _(exit_rows[i].meaning));
	buf_putc(out, '\n');
	put_wrapped(out, buf_text(&list), list.len, 0);
	buf_release(&list);
}

static void put_option(struct buf *out, const struct option_row *o)
{
	struct buf head = BUF_INIT;
	char letter[8] = "";

	if (o->letter)
		snprintf(letter, sizeof letter, "-%c, ", o->letter);
	buf_printf(&head, "  %s--%s", letter, o->name);
	if (o->value)
		buf_printf(&head, "%*s%s", text_width(buf_text(&head)) < 14 ? 14 - text_width(buf_text(&head)) : 1, "", o->value);
	put_row(out, buf_text(&head), 21, _(o->help));
	buf_release(&head);
}

/* The name without the word of the command that it belongs to. */
static void put_command(struct buf *out, const struct command *c, size_t skip, int column)
{
	struct buf head = BUF_INIT;

	buf_printf(&head, *c->arguments ? "  %-9s %s" : "  %s", c->name + skip, c->arguments);
	put_row(out, buf_text(&head), column, _(c->summary));
	buf_release(&head);
}

/* The page has been composed with texts that may hold long lines: usage and summary. */
static void put_usage(struct buf *out, const char *usage)
{
	for (; *usage; usage += help_line(usage))
		put_wrapped(out, usage, strcspn(usage, "\n"), 0);
}

/* ---- pages ---------------------------------------------------------------------------------------------- */

static void print(struct buf *page, FILE *out)
{
	fputs(buf_text(page), out);
	buf_release(page);
}

void help_overview(FILE *out)
{
	struct buf page = BUF_INIT;

	put_usage(&page, _("usage: warpbook [COMMAND] [options]\n\n"
			   "Without a command the workbook opens. `warpbook COMMAND --help` describes a command.\n\n"));
	for (size_t i = 0; commands[i]; i++)
		if (!commands[i]->hidden)
			put_command(&page, commands[i], 0, 26);
	print(&page, out);
}

static void put_subs(struct buf *page, const struct command *c)
{
	struct buf text = BUF_INIT;

	buf_printf(&text, _("usage: warpbook %s COMMAND ... [options]\n\n%s\n\n"), c->name, _(c->summary));
	put_usage(page, buf_text(&text));
	for (size_t i = 0; c->subs[i]; i++)
		put_command(page, c->subs[i], strlen(c->name) + 1, 27);
	buf_clear(&text);
	buf_printf(&text, _("\n%s`warpbook %s COMMAND --help` describes a command.\n"), c->help ? _(c->help) : "", c->name);
	buf_putc(page, '\n');
	put_text(page, buf_text(&text) + 1);
	buf_release(&text);
}

static void put_page(struct buf *page, const struct command *c)
{
	const struct option_row *rows[COMMAND_MAX_OPTIONS];
	const size_t n = command_options(c, rows);
	struct buf text = BUF_INIT;

	buf_printf(&text, _("usage: warpbook %s%s%s [options]\n\n%s\n"), c->name, *c->arguments ? " " : "", c->arguments,
		   _(c->summary));
	put_usage(page, buf_text(&text));
	buf_release(&text);
	if (c->help) {
		buf_putc(page, '\n');
		put_text(page, _(c->help));
		buf_printf(page, "%s%s", c->example ? "\n" : "", c->example ? c->example : "");
	}
	buf_puts(page, _("\noptions:\n"));
	for (size_t i = 0; i < n; i++)
		put_option(page, rows[i]);
}

void help_command(const struct command *c, FILE *out)
{
	struct buf page = BUF_INIT;

	(c->subs ? put_subs : put_page)(&page, c);
	put_exits(&page);
	print(&page, out);
}
