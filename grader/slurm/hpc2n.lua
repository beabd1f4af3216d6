-- HPC2N Kebnekaise (Umeå). Checks run on processors. Whoever wants the node's GPUs adds "--gpus=1" and
-- "--constraint=v100" (or a40, a6000, l40s, a100, h100, mi100).
return {
  setup = { "module purge", "module load GCC" },
  minutes = 30, memory = 4000, cpus = 4, files = 80,
  scratch = "$SNIC_TMP",
}
