/// \file
/// The targets of fuzzing: functions that do something with any bytes. A wrong result ends the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <gpu_bigint/gpu_bigint.hpp>
#include <gpu_bigint/limits.hpp>
#include <span>
#include <string>
#include <string_view>

namespace gbi::fuzz {

using bytes = std::span<const std::uint8_t>;

/// Reads the bytes of an input, value by value. After the end it reads zeros.
class reader {
 public:
  explicit reader(bytes data) : data_(data) {}

  bool at_end() const { return at_ == data_.size(); }
  std::uint8_t byte() { return at_end() ? 0 : data_[at_++]; }
  /// 0 to bound - 1.
  std::size_t below(std::size_t bound) { return byte() % bound; }
  std::uint64_t word() {
    std::uint64_t result = 0;
    for (int i = 0; i < 8; ++i) result = result << 8 | byte();
    return result;
  }
  /// At most `count` bytes.
  bytes take(std::size_t count) {
    const bytes taken = data_.subspan(at_, count < data_.size() - at_ ? count : data_.size() - at_);
    at_ += taken.size();
    return taken;
  }
  bytes rest() { return take(data_.size()); }

 private:
  bytes data_;
  std::size_t at_ = 0;
};

/// Limits of numbers, chosen by a byte; mostly none.
read_limits limits_of(std::uint8_t choice);

/// Text in every base, from memory and from streams, against GMP; numbers as text.
void parse(reader& in);
/// One operation in this library, in host words and in kernels, and in the libraries of other people.
void differential(reader& in);
/// Expressions of the program gbi, each result checked.
void expression(reader& in);
/// The library's own format, GMP's raw format, plain bytes, batches: accepted or refused, and back.
void deserialize(reader& in);
/// Limbs and bytes against mpz_import and mpz_export.
void limbs(reader& in);
/// A program on a few registers, in the library and in GMP, compared after each step.
void machine(reader& in);

struct target {
  std::string_view name;
  void (*run)(reader& in);
};
inline constexpr target targets[] = {{"deserialize", deserialize}, {"differential", differential},
                                     {"expression", expression},   {"limbs", limbs},
                                     {"machine", machine},         {"parse", parse}};

/// The target of that name; null if there is none.
const target* find_target(std::string_view name);

/// Runs a target. The first byte chooses the context in which it computes: numbers in host words up to a
/// length, all numbers in an executor's memory, or short ones in host words as on a GPU; and one of the three
/// ways of verification.
void run(const target& chosen, bytes data);

/// The context in which kernels of the host executor compute numbers of every length.
const context& kernels_alone();

/// Ends the process with a message unless `holds` is true.
void require(bool holds, const std::string& what);

}  // namespace gbi::fuzz
