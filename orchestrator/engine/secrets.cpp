#include "engine/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "support/foreign_json.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

constexpr const char* not_shown = "[not shown]";
constexpr std::size_t shortest_in_text = 4;

std::string in_capitals(std::string_view name) {
  std::string capitals(name);
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return capitals;
}

/// Whether `word` is one of the words of `name`, which underscores part.
bool has_word(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_')) return true;
  }
  return false;
}

/// A proxy's address may hold a name and a password; an engine's client hands it to every container.
bool names_a_proxy(std::string_view variable) {
  return in_capitals(variable).ends_with("_PROXY") && in_capitals(variable) != "NO_PROXY";
}

/// What may be shown of a variable's value.
std::string shown_value(std::string_view variable, const std::string& value, const std::vector<Secret>& secrets) {
  const auto known = std::find_if(secrets.begin(), secrets.end(), [&](const Secret& secret) {
    return secret.variable == variable && secret.value == value;
  });
  if (known != secrets.end()) return known->mask;
  return names_a_secret(variable) || names_a_proxy(variable) ? not_shown : value;
}

void mask_text(json& text, const std::vector<Secret>& secrets) {
  const auto& whole = text.get_ref<const std::string&>();
  const std::size_t equals = whole.find('=');
  if (equals == std::string::npos) return;
  const std::string variable = whole.substr(0, equals);
  std::string shown = shown_value(variable, whole.substr(equals + 1), secrets);
  text = variable + "=" + shown;
}

/// A line of the probe's with the witness's variables masked; any other line as it is.
std::string masked_line(std::string line, const std::vector<Secret>& secrets) {
  if (line.find("\"environment\"") == std::string::npos) return line;
  json message = parse_foreign(line);
  const json::json_pointer place("/witness/environment");
  if (!message.is_object() || !value_at(message, "/witness/environment").is_object()) {
    return masked(std::move(line), secrets);
  }
  for (auto& [variable, value] : message[place].items()) {
    if (value.is_string()) value = shown_value(variable, value.get<std::string>(), secrets);
  }
  return to_line(message);
}

class MaskedContainer final : public Container {
 public:
  /// `values` is the file that the engine's client was given, or empty. It goes once the container has spoken: it was
  /// read by then, and must not be left where this program is killed.
  MaskedContainer(std::unique_ptr<Container> real, const std::vector<Secret>& secrets,
                  std::filesystem::path values = {})
      : real_(std::move(real)), secrets_(secrets), values_(std::move(values)) {}

  const std::string& id() const override { return real_->id(); }

  void send(std::string_view line, Deadline deadline) override {
    masking([&] { real_->send(line, deadline); });
  }

  std::string receive(Deadline deadline) override {
    std::string line;
    masking([&] { line = real_->receive(deadline); });
    if (!values_.empty()) std::filesystem::remove(std::exchange(values_, {}));
    return masked_line(std::move(line), secrets_);
  }

  int awaited() const override { return real_->awaited(); }

  bool finish(Deadline deadline) override { return real_->finish(deadline); }

  const std::string& errors() const override {
    errors_ = masked(real_->errors(), secrets_);
    return errors_;
  }

 private:
  template <typename Action>
  void masking(Action action) const {
    try {
      action();
    } catch (const EngineFailure& failure) {
      throw EngineFailure(masked(failure.what(), secrets_), failure.fault());
    }
  }

  std::unique_ptr<Container> real_;
  const std::vector<Secret>& secrets_;
  std::filesystem::path values_;
  mutable std::string errors_;
};

/// The options without the masked variables, whose lines `NAME=value` are added to `lines`.
std::vector<std::string> without_secrets(const std::vector<std::string>& options, const std::vector<Secret>& secrets,
                                         std::string& lines) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto found = std::find_if(secrets.begin(), secrets.end(), [&](const Secret& secret) {
      return options[i] == "--env" && i + 1 < options.size() &&
             options[i + 1] == fmt::format("{}={}", secret.variable, secret.mask);
    });
    if (found == secrets.end()) {
      rest.push_back(options[i]);
      continue;
    }
    lines += fmt::format("{}={}\n", found->variable, found->value);
    ++i;
  }
  return rest;
}

class SecretKeeper final : public Engine {
 public:
  SecretKeeper(std::unique_ptr<Engine> real, std::vector<Secret> secrets)
      : real_(std::move(real)), secrets_(std::move(secrets)) {}

  json describe() override { return real_->describe(); }
  std::string image_id(const std::string& image) override { return real_->image_id(image); }
  std::vector<std::string> run_arguments(const ContainerSpec& spec, const Ownership& ownership,
                                         const std::string& id_file) const override {
    return real_->run_arguments(spec, ownership, id_file);
  }

  std::unique_ptr<Container> start(const ContainerSpec& spec, const Ownership& ownership) override {
    std::string lines;
    ContainerSpec revealed = spec;
    revealed.options = without_secrets(spec.options, secrets_, lines);
    if (lines.empty()) return std::make_unique<MaskedContainer>(real_->start(spec, ownership), secrets_);
    auto folder = std::make_unique<TemporaryFolder>();
    const std::filesystem::path file = folder->path() / "environment";
    write_file(file, lines);
    revealed.options.insert(revealed.options.end(), {"--env-file", file.string()});
    auto arguments = real_->run_arguments(revealed, ownership, (folder->path() / "id").string());
    return std::make_unique<MaskedContainer>(real_->launch(std::move(arguments), std::move(folder)), secrets_, file);
  }

  std::unique_ptr<Container> launch(std::vector<std::string> arguments,
                                    std::unique_ptr<TemporaryFolder> folder) override {
    return std::make_unique<MaskedContainer>(real_->launch(std::move(arguments), std::move(folder)), secrets_);
  }

  json runtime_config(const std::string& id) override {
    json config = real_->runtime_config(id);
    mask_variables(config, secrets_);
    return config;
  }

  std::string file_in_image(const std::string& image, const std::string& path) override {
    return real_->file_in_image(image, path);
  }

  std::vector<json> inspect(const std::vector<std::string>& ids) override {
    std::vector<json> records = real_->inspect(ids);
    for (json& record : records) mask_variables(record, secrets_);
    return records;
  }

  void remove(const std::vector<std::string>& ids) override { real_->remove(ids); }
  std::vector<Listed> list() override { return real_->list(); }

 private:
  std::unique_ptr<Engine> real_;
  std::vector<Secret> secrets_;
};

}  // namespace

bool names_a_secret(std::string_view variable) {
  const std::string name = in_capitals(variable);
  if (name == "PWD" || name == "OLDPWD") return false;
  const auto contains = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  constexpr std::array anywhere{"PASSWORD", "PASSWD", "PASSPHRASE", "SECRET", "CREDENTIAL", "APIKEY"};
  constexpr std::array words{"KEY", "KEYS", "PASS", "PWD", "AUTH", "TOKENS", "COOKIE"};
  return std::any_of(anywhere.begin(), anywhere.end(), contains) || name.ends_with("TOKEN") ||
         has_word(name, "TOKEN") ||
         std::any_of(words.begin(), words.end(), [&](std::string_view word) { return has_word(name, word); });
}

std::vector<std::string> without_values_of_secrets(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    const std::size_t name = argument.starts_with("--") ? argument.find('=') + 1 : 0;
    json text = argument.substr(name);
    mask_text(text, {});
    argument = argument.substr(0, name) + text.get<std::string>();
  }
  return arguments;
}

std::string mask_of(std::size_t index) {
  return fmt::format("[secret {}]", index + 1);
}

void mask_variables(json& document, const std::vector<Secret>& secrets) {
  if (document.is_string()) return mask_text(document, secrets);
  if (!document.is_structured()) return;
  for (json& member : document) mask_variables(member, secrets);
}

std::string masked(std::string text, const std::vector<Secret>& secrets) {
  for (const Secret& secret : secrets) {
    if (secret.value.size() < shortest_in_text) continue;
    for (std::size_t at = 0; (at = text.find(secret.value, at)) != std::string::npos; at += secret.mask.size()) {
      text.replace(at, secret.value.size(), secret.mask);
    }
  }
  return text;
}

std::unique_ptr<Engine> secret_keeper(std::unique_ptr<Engine> real, std::vector<Secret> secrets) {
  return std::make_unique<SecretKeeper>(std::move(real), std::move(secrets));
}

}  // namespace orchestrate
