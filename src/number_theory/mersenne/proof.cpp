/// \file
/// Pietrzak's proof of a probable-prime test: what it is made of, how it is made, checked, written and read.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/mersenne_proof.hpp"
#include "gpu_bigint/serialize.hpp"
#include "gpu_bigint/sha256.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/mersenne/chain.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using number_theory::mersenne_chain;

constexpr const char* proof_name = "proof of a probable-prime test";
constexpr int start = 3;  // u_0

std::string name_of(std::uint64_t p) {
  return concat(proof_name, " of 2^", p, " - 1");
}

void require_halvings(std::uint64_t p, unsigned power) {
  static_cast<void>(number_theory::checked_exponent(p, proof_name));
  if (power < 1 || power > mersenne_proof::most_power || p >> power == 0)
    throw std::invalid_argument(concat(name_of(p), " of power ", power, ": a power is 1 to ",
                                       mersenne_proof::most_power, ", and 2^power at most p"));
}

void require_members(const mersenne_proof& proof) {
  require_halvings(proof.exponent, proof.power);
  if (proof.middles.size() != proof.power)
    throw std::invalid_argument(
        concat(name_of(proof.exponent), ": ", proof.middles.size(), " middles for power ", proof.power));
  const gpu_bigint modulus = (gpu_bigint(1) << static_cast<std::int64_t>(proof.exponent)) - 1;
  // Zero would satisfy every later claim.
  const auto is_residue = [&](const gpu_bigint& x) { return x.sign() > 0 && x < modulus; };
  if (!is_residue(proof.residue) || !std::ranges::all_of(proof.middles, is_residue))
    throw std::invalid_argument(name_of(proof.exponent) + ": a residue is not between 0 and 2^p - 1");
}

/// The claims are about t_l = floor(p / 2^l) squares, of x_l that are products of powers of u_i. The smallest
/// i grows by one whenever t_l is odd, because x_l is then squared. This is the smallest i of middle l.
std::uint64_t first_step_of_middle(std::uint64_t p, unsigned l) {
  const std::uint64_t odd = p & ((std::uint64_t{2} << l) - 1);
  return static_cast<std::uint64_t>(std::popcount(odd)) + (p >> (l + 1));
}

/// The beginning of a saved proof, in a little-endian machine's bytes.
struct proof_header {
  std::array<char, 4> magic{'G', 'B', 'P', 'F'};
  std::uint32_t version = 1;
  std::uint64_t exponent, power, base = start;
};
static_assert(std::endian::native == std::endian::little && sizeof(proof_header) == 32);

std::size_t bytes_of_residue(std::uint64_t p) {
  return (p + 7) / 8;
}

/// \throws data_error if the stream ends too early
void read(std::istream& in, std::span<std::byte> bytes) {
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) throw data_error(std::string(proof_name) + ": it ends too early");
}

/// The bytes of a saved proof as they appear, and their hash.
class transcript {
 public:
  /// \param put takes the bytes
  transcript(std::uint64_t p, unsigned power, std::function<void(std::span<const std::byte>)> put = {})
      : put_(std::move(put)), exponent_(p) {
    const proof_header header{.exponent = p, .power = power};
    append(std::as_bytes(std::span(&header, 1)));
  }

  /// Appends a residue. Returns the number h that the hash of all bytes so far gives.
  std::uint64_t append(const gpu_bigint& residue) {
    append(to_bytes(residue, bytes_of_residue(exponent_), std::endian::little));
    const sha256::digest_bytes digest = hash_.digest();
    std::uint64_t h;
    std::memcpy(&h, digest.data(), sizeof h);
    return h;
  }

  sha256::digest_bytes digest() const { return hash_.digest(); }

 private:
  void append(std::span<const std::byte> bytes) {
    hash_.update(bytes);
    if (put_) put_(bytes);
  }

  std::function<void(std::span<const std::byte>)> put_;
  std::uint64_t exponent_;
  sha256 hash_;
};

/// Arithmetic modulo 2^p - 1, by one transform.
class residues {
 public:
  explicit residues(std::uint64_t p) : residues(p, detail::engine_of(context::current())) {}

  /// a^h b
  gpu_bigint power_times(const gpu_bigint& a, std::uint64_t h, const gpu_bigint& b) {
    if (h == 0) return b;
    chain_.restart(a);
    for (auto bit = std::bit_width(h) - 1; bit-- > 0;) {
      chain_.step(1);
      if ((h >> bit) % 2 != 0) chain_.restart(times(chain_.residue(), a));
    }
    return times(chain_.residue(), b);
  }

  /// a^(2^count) \param progress is called with the squares done
  template <class Progress>
  gpu_bigint squared(const gpu_bigint& a, std::uint64_t count, Progress&& progress) {
    chain_.restart(a);
    while (chain_.steps() < count) {
      chain_.step(std::min(count - chain_.steps(), chain_.until_look()));
      progress(chain_.steps());
    }
    return chain_.residue();
  }

 private:
  residues(std::uint64_t p, const std::shared_ptr<detail::engine>& engine)
      : exponent_(p),
        chain_(engine, {p, 0, proof_name},
               number_theory::checked_transform(engine->tuning(), p, 0, algorithm::automatic, proof_name),
               1) {}

  gpu_bigint times(const gpu_bigint& a, const gpu_bigint& b) const {
    return number_theory::mersenne_reduced(a * b, exponent_);
  }

  std::uint64_t exponent_;
  mersenne_chain chain_;
};

}  // namespace

std::vector<std::uint64_t> mersenne_proof::steps(std::uint64_t exponent, unsigned power) {
  require_halvings(exponent, power);
  std::vector<std::uint64_t> all, offsets{0};  // offsets: the sums of t_1, ... t_l
  for (unsigned l = 0; l < power; ++l) {
    for (const std::uint64_t offset : offsets) all.push_back(first_step_of_middle(exponent, l) + offset);
    const std::size_t count = offsets.size();
    for (std::size_t i = 0; i < count; ++i) offsets.push_back(offsets[i] + (exponent >> (l + 1)));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

mersenne_proof mersenne_proof::make(std::uint64_t exponent, unsigned power, const gpu_bigint& residue,
                                    const std::function<gpu_bigint(std::uint64_t step)>& kept) {
  require_halvings(exponent, power);
  const faults::operation_scope scope(proof_name, exponent, power);
  residues modulo(exponent);
  transcript bytes(exponent, power);
  bytes.append(residue);
  mersenne_proof proof{exponent, power, residue, {}};
  std::vector<std::uint64_t> h;
  // x_l is the product of x_(l - 1)^h and the same t_l steps later, so its power with the least step i is a
  // tree of such products.
  const std::function<gpu_bigint(unsigned, std::uint64_t)> node = [&](unsigned l, std::uint64_t i) {
    if (l == 0) return kept(i);
    const gpu_bigint earlier = node(l - 1, i);
    return modulo.power_times(earlier, h[l - 1], node(l - 1, i + (exponent >> l)));
  };
  for (unsigned l = 0; l < power; ++l) {
    proof.middles.push_back(node(l, first_step_of_middle(exponent, l)));
    h.push_back(bytes.append(proof.middles.back()));
  }
  return proof;
}

bool mersenne_proof::holds(const std::function<void(double)>& progress) const {
  require_members(*this);
  const faults::operation_scope scope(proof_name, exponent, power);
  const auto nothing = [](std::uint64_t) {};
  residues modulo(exponent);
  transcript bytes(exponent, power);
  bytes.append(residue);
  gpu_bigint x = start, y = residue;
  for (unsigned l = 0; l < power; ++l) {
    const gpu_bigint& middle = middles[l];
    const std::uint64_t h = bytes.append(middle);
    if ((exponent >> l) % 2 != 0) x = modulo.squared(x, 1, nothing);
    x = modulo.power_times(x, h, middle);
    y = modulo.power_times(middle, h, y);
  }
  const std::uint64_t squares = exponent >> power;
  return modulo.squared(x, squares, [&](std::uint64_t done) {
    if (progress) progress(static_cast<double>(done) / static_cast<double>(squares));
  }) == y;
}

gpu_bigint mersenne_proof::final_residue() const {
  return number_theory::mersenne_ninth(residue, (gpu_bigint(1) << static_cast<std::int64_t>(exponent)) - 1);
}

void mersenne_proof::save(std::ostream& out) const {
  require_members(*this);
  const auto put = [&](std::span<const std::byte> part) {
    out.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
  };
  transcript bytes(exponent, power, put);
  bytes.append(residue);
  for (const gpu_bigint& middle : middles) bytes.append(middle);
  put(bytes.digest());
}

mersenne_proof mersenne_proof::load(std::istream& in) {
  proof_header header;
  read(in, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != proof_header().magic || header.version != proof_header().version)
    throw data_error(std::string(proof_name) + ": the data has another format or version");
  if (header.base != start) throw data_error(std::string(proof_name) + ": the base is not 3");
  try {
    const auto power = static_cast<unsigned>(std::min<std::uint64_t>(header.power, most_power + 1));
    require_halvings(header.exponent, power);
    mersenne_proof proof{header.exponent, power, 0, {}};
    transcript bytes(header.exponent, power);
    std::vector<std::byte> residue(bytes_of_residue(header.exponent));
    const auto next = [&] {
      read(in, residue);
      gpu_bigint value = from_bytes(residue, std::endian::little);
      bytes.append(value);
      return value;
    };
    proof.residue = next();
    for (unsigned l = 0; l < power; ++l) proof.middles.push_back(next());
    sha256::digest_bytes written;
    read(in, written);
    if (written != bytes.digest()) throw data_error(name_of(header.exponent) + ": the checksum is wrong");
    require_members(proof);
    return proof;
  } catch (const std::logic_error& wrong) {
    throw data_error(wrong.what());
  }
}

}  // namespace gbi
