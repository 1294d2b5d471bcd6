#include "examples/rsa/speed.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gpu_bigint/random.hpp>
#include <iomanip>
#include <iostream>
#include <thread>

#include "examples/rsa/keygen.hpp"
#include "examples/rsa/operations.hpp"
#include "examples/rsa/rivals.hpp"
#include "tools/support/timing.hpp"

namespace example {

namespace {

using support::seconds_of, support::shown_count;
using batch_operation = std::function<gbi::bigint_batch(const gbi::bigint_batch&)>;

constexpr int width = 18;

/// Random numbers below the modulus.
gbi::bigint_batch random_messages(std::size_t count, std::size_t bits, gbi::random_engine& random) {
  const std::size_t each = bits / 64;
  std::vector<std::uint64_t> limbs = random.bits(count * bits).to_limbs();
  limbs.resize(count * each);
  for (std::size_t g = 0; g < count; ++g) limbs[g * each + each - 1] >>= 1;
  return gbi::bigint_batch::from_limbs(limbs, count, bits);
}

/// Elements per second. Operands and results stay in device memory.
double rate(const batch_operation& operation, const gbi::bigint_batch& messages, double seconds) {
  const gbi::context context = messages.context();
  const auto once = [&] {
    operation(messages);
    context.synchronize();
  };
  once();
  const int repeated = static_cast<int>(std::clamp(seconds / seconds_of(once), 1.0, 1000.0));
  const double elapsed = seconds_of([&] {
    for (int i = 0; i < repeated; ++i) operation(messages);
    context.synchronize();
  });
  return static_cast<double>(messages.size()) * repeated / elapsed;
}

/// Compares the first results with GMP's.
bool are_right(operation which, const private_key& key, const std::vector<octets>& messages,
               const std::vector<octets>& results) {
  constexpr std::size_t compared = 16;
  for (std::size_t g = 0; g < std::min(compared, messages.size()); ++g)
    if (results[g] != done_by_gmp(which, key, messages[g])) return false;
  return true;
}

void print_rate(double rate) {
  std::cout << std::right << std::setw(width) << shown_count(static_cast<std::uint64_t>(std::llround(rate)))
            << std::flush;
}

}  // namespace

bool print_speed(const rsa_options& chosen, std::uint64_t seed) {
  const gbi::context context = gbi::context::current();
  // Enough messages to make the cost of launches and partly filled waves negligible.
  const bool is_gpu = context.backend() == gbi::backend::cuda;
  const std::size_t suitable = is_gpu ? (std::size_t{1} << 17) * 2048 / chosen.bits : 64;
  const std::size_t count = chosen.count != 0 ? chosen.count : suitable;
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());

  gbi::random_engine random(seed);
  const private_key key = generate_keys(1, chosen.bits, random).front();
  const gbi::bigint_batch messages = random_messages(count, chosen.bits, random);
  const std::vector<octets> strings = to_octets(messages, chosen.bits / 8);
  std::cout << "RSA-" << chosen.bits << ", " << shown_count(count) << " messages at a time on "
            << context.device_name() << ", operands in its memory, without padding.\n"
            << "OpenSSL and GMP: " << threads << " threads, a message at a time each.\n\n"
            << std::left << std::setw(24) << "operations a second" << std::right << std::setw(width)
            << "gpu_bigint";
  for (const rival& other : rivals()) std::cout << std::setw(width) << other.name;
  std::cout << '\n';

  struct row {
    const char* name;
    operation which;
    batch_operation run;
  };
  const row rows[] = {{"private, with CRT", operation::private_crt, crt_private_operation(key)},
                      {"private, without CRT", operation::private_plain, plain_private_operation(key)},
                      {"public, e = 65537", operation::open, public_operation(key.open)}};
  bool right = true;
  for (const row& entry : rows) {
    right = right && are_right(entry.which, key, strings, to_octets(entry.run(messages), chosen.bits / 8));
    std::cout << std::left << std::setw(24) << entry.name;
    print_rate(rate(entry.run, messages, chosen.seconds));
    for (const rival& other : rivals())
      print_rate(other.rate(entry.which, key, strings.front(), threads, chosen.seconds));
    std::cout << std::endl;
  }
  std::cout << "\nresults compared with GMP's: " << (right ? "equal" : "NOT EQUAL") << std::endl;
  return right;
}

}  // namespace example
