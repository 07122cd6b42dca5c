#include "selftest/saboteur.hpp"

#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// A container whose words pass through the saboteur.
class SabotagedContainer final : public Container {
 public:
  SabotagedContainer(std::unique_ptr<Container> real, const Sabotage& sabotage)
      : real_(std::move(real)), sabotage_(sabotage) {}

  const std::string& id() const override { return real_->id(); }

  void send(std::string_view line, Deadline deadline) override {
    if (line == witness_command() && sabotage_.after_batches) sabotage_.after_batches(id());
    real_->send(line, deadline);
  }

  std::string receive(Deadline deadline) override {
    std::string line = real_->receive(deadline);
    if (!reported_ && sabotage_.before_batches) sabotage_.before_batches(id());
    reported_ = true;
    return sabotage_.line ? sabotage_.line(std::move(line)) : line;
  }

  int awaited() const override { return real_->awaited(); }

  bool finish(Deadline deadline) override { return real_->finish(deadline); }

  const std::string& errors() const override {
    errors_ = real_->errors() + sabotage_.warning;
    return errors_;
  }

 private:
  std::unique_ptr<Container> real_;
  const Sabotage& sabotage_;
  bool reported_ = false;
  mutable std::string errors_;
};

}  // namespace

std::unique_ptr<Container> Saboteur::launch(std::vector<std::string> arguments,
                                            std::unique_ptr<TemporaryFolder> folder) {
  if (sabotage_.arguments) {
    arguments = sabotage_.arguments(std::move(arguments), (folder->path() / "id").string());
  }
  return std::make_unique<SabotagedContainer>(real_.launch(std::move(arguments), std::move(folder)), sabotage_);
}

std::vector<nlohmann::json> Saboteur::inspect(const std::vector<std::string>& ids) {
  std::vector<nlohmann::json> records = real_.inspect(ids);
  if (sabotage_.records) sabotage_.records(records);
  return records;
}

}  // namespace orchestrate
