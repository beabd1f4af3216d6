/* native.cu - kernels for bench_native besides those of matmul.cu; native.ptx is nvcc's output (-O3 -lineinfo -arch sm_75). */
extern "C" __global__ void stencil(float *out, const float *in, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
		out[y * n + x] = 0.2f * (in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

extern "C" __global__ void mandelbrot(int *out, const float *unused, int n)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, steps = 0;
	float cx = 3.0f * px / n - 2.0f, cy = 2.0f * py / n - 1.0f, x = 0, y = 0;

	if (px >= n || py >= n)
		return;
	while (x * x + y * y < 4.0f && steps < 200) {
		float next = x * x - y * y + cx;

		y = 2 * x * y + cy;
		x = next;
		steps++;
	}
	out[py * n + px] = steps;
}
