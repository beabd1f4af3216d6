// needs: nvcc
// A policy for the device, and an iterator of the host.
// expect: copy-direction
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>

int main()
{
	thrust::device_vector<int> there(300, 7);
	thrust::host_vector<int> here(300);
	try {
		thrust::copy(thrust::device, there.begin(), there.end(), here.begin()); // BUG
	} catch (const std::exception &e) {
		return 0;
	}
	printf("%d\n", here[299]);
	return 0;
}
