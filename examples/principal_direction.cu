/// \file
/// A step of principal direction divisive partitioning: splits documents in two by the words they have.
///
///     principal_direction [documents]
///
/// What one learns: a sparse matrix times a vector, with one warp for each row, and a loop of launches that
/// needs no value on the host. The principal direction is that in which the documents, less their mean, are
/// spread most: the eigenvector of A^T A for the matrix A of the documents' rows less their mean. The power
/// iteration finds it. The sides are the signs of the documents' projections.
/// Source: D. Boley, "Principal direction divisive partitioning", Data Mining and Knowledge Discovery 2
/// (1998).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t words = 1000, words_of_document = 20;
constexpr int iterations = 30;

/// Row r has ones at columns[i] for begin[r] <= i < begin[r + 1].
struct matrix {
  const std::uint32_t *begin, *columns;
  std::uint32_t rows;
};

/// y = scale (M x) - shift r for the numbers *scale and *shift; r are the row sums of M.
struct product_arguments {
  matrix m;
  const double *x, *scale, *shift;
  double* y;
};
struct product_kernel
    : gbi::device::kernel<product_arguments, 32, 32, gbi::device::block_scan_memory<double, 32>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const product_arguments& args) {
    const std::uint32_t row = block.index(), begin = args.m.begin[row], end = args.m.begin[row + 1];
    gbi::device::per_thread<Block, double> value;
    block.phase([&](int thread) {
      value[thread] = 0;
      for (std::uint32_t i = begin + static_cast<std::uint32_t>(thread); i < end; i += threads)
        value[thread] += args.x[args.m.columns[i]];
    });
    gbi::device::block_reduce(block, shared, value, gbi::device::sum<double>{});
    block.phase([&](int thread) {
      if (thread == 0) args.y[row] = *args.scale * value[thread] - *args.shift * (end - begin);
    });
  }
};

/// *result = the sum of x / count, or 1 / |x|.
struct reduce_arguments {
  const double* x;
  std::uint32_t count;
  bool is_norm;
  double* result;
};
struct reduce_kernel
    : gbi::device::kernel<reduce_arguments, 256, 4, gbi::device::block_scan_memory<double, 256>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const reduce_arguments& args) {
    gbi::device::per_thread<Block, double> value;
    block.phase([&](int thread) {
      value[thread] = 0;
      for (auto i = static_cast<std::uint32_t>(thread); i < args.count; i += threads)
        value[thread] += args.is_norm ? args.x[i] * args.x[i] : args.x[i];
    });
    gbi::device::block_reduce(block, shared, value, gbi::device::sum<double>{});
    block.phase([&](int thread) {
      if (thread == 0)
        *args.result = args.is_norm ? 1 / std::sqrt(value[thread]) : value[thread] / args.count;
    });
  }
};

/// The same by plain loops. \returns the projections of the documents
std::vector<double> projections(const matrix& m, std::vector<double> direction) {
  std::vector<double> projected(m.rows);
  for (int i = 0; i < iterations; ++i) {
    const double norm =
        std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0));
    for (std::uint32_t d = 0; d < m.rows; ++d) {
      projected[d] = 0;
      for (std::uint32_t at = m.begin[d]; at < m.begin[d + 1]; ++at)
        projected[d] += direction[m.columns[at]] / norm;
    }
    const double mean = std::reduce(projected.begin(), projected.end()) / m.rows;
    std::fill(direction.begin(), direction.end(), 0);
    for (std::uint32_t d = 0; d < m.rows; ++d) {
      projected[d] -= mean;
      for (std::uint32_t at = m.begin[d]; at < m.begin[d + 1]; ++at) direction[m.columns[at]] += projected[d];
    }
  }
  return projected;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto documents = static_cast<std::uint32_t>(argc > 1 ? std::stoul(argv[1]) : 5000);
  if (documents < 2) throw std::invalid_argument("one document cannot be split");
  const gbi::context where = gbi::context::current();
  gbi::random_engine random(1998);
  const auto below = [&](std::uint32_t n) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(random.bits(32)) % n);
  };
  // Documents of two subjects take half of their words from all and half from those of their subject.
  gbi::device::vector<std::uint32_t> begin(documents + 1), columns, begin_of_word(words + 1), of_word;
  std::vector<std::vector<std::uint32_t>> having(words);
  for (std::uint32_t d = 0; d < documents; ++d) {
    for (std::uint32_t i = 0; i < words_of_document; ++i) {
      const std::uint32_t word = i % 2 == 0 ? below(words) : d % 2 * (words / 2) + below(words / 2);
      columns.push_back(word);
      having[word].push_back(d);
    }
    begin[d + 1] = static_cast<std::uint32_t>(columns.size());
  }
  for (std::uint32_t w = 0; w < words; ++w) {
    of_word.insert(of_word.end(), having[w].begin(), having[w].end());
    begin_of_word[w + 1] = static_cast<std::uint32_t>(of_word.size());
  }
  const matrix by_document{begin.data(), columns.data(), documents},
      by_word{begin_of_word.data(), of_word.data(), words};

  gbi::device::vector<double> direction(words), projected(documents), scalars{0, 1, 0, 0};
  double *const zero = &scalars[0], *const one = &scalars[1], *const mean = &scalars[2],
                *const scale = &scalars[3];
  const auto iterate = [&] {
    for (int i = 0; i < iterations; ++i) {
      gbi::device::launch<reduce_kernel>(where, 1, {direction.data(), words, true, scale});
      gbi::device::launch<product_kernel>(where, documents,
                                          {by_document, direction.data(), scale, zero, projected.data()});
      gbi::device::launch<reduce_kernel>(where, 1, {projected.data(), documents, false, mean});
      gbi::device::launch<product_kernel>(where, words,
                                          {by_word, projected.data(), one, mean, direction.data()});
    }
  };
  for (double& part : direction) part = below(1000);
  const std::vector<double> expected = projections(by_document, {direction.begin(), direction.end()});
  iterate();
  where.synchronize();
  std::uint32_t same = 0, alike = 0;
  for (std::uint32_t d = 0; d < documents; ++d) {
    same += std::abs(projected[d] - *mean - expected[d]) < 1e-9 ? 1 : 0;
    alike += (projected[d] > *mean) == (d % 2 == 0) ? 1 : 0;
  }
  iterate();  // brings the memory back to the device
  const double time = gbi::device::milliseconds(where, iterate);
  std::cout << documents << " documents, " << iterations << " iterations: " << time << " ms\n"
            << "the subjects of " << std::max(alike, documents - alike) << " documents found\n"
            << "as by a plain loop: " << (same == documents ? "yes" : "no") << '\n';
  return same == documents ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "principal_direction: " << error.what() << '\n';
  return 2;
}
