#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/summary.hpp"
#include "experiment/reference.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// What became of one sentence of an article here.
struct SettledSentence {
  std::string says;
  std::string verdict;  ///< "holds", "fails", "unresolved", "withheld", "skipped"
  std::string here;     ///< the measured value with its interval and unit; empty where there is none
  std::string article;  ///< the article's own value
  std::string reason;   ///< in words; never empty where the verdict is another than "holds"
  std::string source;   ///< "seccomp/filter": the experiment and the claim that settled it; empty where none did
  double times = 0;     ///< here divided by the article's value; 0 where one of them is missing or zero
};

/// One article, sentence by sentence.
struct ReproducedArticle {
  std::string title;
  std::string machine;  ///< the article's
  std::string method;
  std::vector<SettledSentence> sentences;
};

/// One experiment of a reproduction: what it found, or why it could not be run.
struct ReproducedExperiment {
  std::string folder;  ///< of the run, as a link from the page
  std::optional<Summary> summary;
  std::string failure;
};

/// Everything of one `orchestrate reproduce`.
struct Reproduction {
  std::string started_utc;
  nlohmann::json environment;  ///< as describe_environment() gives it; null where no run got so far
  std::map<std::string, ReproducedExperiment> experiments;  ///< by name
  std::vector<ReproducedArticle> articles;
};

/// Settles every sentence of an article by the claims of `experiments`. None is left out: a claim that is missing, or
/// an experiment that could not be run, is a verdict, too.
ReproducedArticle settle(const Reference& article, const std::map<std::string, ReproducedExperiment>& experiments);

/// The page as Markdown: article by article, sentence by sentence; then what differs and why it may.
std::string reproduction_markdown(const Reproduction& reproduction);

/// The same for a terminal.
std::string reproduction_text(const Reproduction& reproduction, const Paper& paper);

}  // namespace orchestrate
