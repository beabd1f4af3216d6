typedef int (*op_fn)(int);

struct Shape {
	__device__ virtual int area();
};

__device__ Shape *make_shape(int i);
__device__ int stray(int *out, int i);

template <typename T> __device__ __noinline__ T tmpl(T x)
{
	static __device__ int calls;

	atomicAdd(&calls, 1);
	return x * 10;
}
