/* gpus.c - see gpus.h. */
#include "config.h"

#include "worker/gpus.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "child/proc.h"
#include "worker/box.h"
#include "worker/wire.h"

#define WALL_SECONDS 15 /* starting the driver takes a few seconds with eight GPUs */

static void wire_gpu(struct wire *w, struct gpu *g)
{
	wire_u32(w, &g->number);
	wire_array_text(w, g->name, sizeof g->name);
	wire_int(w, &g->cc_major);
	wire_int(w, &g->cc_minor);
	wire_int(w, &g->sms);
	wire_int(w, &g->driver);
	wire_u64(w, &g->memory_bytes);
	wire_array_text(w, g->uuid, sizeof g->uuid);
}

static void wire_gpus(struct wire *w, struct gpus *g)
{
	uint32_t n = (uint32_t)g->n;

	wire_u32(w, &n);
	if (n > GPUS_MAX)
		w->bad = true;
	g->n = w->bad ? 0 : n;
	for (size_t i = 0; i < g->n; i++)
		wire_gpu(w, &g->list[i]);
	wire_array_text(w, g->why.text, sizeof g->why.text);
	wire_array_text(w, g->why.remedy, sizeof g->why.remedy);
}

int gpus_encode(const struct gpus *g, struct buf *out)
{
	struct wire w = { .out = out };
	struct gpus copy = *g;

	wire_gpus(&w, &copy);
	return out->failed ? -1 : 0;
}

int gpus_decode(const void *bytes, size_t len, struct gpus *g)
{
	struct arena arena = { 0 };
	struct wire w = { .bytes = bytes, .left = len, .arena = &arena };

	memset(g, 0, sizeof *g);
	wire_gpus(&w, g);
	arena_release(&arena);
	g->why.party = PARTY_MACHINE;
	if (!w.bad && !w.left && (g->n || g->why.text[0]))
		return 0;
	memset(g, 0, sizeof *g);
	return -1;
}

void gpus_probe(struct gpus *g)
{
	static const char *const argv[] = { "/proc/self/exe", "worker", "gpus", NULL };
	const char *envp[3];
	struct proc_job child = { .argv = argv, .envp = envp, .limits = { .wall_seconds = WALL_SECONDS } };
	struct proc_result end;

	memset(g, 0, sizeof *g);
	box_environment(envp);
	if (proc_run(&child, &end, &g->why))
		return;
	if (gpus_decode(buf_text(&end.out), end.out.len, g)) {
		if (end.end == PROC_DEADLINE)
			error_set(&g->why, PARTY_MACHINE, "the GPU driver does not answer within %d s", WALL_SECONDS);
		else if (end.end == PROC_SIGNALLED)
			error_set(&g->why, PARTY_MACHINE, "the GPU driver crashes (%s)", strsignal(end.code));
		else
			error_set(&g->why, PARTY_MACHINE, "the GPU driver ends the process that asks it");
		error_remedy(&g->why, "does `nvidia-smi` answer? Otherwise use the virtual machine: --device vm");
	}
	proc_result_release(&end);
}
