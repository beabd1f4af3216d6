return { "tone_mapping", "nbody", "digits_cnn", "poisson_blend", "heat_two_gpus" }
