#include "examples/rsa/rivals.hpp"

#include <gmp.h>
#include <openssl/crypto.h>
#include <openssl/rsa.h>

#include <atomic>
#include <chrono>
#include <gpu_bigint/gmp.hpp>
#include <thread>

#include "examples/rsa/libcrypto.hpp"

namespace example {

namespace {

/// Calls per second of all threads together. Each thread calls its own worker, which `make` makes.
template <class Make>
double parallel_rate(unsigned threads, double seconds, Make&& make) {
  using clock = std::chrono::steady_clock;
  std::atomic<unsigned> ready{0};
  std::atomic<bool> go{false}, stop{false};
  std::vector<std::uint64_t> calls(threads);
  std::vector<std::thread> team;
  for (unsigned i = 0; i < threads; ++i)
    team.emplace_back([&, i] {
      auto work = make();
      work();  // fills tables and caches
      ++ready;
      while (!go) std::this_thread::yield();
      std::uint64_t count = 0;
      for (; !stop; ++count) work();
      calls[i] = count;
    });
  while (ready < threads) std::this_thread::yield();
  const auto start = clock::now();
  go = true;
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  stop = true;
  for (std::thread& thread : team) thread.join();
  const double elapsed = std::chrono::duration<double>(clock::now() - start).count();
  double total = 0;
  for (const std::uint64_t count : calls) total += static_cast<double>(count);
  return total / elapsed;
}

/// The bare operation without padding, but with libcrypto's own protection against timing attacks (blinding).
class openssl_worker {
 public:
  openssl_worker(EVP_PKEY& key, bool is_private, const octets& message)
      : context_(EVP_PKEY_CTX_new_from_pkey(nullptr, &key, nullptr)),
        run_(is_private ? EVP_PKEY_decrypt : EVP_PKEY_encrypt),
        message_(message),
        result_(message.size()) {
    require_success((is_private ? EVP_PKEY_decrypt_init : EVP_PKEY_encrypt_init)(context_.get()),
                    "EVP_PKEY_decrypt_init");
    require_success(EVP_PKEY_CTX_set_rsa_padding(context_.get(), RSA_NO_PADDING),
                    "EVP_PKEY_CTX_set_rsa_padding");
  }
  void operator()() {
    std::size_t size = result_.size();
    require_success(run_(context_.get(), result_.data(), &size, message_.data(), message_.size()),
                    "EVP_PKEY_decrypt");
  }

 private:
  evp_context context_;
  int (*run_)(EVP_PKEY_CTX*, unsigned char*, std::size_t*, const unsigned char*, std::size_t);
  octets message_, result_;
};

double openssl_rate(operation which, const private_key& key, const octets& message, unsigned threads,
                    double seconds) {
  const evp_key shared = to_libcrypto(key, which != operation::private_plain);
  return parallel_rate(threads, seconds,
                       [&] { return openssl_worker(*shared, which != operation::open, message); });
}

class mpz {
 public:
  mpz() { mpz_init(value_); }
  explicit mpz(const gbi::gpu_bigint& value) : mpz() { gbi::to_mpz(value_, value); }
  explicit mpz(const octets& value) : mpz() { mpz_import(value_, value.size(), 1, 1, 1, 0, value.data()); }
  mpz(const mpz& other) { mpz_init_set(value_, other.value_); }
  mpz& operator=(const mpz&) = delete;
  ~mpz() { mpz_clear(value_); }
  operator mpz_ptr() { return value_; }           // NOLINT(google-explicit-constructor): GMP's arguments
  operator mpz_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor): GMP's arguments

 private:
  mpz_t value_;
};

using powm = void (*)(mpz_ptr, mpz_srcptr, mpz_srcptr, mpz_srcptr);

class gmp_worker {
 public:
  gmp_worker(operation which, const private_key& key, const octets& message, powm power)
      : which_(which),
        power_(power),
        message_(message),
        n_(key.open.modulus),
        e_(key.open.exponent),
        d_(key.exponent),
        p_(key.p),
        q_(key.q),
        exponent_p_(key.exponent_p),
        exponent_q_(key.exponent_q),
        coefficient_(key.coefficient) {}

  const mpz& operator()() {
    if (which_ != operation::private_crt) {
      power_(result_, message_, which_ == operation::open ? e_ : d_, n_);
      return result_;
    }
    mpz_mod(result_, message_, q_);
    power_(modulo_q_, result_, exponent_q_, q_);
    mpz_mod(result_, message_, p_);
    power_(modulo_p_, result_, exponent_p_, p_);
    mpz_sub(modulo_p_, modulo_p_, modulo_q_);
    mpz_mul(modulo_p_, modulo_p_, coefficient_);
    mpz_mod(modulo_p_, modulo_p_, p_);
    mpz_mul(result_, modulo_p_, q_);
    mpz_add(result_, result_, modulo_q_);
    return result_;
  }

 private:
  operation which_;
  powm power_;
  mpz message_, n_, e_, d_, p_, q_, exponent_p_, exponent_q_, coefficient_;
  mpz modulo_p_, modulo_q_, result_;
};

template <powm Power>
double gmp_rate(operation which, const private_key& key, const octets& message, unsigned threads,
                double seconds) {
  const gmp_worker model(which, key, message, Power);
  return parallel_rate(threads, seconds, [&] { return gmp_worker(model); });
}

}  // namespace

const std::vector<rival>& rivals() {
  static const std::vector<rival> all{
      {std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING), openssl_rate},
      {std::string("GMP ") + gmp_version + " powm", gmp_rate<mpz_powm>},
      {"powm_sec", gmp_rate<mpz_powm_sec>}};
  return all;
}

octets done_by_gmp(operation which, const private_key& key, const octets& message) {
  gmp_worker worker(which, key, message, mpz_powm);
  mpz_srcptr value = worker();
  octets result(message.size());
  const std::size_t length = (mpz_sizeinbase(value, 2) + 7) / 8;
  if (mpz_sgn(value) != 0) mpz_export(result.data() + (result.size() - length), nullptr, 1, 1, 1, 0, value);
  return result;
}

}  // namespace example
