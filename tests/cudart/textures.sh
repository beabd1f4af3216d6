#!/bin/bash
# textures.sh - textures.cu with every installed compiler: arrays, textures, surfaces, and the findings for their
# misuse.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"

for compiler in $(compilers); do
	options=
	[ $compiler != nvcc ] || options='-Wno-deprecated-declarations'
	is "textures.cu by $compiler" "$("$WARPBOOK_BIN" run --compiler $compiler $options "$TESTS_DIR/cudart/textures.cu" \
		2>"$scratch/findings")" "0 failures"
	told=$(joined <"$scratch/findings")
	like "half a texel is reported ($compiler)" "$told" 'copies parts of texels'
	like "a copy beyond an array names it ($compiler)" "$told" \
		'copies 8 x 3 x 1 texels at \(0, 2, 0\) of a, which has 8 x 4 x 1'
	like "an array freed twice ($compiler)" "$told" 'cudaFreeArray frees a, which was freed before'
	like "an array used after it was freed ($compiler)" "$told" 'cudaMemcpy2DToArray uses a, which was freed'
	like "a surface of an array not made for it ($compiler)" "$told" 'was not created for surfaces'
	like "sparse arrays are rejected by name ($compiler)" "$told" 'cudaArraySparse is not supported'
	like "so are filters across the edges of cubes ($compiler)" "$told" \
		'linear filters across the edges of a cube .* are not supported'
	like "a cube map has six faces ($compiler)" "$told" 'a cube map has six square faces, not 8 x 8 x 5 texels'
	like "textures with levels have normalized coordinates ($compiler)" "$told" \
		'a texture with levels has normalized coordinates'
	like "a level is not freed alone ($compiler)" "$told" 'cudaFreeArray is given a level of a mipmapped array'
	like "nor are levels freed twice ($compiler)" "$told" 'cudaFreeMipmappedArray frees levels, which was freed before'
	like "nor used afterwards ($compiler)" "$told" 'cudaGetMipmappedArrayLevel uses levels, which was freed'
	like "sRGB is for colours of four bytes ($compiler)" "$told" 'the vm supports sRGB only for texels of four bytes'
	like "an object destroyed under a pending kernel ($compiler)" "$told" \
		'destroys a texture object that a pending kernel uses'
	like "a texture of a freed array ($compiler)" "$told" 'read_1d.*texture|texture.*read_1d|freed'
done
tap_done
