/// \file
/// Text of numbers in slabs, and numbers from text. Each rank converts the digits of its part with the
/// functions for one device; shared divisions or products by powers of the base do the rest (part_radix.hpp).
#include "gpu_bigint/distributed_text.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/distribute/computed_apart.hpp"
#include "src/distribute/part_radix.hpp"
#include "src/distribute/redistribute.hpp"
#include "src/number/access.hpp"
#include "src/process/concat.hpp"
#include "src/text/digit_limits.hpp"
#include "src/text/waiting_text.hpp"
#include "src/words/text/text.hpp"

namespace gbi {

namespace distribute {

namespace {

using reader = std::function<std::string(std::size_t, std::size_t)>;

/// The number with these digits, all of which are digits of the base.
distributed_bigint parsed(const device_group& handle, std::size_t digits, int base, const reader& read) {
  group& on = *of(handle);
  if (digits == 0) return distributed_bigint::from_limbs(handle, {});
  const digit_parts parts = digit_parts::of(on, base, digits, words::parse_size(digits, base), 1);
  std::vector<int> owners;
  owners.reserve(static_cast<std::size_t>(parts.count));
  for (int part = 0; part < parts.count; ++part) owners.push_back(parts.owner(part, on.size()));
  std::vector<distributed_bigint> numbers = computed_apart(handle, owners, [&](int rank) {
    std::vector<gpu_bigint> made;
    for (int part = 0; part < parts.count; ++part) {
      if (parts.owner(part, on.size()) != rank) continue;
      // Parts are counted from the lowest digits, and characters from the highest.
      const std::size_t above = digits - std::min(digits, static_cast<std::size_t>(part) * parts.width);
      const std::size_t first = above - std::min(above, parts.width);
      made.push_back(above == first ? gpu_bigint(0) : gpu_bigint(read(first, above - first), base));
    }
    return made;
  });
  return part_radix(handle, parts).joined(std::move(numbers));
}

/// A part of a text: as many digits as the part is wide, the first of which may be zeros.
class part_text {
 public:
  part_text() = default;
  part_text(const gpu_bigint& value, int base, std::size_t width) : width_(width) {
    const bool is_short = value.sign() == 0 || value.limb_bound() <= detail::core_of(value)->limits().text;
    digits_ = is_short ? text::waiting_text(value.to_string(base)) : text::waiting_text(value, base);
  }
  /// Copies characters. Waits. \throws device_error
  void copy(std::size_t first, std::size_t count, char* to) const {
    const std::size_t zeros = width_ - std::min(width_, digits_.size());
    const std::size_t padded = std::min(count, zeros - std::min(zeros, first));
    std::fill_n(to, padded, '0');
    if (padded == count) return;
    // There may be a digit more than the part is wide: a zero at the beginning.
    digits_.copy(first + padded + digits_.size() - width_, count - padded, to + padded);
  }

 private:
  std::size_t width_ = 0;
  text::waiting_text digits_;
};

/// Hands characters to the process of rank 0.
class text_output {
 public:
  text_output(group& on, const std::function<void(std::string_view)>& take) : on_(on), take_(take) {}

  /// Leaves out zeros until another digit comes.
  void skip_zeros() { skips_zeros_ = true; }

  /// Hands over characters that the process of their owner writes to memory. Collective.
  void put(std::size_t count, int owner, const std::function<void(char*)>& write) {
    std::string piece;
    const auto prepare = [&](bool here) {
      if (!here) return;
      piece.resize(count);
      write(piece.data());
    };
    if (owner == 0 || on_.local() == on_.size()) {
      agree(
          on_,
          [&] {
            prepare(on_.first() == 0);
            pass(piece);
          },
          [](rank&) {});
      return;
    }
    const int at = owner - on_.first();
    std::optional<redistribution> moved;
    exec::buffer<limb> sent;
    std::vector<const limb*> sources(static_cast<std::size_t>(on_.local()));
    agree(
        on_,
        [&] {
          std::vector<range> has(static_cast<std::size_t>(on_.size())), wants = has;
          has[static_cast<std::size_t>(owner)] = wants[0] = {0, (count + sizeof(limb) - 1) / sizeof(limb)};
          moved.emplace(on_, has, wants);
          prepare(at >= 0 && at < on_.local());
        },
        [&](rank& r) {
          moved->allocate(r);
          if (r.number != owner) return;
          sent = exec::buffer<limb>(r.executor, (count + sizeof(limb) - 1) / sizeof(limb));
          r.executor.upload(sent.data(), piece.data(), count);
          sources[static_cast<std::size_t>(at)] = sent.data();
        });
    moved->run(sources);
    agree(
        on_,
        [&] {
          if (on_.first() != 0) return;
          piece.resize(count);
          on_.at(0).executor.download(piece.data(), moved->at(0).limbs, count);
          pass(piece);
        },
        [](rank&) {});
  }

 private:
  void pass(std::string_view piece) {
    if (skips_zeros_) piece.remove_prefix(std::min(piece.size(), piece.find_first_not_of('0')));
    if (piece.empty()) return;
    skips_zeros_ = false;
    take_(piece);
  }

  group& on_;
  const std::function<void(std::string_view)>& take_;
  bool skips_zeros_ = false;
};

void write_digits(const distributed_bigint& magnitude, int base, text_output& out) {
  const device_group& handle = magnitude.group();
  group& on = *of(handle);
  const std::size_t bits = magnitude.bit_length();
  // An H200 converts 10^7 digits in 2.4 ms (docs/decisions/0046), less time than the ranks would need for the
  // products of a division. From about 10^8 digits on they share the text.
  constexpr std::size_t least = 16;
  const digit_parts parts = digit_parts::of(on, base, text::most_digits(base, bits), limbs_of(bits), least);
  std::vector<gpu_bigint> own(static_cast<std::size_t>(parts.count));  // those of local ranks
  {
    std::vector<distributed_bigint> split = part_radix(handle, parts).split(magnitude);
    for (int part = 0; part < parts.count; ++part) {
      const auto index = static_cast<std::size_t>(part);
      own[index] = std::exchange(split[index], {}).gather(parts.owner(part, on.size()));
    }
  }
  std::vector<part_text> texts(own.size());
  on.prepare_side_by_side([&](int local) {
    for (int part = 0; part < parts.count; ++part)
      if (const auto index = static_cast<std::size_t>(part);
          parts.owner(part, on.size()) == on.first() + local)
        texts[index] = part_text(std::exchange(own[index], {}), base, parts.width);
  });
  out.skip_zeros();
  for (int part = parts.count; part-- > 0;) {
    const part_text& text = texts[static_cast<std::size_t>(part)];
    for (std::size_t done = 0; done < parts.width;) {
      const std::size_t first = done, count = std::min(parts.width - done, text::waiting_text::longest_piece);
      out.put(count, parts.owner(part, on.size()), [&](char* to) { text.copy(first, count, to); });
      done += count;
    }
  }
}

}  // namespace

}  // namespace distribute

distributed_bigint::distributed_bigint(const device_group& on, std::string_view text, int base) {
  const text::numeral in = text::numeral_of(text, base);
  text::require_digits(text, in);
  const auto read = [&](std::size_t first, std::size_t count) {
    return std::string(in.digits.substr(first, count));
  };
  distributed_bigint magnitude = distribute::parsed(on, in.digits.size(), in.base, read);
  value_ = std::move(magnitude.value_);
  negated_ = in.negative;
}

distributed_bigint read_text(const device_group& on, std::size_t digits,
                             const std::function<std::string(std::size_t, std::size_t)>& read, int base) {
  const auto name = [&](std::size_t first, std::size_t count) {
    return concat("digits ", first, " to ", first + count, " of ", digits, " in base ", base);
  };
  if (!text::is_base(base)) throw std::invalid_argument(name(0, digits) + ": the base is not 2 to 62");
  return distribute::parsed(on, digits, base, [&](std::size_t first, std::size_t count) {
    std::string part = read(first, count);
    if (part.size() != count)
      throw std::invalid_argument(concat(name(first, count), ": there are ", part.size()));
    text::require_digits(part, {false, base, part});
    return part;
  });
}

void write_text(const distributed_bigint& a, const std::function<void(std::string_view)>& take, int base) {
  if (!text::is_base(base))
    throw std::invalid_argument(concat("text of a distributed number of at most ", a.bit_bound(),
                                       " bits in base ", base, ": the base is not 2 to 62"));
  const int sign = a.sign();
  if (distribute::access::of(a) == nullptr) return take("0");
  distribute::text_output out(*distribute::of(a.group()), take);
  const auto put = [&](std::string_view text) {
    out.put(text.size(), 0, [&](char* to) { text.copy(to, text.size()); });
  };
  if (sign == 0) return put("0");
  if (sign < 0) put("-");
  distribute::write_digits(sign < 0 ? -a : a, base, out);
}

}  // namespace gbi
