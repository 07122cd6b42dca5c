#include "report/statistics.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

void add_rounds(ordered_json& row, const RoundsDiagnosis& rounds) {
  for (const Outlier& outlier : rounds.outliers) {
    row["outlying_rounds"].push_back({{"round", outlier.index + 1}, {"ns", outlier.value}, {"far", outlier.far}});
  }
  if (!rounds.trend) return;
  row["drift"] = {{"ns_per_round", rounds.trend->slope}, {"p", rounds.trend->p}, {"p_holm", rounds.trend_p_holm}};
}

}  // namespace

void add_statistics(ordered_json& row, const OperationResult& result) {
  row["skewed"] = result.skewed;
  row["batches"] = {{"count", result.batches.count}, {"effective", result.batches.effective}};
  if (const auto& modes = result.batches.modes) {
    row["batches"]["dip"] = modes->dip;
    row["batches"]["dip_p"] = modes->p;
  }
  add_rounds(row, result.rounds);
}

void add_statistics(ordered_json& row, const ContrastResult& result) {
  if (!result.tests) return;
  row["p"] = result.tests->p;
  row["p_holm"] = result.tests->p_holm;
  row["equivalence"] = {{"margin_ns", result.tests->margin_ns}, {"p", result.tests->equivalence_p}};
  add_rounds(row, result.rounds);
}

}  // namespace orchestrate
