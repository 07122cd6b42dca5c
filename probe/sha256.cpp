#include "sha256.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace probe {

namespace {

constexpr std::size_t block_bytes = 64;
constexpr std::size_t length_bytes = 8;

using State = std::array<std::uint32_t, 8>;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
constexpr State initial_state{{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,  //
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};

/// The same of the cube roots of the first 64 primes (4.2.2).
constexpr std::array<std::uint32_t, 64> round_constants{
    {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
     0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
     0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
     0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
     0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
     0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
     0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
     0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2}};

constexpr std::uint32_t rotated(std::uint32_t word, unsigned bits) {
  return word >> bits | word << (32 - bits);
}

/// The message with a one bit, zeros, and its length in bits, so that it ends with a block (5.1.1).
std::string padded(const std::string& bytes) {
  std::string message = bytes;
  message += '\x80';
  while (message.size() % block_bytes != block_bytes - length_bytes) message += '\0';
  const std::uint64_t bits = std::uint64_t{8} * bytes.size();
  for (std::size_t i = 0; i < length_bytes; ++i) {
    message += static_cast<char>(static_cast<unsigned char>(bits >> (8 * (length_bytes - 1 - i))));
  }
  return message;
}

/// The 64 words that a block becomes (6.2.2, step 1).
std::array<std::uint32_t, 64> schedule_of(const std::string& message, std::size_t block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < block_bytes; ++i) {
    words[i / 4] = words[i / 4] << 8 | static_cast<unsigned char>(message[block + i]);
  }
  for (std::size_t t = 16; t < words.size(); ++t) {
    const std::uint32_t early = words[t - 15];
    const std::uint32_t late = words[t - 2];
    words[t] = words[t - 16] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + words[t - 7] +
               (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
  }
  return words;
}

/// Steps 2 to 4 of 6.2.2, with the letters a to h as the elements 0 to 7.
void mix(State& state, const std::array<std::uint32_t, 64>& words) {
  State s = state;
  for (std::size_t t = 0; t < words.size(); ++t) {
    const std::uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const std::uint32_t first =
        s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) + choice + round_constants[t] + words[t];
    const std::uint32_t second = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + majority;
    s = State{{first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]}};
  }
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += s[i];
}

}  // namespace

std::string sha256(const std::string& bytes) {
  const std::string message = padded(bytes);
  State state = initial_state;
  for (std::size_t block = 0; block < message.size(); block += block_bytes) mix(state, schedule_of(message, block));
  std::string digest;
  for (const std::uint32_t word : state) {
    for (unsigned shift = 32; shift != 0;) {
      shift -= 4;
      digest += "0123456789abcdef"[word >> shift & 0xfU];
    }
  }
  return digest;
}

}  // namespace probe
