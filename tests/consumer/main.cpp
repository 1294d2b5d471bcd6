// A user's program. It checks results by identities, without another library, and checks that exceptions,
// templates and streams work across the library boundary.
#include <array>
#include <cstddef>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <new>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

template <class Exception, class Function>
void require_throws(Function&& function, const char* what) {
  try {
    function();
  } catch (const Exception&) {
    return;
  }
  throw std::logic_error(what);
}

// (10^n - 1)^2 = 10^2n - 2 10^n + 1: n - 1 nines, an eight, n - 1 zeros and a one.
void check_products() {
  for (const std::size_t n : {1, 20, 1000, 100'000}) {
    const gbi::gpu_bigint nines(std::string(n, '9'));
    const std::string expected = std::string(n - 1, '9') + '8' + std::string(n - 1, '0') + '1';
    require((nines * nines).to_string() == expected, "the square of nines");
  }
}

void check_values() {
  gbi::gpu_bigint read;
  std::istringstream("12345678901234567890123") >> read;
  std::ostringstream out;
  out << read / 10 << ' ' << read % 10;
  require(out.str() == "1234567890123456789012 3", "streams");
  const std::unordered_set<gbi::gpu_bigint> set{read, read};
  require(set.contains(read) && set.size() == 1, "hash");
  require(gbi::gcd(read * 6, read * 4) == read * 2, "gcd");
}

void check_blocks() {
  std::vector<int> ones(1000, 1), counted(1000);
  std::iota(counted.begin(), counted.end(), 1);
  require(gbi::scan(ones) == counted, "scan");
}

void check_exceptions() {
  require_throws<std::invalid_argument>([] { return gbi::gpu_bigint("12x"); }, "std::invalid_argument");
  require_throws<std::domain_error>([] { return gbi::gpu_bigint(1) / 0; }, "std::domain_error");
  require_throws<gbi::data_error>([] { return gbi::deserialize(std::array<std::byte, 3>{}); },
                                  "gbi::data_error");
  require_throws<gbi::device_error>([] { return gbi::context(gbi::backend::host, 1); }, "gbi::device_error");
}

}  // namespace

int main() {
  try {
    check_products();
    check_values();
    check_blocks();
    check_exceptions();
    std::cout << "right, on " << gbi::context::current().device_name() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "wrong: " << error.what() << '\n';
    return 1;
  }
}
