/// \file
/// gbi rsa: RSA powers per second with many messages at a time. For experiments only: nothing here is
/// constant-time, and the key comes from a generator that is not cryptographic.
#include <fmt/format.h>

#include <iostream>
#include <random>
#include <vector>

#include "tools/gbi/commands.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::bigint_batch;
using gbi::gpu_bigint;

constexpr int public_exponent = 65537;

struct rsa_key {
  gpu_bigint p, q, n, d;
};

/// A prime p of exactly this many bits with p - 1 coprime to the public exponent. Its two highest bits are
/// set, so that products of two primes have full length.
gpu_bigint random_prime(std::uint64_t bits, gbi::random_engine& random) {
  const auto high = gpu_bigint(3) << static_cast<std::int64_t>(bits - 2);
  for (;;) {
    gpu_bigint prime = gbi::next_prime(high + random.bits(bits - 2));
    if (prime.bit_length() == bits && prime % public_exponent != 1) return prime;
  }
}

rsa_key make_key(std::uint64_t bits, gbi::random_engine& random) {
  rsa_key key;
  key.p = random_prime(bits / 2, random);
  do key.q = random_prime(bits / 2, random);
  while (key.q == key.p);
  key.n = key.p * key.q;
  key.d = gbi::invert(public_exponent, gbi::lcm(key.p - 1, key.q - 1));
  return key;
}

std::uint64_t count_of(const session& run) {
  return run.chosen().count.value_or(1000);
}

bigint_batch random_messages(const session& run, gbi::random_engine& random) {
  const std::uint64_t count = count_of(run), bits = run.chosen().bits, limbs = (bits + 63) / 64;
  // Below n, because n has full length.
  std::vector<std::uint64_t> all = random.bits(count * limbs * 64).to_limbs();
  all.resize(count * limbs);
  const auto top_bits = static_cast<int>((bits - 1) % 64);
  for (std::uint64_t i = limbs - 1; i < all.size(); i += limbs) all[i] &= (std::uint64_t{1} << top_bits) - 1;
  return bigint_batch::from_limbs(all, count, bits);
}

struct rate {
  const char* name;
  const char* text;
  double per_second;
};

}  // namespace

void run_rsa(session& run) {
  gbi::random_engine random(std::random_device{}());
  const std::uint64_t bits = run.chosen().bits, count = count_of(run);
  if (count > std::uint64_t{1} << 30) throw usage_error("rsa: --count is at most 2^30");
  const rsa_key key = run.timed("making a key", [&] { return make_key(bits, random); });
  const bigint_batch messages = random_messages(run, random);
  const gbi::odd_moduli n(key.n);

  std::vector<rate> rates;
  const auto measured = [&](const char* name, const char* text, auto&& work) {
    const auto shown = run.showing(text);
    const auto once = [&] {
      bigint_batch result = work();
      run.context().synchronize();
      return result;
    };
    bigint_batch result = once();  // the first power computes the constants of the moduli
    const auto time = support::median_seconds(run.chosen().repeat, false, [&] { result = once(); });
    rates.push_back({name, text, static_cast<double>(count) / time.median});
    return result;
  };
  const bigint_batch sent = measured("public", "public powers, m^65537 mod n",
                                     [&] { return gbi::pow_mod(messages, public_exponent, n); });
  const bigint_batch received =
      measured("private", "private powers, c^d mod n", [&] { return gbi::pow_mod(sent, key.d, n); });
  const gbi::crt_power decrypt({key.p, key.d % (key.p - 1)}, {key.q, key.d % (key.q - 1)});
  const bigint_batch by_remainders =
      measured("private_crt", "private powers by Chinese remainders", [&] { return decrypt(sent); });
  const auto original = messages.to_limbs();
  if (received.to_limbs() != original || by_remainders.to_limbs() != original)
    throw wrong_result("RSA-" + std::to_string(bits));

  json_object figures;
  for (const rate& each : rates) figures.add(each.name, each.per_second);
  run.members().add("bits", bits);
  run.members().add("count", count);
  run.members().add("per_second", figures);
  run.members().add("checked", true);
  if (run.chosen().json) return;
  std::cout << "RSA-" << bits << ", " << support::shown_count(count) << " messages at a time on "
            << support::shown_device(run.context()) << '\n';
  for (const rate& each : rates)
    std::cout << fmt::format("{:<40}{:>14} a second\n", each.text, support::shown_rate(each.per_second));
  std::cout << "checked: every message came back\n";
}

}  // namespace program
