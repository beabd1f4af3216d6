// Streams with priorities and attributes: a window of memory that stays in the second cache, copied from one stream to another; ids,
// flags, devices; events recorded with flags.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void gather(float *out, const float *hot, const int *index, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] += hot[index[i]];
}

int main()
{
	const int n = 1 << 14, hot_n = 256;
	static int index[n];
	static float hot[hot_n], got[n];
	float *dout, *dhot;
	int *dindex, low, high, priority, wrong = 0, device = -1;
	unsigned flags;
	unsigned long long ids[2];
	cudaStream_t urgent, other;
	cudaStreamAttrValue value, back;
	cudaEvent_t done;

	CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
	CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, high));
	CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	CHECK(cudaStreamGetPriority(urgent, &priority));
	CHECK(cudaStreamGetFlags(urgent, &flags));
	CHECK(cudaStreamGetDevice(urgent, &device));
	CHECK(cudaStreamGetId(urgent, &ids[0]));
	CHECK(cudaStreamGetId(other, &ids[1]));
	printf("highest priority %d, not blocking %d, device %d, ids differ %d\n", priority == high, flags == cudaStreamNonBlocking, device,
	       ids[0] != ids[1]);
	for (int i = 0; i < n; i++)
		index[i] = i * 37 % hot_n;
	for (int i = 0; i < hot_n; i++)
		hot[i] = (float)i * 0.5f;
	CHECK(cudaMalloc(&dout, sizeof got));
	CHECK(cudaMalloc(&dhot, sizeof hot));
	CHECK(cudaMalloc(&dindex, sizeof index));
	CHECK(cudaMemcpy(dhot, hot, sizeof hot, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dindex, index, sizeof index, cudaMemcpyHostToDevice));
	memset(&value, 0, sizeof value);
	value.accessPolicyWindow.base_ptr = dhot;
	value.accessPolicyWindow.num_bytes = sizeof hot;
	value.accessPolicyWindow.hitRatio = 0.6f;
	value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	CHECK(cudaStreamSetAttribute(urgent, cudaStreamAttributeAccessPolicyWindow, &value));
	CHECK(cudaStreamCopyAttributes(other, urgent));
	CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &back));
	printf("the window is copied: %d\n", back.accessPolicyWindow.base_ptr == dhot && back.accessPolicyWindow.num_bytes == sizeof hot);
	CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
	CHECK(cudaMemsetAsync(dout, 0, sizeof got, urgent));
	gather<<<n / 128, 128, 0, urgent>>>(dout, dhot, dindex, n);
	CHECK(cudaEventRecordWithFlags(done, urgent, cudaEventRecordDefault));
	CHECK(cudaStreamWaitEvent(other, done, 0));
	gather<<<n / 128, 128, 0, other>>>(dout, dhot, dindex, n);
	CHECK(cudaStreamSynchronize(other));
	CHECK(cudaMemcpy(got, dout, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		wrong += got[i] != 2 * hot[index[i]];
	printf("%d wrong\n", wrong);
	CHECK(cudaEventDestroy(done));
	CHECK(cudaStreamDestroy(urgent));
	CHECK(cudaStreamDestroy(other));
	CHECK(cudaFree(dout));
	CHECK(cudaFree(dhot));
	CHECK(cudaFree(dindex));
	return 0;
}
