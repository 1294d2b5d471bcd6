/// \file
/// Relative errors, in the 2-norm, of transforms and of unrounded convolutions of random decimal digits, in
/// both precisions, next to the errors reported by the source work:
///
/// bench_fft_accuracy [FILE.json [LONGEST]]
///
/// prints a line for each length from 4096 to 8388608 points (or LONGEST; 65536 on the host) and writes the
/// results to the file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/blocks/accuracy.hpp"

namespace {

struct errors {
  const char* type;
  std::size_t points;
  double forward, convolution, packed, reported;
};

/// Root mean squares over enough runs to make up a million points, because the errors of convolutions vary by
/// chance.
template <class Real>
errors measure(const gbi::context& where, const char* type, std::size_t points) {
  gbi::test::random_source random(points);
  const std::size_t runs = std::max<std::size_t>(1, (std::size_t{1} << 20) / points);
  using gbi::test::convolution_form;
  double forward = 0, convolution = 0, packed = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    const double f = gbi::test::forward_error<Real>(where, points, random);
    const auto convolve = [&](convolution_form form) {
      return gbi::test::convolution_error<Real>(where, points, random, form);
    };
    const double c = convolve(convolution_form::right_angle), p = convolve(convolution_form::packed_real);
    forward += f * f;
    convolution += c * c;
    packed += p * p;
  }
  const auto mean = [runs](double squares) { return std::sqrt(squares / static_cast<double>(runs)); };
  return {
      type, points, mean(forward), mean(convolution), mean(packed), gbi::test::reported_error<Real>(points)};
}

std::string now() {
  char text[32];
  const std::time_t time = std::time(nullptr);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", std::gmtime(&time));
  return text;
}

/// Results as JSON. The context has the same keys as Google Benchmark's reports.
std::string json(const gbi::context& where, const std::vector<errors>& table) {
  std::ostringstream out;
  out.precision(4);
  out << "{\n  \"context\": {\n    \"date\": \"" << now() << "\",\n";
#if defined(GPU_BIGINT_CUDA_VERSION)
  out << "    \"cuda\": \"" << GPU_BIGINT_CUDA_VERSION << "\",\n";
#endif
  out << "    \"commit\": \"" << GPU_BIGINT_COMMIT << "\",\n    \"device\": \"" << where.device_name()
      << "\"\n  },\n  \"accuracy\": [";
  const char* separator = "\n";
  for (const errors& e : table) {
    out << separator << "    {\"type\": \"" << e.type << "\", \"points\": " << e.points
        << ", \"forward\": " << e.forward << ", \"convolution\": " << e.convolution
        << ", \"packed\": " << e.packed << ", \"reported\": " << e.reported << "}";
    separator = ",\n";
  }
  out << "\n  ]\n}\n";
  return out.str();
}

}  // namespace

int main(int argc, char** argv) {
  const gbi::context where = gbi::context::current();
  std::size_t longest = std::size_t{1} << (where.backend() == gbi::backend::cuda ? 23 : 16);
  if (argc > 2) longest = std::strtoull(argv[2], nullptr, 0);
  std::vector<errors> table;
  std::printf("%-7s %8s %11s %12s %12s %12s\n", "type", "points", "forward", "convolution", "packed",
              "reported");
  for (std::size_t points = 4096; points <= longest; points *= 2)
    for (const errors& e :
         {measure<double>(where, "double", points), measure<float>(where, "float", points)}) {
      std::printf("%-7s %8zu %11.3g %12.3g %12.3g %12.3g\n", e.type, e.points, e.forward, e.convolution,
                  e.packed, e.reported);
      table.push_back(e);
    }
  if (argc < 2) return 0;
  std::ofstream file(argv[1]);
  file << json(where, table);
  if (file.flush()) return 0;
  std::fprintf(stderr, "cannot write %s\n", argv[1]);
  return 1;
}
