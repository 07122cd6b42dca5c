#pragma once

// Precompiled in the preset `sanitize`. Most of what a source file compiles to is nlohmann/json's templates: here they
// are declared to be elsewhere (json_once.cpp), which halves the time that the tree takes to build.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orchestrate::json_once {

using nlohmann::json;
using Bytes = nlohmann::detail::iterator_input_adapter<const char*>;
using Characters = nlohmann::detail::iterator_input_adapter<std::string::const_iterator>;

}  // namespace orchestrate::json_once

#define ORCHESTRATE_JSON_ONCE(EXTERN)                                                                \
  EXTERN template class nlohmann::basic_json<>;                                                      \
  EXTERN template class std::map<std::string, nlohmann::json, std::less<>>;                          \
  EXTERN template class std::vector<nlohmann::json>;                                                 \
  EXTERN template class nlohmann::detail::serializer<nlohmann::json>;                                \
  EXTERN template class nlohmann::detail::lexer<nlohmann::json, orchestrate::json_once::Bytes>;      \
  EXTERN template class nlohmann::detail::lexer<nlohmann::json, orchestrate::json_once::Characters>; \
  EXTERN template class nlohmann::detail::parser<nlohmann::json, orchestrate::json_once::Bytes>;     \
  EXTERN template class nlohmann::detail::parser<nlohmann::json, orchestrate::json_once::Characters>;

#ifndef ORCHESTRATE_JSON_HERE
ORCHESTRATE_JSON_ONCE(extern)
#endif
