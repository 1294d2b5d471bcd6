/// \file
/// RSA in a kernel of one's own: m^e modulo n, and back by the private exponent.
///
///     rsa_powers [messages]
///
/// What one learns: a kernel of ten lines by gpu_bigint/device.cuh. nvcc compiles this file for a GPU, and a
/// host compiler for the host. For experiments only: nothing takes constant time.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int bits = 1024, limbs = bits / 64;
using field = gbi::device::field<bits>;

struct arguments {
  gbi::device::numbers modulus, bases, exponent;
  gbi::device::results powers;
  std::uint32_t exponent_bits, count;
};

struct power_kernel : field::kernel<arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, field::memory& shared, const arguments& args) {
    const field modulo_n(block, shared, args.modulus, args.count);
    field::number x;
    modulo_n.load(x, args.bases);
    modulo_n.power(x, args.exponent, args.exponent_bits);
    modulo_n.store(args.powers, x);
  }
};

gbi::device::numbers for_all_teams(const gbi::limb_view& number) {
  return gbi::device::one_for_all(number.data(), static_cast<std::uint32_t>(number.bound()));
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t count = argc > 1 ? std::stoul(argv[1]) : 100;
  const gbi::context where = gbi::context::current();
  gbi::random_engine random(65537);
  const gbi::bigint_batch primes = gbi::random_primes(2, bits / 2, random);
  const gbi::gpu_bigint p = primes[0], q = primes[1], n = p * q;
  const gbi::gpu_bigint e = 65537, d = gbi::invert(e, (p - 1) * (q - 1));
  std::vector<gbi::gpu_bigint> drawn(count);
  for (gbi::gpu_bigint& message : drawn) message = random.below(n);
  const gbi::bigint_batch messages = gbi::bigint_batch::from_numbers(drawn, bits);

  const gbi::limb_view n_limbs(n), e_limbs(e), d_limbs(d);
  const gbi::batch_view message_limbs(messages);
  gbi::device::vector<std::uint64_t> encrypted(count * limbs), decrypted(count * limbs);
  arguments args{for_all_teams(n_limbs),
                 gbi::device::elements_of(message_limbs),
                 for_all_teams(e_limbs),
                 gbi::device::rows(encrypted.data(), limbs),
                 static_cast<std::uint32_t>(e.bit_length()),
                 static_cast<std::uint32_t>(count)};
  gbi::device::launch<power_kernel>(where, field::warps(count), args);
  args.bases = gbi::device::rows(static_cast<const std::uint64_t*>(encrypted.data()), limbs);
  args.exponent = for_all_teams(d_limbs);
  args.powers = gbi::device::rows(decrypted.data(), limbs);
  args.exponent_bits = static_cast<std::uint32_t>(d.bit_length());
  gbi::device::launch<power_kernel>(where, field::warps(count), args);

  const auto ours = gbi::import_batch(where, encrypted.data(), count, bits);
  const bool same = ours.to_limbs() == gbi::pow_mod(messages, e, gbi::odd_moduli(n)).to_limbs();
  const bool back = gbi::import_batch(where, decrypted.data(), count, bits).to_limbs() == messages.to_limbs();
  std::cout << count << " messages of " << bits << " bits\n"
            << "encrypted as by gbi::pow_mod: " << (same ? "yes" : "NO") << '\n'
            << "decrypted: " << (back ? "right" : "WRONG") << '\n';
  return same && back ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "rsa_powers: " << error.what() << '\n';
  return 2;
}
