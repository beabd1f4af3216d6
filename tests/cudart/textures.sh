#!/bin/bash
# textures.sh - textures.cu with every compiler that is there: arrays, textures, surfaces, and how their misuse is told.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"

for compiler in $(compilers); do
	options=
	[ $compiler != nvcc ] || options='-Wno-deprecated-declarations'
	is "textures.cu by $compiler" "$("$WARPBOOK_BIN" run --compiler $compiler $options "$TESTS_DIR/cudart/textures.cu" 2>"$scratch/findings")" "0 failures"
	told=$(joined <"$scratch/findings")
	like "half a texel is told ($compiler)" "$told" 'copies parts of texels'
	like "a copy beyond an array names it ($compiler)" "$told" 'copies 8 x 3 x 1 texels at \(0, 2, 0\) of a, which has 8 x 4 x 1'
	like "an array freed twice ($compiler)" "$told" 'cudaFreeArray frees a, which was freed before'
	like "an array used after it was freed ($compiler)" "$told" 'cudaMemcpy2DToArray uses a, which was freed'
	like "a surface of an array not made for it ($compiler)" "$told" 'was not created for surfaces'
	like "mipmaps are refused by name ($compiler)" "$told" 'cudaMallocMipmappedArray is not supported'
	like "cubemaps too ($compiler)" "$told" 'cudaArrayCubemap is not supported'
	like "an object destroyed under a pending kernel ($compiler)" "$told" 'destroys a texture object that a pending kernel uses'
	like "a texture of a freed array ($compiler)" "$told" 'read_1d.*texture|texture.*read_1d|freed'
done
tap_done
