/*
 * warpbook_typed_calls.h - C++: calls that take T ** where C takes void **, symbols by name, kernels by their
 * function, and defaults. The functions only convert and forward, except for the search for a block size.
 */
#ifndef WARPBOOK_TYPED_CALLS_H
#define WARPBOOK_TYPED_CALLS_H

/* ---- memory ------------------------------------------------------------------------ */

template <typename T> inline cudaError_t cudaMalloc(T **memory, size_t size)
{
	return ::cudaMalloc((void **)memory, size);
}

template <typename T> inline cudaError_t cudaMallocPitch(T **memory, size_t *pitch, size_t width, size_t height)
{
	return ::cudaMallocPitch((void **)memory, pitch, width, height);
}

template <typename T> inline cudaError_t cudaMallocManaged(T **memory, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
	return ::cudaMallocManaged((void **)memory, size, flags);
}

inline cudaError_t cudaMallocHost(void **memory, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc(memory, size, flags);
}

template <typename T> inline cudaError_t cudaMallocHost(T **memory, size_t size, unsigned int flags = 0)
{
	return flags ? ::cudaHostAlloc((void **)memory, size, flags) : ::cudaMallocHost((void **)memory, size);
}

template <typename T> inline cudaError_t cudaHostAlloc(T **memory, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc((void **)memory, size, flags);
}

template <typename T> inline cudaError_t cudaHostGetDevicePointer(T **memory, void *host, unsigned int flags)
{
	return ::cudaHostGetDevicePointer((void **)memory, host, flags);
}

template <typename T> inline cudaError_t cudaMallocAsync(T **memory, size_t size, cudaStream_t stream)
{
	return ::cudaMallocAsync((void **)memory, size, stream);
}

template <typename T>
inline cudaError_t cudaMallocFromPoolAsync(T **memory, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)memory, size, pool, stream);
}

inline cudaError_t cudaMallocAsync(void **memory, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync(memory, size, pool, stream);
}

template <typename T>
inline cudaError_t cudaMallocAsync(T **memory, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)memory, size, pool, stream);
}

template <typename T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *memory, size_t length = 0,
					    unsigned int flags = cudaMemAttachSingle)
{
	return ::cudaStreamAttachMemAsync(stream, (void *)memory, length, flags);
}

/* ---- variables of the device: the host's shadow of a __device__ variable stands for it ---------- */

template <typename T> inline cudaError_t cudaGetSymbolAddress(void **memory, const T &symbol)
{
	return ::cudaGetSymbolAddress(memory, (const void *)&symbol);
}

template <typename T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
	return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
				      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return ::cudaMemcpyToSymbol((const void *)&symbol, from, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0,
					   enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, size, offset, kind, stream);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
					enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0,
					     enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
	return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, size, offset, kind, stream);
}

/* ---- events, graphs ------------------------------------------------------------------- */

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
	return ::cudaEventCreateWithFlags(event, flags);
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t)
{
	return ::cudaGraphInstantiate(exec, graph, 0);
}

template <typename T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
						  const cudaGraphNode_t *before, size_t count, const T &symbol,
						  const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind)
{
	return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, before, count, (const void *)&symbol, from, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
						    const cudaGraphNode_t *before, size_t count, void *to,
						    const T &symbol, size_t size, size_t offset, enum cudaMemcpyKind kind)
{
	return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, count, to, (const void *)&symbol, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol, const void *from, size_t size, size_t offset,
							enum cudaMemcpyKind kind)
{
	return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, from, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const T &symbol, size_t size, size_t offset,
							  enum cudaMemcpyKind kind)
{
	return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, (const void *)&symbol, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol, const void *from,
							    size_t size, size_t offset, enum cudaMemcpyKind kind)
{
	return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, from, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const T &symbol,
							      size_t size, size_t offset, enum cudaMemcpyKind kind)
{
	return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, to, (const void *)&symbol, size, offset, kind);
}

template <typename T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *owned, unsigned int references, unsigned int flags)
{
	return ::cudaUserObjectCreate(object, owned, [](void *p) { delete static_cast<T *>(p); }, references, flags);
}

/* ---- kernels -------------------------------------------------------------------------- */

template <typename T>
inline cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
				    cudaStream_t stream = 0)
{
	return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

template <typename T>
inline cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
					       cudaStream_t stream = 0)
{
	return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

/* First converts each argument to its parameter's type, as in a call. */
template <typename... Parameters>
inline cudaError_t warpbook_launch_converted(const cudaLaunchConfig_t *config, const void *kernel, Parameters... values)
{
	void *arguments[sizeof...(values) + 1] = { (void *)&values... };
	return ::cudaLaunchKernelExC(config, kernel, arguments);
}

template <typename... Parameters, typename... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
				      Arguments &&...arguments)
{
	return warpbook_launch_converted<Parameters...>(config, (const void *)kernel, static_cast<Arguments &&>(arguments)...);
}

template <typename T> inline cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config)
{
	return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}

template <typename T> inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel)
{
	return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}

template <typename T> inline cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value)
{
	return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

template <typename T> inline cudaError_t cudaFuncGetName(const char **name, T *kernel)
{
	return ::cudaFuncGetName(name, (const void *)kernel);
}

template <typename T> inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *kernel)
{
	return ::cudaGetFuncBySymbol(function, (const void *)kernel);
}

template <typename T> inline cudaError_t cudaGetKernel(cudaKernel_t *handle, T *kernel)
{
	return ::cudaGetKernel(handle, (const void *)kernel);
}

/* ---- occupancy ------------------------------------------------------------------------- */

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int threads, size_t shared)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads,
									  size_t shared, unsigned int flags)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, threads, shared, flags);
}

template <typename T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, T *kernel, int blocks, int threads)
{
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(shared, (const void *)kernel, blocks, threads);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel, config);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config);
}

/*
 * The block size that keeps the most threads of a multiprocessor busy (the largest of equals), and how many blocks of
 * it fill the device. shared_of(threads) returns the dynamic shared memory of a block of that size.
 */
template <typename Function, typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T kernel,
									   Function shared_of, int limit = 0,
									   unsigned int flags = 0)
{
	int device, processors, capacity, warp, best = 0;
	struct cudaFuncAttributes own;
	cudaError_t e = ::cudaGetDevice(&device);

	if (!grid || !block || !kernel)
		return cudaErrorInvalidValue;
	if (!e)
		e = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
	if (!e)
		e = ::cudaDeviceGetAttribute(&capacity, cudaDevAttrMaxThreadsPerMultiProcessor, device);
	if (!e)
		e = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
	if (!e)
		e = ::cudaFuncGetAttributes(&own, (const void *)kernel);
	if (e)
		return e;
	int most = own.maxThreadsPerBlock;
	if (limit > 0 && limit < most)
		most = limit;
	*grid = *block = 0;
	for (int up = (most + warp - 1) / warp * warp; up > 0 && best < capacity; up -= warp) {
		int blocks, threads = up < most ? up : most;
		e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)kernel, threads,
									     shared_of(threads), flags);
		if (e)
			return e;
		if (blocks * threads > best) {
			best = blocks * threads;
			*block = threads;
			*grid = blocks * processors;
		}
	}
	return cudaSuccess;
}

template <typename Function, typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel, Function shared_of,
								  int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel, size_t shared = 0,
							       int limit = 0, unsigned int flags = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel,
								       [=](int) { return shared; }, limit, flags);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared, limit);
}

/* ---- texels: cudaCreateChannelDesc<float4>() ----------------------------------------------- */

template <typename T> struct warpbook_texel;

#define WARPBOOK_TEXEL(T, channels, kind, element) \
	template <> struct warpbook_texel<T> { \
		static cudaChannelFormatDesc desc() \
		{ \
			int bits = 8 * (int)sizeof(element); \
			return { bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, \
				 cudaChannelFormatKind##kind }; \
		} \
	};
#define WARPBOOK_TEXELS(T, name, kind) \
	WARPBOOK_TEXEL(T, 1, kind, T) \
	WARPBOOK_TEXEL(name##1, 1, kind, T) \
	WARPBOOK_TEXEL(name##2, 2, kind, T) \
	WARPBOOK_TEXEL(name##3, 3, kind, T) \
	WARPBOOK_TEXEL(name##4, 4, kind, T)

WARPBOOK_TEXELS(signed char, char, Signed)
WARPBOOK_TEXELS(unsigned char, uchar, Unsigned)
WARPBOOK_TEXELS(short, short, Signed)
WARPBOOK_TEXELS(unsigned short, ushort, Unsigned)
WARPBOOK_TEXELS(int, int, Signed)
WARPBOOK_TEXELS(unsigned int, uint, Unsigned)
WARPBOOK_TEXELS(float, float, Float)
WARPBOOK_TEXEL(char, 1, Signed, char)
#undef WARPBOOK_TEXELS
#undef WARPBOOK_TEXEL

template <typename T> inline struct cudaChannelFormatDesc cudaCreateChannelDesc(void)
{
	return warpbook_texel<T>::desc();
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf(void)
{
	return { 16, 0, 0, 0, cudaChannelFormatKindFloat };
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf1(void)
{
	return cudaCreateChannelDescHalf();
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf2(void)
{
	return { 16, 16, 0, 0, cudaChannelFormatKindFloat };
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf4(void)
{
	return { 16, 16, 16, 16, cudaChannelFormatKindFloat };
}

#endif
