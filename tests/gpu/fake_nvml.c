/*
 * fake_nvml.c - a libnvidia-ml.so.1 with canned answers, to test the handling of a GPU's state. tests/cli/timing.sh compiles it
 * beside fake_cuda.c, with
 *
 *	-DREASONS=bits  why the clocks are low, from the HOT_FROM-th query to before the HOT_UPTO-th
 *	-DFEW           supports only clocks
 */
#include <string.h>

#ifndef REASONS
#define REASONS 0
#endif
#ifndef HOT_FROM
#define HOT_FROM 0
#define HOT_UPTO 1000000
#endif

static int card, asked;

int nvmlInit_v2(void) { return 0; }

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device)
{
	*device = &card;
	return strncmp(bus, "0000:0", 6) ? 6 : 0;
}

int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
	(void)device;
	*mhz = which == 1 ? 1755 : 2619;
	return 0;
}

#ifndef FEW
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts) { (void)device; *milliwatts = 312500; return 0; }
int nvmlDeviceGetEnforcedPowerLimit(void *device, unsigned *milliwatts) { (void)device; *milliwatts = 700000; return 0; }
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius) { (void)device; *celsius = sensor ? 99 : 41; return 0; }
int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending) { (void)device; *current = *pending = 0; return 0; }

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons)
{
	(void)device;
	*reasons = asked >= HOT_FROM && asked < HOT_UPTO ? REASONS : 0;
	asked++;
	return 0;
}
#endif
