/*
 * agree.c - compares the vm's arithmetic with a GPU's.
 *
 *	agree vm FILE UNMEASURED  compares the vm with the results stored in FILE; UNMEASURED has a
 *	                       line "FORM|REASON" for each form of ops.def that FILE lacks
 *	agree vm --ptx FORM            prints the form in a module of its own
 *	agree gpu --write FILE stores a GPU's results: use it to create FILE again
 *	agree DEVICE --dump FILE       writes every result of every form, to examine differences
 *	agree DEVICE --show FORM       prints a form's operands and results
 *
 * It runs a form (forms.c) on 512 tuples of operands (operands.c). FILE has, for
 * each form that the GPU's driver accepts, a 24-bit hash of every 64 tuples' results
 * in four letters; for the approximate forms it has the first values themselves, which
 * like the vm's must lie within the manual's bounds (bounds.c).
 *
 * The vm must agree with every stored form, except those that explained[] names.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agree.h"
#include "device/device.h"
#include "simt/simt.h"
#include "toolchain/native.h"

#define BATCH 64   /* forms per module */
#define VALUES 96  /* stored results of an approximate form */

struct result { uint64_t first, second; };

struct form_run {
	bool taken;    /* the device has the form */
	bool stored;   /* a file has its results, or the reason why it lacks them */
	struct result results[TUPLES];
};

struct agree {
	const struct device_ops *ops;
	struct device *device;
	uint64_t in, out;
	struct forms forms;
	struct form_run *runs;
};

/*
 * The known differences between the vm and the GPU, with the reason: in one group of tuples of the forms
 * of an opcode that have this modifier and type.
 */
static const struct explained { const char *op, *modifier, *type; int tuple; const char *why; } explained[] = {
#define LATE_FLUSH "the vm flushes a rounded result; the GPU also one whose 24 bits, of any exponent, are below 2^-126"
	{ "mul.", ".ftz.", ".f32", 320, LATE_FLUSH },
	{ "fma.", ".ftz.", ".f32", 320, LATE_FLUSH },
	{ "mad.", ".ftz.", ".f32", 320, LATE_FLUSH },
};

/* ---- running ----------------------------------------------------------------- */

static int form_run(struct agree *a, struct device_module *m, size_t index, struct error *err)
{
	static uint64_t cells[TUPLES][CELLS];
	uint64_t params[2] = { a->in, a->out };
	struct device_launch launch = {
		.grid = { TUPLES / 128, 1, 1 }, .block = { 128, 1, 1 }, .params = params, .params_len = sizeof params,
	};
	struct device_report report = { 0 };
	struct form_run *run = &a->runs[index];
	char name[32];
	int rc = -1;

	snprintf(name, sizeof name, "k%zu", index);
	launch.kernel = name;
	if (a->ops->ready && a->ops->ready(m, name, err))
		return 0; /* not taken: the device lacks it */
	operands_fill(&a->forms.all[index], cells);
	if (a->ops->write(a->device, a->in, cells, sizeof cells, err) ||
	    a->ops->launch(a->device, m, &launch, &report, err))
		return -1;
	if (report.end == DEVICE_DONE)
		rc = a->ops->read(a->device, a->out, run->results, sizeof run->results, err);
	else
		error_set(err, PARTY_MACHINE, "the launch ended with %d: %s", (int)report.end, report.error.text);
	device_report_release(&report);
	run->taken = rc == 0;
	return rc;
}

/* Loads forms [from, to) in one module; halves a range that does not load, until only forms that the device lacks are left. */
static int forms_run(struct agree *a, size_t from, size_t to)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct device_module *m;
	int rc = 0;

	forms_head(&text);
	for (size_t k = from; k < to; k++)
		form_kernel(&a->forms.all[k], k, &text);
	if (text.failed)
		rc = -1;
	else if (a->ops->load(a->device, text.data, text.len, &m, &err)) {
		if (to - from > 1) {
			rc = forms_run(a, from, from + (to - from) / 2);
			rc |= forms_run(a, from + (to - from) / 2, to);
		}
	} else {
		for (size_t k = from; k < to && !rc; k++)
			if ((rc = form_run(a, m, k, &err)))
				fprintf(stderr, "%s: %s\n", a->forms.all[k].text, err.text);
		a->ops->unload(a->device, m);
	}
	buf_release(&text);
	return rc;
}

static int agree_open(struct agree *a, const char *device)
{
	struct error err = { 0 };
	unsigned number = 0;

	a->ops = device_find(device, &number);
	if (!a->ops || forms_enumerate(&a->forms)) {
		fprintf(stderr, "agree: no device '%s', or no memory\n", device);
		return -1;
	}
	a->runs = calloc(a->forms.n, sizeof *a->runs);
	if (!a->runs || a->ops->open(&a->device, number, &err) ||
	    a->ops->alloc(a->device, TUPLES * CELLS * 8, "in", 8, 0, &a->in, &err) ||
	    a->ops->alloc(a->device, TUPLES * sizeof(struct result), "out", 8, 0, &a->out, &err)) {
		fprintf(stderr, "agree: %s\n", err.text);
		return -1;
	}
	return 0;
}

static int agree_run(struct agree *a)
{
	int rc = 0;

	for (size_t k = 0; k < a->forms.n && !rc; k += BATCH)
		rc = forms_run(a, k, k + BATCH < a->forms.n ? k + BATCH : a->forms.n);
	return rc;
}

/* ---- the stored file --------------------------------------------------------- */

/* FNV-1a of a group's results, folded to 24 bits and written in four letters. */
static void group_hash(const struct result *r, char out[4])
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *bytes = (const unsigned char *)r;
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t k = 0; k < GROUP * sizeof *r; k++)
		h = (h ^ bytes[k]) * 0x100000001b3u;
	h ^= h >> 24 ^ h >> 48;
	for (int k = 0; k < 4; k++)
		out[k] = letters[h >> 6 * k & 63];
}

/* A form's line after its name: hashes, or values behind an equals sign. */
static void results_print(const struct form *f, const struct form_run *run, struct buf *out)
{
	char letters[4];

	if (form_approximate(f)) {
		buf_putc(out, '=');
		for (int t = 0; t < VALUES; t++)
			buf_printf(out, "%s%" PRIx64, t ? "," : "", run->results[t * (TUPLES / VALUES)].first);
		return;
	}
	for (int g = 0; g < TUPLES / GROUP; g++) {
		group_hash(&run->results[g * GROUP], letters);
		buf_append(out, letters, sizeof letters);
	}
}

static int agree_write(struct agree *a, const char *path)
{
	struct buf out = BUF_INIT;
	struct device_info info = { 0 };
	time_t now = time(NULL);
	char day[32] = "";
	FILE *file = fopen(path, "w");
	int rc = -1;

	strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
	a->ops->describe(a->device, &info);
	buf_printf(&out, "# What %s (compute capability %d.%d) makes of the forms of ops.def; %s.\n"
		   "# Made by `tests/agree/agree gpu --write FILE`; read agree.c for what the letters are.\n",
		   info.name, info.cc_major, info.cc_minor, day);
	for (size_t k = 0; k < a->forms.n; k++)
		if (a->runs[k].taken) {
			buf_printf(&out, "%s|", a->forms.all[k].text);
			results_print(&a->forms.all[k], &a->runs[k], &out);
			buf_putc(&out, '\n');
		}
	if (file && !out.failed && fwrite(out.data, 1, out.len, file) == out.len)
		rc = 0;
	if (file && fclose(file))
		rc = -1;
	if (rc)
		perror(path);
	buf_release(&out);
	return rc;
}

/* Text: a line "FORM BYTES", then the results in binary, 8 bytes each. */
static int agree_dump(struct agree *a, const char *path)
{
	FILE *file = fopen(path, "wb");

	if (!file) {
		perror(path);
		return -1;
	}
	for (size_t k = 0; k < a->forms.n; k++)
		if (a->runs[k].taken) {
			fprintf(file, "%s\n", a->forms.all[k].text);
			fwrite(a->runs[k].results, sizeof(struct result), TUPLES, file);
		}
	return fclose(file);
}

static int agree_show(struct agree *a, const char *name)
{
	static uint64_t cells[TUPLES][CELLS];

	for (size_t k = 0; k < a->forms.n; k++) {
		if (strcmp(a->forms.all[k].text, name))
			continue;
		if (forms_run(a, k, k + 1) || !a->runs[k].taken)
			return -1;
		operands_fill(&a->forms.all[k], cells);
		for (int t = 0; t < TUPLES; t++) {
			for (int c = 0; c < CELLS; c++)
				printf("%" PRIx64 " ", cells[t][c]);
			printf("-> %" PRIx64 " %" PRIx64 "\n", a->runs[k].results[t].first, a->runs[k].results[t].second);
		}
		return 0;
	}
	fprintf(stderr, "agree: no form '%s'\n", name);
	return -1;
}

static int agree_ptx(struct agree *a, const char *name)
{
	struct buf text = BUF_INIT;

	forms_head(&text);
	for (size_t k = 0; k < a->forms.n; k++)
		if (!strcmp(a->forms.all[k].text, name))
			form_kernel(&a->forms.all[k], k, &text);
	puts(buf_text(&text));
	buf_release(&text);
	return 0;
}

/* ---- comparing --------------------------------------------------------------- */

/* For one opcode: the stored forms, and the vm's agreement with them. */
struct family { int forms, absent, differing, explained; long tuples; };

static const char *explanation(const char *form, int tuple)
{
	for (size_t k = 0; k < sizeof explained / sizeof explained[0]; k++) {
		const struct explained *e = &explained[k];

		if (e->tuple == tuple && !strncmp(form, e->op, strlen(e->op)) && strstr(form, e->modifier) &&
		    strstr(form, e->type))
			return e->why;
	}
	return NULL;
}

/* The first tuple, or group of tuples, that differs; -1: none. */
static int results_compare(const struct form *f, const struct form_run *run, const char *stored)
{
	static uint64_t cells[TUPLES][CELLS];
	struct buf text = BUF_INIT;
	int bad = -1;

	if (!form_approximate(f)) {
		results_print(f, run, &text);
		for (int g = 0; g < TUPLES / GROUP && bad < 0; g++)
			if (strncmp(buf_text(&text) + 4 * g, stored + 4 * g, 4))
				bad = g * GROUP;
		buf_release(&text);
		return bad;
	}
	operands_fill(f, cells);
	for (int t = 0; t < TUPLES && bad < 0; t++)
		if (!bounds_allow(f, cells[t], run->results[t].first))
			bad = t;
	/* The stored values meet the same bounds, or the bounds are wrong. */
	for (int v = 0; v < VALUES && bad < 0 && *stored; v++) {
		char *end;

		if (!bounds_allow(f, cells[v * (TUPLES / VALUES)], strtoull(stored + 1, &end, 16)))
			bad = v * (TUPLES / VALUES);
		stored = end;
	}
	return bad;
}

static int line_compare(struct agree *a, char *line, struct family *families)
{
	char *stored = strchr(line, '|');
	size_t k = 0;
	struct family *family;
	const char *why;
	int bad;

	if (line[0] == '#' || !stored)
		return 0;
	*stored++ = '\0';
	stored[strcspn(stored, "\n")] = '\0';
	while (k < a->forms.n && strcmp(a->forms.all[k].text, line))
		k++;
	if (k == a->forms.n) {
		printf("# %s: stored, and no longer a form of ops.def\n", line);
		return 1;
	}
	a->runs[k].stored = true;
	family = &families[a->forms.all[k].instr.op];
	family->forms++;
	family->tuples += TUPLES;
	bad = a->runs[k].taken ? results_compare(&a->forms.all[k], &a->runs[k], stored) : 0;
	why = explanation(line, bad);
	if (a->runs[k].taken && bad < 0)
		return 0;
	family->explained += why != NULL;
	family->absent += !why && !a->runs[k].taken;
	family->differing += !why && a->runs[k].taken;
	if (!why && a->runs[k].taken)
		printf("# %s: differs at tuple %d or in the %d after it\n", line, bad, GROUP);
	else if (!why)
		printf("# %s: the vm does not take it\n", line);
	return why == NULL;
}

/*
 * Marks the forms for which the file has a reason. -1: it names something that is not a form, or is measured, or gives no reason.
 */
static int reasons_read(struct agree *a, const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	int bad = 0;

	if (!file) {
		perror(path);
		return -1;
	}
	while (getline(&line, &cap, file) >= 0) {
		char *why = strchr(line, '|');
		size_t k = 0;

		if (line[0] == '#')
			continue;
		if (why)
			*why++ = '\0';
		while (k < a->forms.n && strcmp(a->forms.all[k].text, line))
			k++;
		if (k < a->forms.n && !a->runs[k].stored && why && strlen(why) > 10) {
			a->runs[k].stored = true;
			continue;
		}
		printf("# %s: named as not measured, but %s\n", line, k == a->forms.n ? "no form of ops.def" :
		       a->runs[k].stored ? "a hardware result is stored" : "without a reason");
		bad++;
	}
	free(line);
	fclose(file);
	return bad ? -1 : 0;
}

/* Forms with neither a hardware result nor a reason. */
static int forms_unmeasured(struct agree *a, const char *reasons)
{
	int bad = reasons && reasons_read(a, reasons) ? 1 : 0;

	for (size_t k = 0; k < a->forms.n; k++)
		if (!a->runs[k].stored) {
			printf("# %s: no hardware result is stored, and no reason\n", a->forms.all[k].text);
			bad++;
		}
	return bad;
}

static int agree_compare(struct agree *a, const char *path, const char *reasons)
{
	struct family *families = calloc(PTX_OP_COUNT, sizeof *families), all = { 0 };
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	int bad = 0;

	if (!families || !file) {
		perror(path);
		free(families);
		return -1;
	}
	while (getline(&line, &cap, file) >= 0)
		bad += line_compare(a, line, families);
	bad += forms_unmeasured(a, reasons);
	printf("# %-10s %6s %9s %9s %7s %9s\n", "opcode", "forms", "tuples", "differing", "absent", "explained");
	for (int op = 0; op <= PTX_OP_COUNT; op++) {
		const struct family *f = op < PTX_OP_COUNT ? &families[op] : &all;

		if (f->forms)
			printf("# %-10s %6d %9ld %9d %7d %9d\n", op < PTX_OP_COUNT ? ptx_op_name((enum ptx_op)op) : "all",
			       f->forms, f->tuples, f->differing, f->absent, f->explained);
		all.forms += f->forms;
		all.tuples += f->tuples;
		all.differing += f->differing;
		all.absent += f->absent;
		all.explained += f->explained;
	}
	free(line);
	free(families);
	fclose(file);
	return bad || !all.forms ? -1 : 0;
}

static const char *option(int argc, char **argv, const char *name)
{
	for (int k = 2; k + 1 < argc; k++)
		if (!strcmp(argv[k], name))
			return argv[k + 1];
	return NULL;
}

int main(int argc, char **argv)
{
	struct agree a = { 0 };
	const char *path = NULL;
	int rc;

	if (argc < 3) {
		fprintf(stderr, "usage: agree vm|gpu FILE UNMEASURED | --ptx FORM | --write FILE | --dump FILE | --show FORM\n");
		return 2;
	}
	simt_native_configure(native_load, NULL);
	rc = agree_open(&a, argv[1]);
	if (!rc && (path = option(argc, argv, "--show")))
		rc = agree_show(&a, path);
	else if (!rc && (path = option(argc, argv, "--ptx")))
		rc = agree_ptx(&a, path);
	else if (!rc && !(rc = agree_run(&a))) {
		if ((path = option(argc, argv, "--write")))
			rc = agree_write(&a, path);
		if (!rc && (path = option(argc, argv, "--dump")))
			rc = agree_dump(&a, path);
		if (argv[2][0] != '-')
			rc = agree_compare(&a, argv[2], argc > 3 ? argv[3] : NULL);
	}
	free(a.forms.all);
	free(a.runs);
	if (a.device)
		a.ops->close(a.device);
	return rc ? 1 : 0;
}
