#include "testing/allocations.hpp"

#include <cstdlib>
#include <new>

namespace probe {

namespace {

thread_local std::uint64_t allocated = 0;

}  // namespace

std::uint64_t allocations() {
  return allocated;
}

}  // namespace probe

void* operator new(std::size_t size) {
  ++probe::allocated;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
