// Tensor maps that break a rule each: the driver rejects them, and the finding names the first rule.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// says: cuTensorMapEncodeTiled: tensorRank is 6
#include "tma.cuh"

struct asked {
	CUtensorMapDataType type;
	unsigned rank;
	size_t offset;
	cuuint64_t size[2], stride;
	cuuint32_t box[2], step[2];
	CUtensorMapSwizzle swizzle;
	CUtensorMapFloatOOBfill fill;
};

int main()
{
	const asked good = { CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, 0, { 256, 8 }, 1024, { 32, 8 }, { 1, 1 }, CU_TENSOR_MAP_SWIZZLE_NONE,
			     CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE };
	asked a[12];
	const char *what[] = { "as it should be", "rank 6", "address", "size 0", "stride", "box of 257", "box of 12 bytes", "step 9",
			       "wide for its swizzle", "NaN of integers", "box of 0", "no such type" };
	cudaDriverEntryPointQueryResult found;
	void *encode = NULL;
	CUtensorMap map;
	char *in;

	cudaMalloc(&in, 256 * 8 * 4 + 64);
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
	for (asked &x : a)
		x = good;
	a[1].rank = 6;
	a[2].offset = 8;
	a[3].size[1] = 0;
	a[4].stride = 1000;
	a[5].box[1] = 257;
	a[6].box[0] = 3;
	a[7].step[1] = 9;
	a[8].swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
	a[9].type = CU_TENSOR_MAP_DATA_TYPE_INT32;
	a[9].fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
	a[10].box[1] = 0;
	a[11].type = (CUtensorMapDataType)99;
	for (int k = 0; k < 12; k++) {
		CUresult r = ((decltype(&cuTensorMapEncodeTiled))encode)(&map, a[k].type, a[k].rank, in + a[k].offset, a[k].size, &a[k].stride, a[k].box,
			a[k].step, CU_TENSOR_MAP_INTERLEAVE_NONE, a[k].swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, a[k].fill);

		printf("%s: %d\n", what[k], (int)r);
	}
	cudaFree(in);
	return 0;
}
