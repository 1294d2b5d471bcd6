/// \file
/// Memory of a batch on an executor, with detection of every write outside the problems.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstring>
#include <vector>

#include "src/exec/buffer.hpp"

namespace gbi::test {

/// Problems of float or double numbers, `stride` numbers apart, with guards between and after them. Pairs of
/// numbers may be read as complex numbers.
template <class Real>
class guarded_memory {
 public:
  guarded_memory(exec::executor& where, std::size_t stride, std::size_t batch)
      : where_(&where),
        stride_(stride),
        batch_(batch),
        known_(stride * batch + behind),
        memory_(where, known_.size()) {
    for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = static_cast<Real>(i % 251) + Real{0.25};
    upload();
  }

  Real* numbers() const { return memory_.data(); }
  std::complex<Real>* points() const { return reinterpret_cast<std::complex<Real>*>(memory_.data()); }

  /// T is Real or std::complex<Real>.
  template <class T>
  void write(const std::vector<std::vector<T>>& problems) {
    for (std::size_t g = 0; g < problems.size(); ++g)
      std::memcpy(&known_[g * stride_], problems[g].data(), problems[g].size() * sizeof(T));
    upload();
  }

  /// Reads the first `count` elements of each problem. Nothing else may have changed since the last read.
  template <class T>
  std::vector<std::vector<T>> read(std::size_t count) {
    const std::vector<Real> before = std::move(known_);
    known_.resize(before.size());
    where_->download(known_.data(), memory_.data(), known_.size() * sizeof(Real));
    const std::size_t used = count * sizeof(T) / sizeof(Real);
    std::vector<std::vector<T>> result(batch_, std::vector<T>(count));
    for (std::size_t g = 0; g < batch_; ++g) {
      if (count > 0)
        std::memcpy(static_cast<void*>(result[g].data()), &known_[g * stride_], count * sizeof(T));
      expect_same(before, g * stride_ + used, (g + 1) * stride_);
    }
    expect_same(before, batch_ * stride_, before.size());
    return result;
  }

  void expect_unchanged() { read<Real>(0); }

 private:
  static constexpr std::size_t behind = 1024;

  void upload() { where_->upload(memory_.data(), known_.data(), known_.size() * sizeof(Real)); }

  void expect_same(const std::vector<Real>& before, std::size_t first, std::size_t last) const {
    const auto wrong = std::mismatch(before.begin() + first, before.begin() + last, known_.begin() + first);
    EXPECT_TRUE(wrong.first == before.begin() + last) << "number " << wrong.first - before.begin() << " of "
                                                      << batch_ << " x " << stride_ << " was overwritten";
  }

  exec::executor* where_;
  std::size_t stride_, batch_;
  std::vector<Real> known_;  ///< contents of the memory at the last read
  exec::buffer<Real> memory_;
};

}  // namespace gbi::test
