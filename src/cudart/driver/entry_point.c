/* entry_point.c - functions of the driver API for programs of the runtime API, which ask for them by name. */
#include "config.h"

#include "cudart/driver/driver.h"

#include "cudart/check/report.h"
#include "words/kinds.h"

static cudaError_t entry_point(const struct call *call, const char *symbol, void **function, unsigned version,
			       unsigned long long flags, enum cudaDriverEntryPointQueryResult *status)
{
	CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;

	if (!symbol || !*symbol || !function || flags > cudaEnablePerThreadDefaultStream)
		return cudaErrorInvalidValue;
	cuGetProcAddress_v2(symbol, function, (int)version, flags, &found);
	if (status)
		*status = (enum cudaDriverEntryPointQueryResult)found;
	if (*function || status)
		return cudaSuccess;
	report_call(KIND_API_ERROR, call, NULL, "the manual's table of the driver API lists what there is",
		    "%s: there is no function %s", call->name, symbol);
	return cudaErrorSymbolNotFound;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
				    enum cudaDriverEntryPointQueryResult *status)
	CALL_BODY(entry_point(&call, symbol, function, CUDA_VERSION, flags, status))

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int version, unsigned long long flags,
					     enum cudaDriverEntryPointQueryResult *status)
	CALL_BODY(entry_point(&call, symbol, function, version, flags, status))
