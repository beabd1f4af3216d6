-- LUNARC Cosmos (Lund). The partitions with GPUs are gpua100 (AMD nodes, exclusive: all 48 cores are charged) and gpua100i, with
-- "--gres=gpu:1"; checks run on processors and need none.
return {
  setup = { "module purge" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
