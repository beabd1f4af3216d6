return {
  title = "Appendix: scripts of five centres", minutes = 10,
  summary = "Submit a GPU job at HPC2N, UPPMAX, LUNARC, NSC or UT Dallas.",
  steps = {
    { title = "Who needs this", text = [[
Lesson *Many GPUs and clusters* shows what Slurm's options mean. This appendix shows complete scripts for the clusters of five centres whose courses warpbook has learned from. Nothing in the course builds on it.

Such things change: check the pages of your centre before you use a script.
]] },

    { title = "The same request, six times", code = [=[
HPC2N Kebnekaise     --gpus=2 -C a100        also v100 a40 a6000 l40s h100
UPPMAX Snowy         -M snowy --gres=gpu:1   -M: another cluster
LUNARC Cosmos, AMD   -p gpua100 --gres=gpu:1   all 48 cores are charged
LUNARC Cosmos, Intel -p gpua100i --gres=gpu:2
NSC Tetralith        -n 1 -c 32 --gpus-per-task=1
UTD Juno             --partition=h100 --gres=gpu:1     or a30
]=], language = "text",
      caption = "Six ways to make the same request, from these centres' courses. Check your centre's pages, since such things change. `--gres=gpu:N` counts for each node, `--gpus=N` for the whole job, `--gpus-per-task=N` for each process, which then sees only its own devices, numbered from 0. `-C` asks for a property of the node, such as the type of card, and `-p` for a partition; `-A` names the project to charge." },

    { title = "A script for Kebnekaise", code = [=[
#!/bin/bash
#SBATCH --account=PROJECT
#SBATCH --time=00:20:00
#SBATCH --ntasks=1
#SBATCH --gpus=1
#SBATCH --constraint=a100
#SBATCH --output=%j.log

module purge
module load GCC
srun ./heat
]=], language = "shell",
      caption = "HPC2N has seven types of GPU in one cluster. `--constraint` (or `-C`) names the type." },

    { title = "Figures without a constraint", question = "You measure a kernel on Kebnekaise, without the line with --constraint. What is wrong with the figures?",
      choices = {
        { "Nothing: a GPU is a GPU", why = "A v100 and an h100 differ by a factor of five in memory bandwidth alone." },
        { "Each run may have another type of card", right = true, why = "Slurm gives you whatever is free first. If you only need the result that is fine, and the job may start sooner. If you measure times, use one type and note it with the figures." },
        { "Without a type there is no GPU at all", why = "`--gpus=1` alone is a valid request: for a GPU of any type." },
      } },

    { title = "A script for Snowy", code = [=[
#!/bin/bash
#SBATCH --account=PROJECT
#SBATCH --clusters=snowy
#SBATCH --time=00:20:00
#SBATCH --ntasks=1
#SBATCH --gres=gpu:1
#SBATCH --output=%j.log

module purge
srun ./heat
]=], language = "shell",
      caption = "UPPMAX has more than one cluster behind one login node. `--clusters=snowy` (or `-M snowy`) sends the job to the one with GPUs. The commands that look for the job need the same option." },

    { title = "A job that squeue does not show", question = "On UPPMAX, `sbatch job.sh` has answered with a number, but `squeue --me` shows nothing. Which command shows the job?",
      choices = {
        { "squeue --gres=gpu:1", why = "squeue has no such option; what a job asked for does not matter here." },
        { "squeue -M snowy --me", right = true, why = "Each cluster has a queue of its own; without -M, squeue shows that of the login node's own cluster. scancel needs the option, too: `scancel -M snowy NUMBER`." },
        { "srun squeue --me", why = "That would wait for a new job to be started." },
      } },

    { title = "Two scripts for Cosmos", code = [=[
#!/bin/bash
#SBATCH --account=PROJECT           # Intel nodes: shared
#SBATCH --partition=gpua100i
#SBATCH --gres=gpu:1
#SBATCH --time=03:00:00

module purge
srun ./heat

#!/bin/bash
#SBATCH --account=PROJECT           # AMD nodes: the whole node is yours
#SBATCH --partition=gpua100
#SBATCH --exclusive
#SBATCH --gres=gpu:1
#SBATCH --time=03:00:00

module purge
srun ./heat
]=], language = "shell",
      caption = "LUNARC has A100 cards in nodes with Intel and with AMD processors. On the AMD nodes a job is charged for all 48 cores, whatever it uses." },

    { title = "The price of three hours", question = "The second script runs for its full three hours. How many core hours are charged?",
      answer = 144, why = "48 cores for 3 hours. In the Intel partition, LUNARC charges only the cores that the job asks for." },

    { title = "A line in the wrong place", question = "In the first script, you move the line with --gres below `module purge`. What happens?",
      choices = {
        { "Slurm reads all lines with #SBATCH: nothing changes", why = "It stops reading at the first command." },
        { "sbatch rejects the script", why = "To the shell the line is a comment, and Slurm never reads it." },
        { "The job gets no GPU, and the first CUDA call fails", right = true, why = "\"no CUDA-capable device is detected\" in a batch job mostly means that Slurm has not seen the request." },
      } },

    { title = "A script for Tetralith", code = [=[
#!/bin/bash
#SBATCH --account=PROJECT
#SBATCH --time=00:20:00
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=32
#SBATCH --gpus-per-task=1
#SBATCH --output=%j.log

srun ./heat
]=], language = "shell",
      caption = "NSC's course asks for 32 cores with a GPU. `-n` is `--ntasks`, and `-c` is `--cpus-per-task`." },

    { title = "Cores for four processes", question = "On Tetralith you train with four processes, each with one GPU and 32 cores. For this you change only the line with `--ntasks` in the script. How many cores does the job hold?",
      answer = 128, why = "--ntasks=4: four processes with 32 cores and one GPU each. Whatever is `per-task` grows with it." },

    { title = "A script for Juno", code = [=[
#!/bin/bash
#SBATCH --partition=h100
#SBATCH --gres=gpu:1
#SBATCH --time=00:20:00
#SBATCH --ntasks=1
#SBATCH --output=%j.log

srun ./heat
]=], language = "shell",
      caption = "At UT Dallas each type of card has a partition of its own: `h100` and `a30`." },

    { title = "The line for smaller cards", question = "The same program should run on Juno's smaller cards. Which line changes?",
      choices = {
        { "--gres=gpu:1 becomes --gres=gpu:a30", why = "After the colon comes a number, or a type and a number, gpu:a30:1; but the partition h100 has no such card." },
        { "--partition=h100 becomes --partition=a30", right = true, why = "The partition chooses the nodes, and these have one type of card." },
        { "--ntasks=1 becomes --constraint=a30", why = "That is how you name a type on Kebnekaise. And the number of tasks would be missing." },
      } },

    { points = {
      "Centres use different options for the same request; the scripts differ in a line or two.",
      "Lines with #SBATCH come before the first command.",
      "Name the type of card if you measure times.",
      "Ask what is charged: the cores that you use, or the whole node.",
    } },
  },
}
