#include "cli/verb.hpp"

namespace orchestrate {

const std::vector<Verb>& all_verbs() {
  static const std::vector<Verb> table{
      {"run", "Measure what an experiment file asks for, and print the table with its evidence", add_run},
      {"resume", "Go on with a run that was interrupted, failed or was killed, behind its last complete round",
       add_resume},
      {"reproduce", "Re-measure four articles, and say of each of their sentences whether it holds here",
       add_reproduce},
      {"prepare", "Make what an experiment file needs, its images and probes, and say what cannot be had", add_prepare},
      {"check", "Read an experiment file and say what is wrong with it, if anything", add_check},
      {"plan", "Show what a run would do: every condition's exact arguments, one element a line", add_plan},
      {"report", "Make the report of a finished run again from its journal", add_report},
      {"compare", "Set two runs beside each other, and say which operations became slower for certain", add_compare},
      {"selftest", "Sabotage runs in 30 ways on this engine, and show that each is caught", add_selftest},
      {"clean", "Remove containers that runs which no longer live have left behind", add_clean},
  };
  return table;
}

}  // namespace orchestrate
