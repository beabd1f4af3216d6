-- LUNARC Cosmos (Lund). The partitions with GPUs are gpua100 (AMD nodes, exclusive: all 48 cores are charged) and gpua100i: only jobs
-- with `--device gpu` go there.
return {
  gpu = { "--partition=gpua100i", "--gres=gpu:1" },
  setup = { "module purge" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
