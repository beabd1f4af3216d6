#!/bin/bash
# lsp_neovim.sh - the language server in Neovim, without a screen, with the configuration that we give to users.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
command -v nvim >/dev/null || { echo "1..0 # SKIP neovim is not installed"; exit 0; }
unset WARPBOOK_WORKSPACE WARPBOOK_COMPILER WARPBOOK_DEVICE WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_SARIF WARPBOOK_DEVICES
export HOME=$scratch XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state
export CONFIG=$TESTS_DIR/../packaging/editors/neovim.lua FILE="a program.cu"
mkdir "$scratch/bin" && ln -s "$WARPBOOK_BIN" "$scratch/bin/warpbook" || exit 99
PATH=$scratch/bin:$PATH
cd "$scratch" || exit 99
cat >"$FILE" <<'END'
__global__ void k(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = i;
}
int main()
{
	int *d;
	cudaMalloc(&d, 10 * sizeof *d);
	k<<<1, 32>>>(d, 10);
	cudaDeviceSynchronize();
	cudaFree(d);
}
END
timeout 120 nvim --headless -u NONE -i NONE -S "$TESTS_DIR/cli/lsp_neovim.lua" >out 2>&1
like "a save shows the finding at its line" "$(cat out)" '^4 (out-of-bounds )?thread \(10,0,0\) of block \(0,0,0\) writes d\[10\]'
like "and the lenses" "$(tr -d '\r' <out | tr '\n' ' ')" 'lens 1 remark lens check lens profile lens step'
unlike "no event of Neovim fails" "$(cat out)" 'Error detected|not supported'
tap_done
