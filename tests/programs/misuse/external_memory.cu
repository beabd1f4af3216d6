// A call that the virtual machine does not have.
// gpu: no (there is nothing to import)
// says: cudaImportExternalMemory is not supported by the virtual machine
// kind: not-supported
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
	cudaExternalMemoryHandleDesc wanted = {};
	cudaExternalMemory_t memory;
	printf("%d\n", cudaImportExternalMemory(&memory, &wanted) != cudaSuccess);
	return 0;
}
