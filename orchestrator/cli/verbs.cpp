#include "cli/verb.hpp"

namespace orchestrate {

const std::vector<Verb>& all_verbs() {
  static const std::vector<Verb> table{
      {"run", "Measure what an experiment file asks for, and print the table with its evidence", add_run,
       "orchestrate run experiments/seccomp.yaml\n"
       "orchestrate run mine.yaml --rounds 6                     the fewest that give an interval\n"
       "orchestrate run mine.yaml --engine podman                another docker-compatible client\n"
       "orchestrate run mine.yaml --export-json - | jq .claims   for another program"},
      {"resume", "Go on with a run that was interrupted, failed or was killed, behind its last complete round",
       add_resume, "orchestrate resume results/seccomp/latest"},
      {"reproduce", "Re-measure four articles, and say of each of their sentences whether it holds here",
       add_reproduce},
      {"prepare", "Make what an experiment file needs, its images and probes, and say what cannot be had", add_prepare,
       "orchestrate prepare experiments/glibc.yaml"},
      {"init", "Write an experiment to start from, with comments; never over a file that is there", add_init,
       "orchestrate init mine           writes mine.yaml\n"
       "orchestrate init lab/mine.yaml  writes that file"},
      {"check", "Read an experiment file and say what is wrong with it, if anything", add_check,
       "orchestrate check mine.yaml"},
      {"plan", "Show what a run would do: every condition's exact arguments, one element a line", add_plan,
       "orchestrate plan mine.yaml\n"
       "orchestrate plan mine.yaml --json | jq '.conditions[].argv'"},
      {"doctor", "Say what of this machine and its engine would spoil numbers, and how to change it", add_doctor,
       "orchestrate doctor\n"
       "orchestrate doctor --results /mnt/results  is there room for results?"},
      {"list", "List the runs that there are, with their verdicts", add_list, "orchestrate list --results results"},
      {"show", "Print the table of a run again, and write nothing", add_show,
       "orchestrate show latest                  the newest run of all\n"
       "orchestrate show results/seccomp/latest  the newest of one experiment"},
      {"report", "Make the report of a finished run again from its journal", add_report,
       "orchestrate report results/seccomp/latest\n"
       "orchestrate report results/seccomp/latest --export-csv samples.csv"},
      {"compare", "Set two runs beside each other, and say which operations became slower for certain", add_compare,
       "orchestrate compare before/latest after/latest --tolerance 2"},
      {"selftest", "Sabotage runs in 30 ways on this engine, and show that each is caught", add_selftest},
      {"clean", "Remove containers and temporary folders that runs which no longer live have left behind", add_clean},
      {"completion", "Print what a shell needs to complete this program's command line", add_completion,
       "source <(orchestrate completion bash)                                    for this shell\n"
       "orchestrate completion fish >~/.config/fish/completions/orchestrate.fish  for good"},
      {"help", "Say what the program, or one of its verbs, can do", add_help,
       "orchestrate help run\n"
       "orchestrate help --man | man -l -  the whole as a man page"},
  };
  return table;
}

}  // namespace orchestrate
