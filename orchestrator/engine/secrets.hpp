#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"

namespace orchestrate {

/// The value of an environment variable that no output may show. Everything but the engine's client knows the mask
/// only.
struct Secret {
  std::string variable;  ///< "API_TOKEN"
  std::string mask;      ///< "[secret 1]", another for each value of the variable
  std::string value;
};

/// Whether a variable of this name is likely to hold a secret: API_TOKEN, DB_PASSWORD, SSH_KEY, …
bool names_a_secret(std::string_view variable);

/// The mask of the value at `index` of a variable's values.
std::string mask_of(std::size_t index);

/// `document` with the values of secret variables masked wherever a string is `NAME=value`: a known value by its own
/// mask, another one, and a proxy's address, which may hold a password, by a word that says so.
void mask_variables(nlohmann::json& document, const std::vector<Secret>& secrets);

/// `text` with every known value masked. One of fewer than four bytes is left: it could not be told from other text.
std::string masked(std::string text, const std::vector<Secret>& secrets);

/// The arguments of an engine's client as they may be shown: where one is `NAME=value` or `--env=NAME=value` of a name
/// that tells of a secret, it has no value.
std::vector<std::string> without_values_of_secrets(std::vector<std::string> arguments);

/// An engine around another one, between those who only know masks and the engine's client: it gives a container the
/// values in place of the masks, by a file that only this user can read, so that no list of processes shows them; and
/// it masks what record, configuration, witness and errors say. So a witness or record that holds the mask has shown
/// that the value was there.
std::unique_ptr<Engine> secret_keeper(std::unique_ptr<Engine> real, std::vector<Secret> secrets);

}  // namespace orchestrate
