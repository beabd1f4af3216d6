/* native_box.c - see native_box.h. */
#include "config.h"

#include "bench/native_box.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/thread.h"
#include "simt/simt.h"
#include "toolchain/cache.h"
#include "toolchain/native.h"

#define DESCRIPTORS_LEAST 256 /* that this process may have: proc_run moves the given ones up */

/* Translation k is the one for blocks of which simt_native_even is k. */
struct service {
	struct job job;                    /* the caller's, with the fields for native execution */
	char keys[JOB_TRANSLATIONS][HASH_HEX]; /* in the cache */
	bool wanted[JOB_TRANSLATIONS];     /* a case has such blocks */
	int fds[JOB_TRANSLATIONS];         /* -1: none */
	bool sealed[JOB_TRANSLATIONS];
	char asked[HASH_HEX];              /* the text that the worker wants first; "": all */
	pthread_t thread;
	bool is_making;
	volatile sig_atomic_t stop;
};

/* ---- the files ------------------------------------------------------------------------ */

/* What a complete file has: an object and the hash of its text; nothing if it failed. */
static void file_seal(struct service *s, unsigned k, const void *bytes, size_t len)
{
	if (len && file_write_fd(s->fds[k], bytes, len) && ftruncate(s->fds[k], 0))
		return;
	fcntl(s->fds[k], F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
	s->sealed[k] = true;
}

/* By the whole image, since a kernel may call any function of it. */
static bool key_make(const struct job *job, unsigned k, char key[HASH_HEX])
{
	char image[HASH_HEX], from[3 * HASH_HEX];

	hash_bytes(job->image, job->image_len, image);
	snprintf(from, sizeof from, "an image's translation %u\n%s\n", k, image);
	hash_bytes(job->kernel, strlen(job->kernel), image);
	strcat(from, image);
	return native_key(from, strlen(from), key);
}

static void file_find(struct service *s, unsigned k)
{
	struct arena arena = { 0 };
	struct artifact artifact;

	if (cache_load(s->keys[k], &arena, &artifact))
		file_seal(s, k, artifact.output, artifact.len);
	arena_release(&arena);
}

/* ---- making translations ----------------------------------------------------------------- */

/* The next text of the answer of `worker translate`, *at: behind it. */
static const char *text_next(const struct buf *texts, size_t *at, size_t *len)
{
	const char *begin = texts->data + *at, *end;
	char *after;

	if (*at >= texts->len || !(end = memchr(begin, '\n', texts->len - *at)))
		return NULL;
	*len = strtoul(begin, &after, 10);
	*at = (size_t)(end + 1 - texts->data);
	if (after != end || *len > texts->len - *at)
		return NULL;
	*at += *len;
	return end + 1;
}

static void translation_make(struct service *s, unsigned k, const char *text, size_t len)
{
	struct buf object = BUF_INIT;
	char hash[HASH_HEX];

	hash_bytes(text, len, hash);
	if (s->sealed[k] || (*s->asked && strcmp(s->asked, hash) != 0))
		return;
	if (len && native_object(text, len, &s->stop, &object)) {
		buf_append(&object, hash, sizeof hash);
		cache_store(s->keys[k], &(struct artifact){ .output = buf_text(&object), .len = object.len, .raw = "" });
		file_seal(s, k, buf_text(&object), object.failed ? 0 : object.len);
	}
	buf_release(&object);
}

static void translations_make(struct service *s)
{
	struct buf request = BUF_INIT, texts = BUF_INIT;
	struct error ignored;
	size_t at = 0, len;

	buf_printf(&request, "%s\n", s->job.kernel);
	buf_append(&request, s->job.image, s->job.image_len);
	if (!request.failed && box_translate(request.data, request.len, &s->stop, &texts, &ignored) == 0)
		for (unsigned k = 0; k < JOB_TRANSLATIONS; k++) {
			const char *text = text_next(&texts, &at, &len);

			if (text && s->wanted[k])
				translation_make(s, k, text, len);
		}
	for (unsigned k = 0; k < JOB_TRANSLATIONS; k++)
		if (!s->sealed[k])
			file_seal(s, k, NULL, 0);
	buf_release(&request);
	buf_release(&texts);
}

static void *make(void *service)
{
	translations_make(service);
	return NULL;
}

/* A later question waits for the same files. */
static int answer(void *service, const char *question, struct buf *out)
{
	struct service *s = service;

	(void)out;
	if (s->is_making || sscanf(question, "native %64[0-9a-f]", s->asked) != 1)
		return 0;
	s->is_making = thread_start(&s->thread, 0, make, s) == 0;
	return 0;
}

/* ---- a run --------------------------------------------------------------------------------- */

/* False: this job is interpreted. */
static bool service_open(struct service *s, const struct job *job, enum job_native when)
{
	struct rlimit limit;
	bool is_there = false;

	*s = (struct service){ .job = *job, .fds = { -1, -1 } };
	if (when == JOB_NATIVE_NEVER || job->on_gpu || job->program || !job->ncases || getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur < DESCRIPTORS_LEAST)
		return false;
	for (size_t i = 0; i < job->ncases; i++)
		s->wanted[simt_native_even(&job->cases[i].block)] = true;
	for (unsigned k = 0; k < JOB_TRANSLATIONS; k++)
		if (s->wanted[k] && key_make(job, k, s->keys[k])) {
			s->fds[k] = memfd_create("warpbook-translation", MFD_CLOEXEC | MFD_ALLOW_SEALING);
			if (s->fds[k] >= 0)
				file_find(s, k);
			is_there = is_there || s->fds[k] >= 0;
		} else {
			s->wanted[k] = false;
		}
	for (unsigned k = 0; k < JOB_TRANSLATIONS; k++)
		s->sealed[k] = s->sealed[k] || s->fds[k] < 0;
	s->job.native = when;
	s->job.translations = s->fds;
	s->job.translate = answer;
	s->job.translate_ctx = s;
	if (is_there && when == JOB_NATIVE_ALWAYS)
		translations_make(s);
	return is_there;
}

static void service_close(struct service *s)
{
	s->stop = 1;
	if (s->is_making)
		pthread_join(s->thread, NULL);
	for (unsigned k = 0; k < JOB_TRANSLATIONS; k++)
		if (s->fds[k] >= 0)
			close(s->fds[k]);
}

int native_box_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
		   struct error *err)
{
	static const enum job_native of[] = {
		[SIMT_NATIVE_NEVER] = JOB_NATIVE_NEVER, [SIMT_NATIVE_AUTO] = JOB_NATIVE_AUTO,
		[SIMT_NATIVE_ALWAYS] = JOB_NATIVE_ALWAYS,
	};
	struct service s;
	int status;

	status = box_run(service_open(&s, job, of[simt_native_asked()]) ? &s.job : job, limits, arena, report, err);
	service_close(&s);
	return status;
}
