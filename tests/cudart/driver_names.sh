#!/bin/bash
# driver_names.sh - driver.def and cuda.h agree with NVIDIA's, if a toolkit is installed; the library exports what they declare.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..
tables=$top/src/cudart/driver
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
theirs=$(readlink -f "$nvcc" 2>/dev/null)
theirs=${theirs%/bin/nvcc}

{
	sed -nE 's/^(DRIVER|PLAIN|SAME|STREAMED|SAME_STREAMED|LEFT_OUT)\((cu[A-Za-z0-9_]+),.*/\2/p' "$tables"/{driver,graph}.def
	sed -nE 's/^(STREAMED|SAME_STREAMED)\((cu[A-Za-z0-9_]+), ([a-z]+),.*/\2_\3/p' "$tables"/{driver,graph}.def
} | LC_ALL=C sort >"$scratch/table"
is "no function stands twice" "$(uniq -d "$scratch/table")" ""
nm -D --defined-only "$WARPBOOK_LIBDIR/libwarpbook-cudart.so" | awk '$3 ~ /^cu[A-Z]/ { print $3 }' |
	LC_ALL=C sort >"$scratch/exported"
is "the library exports each" "$(LC_ALL=C comm -23 "$scratch/table" "$scratch/exported")" ""
is "libcuda.so.1 has its name, and nothing of its own but a door" \
	"$(readelf -d "$WARPBOOK_LIBDIR/cuda/libcuda.so.1" |
		sed -nE 's/.*\((SONAME|NEEDED|RUNPATH)\).*\[(libcuda|libwarp|.ORIGIN)(.*)\]/\2\3/p' | sort | tr '\n' ' ')" \
	"\$ORIGIN/..:\$ORIGIN/../.. libcuda.so.1 libwarpbook-cudart.so "

compiler=$(compilers | head -n 1)
if [ -n "$compiler" ]; then
	cat >"$scratch/open.cu" <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main()
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW), *init = library ? dlsym(library, "cuInit") : NULL;
	printf("%d\n", init ? ((int (*)(unsigned))init)(0) : -1);
	return 0;
}
C
	is "a program that opens libcuda.so.1 by its name gets ours" \
		"$(timeout 200 "$WARPBOOK_BIN" run --compiler "$compiler" "$scratch/open.cu" -ldl 2>&1)" 0
else
	skip "a program that opens libcuda.so.1" "no compiler"
fi

if [ -x "$theirs/bin/nvcc" ]; then
	printf '%s\n' '#include <cstdio>' 'int main() { int n = 0; puts(cudaGetErrorName(cudaGetDeviceCount(&n))); cudaDeviceReset(); return 0; }' >"$scratch/static.cu"
	"$theirs/bin/nvcc" -cudart static -o "$scratch/static" "$scratch/static.cu" 2>/dev/null
	is "NVIDIA's runtime library in a program gets an error from our driver, and does not crash" \
		"$(LD_LIBRARY_PATH=$WARPBOOK_LIBDIR/cuda timeout 60 "$scratch/static" 2>&1) $?" "cudaErrorSymbolNotFound 0"
else
	skip "NVIDIA's runtime library in a program" "no nvcc"
fi

stub=$(ls "$theirs"/lib*/stubs/libcuda.so "$theirs"/targets/*/lib/stubs/libcuda.so 2>/dev/null | head -1)
if [ -n "$stub" ] && grep -q 'define CUDA_VERSION 13000' "$theirs/include/cuda.h"; then
	nm -D --defined-only "$stub" | awk '$3 ~ /^cu[A-Z]/ { print $3 }' | LC_ALL=C sort >"$scratch/theirs"
	is "driver.def has every name of NVIDIA's library, except those that driver.def explains" \
		"$(LC_ALL=C comm -13 "$scratch/table" "$scratch/theirs" | tr '\n' ' ')" \
		"cuCtxGetDevice_v2 cuCtxSynchronize_v2 cuStreamGetCtx_v2 cuStreamGetCtx_v2_ptsz "
	cat >"$scratch/prototypes.c" <<'C'
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#define DRIVER(name, parameters, ...) CUresult CUDAAPI name parameters;
#include "driver.def"
#define RESULT(name, number) _Static_assert(name == number, #name);
#include "results.def"
#define DEVICE_ATTRIBUTE(name, number) _Static_assert(name == number, #name);
#include "device_attributes.def"
C
	ok "each prototype and each code is NVIDIA's" gcc \
		-fsyntax-only -I"$theirs/include" -I"$top/src/cudart/driver" "$scratch/prototypes.c"
	cat >"$scratch/layout.c" <<'C'
#include <stddef.h>
#include <stdio.h>
#include <cuda.h>
#define SIZE(type) printf(#type " %zu\n", sizeof(type));
#define PLACE(type, member) printf(#type "." #member " %zu\n", offsetof(type, member));
#define NUMBER(name) printf(#name " %d\n", (int)(size_t)name);
int main(void)
{
C
	sed -nE 's/^\} (CU[A-Za-z0-9_]+);.*/SIZE(\1)/p; s/.*\b(CU_[A-Z0-9_]+)( =.*)?,$/NUMBER(\1)/p; s/^#define (CU_[A-Z_]+) .*/NUMBER(\1)/p' \
		"$top/src/cudart/include"/{cuda,warpbook_driver_api_types}.h >>"$scratch/layout.c"
	for m in srcMemoryType srcHost srcArray srcPitch dstXInBytes dstPitch Height; do
		echo "PLACE(CUDA_MEMCPY2D, $m) PLACE(CUDA_MEMCPY3D, $m)"
	done >>"$scratch/layout.c"
	while read -r type members; do
		for m in $members; do echo "PLACE($type, $m)"; done
	done >>"$scratch/layout.c" <<'T'
CUDA_ARRAY_DESCRIPTOR Width Height Format NumChannels
CUDA_ARRAY3D_DESCRIPTOR Depth Format NumChannels Flags
CUDA_RESOURCE_DESC res.linear.format res.linear.sizeInBytes res.pitch2D.width res.pitch2D.pitchInBytes flags
CUDA_TEXTURE_DESC filterMode flags maxAnisotropy mipmapFilterMode mipmapLevelBias maxMipmapLevelClamp borderColor
CUDA_RESOURCE_VIEW_DESC width depth firstMipmapLevel lastLayer
CUDA_KERNEL_NODE_PARAMS gridDimX blockDimZ sharedMemBytes kernelParams extra kern ctx
CUDA_MEMSET_NODE_PARAMS pitch value elementSize width height
CUDA_MEM_ALLOC_NODE_PARAMS accessDescs accessDescCount bytesize dptr
CUDA_CONDITIONAL_NODE_PARAMS type size phGraph_out ctx
CUDA_MEMCPY_NODE_PARAMS copyCtx copyParams
CUDA_GRAPH_INSTANTIATE_PARAMS hUploadStream hErrNode_out result_out
CUgraphNodeParams kernel.ctx memset.ctx graph.ownership
CUmemPoolProps handleTypes location maxSize usage
CUlaunchAttribute value
CUlaunchAttributeValue clusterDim.z programmaticEvent.flags
T
	echo 'PLACE(CUlaunchConfig, hStream) PLACE(CUlaunchConfig, numAttrs) return 0; }' >>"$scratch/layout.c"
	gcc -I"$theirs/include" "$scratch/layout.c" -o "$scratch/layout" && "$scratch/layout" >"$scratch/theirs.layout"
	gcc -I"$top/src/cudart/include" "$scratch/layout.c" -o "$scratch/layout" && "$scratch/layout" >"$scratch/ours.layout"
	is "types and numbers of cuda.h too" "$(diff "$scratch/theirs.layout" "$scratch/ours.layout")" ""
	ok "which are many" test "$(wc -l <"$scratch/ours.layout")" -gt 100
else
	skip "against NVIDIA's header and library" "no toolkit of CUDA 13.0"
fi
tap_done
