#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "experiment/experiment.hpp"
#include "factors/host.hpp"
#include "journal/facts.hpp"

namespace orchestrate::bench {

/// A host to plan for, with two CPUs.
Host synthetic_host();

/// An experiment with at least so many conditions: environment variables of ten levels each, and as many values of one
/// more as it takes.
Experiment experiment_of(std::size_t conditions);

/// An experiment file with so many claims.
std::string experiment_text(std::size_t claims);

/// Hands over the facts of a run with so many batches, in order: two conditions and the twin, three operations, 10 000
/// batches a round; everything is attested.
void synthetic_run(std::size_t batches, const std::function<void(const Fact&)>& take);

/// Writes a journal of that run, as long as it takes to have `bytes`.
void write_journal(const std::filesystem::path& path, std::size_t bytes);

}  // namespace orchestrate::bench
