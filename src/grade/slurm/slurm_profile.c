/* slurm_profile.c - see slurm_profile.h. */
#include "config.h"

#include "grade/slurm/slurm_profile.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "script/script.h"

#define LINES_MOST 40

static const char *const fields[] = { "options", "gpu", "setup", "minutes", "memory", "cpus", "files", "most", "program",
				      "scratch", NULL };

static const struct { const char *name; int64_t least, most, otherwise; size_t at; } numbers[] = {
	{ "minutes", 1, 60 * 24 * 7, 30, offsetof(struct slurm_profile, minutes) },
	{ "memory", 100, 1 << 20, 2000, offsetof(struct slurm_profile, memory) },
	{ "cpus", 1, 256, 1, offsetof(struct slurm_profile, cpus) },
	{ "files", 1, 10000, 20, offsetof(struct slurm_profile, files) },
	{ "most", 1, 100000, 1000, offsetof(struct slurm_profile, most) },
};

static int read_numbers(struct script *s, struct slurm_profile *p, struct error *err)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		int64_t *to = (int64_t *)((char *)p + numbers[i].at);

		*to = numbers[i].otherwise;
		if (script_integer(s, numbers[i].name, false, to, err))
			return -1;
		if (*to < numbers[i].least || *to > numbers[i].most) {
			script_error(s, err, numbers[i].name, "%lld is not possible", (long long)*to);
			return error_remedy(err, "write a number from %lld to %lld", (long long)numbers[i].least,
					    (long long)numbers[i].most);
		}
	}
	return 0;
}

/* A list of texts, each a line of the job's file; all begin with `begin`. */
static int read_lines(struct script *s, struct slurm_profile *p, const char *field, const char *begin, const char ***list,
		      size_t *n, struct error *err)
{
	int entered = script_enter(s, field, false, err), count;

	if (entered < 1)
		return entered;
	count = script_length(s);
	if (count > LINES_MOST)
		return script_error(s, err, NULL, "has %d lines; at most %d are possible", count, LINES_MOST);
	*list = arena_array(&p->arena, (size_t)count + 1, sizeof **list);
	if (!*list)
		return error_nomem(err);
	for (int i = 1; i <= count; i++) {
		const char *line = NULL;

		if (script_item_string(s, &p->arena, i, &line, err) < 0)
			return -1;
		if (!line || strncmp(line, begin, strlen(begin)) || strpbrk(line, "\r\n")) {
			script_error_item(s, err, i, line && !strpbrk(line, "\r\n") ? "'%s' does not begin with %s" : "'%s' is "
					  "not one line", line ? line : "", begin);
			return error_remedy(err, "write each option by itself, such as \"--partition=gpu\"");
		}
		(*list)[(*n)++] = line;
	}
	script_leave(s);
	return 0;
}

static int read_all(struct script *s, void *ctx, struct error *err)
{
	struct slurm_profile *p = ctx;

	p->scratch = p->program = "";
	if (script_only(s, fields, err) || read_numbers(s, p, err) ||
	    read_lines(s, p, "options", "-", &p->options, &p->noptions, err) ||
	    read_lines(s, p, "gpu", "-", &p->gpu, &p->ngpu, err) || read_lines(s, p, "setup", "", &p->setup, &p->nsetup, err) ||
	    script_string(s, &p->arena, "program", false, &p->program, err) ||
	    script_string(s, &p->arena, "scratch", false, &p->scratch, err))
		return -1;
	if (strpbrk(p->program, "\r\n;&|<>`")) {
		script_error(s, err, "program", "'%s' is not one command", p->program);
		return error_remedy(err, "write \"apptainer exec /proj/warpbook.sif warpbook\"");
	}
	if (strpbrk(p->scratch, "\"\r\n`\\;&|()<> ")) {
		script_error(s, err, "scratch", "'%s' is not a folder, or a variable with one", p->scratch);
		return error_remedy(err, "write \"$SNIC_TMP\" or \"/scratch/local\"");
	}
	return 0;
}

int slurm_profile_open(struct slurm_profile *p, const char *word, struct error *err)
{
	char name[128], path[PATH_MAX];
	struct script *s;
	int status = -1;

	memset(p, 0, sizeof *p);
	snprintf(path, sizeof path, "%s", word);
	if (!strchr(word, '/') && !path_exists(word)) {
		snprintf(name, sizeof name, "grader/slurm/%.80s.lua", word);
		if (path_data(name, path, sizeof path, err) || !path_exists(path)) {
			error_set(err, PARTY_LEARNER, "there is no profile '%s' of a cluster", word);
			error_remedy(err, "give the path of one; grader/slurm has examples: plain, hpc2n, uppmax, lunarc, "
					  "nsc, utd");
			return error_word(err);
		}
	}
	s = script_open(path, NULL, err);
	if (s) {
		status = script_protect(s, read_all, p, err);
		script_close(s);
	}
	if (!status && !(p->path = arena_strdup(&p->arena, path)))
		status = error_nomem(err);
	if (status)
		slurm_profile_release(p);
	return status;
}

void slurm_profile_release(struct slurm_profile *p)
{
	arena_release(&p->arena);
	memset(p, 0, sizeof *p);
}
