/* runtime.c - the start and the end of the runtime, and the virtual devices. */
#include "config.h"

#include "cudart/runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cudart/check/call_place.h"
#include "cudart/check/counted.h"
#include "cudart/check/guard.h"
#include "cudart/check/hints.h"
#include "cudart/check/interrupt.h"
#include "cudart/memory/memory.h"
#include "cudart/check/partial.h"
#include "cudart/check/races.h"
#include "cudart/check/recorded.h"
#include "cudart/check/report.h"
#include "cudart/streams/timing.h"
#include "toolchain/native.h"
#include "words/kinds.h"

struct runtime runtime;

bool runtime_is_idle(bool function)
{
	if (!runtime.idle || runtime.idle_functions != function)
		return false;
	if (--runtime.idle == 0)
		_exit(EXIT_FAILURE);
	return true;
}

static pid_t starter;

static void note_exit(int status, void *unused)
{
	(void)unused;
	report_exit_status(status, status && call_place_is_exit());
}

/*
 * Runs after the destructors of the program's own objects, which may free memory: so not by atexit(). In a child that
 * the program forked there is nothing to end.
 */
__attribute__((destructor)) static void runtime_end(void)
{
	if (getpid() != starter)
		return;
	runtime_lock();
	fflush(stdout);
	exit_checks();
	timing_report();
	report_end();
	runtime_unlock();
}

/* For a child forked after the runtime started: as on hardware, no call works there. */
static bool reject_in_child(struct call *call, cudaError_t *error)
{
	static bool is_reported;

	if (!is_reported)
		report_call(KIND_API_ERROR, call, NULL, "fork before the first call of CUDA, or use threads",
		     "%s is called in a child of fork(), whose parent had used CUDA before: no call works there", call->name);
	is_reported = true;
	*error = cudaErrorInitializationError;
	return true;
}

static void fork_child(void)
{
	runtime_unlock_child();
	report_at_once();
	call_reject = reject_in_child;
}

void runtime_start(void)
{
	struct error err;

	starter = getpid();
	settings_read(&runtime.settings);
	runtime.ndevices = runtime.settings.devices;
	runtime.mem = simt_mem_new(runtime.settings.memory_bytes, &err);
	if (!runtime.mem) {
		error_print(stderr, "warpbook", &err);
		_exit(70);
	}
	simt_fuse(runtime.mem, runtime.settings.fuse);
	for (unsigned i = 0; i < runtime.ndevices; i++) {
		struct device *d = &runtime.devices[i];

		d->number = (int)i;
		if (i && simt_mem_device(runtime.mem, i, runtime.settings.memory_bytes, &err)) {
			error_print(stderr, "warpbook", &err);
			_exit(70);
		}
		d->legacy = (struct stream){ .magic = STREAM_MAGIC, .device = (int)i };
	}
	simt_mem_namer(runtime.mem, memory_label, NULL);
	simt_mem_freed(runtime.mem, memory_freed, NULL);
	simt_native_configure(getenv(NATIVE_HELPER) ? native_load_apart : NULL, getenv(NATIVE_HELPER) ? native_find_apart : NULL);
	runtime.host_threads = simt_host_threads();
	timing_start();
	partial_start();
	recorded_start();
	races_start(); /* before the others, so that it hears of the host's waits first */
	guard_start();
	counted_start();
	hints_start();
	interrupt_start();
	report_begin();
	on_exit(note_exit, NULL);
	at_quick_exit(runtime_end);
	/* Other threads of the parent are not in the middle of a call when it forks. */
	pthread_atfork(runtime_lock, runtime_unlock, fork_child);
}

struct device *device_current(void)
{
	vm_assert((unsigned)thread_state()->device < runtime.ndevices);
	return &runtime.devices[thread_state()->device];
}

void device_fail(int device, cudaError_t error)
{
	vm_assert((unsigned)device < runtime.ndevices && error != cudaSuccess);
	if (runtime.devices[device].fault == cudaSuccess)
		runtime.devices[device].fault = error;
}
