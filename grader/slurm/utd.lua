-- UT Dallas Juno. The partitions with GPUs are a30 and h100: only jobs with `--device gpu` go there.
return {
  gpu = { "--partition=h100", "--gres=gpu:1" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$TMPDIR",
}
