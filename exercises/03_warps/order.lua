return { "lane_id", "early_exit", "divergent_branch", "mandelbrot" }
