__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;

	if (r >= h || c >= w) return;

	int up = (r + h - 1) % h;
	int down = (r + 1) % h;
	int left = (c + w - 1) % w;
	int right = (c + 1) % w;

	int n = cells[up * w + left] + cells[up * w + c] + cells[up * w + right]
		  + cells[r * w + left] + cells[r * w + right]
		  + cells[down * w + left] + cells[down * w + c] + cells[down * w + right];

	unsigned char me = cells[r * w + c];
	if (me == 1 && (n == 2 || n == 3)) out[r * w + c] = 1;
	else if (me == 0 && n == 3) out[r * w + c] = 1;
	else out[r * w + c] = 0;
}
