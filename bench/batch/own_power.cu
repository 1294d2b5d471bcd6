#include "bench/batch/own_power.hpp"

#include <cstdint>
#include <stdexcept>

#include "gpu_bigint/device.cuh"
#include "gpu_bigint/view.hpp"

namespace gbi::bench {

namespace {

struct power_arguments {
  device::numbers base, exponent, modulus;
  device::results power;
  std::uint32_t count;
};

/// \tparam Window the fastest one
template <int Bits, int Window, class Arithmetic>
struct power_kernel
    : device::field<Bits, device::team_threads<Bits>, Arithmetic>::template kernel<power_arguments> {
  using field = device::field<Bits, device::team_threads<Bits>, Arithmetic>;
  GBI_DEVICE static void run(device::warp& warp, typename field::memory& shared,
                             const power_arguments& args) {
    const field modulo_n(warp, shared, args.modulus, args.count);
    typename field::number x;
    modulo_n.load(x, args.base);
    modulo_n.template power<Window>(x, args.exponent, Bits);
    modulo_n.store(args.power, x);
  }
};

template <int Bits, int Window, class Arithmetic>
std::function<void()> launches(const bigint_batch& base, const bigint_batch& exponent,
                               const bigint_batch& modulus) {
  using kernel = power_kernel<Bits, Window, Arithmetic>;
  return [base = batch_view(base), exponent = batch_view(exponent), modulus = batch_view(modulus),
          power = device::vector<std::uint64_t>(base.size() * Bits / 64)]() mutable {
    device::launch<kernel>(
        base.context(), kernel::field::warps(base.elements()),
        {device::elements_of(base), device::elements_of(exponent), device::elements_of(modulus),
         device::rows(power.data(), Bits / 64), static_cast<std::uint32_t>(base.elements())});
  };
}

}  // namespace

std::function<void()> power_in_own_kernel(modular_arithmetic how, const bigint_batch& base,
                                          const bigint_batch& exponent, const bigint_batch& modulus) {
  const bool doubles = how == modular_arithmetic::doubles;
  if (base.bits() == 1024)
    return doubles ? launches<1024, 5, device::doubles>(base, exponent, modulus)
                   : launches<1024, 5, device::words>(base, exponent, modulus);
  if (base.bits() == 2048)
    return doubles ? launches<2048, 6, device::doubles>(base, exponent, modulus)
                   : launches<2048, 6, device::words>(base, exponent, modulus);
  throw std::invalid_argument("power_in_own_kernel: no kernel of this width");
}

}  // namespace gbi::bench
