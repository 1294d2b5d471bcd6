/// \file
/// What is behind a context: its executor and the tables its operations share.
#pragma once

#include <memory>

#include "src/exec/executor.hpp"
#include "src/fft/twiddles.hpp"
#include "src/scan/chain_pool.hpp"
#include "src/verify/verifier.hpp"

namespace gbi::detail {

class engine {
 public:
  explicit engine(std::unique_ptr<exec::executor> executor)
      : executor_(std::move(executor)), twiddles_(*executor_), chains_(*executor_), verifier_(*executor_) {}

  exec::executor& executor() noexcept { return *executor_; }
  transforms::twiddle_tables& twiddles() noexcept { return twiddles_; }
  scans::chain_pool& chains() noexcept { return chains_; }
  verify::verifier& verifier() noexcept { return verifier_; }

 private:
  std::unique_ptr<exec::executor> executor_;
  transforms::twiddle_tables twiddles_;  // after the executor: its memory goes back first
  scans::chain_pool chains_;
  verify::verifier verifier_;
};

}  // namespace gbi::detail
