/*
 * Conway's game of life on a torus, two boards in turn: a glider and a blinker, drawn with letters.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__host__ __device__ inline bool lives(const unsigned char *board, int width, int height, int x, int y)
{
	int around = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				around += board[(y + dy + height) % height * width + (x + dx + width) % width];
	return around == 3 || (around == 2 && board[y * width + x]);
}

__global__ void generation(unsigned char *next, const unsigned char *board, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		next[y * width + x] = lives(board, width, height, x, y);
}

static void draw(const unsigned char *board, int width, int height, int age)
{
	printf("generation %d\n", age);
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			putchar(board[y * width + x] ? '#' : '.');
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	const int width = 24, height = 12, generations = argc > 1 ? atoi(argv[1]) : 40;
	unsigned char board[width * height] = {}, next[width * height];
	const char *const glider[] = { ".#.", "..#", "###" };
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 3; x++)
			board[(y + 1) * width + x + 1] = glider[y][x] == '#';
	for (int x = 15; x < 18; x++)
		board[6 * width + x] = 1;
	draw(board, width, height, 0);

	unsigned char *d_board, *d_next;
	CHECK(cudaMalloc(&d_board, sizeof board));
	CHECK(cudaMalloc(&d_next, sizeof board));
	CHECK(cudaMemcpy(d_board, board, sizeof board, cudaMemcpyHostToDevice));
	const dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
	for (int age = 1; age <= generations; age++) {
		generation<<<grid, block>>>(d_next, d_board, width, height);
		CHECK(cudaGetLastError());
		std::swap(d_board, d_next);
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++)
				next[y * width + x] = lives(board, width, height, x, y);
		memcpy(board, next, sizeof board);
	}
	CHECK(cudaMemcpy(next, d_board, sizeof next, cudaMemcpyDeviceToHost));
	draw(next, width, height, generations);
	bool same = memcmp(next, board, sizeof board) == 0;
	printf("%s\n", same ? "the host agrees" : "THE HOST DISAGREES");
	CHECK(cudaFree(d_board));
	CHECK(cudaFree(d_next));
	return same ? 0 : 1;
}
