return { "hello_threads", "error_check" }
