// options: -lcufft
// Plans against sums by hand: many R2C with strides, Z2Z of two dimensions there and back, C2R of three in a stream.
#include <cstdio>
#include <cmath>
#include <complex>
#include <vector>
#include <cufft.h>
#include <cuda_runtime.h>
typedef std::complex<double> cd;

int main()
{
	const int n = 12, batch = 5;
	std::vector<float> x(n * batch);
	for (size_t i = 0; i < x.size(); i++)
		x[i] = (float)(int)(i * 37 % 11) - 5;
	cufftReal *in;
	cufftComplex *out;
	cudaMalloc(&in, x.size() * sizeof(float));
	cudaMalloc(&out, batch * (n / 2 + 1) * sizeof(cufftComplex));
	/* Element i of batch b is at i * batch + b. */
	cudaMemcpy(in, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
	cufftHandle p;
	int dims[] = {n}, ie[] = {n}, oe[] = {n / 2 + 1};
	int rc = cufftPlanMany(&p, 1, dims, ie, batch, 1, oe, 1, n / 2 + 1, CUFFT_R2C, batch);
	rc |= cufftExecR2C(p, in, out);
	std::vector<std::complex<float>> y(batch * (n / 2 + 1));
	cudaMemcpy(y.data(), out, y.size() * sizeof(cufftComplex), cudaMemcpyDeviceToHost);
	double worst = 0;
	for (int b = 0; b < batch; b++)
		for (int k = 0; k <= n / 2; k++) {
			cd s = 0;
			for (int i = 0; i < n; i++)
				s += (double)x[i * batch + b] * std::polar(1.0, -2 * M_PI * k * i / n);
			worst = fmax(worst, std::abs(s - cd(y[b * (n / 2 + 1) + k])));
		}
	printf("many R2C: %d, off %s\n", rc, worst < 1e-4 ? "little" : "much");
	cufftDestroy(p);
	cudaFree(in);
	cudaFree(out);

	const int a = 6, c = 10;
	std::vector<cd> z(a * c), back(a * c);
	for (int i = 0; i < a * c; i++)
		z[i] = cd(i % 7, i % 3 - 1);
	cufftDoubleComplex *d;
	cudaMalloc(&d, z.size() * sizeof *d);
	cudaMemcpy(d, z.data(), z.size() * sizeof *d, cudaMemcpyHostToDevice);
	rc = cufftPlan2d(&p, a, c, CUFFT_Z2Z);
	rc |= cufftExecZ2Z(p, d, d, CUFFT_FORWARD);
	rc |= cufftExecZ2Z(p, d, d, CUFFT_INVERSE);
	cudaMemcpy(back.data(), d, z.size() * sizeof *d, cudaMemcpyDeviceToHost);
	worst = 0;
	for (int i = 0; i < a * c; i++)
		worst = fmax(worst, std::abs(back[i] / (double)(a * c) - z[i]));
	printf("2D Z2Z: %d, off %s\n", rc, worst < 1e-12 ? "little" : "much");
	cufftDestroy(p);
	cudaFree(d);

	const int m = 4;
	std::vector<std::complex<float>> spec(m * m * (m / 2 + 1), 0);
	spec[0] = 64; /* the mean alone: all ones after division */
	std::vector<float> r(m * m * m);
	cufftComplex *ds;
	float *dr;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMalloc(&ds, spec.size() * sizeof *ds);
	cudaMalloc(&dr, r.size() * sizeof(float));
	cudaMemcpyAsync(ds, spec.data(), spec.size() * sizeof *ds, cudaMemcpyHostToDevice, s);
	rc = cufftPlan3d(&p, m, m, m, CUFFT_C2R);
	rc |= cufftSetStream(p, s);
	rc |= cufftExecC2R(p, ds, dr);
	cudaMemcpyAsync(r.data(), dr, r.size() * sizeof(float), cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	float lo = 1e9f, hi = -1e9f;
	for (float v : r)
		lo = fminf(lo, v), hi = fmaxf(hi, v);
	printf("3D C2R in a stream: %d, %.1f to %.1f\n", rc, lo / 64, hi / 64);
	cufftDestroy(p);
	cudaFree(ds);
	cudaFree(dr);
	cudaStreamDestroy(s);
}
