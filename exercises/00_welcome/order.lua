return { "hello_threads", "check_for_a_gpu" }
