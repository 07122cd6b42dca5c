#define ORCHESTRATE_JSON_HERE
#include "fuzz/json_once.hpp"

ORCHESTRATE_JSON_ONCE()
