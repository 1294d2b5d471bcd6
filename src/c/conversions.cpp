#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "gpu_bigint/c/conversion.h"
#include "gpu_bigint/limits.hpp"
#include "gpu_bigint/serialize.hpp"
#include "gpu_bigint/view.hpp"
#include "src/c/guard.hpp"

using gbi::gpu_bigint;
using gbi::c::array;
using gbi::c::call;
using gbi::c::room;

namespace {

using bytes = std::span<const std::byte>;

array<const std::byte> bytes_at(const void* memory, size_t count) {
  return {static_cast<const std::byte*>(memory), count};
}

/// The layout of words in memory, as GMP describes it.
class word_layout {
 public:
  word_layout(int order, size_t size, int endian, size_t nails)
      : size_(size), bits_(8 * size - nails), highest_first_(order == 1) {
    if ((order != 1 && order != -1) || endian < -1 || endian > 1)
      throw std::invalid_argument("order must be 1 or -1, and endian 1, 0 or -1");
    if (size == 0 || size > ~size_t{0} / 8 || nails >= 8 * size)
      throw std::invalid_argument("words of " + std::to_string(size) + " bytes with " +
                                  std::to_string(nails) + " nails have no bits");
    big_endian_ = endian == 1 || (endian == 0 && std::endian::native == std::endian::big);
  }

  /// The bytes of a value are those of the words, in one direction or the other.
  [[nodiscard]] bool is_plain() const {
    return bits_ == 8 * size_ && (size_ == 1 || highest_first_ == big_endian_);
  }
  [[nodiscard]] std::endian direction() const {
    return highest_first_ ? std::endian::big : std::endian::little;
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] size_t words_for(size_t bits) const { return bits / bits_ + (bits % bits_ != 0); }

  /// Calls part(byte, first_bit, bits) for the bytes of all words from the lowest word and byte on: the index
  /// of the byte, and the bits of the value that it holds in its lowest bits.
  template <class Part>
  void for_each_part(size_t count, const Part& part) const {
    for (size_t word = 0; word < count; ++word)
      for (size_t byte = 0; 8 * byte < bits_; ++byte) {
        const size_t place = (highest_first_ ? count - 1 - word : word) * size_;
        part(place + (big_endian_ ? size_ - 1 - byte : byte), word * bits_ + 8 * byte,
             static_cast<unsigned>(std::min<size_t>(8, bits_ - 8 * byte)));
      }
  }

 private:
  size_t size_;
  size_t bits_;
  bool highest_first_;
  bool big_endian_ = false;
};

/// The bytes of the value, lowest first, with one more for parts that cross its end.
std::vector<std::byte> gathered(const word_layout& layout, size_t count, bytes words) {
  std::vector<std::byte> value(words.size() + 1);
  layout.for_each_part(count, [&](size_t byte, size_t first, unsigned bits) {
    const unsigned part = std::to_integer<unsigned>(words[byte]) & ((1U << bits) - 1);
    value[first / 8] |= static_cast<std::byte>((part << first % 8) & 0xff);
    value[first / 8 + 1] |= static_cast<std::byte>((part << first % 8) >> 8);
  });
  return value;
}

std::vector<std::byte> scattered(const word_layout& layout, size_t count, const gpu_bigint& a) {
  std::vector<std::byte> value = to_bytes(a, std::endian::little), words(count * layout.size());
  value.resize(words.size() + 1);
  layout.for_each_part(count, [&](size_t byte, size_t first, unsigned bits) {
    const unsigned pair =
        std::to_integer<unsigned>(value[first / 8]) | std::to_integer<unsigned>(value[first / 8 + 1]) << 8;
    words[byte] = static_cast<std::byte>((pair >> first % 8) & ((1U << bits) - 1));
  });
  return words;
}

}  // namespace

gbi_status gbi_set_str(gbi_int* r, const char* text, int base) {
  return call(__func__, text, base).set(r, [](const char* from, int in_base) {
    return gpu_bigint(from, in_base);
  });
}
gbi_status gbi_set_text(gbi_int* r, const char* text, size_t length, int base, size_t max_bits) {
  return call(__func__, array<const char>{text, length}).set(r, [&](std::span<const char> from) {
    return gpu_bigint(std::string_view(from.data(), from.size()), base, {.max_bits = max_bits});
  });
}
gbi_status gbi_get_str(char** text, int base, const gbi_int* a) {
  return call(__func__, a).set(text, [&](auto& x) { return gbi::c::allocated(x.to_string(base)); });
}

gbi_status gbi_import(gbi_int* r, size_t count, int order, size_t size, int endian, size_t nails,
                      const void* words) {
  return call(__func__, bytes_at(words, count)).set(r, [&](bytes first) {
    const word_layout layout(order, size, endian, nails);
    if (count > ~size_t{0} / size) throw std::length_error("more bytes than there is memory");
    const bytes all(first.data(), count * size);
    if (layout.is_plain()) return gbi::from_bytes(all, layout.direction());
    return gbi::from_bytes(gathered(layout, count, all), std::endian::little);
  });
}
gbi_status gbi_export(void* words, size_t capacity, size_t* count, int order, size_t size, int endian,
                      size_t nails, const gbi_int* a) {
  return call(__func__, count, a).run([&](size_t& written, auto& x) {
    const word_layout layout(order, size, endian, nails);
    const size_t needed = layout.words_for(x.bit_length());
    if (words != nullptr) {
      if (needed > capacity)
        throw std::length_error("the result has " + std::to_string(needed) +
                                " words, and there is room for " + std::to_string(capacity));
      const std::vector<std::byte> all =
          layout.is_plain() ? to_bytes(x, needed * size, layout.direction()) : scattered(layout, needed, x);
      if (!all.empty()) std::memcpy(words, all.data(), all.size());
    }
    written = needed;
  });
}

gbi_status gbi_set_limbs(gbi_int* r, const uint64_t* limbs, size_t count, int negative) {
  return call(__func__, array<const uint64_t>{limbs, count}).set(r, [&](auto from) {
    return gpu_bigint::from_limbs(from, negative != 0);
  });
}
gbi_status gbi_get_limbs(uint64_t* limbs, size_t capacity, size_t* count, const gbi_int* a) {
  return call(__func__, a).fill(room<uint64_t>{limbs, capacity}, count, [](auto& x) { return x.to_limbs(); });
}
gbi_status gbi_set_device_limbs(gbi_int* r, const gbi_context* context, const uint64_t* limbs, size_t count,
                                int negative) {
  return call(__func__, context, array<const uint64_t>{limbs, count}).set(r, [&](auto& where, auto from) {
    return gbi::import_limbs(where, from.data(), from.size(), negative != 0);
  });
}

gbi_status gbi_view_init(gbi_view** view, const gbi_int* a) {
  return call(__func__, a).make(view, [](auto& x) { return gbi::limb_view(x); });
}
gbi_status gbi_view_init_batch(gbi_view** view, const gbi_batch* a) {
  return call(__func__, a).make(view, [](auto& x) { return gbi::batch_view(x); });
}
gbi_status gbi_view_data(const uint64_t** limbs, const gbi_view* view) {
  return call(__func__, view).set(limbs, [](auto& of) {
    return std::visit([](auto& limbs_of) { return limbs_of.data(); }, of);
  });
}
void gbi_view_clear(gbi_view* view) {
  delete view;
}

gbi_status gbi_serialize(void** data, size_t* count, const gbi_int* a) {
  return call(__func__, data, count, a).run([](auto& memory, auto& size, auto& x) {
    const std::vector<std::byte> written = serialize(x);
    memory = gbi::c::allocated({reinterpret_cast<const char*>(written.data()), written.size()});
    size = written.size();
  });
}
gbi_status gbi_deserialize(gbi_int* r, const void* data, size_t count, size_t max_bits) {
  return call(__func__, bytes_at(data, count)).set(r, [&](auto from) {
    return gbi::deserialize(from, {.max_bits = max_bits});
  });
}
