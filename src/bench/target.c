/* target.c - see target.h. */
#include "config.h"

#include "bench/target.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "base/path.h"
#include "toolchain/cache.h"
#include "worker/gpus.h"

#define ANSWER_FILE 4096 /* the most of a file that the answer depends on */

/* The number in "gpu" or "gpu:N", or -1. */
static int gpu_number(const char *want)
{
	size_t digits;

	if (!strcmp(want, "gpu"))
		return 0;
	if (strncmp(want, "gpu:", 4))
		return -1;
	digits = strspn(want + 4, "0123456789");
	return digits && digits < 4 && !want[4 + digits] ? atoi(want + 4) : -1;
}

bool target_is_word(const char *want)
{
	return !strcmp(want, "vm") || !strcmp(want, "auto") || gpu_number(want) >= 0;
}

void target_vm(struct target *t)
{
	*t = (struct target){ .device = "vm", .name = "the virtual machine" };
}

static void set_gpu(struct target *t, const struct gpu *gpu)
{
	*t = (struct target){ .is_gpu = true, .arch = gpu->cc_major * 10 + gpu->cc_minor, .driver = gpu->driver };
	snprintf(t->device, sizeof t->device, "gpu");
	if (gpu->number)
		snprintf(t->device, sizeof t->device, "gpu:%u", gpu->number);
	snprintf(t->name, sizeof t->name, "%s", gpu->name);
	snprintf(t->uuid, sizeof t->uuid, "%s", gpu->uuid);
}

/*
 * What the answer depends on, until the machine starts anew: the driver, the
 * variables that choose it and hide GPUs, and the hour.
 */
static void answer_key(char key[HASH_HEX])
{
	static const char *const files[] = { "/proc/driver/nvidia/version", "/proc/sys/kernel/random/boot_id" };
	static const char *const variables[] = { "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES" };
	struct buf text = BUF_INIT;
	struct error ignored;

	buf_printf(&text, "GPUs %lld\n", (long long)time(NULL) / 3600);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		file_read(files[i], ANSWER_FILE, &text, &ignored);
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		buf_printf(&text, "\n%s", getenv(variables[i]) ? getenv(variables[i]) : "");
	hash_bytes(buf_text(&text), text.len, key);
	buf_release(&text);
}

/* The driver's answer, or its answer to an earlier process. */
static void ask_driver(struct gpus *gpus)
{
	struct arena arena = { 0 };
	struct buf bytes = BUF_INIT;
	struct artifact kept;
	char key[HASH_HEX];

	answer_key(key);
	if (!cache_load(key, &arena, &kept) || gpus_decode(kept.output, kept.len, gpus)) {
		gpus_probe(gpus);
		if (gpus->n && gpus_encode(gpus, &bytes) == 0)
			cache_store(key, &(struct artifact){ .output = buf_text(&bytes), .len = bytes.len, .raw = "" });
	}
	buf_release(&bytes);
	arena_release(&arena);
}

/*
 * Asking takes a third of a second and more, too long for a check on every save. GPUs that answered before are assumed to be
 * there; if one is gone, opening it fails.
 */
static void find_gpus(struct gpus *gpus)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct gpus known;

	pthread_mutex_lock(&lock);
	if (known.n == 0)
		ask_driver(&known);
	*gpus = known;
	pthread_mutex_unlock(&lock);
}

static int choose_gpu(struct target *t, int number, struct error *err)
{
	struct gpus gpus;

	find_gpus(&gpus);
	if (gpus.n == 0) {
		*err = gpus.why;
		return -1;
	}
	if ((size_t)number >= gpus.n) {
		error_set(err, PARTY_MACHINE, "there is no GPU %d: this machine has %zu", number, gpus.n);
		return error_remedy(err, "they are numbered from 0; `warpbook doctor` lists them");
	}
	set_gpu(t, &gpus.list[number]);
	return 0;
}

const char *target_word(const char *want, struct error *err)
{
	const char *given = getenv("WARPBOOK_DEVICE");

	if (!want || !*want)
		want = given && *given ? given : "vm";
	if (target_is_word(want))
		return want;
	error_set(err, PARTY_LEARNER, "there is no device '%s'", want);
	error_remedy(err, "the devices are vm, gpu, gpu:1 and so on, and auto");
	return NULL;
}

int target_choose(struct target *t, const char *want, struct error *err)
{
	struct error why = { 0 };

	want = target_word(want, err);
	target_vm(t);
	if (!want)
		return -1;
	if (!strcmp(want, "vm"))
		return 0;
	if (strcmp(want, "auto"))
		return choose_gpu(t, gpu_number(want), err);
	if (choose_gpu(t, 0, &why))
		snprintf(t->note, sizeof t->note, "%s", why.text);
	return 0;
}

size_t target_twins(const struct target *t, char words[TARGET_TWINS][16])
{
	struct target twin;
	struct gpus gpus = { .n = 0 };
	size_t n = 1;

	memcpy(words[0], t->device, sizeof words[0]);
	if (t->is_gpu)
		find_gpus(&gpus);
	for (size_t i = 0; i < gpus.n && n < TARGET_TWINS; i++) {
		set_gpu(&twin, &gpus.list[i]);
		if (strcmp(twin.device, t->device) && !strcmp(twin.name, t->name))
			memcpy(words[n++], twin.device, sizeof words[0]);
	}
	return n;
}

int target_turn(const struct target *t, void (*waits)(void *ctx), void *ctx)
{
	char name[80];

	if (!t->is_gpu)
		return -1;
	snprintf(name, sizeof name, "%s", t->uuid[0] ? t->uuid : t->device);
	for (char *p = name; *p; p++)
		if (*p == ':' || *p == '/')
			*p = '-';
	return cache_turn(name, waits, ctx);
}
