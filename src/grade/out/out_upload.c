/*
 * out_upload.c - files for platforms: feedback in the form of Moodle's "feedback files" and of Canvas' re-upload of submissions,
 * Gradescope's autograder, Autolab's last line.
 */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "grade/in/zip.h"
#include "grade/out/out.h"

#define DEFINITION_MOST (1u << 20)

static const struct student *student_of(const struct class_list *c, const char *id)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->students[i].id, id))
			return &c->students[i];
	return NULL;
}

/* Canvas identifies the student by the two numbers: "lastfirst_LATE_12345_67890_" of the entry. 0: there are none. */
static size_t canvas_prefix(const char *entry)
{
	int numbers = 0;

	for (const char *p = entry; *p;) {
		size_t n = strcspn(p, "_");

		numbers = n && strspn(p, "0123456789") == n ? numbers + 1 : 0;
		p += n + (p[n] == '_');
		if (numbers == 2 && p[-1] == '_')
			return (size_t)(p - entry);
	}
	return 0;
}

/* The name under which the platform accepts a file for that student; false: there is none. */
static bool upload_name(enum layout layout, const struct student *p, struct buf *out)
{
	const char *mark;
	size_t n;

	buf_clear(out);
	if (!p || !p->entry)
		return false;
	if (layout == LAYOUT_CANVAS) {
		n = canvas_prefix(p->entry);
		buf_append(out, p->entry, n);
		buf_puts(out, "feedback.html");
		return n > 0;
	}
	mark = strstr(p->entry, "_assignsubmission_");
	if (!mark)
		return false;
	mark += strlen("_assignsubmission_");
	mark += strcspn(mark, "_");
	buf_append(out, p->entry, (size_t)(mark - p->entry));
	buf_puts(out, p->entry_is_folder ? "_/feedback.html" : "_feedback.html");
	return true;
}

int out_upload_possible(const struct class_list *c, struct error *err)
{
	if (c->layout == LAYOUT_MOODLE || c->layout == LAYOUT_CANVAS)
		return 0;
	error_set(err, PARTY_LEARNER, "only Moodle and Canvas take feedback in one upload, and the submissions look like '%s'",
		  layout_names[c->layout]);
	error_remedy(err, "--feedback DIR writes a page for each student; --layout moodle or --layout canvas says what the folder is");
	return error_word(err);
}

int out_upload(const struct assignment *a, const struct book_view *v, const struct class_list *c, const char *path, size_t *without,
	       struct error *err)
{
	struct buf page = BUF_INIT, name = BUF_INIT;
	struct zip zip = { 0 };
	struct student_rows s;
	int status;

	*without = 0;
	if (out_upload_possible(c, err))
		return -1;
	for (size_t at = 0; student_next(v, &at, &s);) {
		if (!upload_name(c->layout, student_of(c, s.id), &name)) {
			++*without;
			continue;
		}
		buf_clear(&page);
		out_html_student(a, v, &s, &page);
		zip_add(&zip, buf_text(&name), &page, false);
	}
	zip_end(&zip);
	status = zip.bytes.failed || name.failed ? error_nomem(err) : file_write(path, buf_text(&zip.bytes), zip.bytes.len, err);
	zip_release(&zip);
	buf_release(&page);
	buf_release(&name);
	return status;
}

/* ---- Gradescope's autograder ---------------------------------------------------------------------------- */

static const char setup[] =
	"#!/bin/sh\n"
	"# Gradescope runs this once, when it builds the autograder. Put warpbook's package into the zip, beside this file.\n"
	"set -eu\n"
	"cd /autograder/source\n"
	"set -- warpbook_*.deb\n"
	"[ -f \"$1\" ] || { echo 'warpbook_*.deb is missing: add the package to autograder.zip' >&2; exit 1; }\n"
	"apt-get update\n"
	"DEBIAN_FRONTEND=noninteractive apt-get install -y \"$(pwd)/$1\"\n"
	"warpbook doctor compiler\n";

static const char run[] =
	"#!/bin/sh\n"
	"# Gradescope runs this for each submission. Without results.json it reports an autograder that failed: what the machine\n"
	"# fails at is never a zero.\n"
	"set -u\n"
	"top=${AUTOGRADER:-/autograder}\n"
	"work=$(mktemp -d)\n"
	"trap 'rm -rf \"$work\"' EXIT\n"
	"mkdir -p \"$work/class\" \"$work/sub\" \"$top/results\"\n"
	"cp -RP \"$top/submission\" \"$work/sub/student\"\n"
	"cd \"$work\"\n"
	"${WARPBOOK_BIN:-warpbook} grade sub --layout folders --assignment \"$top/source/assignment.lua\" --class class --gradescope out\n"
	"[ -f out/student.json ] && cp out/student.json \"$top/results/results.json\"\n";

int out_autograder(const char *definition, uint64_t seed, const char *path, struct error *err)
{
	struct buf text = BUF_INIT, lua = BUF_INIT;
	struct zip zip = { 0 };
	int status = file_read(definition, DEFINITION_MOST, &text, err);

	buf_puts(&lua, "local assignment = (function()\n");
	buf_append(&lua, buf_text(&text), text.len);
	buf_printf(&lua, "\nend)()\nassignment.seed = %llu -- the class's: every submission gets the same inputs\nreturn assignment\n",
		   (unsigned long long)seed);
	buf_clear(&text);
	buf_puts(&text, setup);
	zip_add(&zip, "setup.sh", &text, true);
	buf_clear(&text);
	buf_puts(&text, run);
	zip_add(&zip, "run_autograder", &text, true);
	zip_add(&zip, "assignment.lua", &lua, false);
	zip_end(&zip);
	if (!status)
		status = zip.bytes.failed ? error_nomem(err) : file_write(path, buf_text(&zip.bytes), zip.bytes.len, err);
	zip_release(&zip);
	buf_release(&text);
	buf_release(&lua);
	return status;
}

/* ---- Autolab -------------------------------------------------------------------------------------------- */

int out_autolab(const struct assignment *a, const struct book_view *v, struct buf *out, struct error *err)
{
	json_t *scores = json_object();
	struct student_rows s;
	size_t at = 0;
	char *text;

	if (!student_next(v, &at, &s) || at < v->n || !s.known) {
		json_decref(scores);
		error_set(err, v->n && at >= v->n ? PARTY_MACHINE : PARTY_LEARNER, v->n && at >= v->n
			  ? "not all of it is graded: Autolab gets no scores" : "Autolab takes the scores of one student");
		return error_remedy(err, "give a folder with one student's folder in it");
	}
	for (size_t x = 0; x < a->nexercises; x++) {
		const struct book_row *row = student_row(v, &s, a->exercises[x].id);

		json_object_set_new(scores, a->exercises[x].id, json_real(row ? row->points : 0));
	}
	scores = json_pack("{s:o}", "scores", scores);
	text = json_dumps(scores, JSON_COMPACT | JSON_REAL_PRECISION(8));
	buf_puts(out, text ? text : "");
	buf_putc(out, '\n');
	out->failed |= !text;
	free(text);
	json_decref(scores);
	return out->failed ? error_nomem(err) : 0;
}
