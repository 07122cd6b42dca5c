#include "own_build.hpp"

#include <link.h>

#include <cstdint>
#include <cstring>

#include "architecture/architecture.hpp"

namespace probe {

namespace {

/// The build id among the notes of a segment; empty where there is none. A note is a header, its owner's name and its
/// content, both padded to four bytes (elf(5)).
std::string build_id_in_notes(const char* notes, std::size_t bytes) {
  const auto padded = [](std::size_t size) { return (size + 3) & ~std::size_t{3}; };
  while (bytes >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof header);
    const char* owner = notes + sizeof header;
    const char* content = owner + padded(header.n_namesz);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(owner, "GNU", 4) == 0) {
      static const char digits[] = "0123456789abcdef";
      std::string hexadecimal;
      for (std::size_t i = 0; i < header.n_descsz; ++i) {
        const auto byte = static_cast<unsigned char>(content[i]);
        hexadecimal += {digits[byte >> 4], digits[byte & 15]};
      }
      return hexadecimal;
    }
    const std::size_t whole = sizeof header + padded(header.n_namesz) + padded(header.n_descsz);
    if (whole >= bytes) break;
    notes += whole;
    bytes -= whole;
  }
  return {};
}

int find_build_id(dl_phdr_info* object, std::size_t, void* found) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto address = static_cast<std::uintptr_t>(object->dlpi_addr + segment.p_vaddr);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): program headers hold addresses as numbers
    const std::string build_id = build_id_in_notes(reinterpret_cast<const char*>(address), segment.p_memsz);
    if (!build_id.empty()) *static_cast<std::string*>(found) = build_id;
  }
  return 1;  // the first object is the program itself; the vDSO has a build id too, which must not be taken for ours
}

}  // namespace

std::string own_version() {
  return PROBE_VERSION;
}

std::string own_build_id() {
  std::string found;
  dl_iterate_phdr(find_build_id, &found);
  return found;
}

std::string own_compiler() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#else
  return "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#endif
}

std::string own_architecture() {
  return architecture_name;
}

}  // namespace probe
