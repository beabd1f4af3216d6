return { "hello_threads" }
